/**
 * For GitHub Actions, in two forms. On stdout: workflow commands, which become annotations (`error` for what fails the
 * run or shows nothing, `warning`, `notice` for expected failures). In a file: Markdown for the step summary, so that
 * `--reporter github --reporter github=$GITHUB_STEP_SUMMARY` gives both.
 */
import type { RunRecord } from '../evidence/results.ts'
import { markdownSummary } from './github-summary.ts'
import { type Entry, expectationText, type Report, reportOf, unexpectedText } from './report.ts'
import type { Render } from './reporter.ts'

/** A step shows ten annotations of a kind; the last of ours then says how many there are. */
const maxAnnotations = 9
/** Of one message, in UTF-16 code units. */
const maxMessage = 1_500

interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice'
  readonly title: string
  readonly message: string
}

export const renderGithub: Render = (run, options) => {
  const report = reportOf(run)
  return options.isFile === true ? markdownSummary(report, options) : annotationText(report, run)
}

function annotationText(report: Report, run: RunRecord): string {
  const all = [...wholeRun(report), ...report.entries.flatMap(annotationOf)]
  const lines = (['error', 'warning', 'notice'] as const).flatMap((kind) => {
    const some = all.filter((each) => each.kind === kind)
    const rest = some.length - maxAnnotations
    const shown = rest > 1 ? some.slice(0, maxAnnotations) : some
    return [...shown, ...(rest > 1 ? [{ kind, title: 'handoff-conformance', message: `${rest} more are in the report` }] : [])]
  })
  const counted = Object.entries(run.counts).filter(([, count]) => count > 0).map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  return `${[...lines.map(command), plainLine(`handoff-conformance: ${counted === '' ? 'no case ran' : counted}`)].join('\n')}\n`
}

function wholeRun({ gap, unexpected }: Report): Annotation[] {
  return [
    ...(gap === undefined ? [] : [{ kind: 'error', title: 'handoff-conformance', message: gap } as const]),
    ...unexpected.map((entry): Annotation => ({ kind: 'error', title: entry.case, message: unexpectedText(entry) })),
  ]
}

function annotationOf({ result: { id, title, outcome, reason = outcome, expectedFailure }, standing, violations: [worst], explanation }: Entry): Annotation[] {
  const source = worst?.source === undefined ? [] : [`${worst.requirement} (${worst.level}, ${worst.source.source} ${worst.source.section}): ${worst.source.statement} ${worst.source.url}`]
  const message = [title, reason, ...source, ...(explanation === undefined ? [] : [`Fix: ${explanation.fix}`]), `handoff-conformance explain ${id}`].join('\n')
  const named = (kind: Annotation['kind'], text = message): Annotation[] => [{ kind, title: `${outcome}: ${id}`, message: text }]
  switch (standing) {
    case 'failed':
    case 'unclear':
    case 'unrun': return named('error')
    case 'warned': return named('warning')
    case 'expected': return named('notice', `${expectedFailure === undefined ? '' : `expected failure: ${expectationText(expectedFailure)}\n`}${message}`)
    case 'passed':
    case 'excluded': return []
  }
}

function command({ kind, title, message }: Annotation): string {
  const bounded = message.length <= maxMessage ? message : `${message.slice(0, maxMessage)}…`
  return `::${kind} title=${escapeProperty(title)}::${escapeData(bounded.toWellFormed())}`
}

/** The runner undoes exactly these escapes. */
const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
/** A line that is no command, whatever stands in it. */
const plainLine = (text: string): string => text.replaceAll(/[\r\n]/g, ' ').replaceAll('::', ': :').replaceAll('##[', '## [')
