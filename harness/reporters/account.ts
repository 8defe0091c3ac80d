/** All that is known of one result, line by line as plain text: what reports without a layout of their own show of it. */
import type { ShownExchange } from '../run/outcome.ts'
import { replayText } from './failures.ts'
import { type Entry, expectationText, type Violation } from './report.ts'
import type { RenderOptions } from './reporter.ts'

/** A case that tries many inputs can be violated by each of them in the same way; all of them are in `results.json`. */
const maxViolations = 20
/** The same for the lines of a program or history. */
const maxFound = 100

export function accountOf(entry: Entry, options: Pick<RenderOptions, 'replay' | 'targetUnsaid'>): string[] {
  const { result, violations, explanation, finding, failures } = entry
  const more = violations.length - maxViolations
  return [
    result.title,
    ...(result.reason === undefined ? [] : [`reason: ${result.reason}`]),
    ...(result.flaky === true ? ['flaky: it failed in some of its runs and not in others'] : []),
    ...(result.expectedFailure === undefined ? [] : [`expected failure: ${expectationText(result.expectedFailure)}`]),
    ...(finding === undefined ? [] : [`root cause: ${finding.id}: ${finding.title}`, `remedy: ${finding.remedy}`]),
    ...violations.slice(0, maxViolations).flatMap(violationLines),
    ...(more > 0 ? ['', `${more} more violations are in results.json`] : []),
    ...(result.inconclusiveInputs ?? []).map(({ input, reason }) => `not told: ${input === '' ? '' : `${input}: `}${reason}`),
    ...(explanation === undefined ? [] : ['', `usually means: ${explanation.failure}`, `fix: ${explanation.fix}`]),
    ...(result.exchanges ?? []).flatMap(exchangeLines),
    ...failures.flatMap((failure) => ['', ...(failure.kind === 'case' ? [] : [`${failure.kind}: ${failure.title} (seed ${failure.seed})`, ...failure.lines.slice(0, maxFound)]), `replay: ${replayText(failure, options)}`]),
  ]
}

/** The source of a requirement, as it is cited. */
export const citation = ({ source }: Violation): string => (source === undefined ? '' : `${source.source} ${source.section}`)

function violationLines(violation: Violation): string[] {
  const { requirement, level, input, expected, actual, source } = violation
  return [
    '',
    `requirement: ${requirement} (${[level, citation(violation)].filter((part) => part !== '').join(', ')})`,
    ...(source === undefined ? [] : [`  ${source.statement}`, `  ${source.url}`]),
    ...(input === undefined ? [] : [`input: ${input}`]),
    `expected: ${expected}`,
    `actual: ${actual}`,
  ]
}

/** `+` stands before what the control does not have, `-` before what only the control has. */
export function exchangeLines({ input, sent, received, curl }: ShownExchange): string[] {
  return [
    '', `sent${input === '' ? '' : ` (${input})`}:`, ...sent.map(({ text, mark = ' ' }) => `  ${mark} ${text}`),
    'received:', ...received.map((line) => `    ${line}`),
    ...(curl === undefined ? [] : [`by hand: ${curl}`]),
  ]
}
