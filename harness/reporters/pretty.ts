/** The result for a person, on one screen: what is wrong first, grouped, with what is needed to act; the count last. */
import type { RunRecord } from '../evidence/results.ts'
import { weight } from '../run/judge.ts'
import type { CaseResult, Observation, Outcome } from '../run/outcome.ts'
import { failureLines } from './failures.ts'
import { expectationText } from './report.ts'
import type { RenderOptions, Render } from './reporter.ts'
import { partText, summary } from './summary.ts'
import { inColumns, labelled, type Paint, painter, placeOf, plural, type Style, wrap } from './text.ts'

const styles: Readonly<Record<Outcome, Style>> = {
  pass: 'green', fail: 'red', warn: 'yellow', 'not-applicable': 'dim', inconclusive: 'yellow', 'not-run': 'yellow',
}

/** More of one text does not fit a screen; the whole is in `results.json`. In UTF-16 code units. */
const maxShown = 300
/** A case that tries many inputs can be violated by each of them in the same way. */
const maxViolations = 6
/** The same for what a target calls itself. */
const maxName = 80

export const renderPretty: Render = (run, options) => {
  const paint = painter(options.color)
  const of = (outcome: Outcome): CaseResult[] => run.results.filter((result) => result.outcome === outcome)
  return `${[
    ...(options.brief === true ? [] : [
      ...heading(run, options, paint),
      ...passed(of('pass'), options, paint),
      ...grouped('not-applicable', of('not-applicable'), run, options, paint),
    ]),
    ...grouped('inconclusive', of('inconclusive'), run, options, paint),
    ...grouped('not-run', of('not-run'), run, options, paint),
    ...of('warn').flatMap((result) => violation(result, run, options, paint)),
    ...of('fail').flatMap((result) => violation(result, run, options, paint)),
    ...foundBesides(run, options, paint),
    ...summary(run, options, paint),
  ].join('\n')}\n`
}

function heading(run: RunRecord, { columns }: RenderOptions, paint: Paint): string[] {
  const { target } = run
  const server = target?.serverInfo === undefined ? '' : ` (${shortened(target.serverInfo.name, maxName)} ${shortened(target.serverInfo.version, maxName)})`
  const what = target === null
    ? 'no target was opened'
    : `${target.name}${server} ${placeOf(target.url)}, revision ${target.revision ?? 'unknown'}, auth ${target.auth}`
  return [paint('bold', `handoff-conformance ${run.harnessVersion}`), ...wrap(what, columns), ...wrap(`level ${run.level}, seed ${run.seed}${partText(run)}`, columns), '']
}

function passed(results: readonly CaseResult[], { columns }: RenderOptions, paint: Paint): string[] {
  if (results.length === 0) return []
  return [paint('green', `pass  ${plural(results.length, 'case')}`), ...inColumns(results.map(({ id }) => id), columns, '  '), '']
}

/** One entry a reason or root cause, with the cases that hang on it. */
function grouped(outcome: Outcome, results: readonly CaseResult[], run: RunRecord, { columns }: RenderOptions, paint: Paint): string[] {
  if (results.length === 0) return []
  const groups = new Map<string, CaseResult[]>()
  for (const result of results) {
    const key = result.rootCause ?? result.reason ?? 'no reason was given'
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  const lines = [paint(styles[outcome], `${outcome}  ${plural(results.length, 'case')}`)]
  for (const [key, members] of groups) {
    const finding = run.findings.find(({ id }) => id === key)
    lines.push(...wrap(shortened(finding === undefined ? key : `${finding.id}: ${finding.title}`), columns, '  '))
    if (finding !== undefined) lines.push(...labelled('remedy:', shortened(finding.remedy), columns, '    '))
    for (const { input, reason } of members.flatMap(({ inconclusiveInputs }) => inconclusiveInputs ?? [])) {
      // Without an input the reason is that of the whole case, and stands above.
      if (input !== '') lines.push(...labelled('input:', shortened(`${input}: ${reason}`), columns, '    '))
    }
    lines.push(...inColumns(members.map(({ id }) => id), columns, '    '))
  }
  return [...lines, '']
}

function violation(result: CaseResult, run: RunRecord, options: RenderOptions, paint: Paint): string[] {
  const { columns } = options
  const lines = [paint(styles[result.outcome], `${result.outcome}  `) + paint('bold', result.id), ...wrap(result.title, columns, '  ')]
  // What decides comes first; the sort keeps the order within a level.
  const violated = result.observations.filter(({ ok }) => !ok).toSorted((one, other) => weight[other.level] - weight[one.level])
  if (result.expectedFailure !== undefined) lines.push(...labelled('expected failure:', shortened(expectationText(result.expectedFailure)), columns, '  '))
  if (violated.length === 0 && result.reason !== undefined) lines.push(...wrap(shortened(result.reason), columns, '  '))
  for (const observation of violated.slice(0, maxViolations)) lines.push(...observed(observation, run, columns))
  const rest = violated.length - maxViolations
  if (rest > 0) lines.push(...wrap(`${plural(rest, 'more violation')} of this case ${rest === 1 ? 'is' : 'are'} in results.json`, columns, '  '))
  const found = run.failures.filter((failure) => failure.case === result.id)
  return [...lines, paint('cyan', `  handoff-conformance explain ${result.id}`), ...found.flatMap((failure) => failureLines(failure, options, paint)), '']
}

/** What cases have found that came to no verdict in the end: it is kept all the same. */
function foundBesides(run: RunRecord, options: RenderOptions, paint: Paint): string[] {
  const judged = new Set(run.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').map(({ id }) => id))
  return run.failures.filter((failure) => !judged.has(failure.case)).flatMap((failure) =>
    [paint('red', 'found  ') + paint('bold', failure.case), ...failureLines(failure, options, paint), ''])
}

function observed(observation: Observation, run: RunRecord, columns: number): string[] {
  const requirement = run.requirements[observation.requirement]
  const source = requirement === undefined ? '' : `, ${requirement.source} ${requirement.section}`
  return [
    ...wrap(`${observation.requirement} (${observation.level}${source})`, columns, '  '),
    ...(observation.input === undefined ? [] : labelled('input:   ', shortened(observation.input), columns, '    ')),
    ...labelled('expected:', shortened(observation.expected), columns, '    '),
    ...labelled('actual:  ', shortened(observation.actual), columns, '    '),
  ]
}

const shortened = (text: string, most = maxShown): string => (text.length <= most ? text : `${text.slice(0, most)}…`)
