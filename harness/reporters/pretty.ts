/** The result for a person, on one screen: what is wrong first, grouped, with what is needed to act; the count last. */
import type { RunRecord } from '../evidence/results.ts'
import type { CaseResult, Outcome } from '../run/outcome.ts'
import { failureLines } from './failures.ts'
import { findingInALine, findingInBrief, findingInFull, shortened } from './pretty-finding.ts'
import { type Entry, isFault, reportOf, type Standing } from './report.ts'
import type { RenderOptions, Render } from './reporter.ts'
import { isAllOf, isOwn, type Root, rootsOf } from './shared-roots.ts'
import { partText, summary } from './summary.ts'
import { inColumns, labelled, type Paint, painter, placeOf, plural, type Style, wrap } from './text.ts'

const styles: Readonly<Record<Outcome, Style>> = {
  pass: 'green', fail: 'red', warn: 'yellow', 'not-applicable': 'dim', inconclusive: 'yellow', 'not-run': 'yellow',
}

/** Of what a target calls itself, in UTF-16 code units. */
const maxName = 80
/** So many failures are shown in full; after them a person has enough to do. */
const maxInFull = 5
/** More names than this are no reading any more, and leave no room on a screen. */
const maxNamed = 60
/** Where there are more than those in many groups, each group names so many. */
const maxNamedEach = 6

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
    ...faults(run, options, paint),
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
  return [paint('green', `pass  ${plural(results.length, 'case')}`), ...named(results, columns, '  '), '']
}

/** Many cases are counted by suite. */
function named(results: readonly CaseResult[], columns: number, indent: string, most = maxNamed): string[] {
  if (results.length <= most) return inColumns(results.map(({ id }) => id), columns, indent)
  const suites = [...Map.groupBy(results, ({ suite }) => suite)].map(([suite, members]) => `${suite} ${members.length}`)
  return wrap(`${suites.join(', ')}; results.json names each`, columns, indent)
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
    lines.push(...named(members, columns, '    ', results.length > maxNamed ? maxNamedEach : maxNamed))
  }
  return [...lines, '']
}

/**
 * Failures before warnings are worth the room; in the order of a terminal, where the last is what one sees first. What
 * several cases share is told once, with one of them.
 */
function faults(run: RunRecord, options: RenderOptions, paint: Paint): string[] {
  const entries = reportOf(run).entries.filter(({ standing }) => isFault(standing))
  const of = (...wanted: Standing[]): Entry[] => entries.filter(({ standing }) => wanted.includes(standing))
  if (options.brief === true) return [...of('warned'), ...of('failed', 'expected')].flatMap((entry) => findingInBrief(entry, options, paint))
  const roots = [...rootsOf(of('failed')), ...rootsOf(of('expected')), ...rootsOf(of('warned'))].slice(0, maxInFull)
  const told = new Set(roots.flatMap(({ violation, shown, others }) => [shown, ...others.filter((entry) => violation !== undefined && isAllOf(entry, violation))]))
  // Those that have found more than they share.
  const further = [...of('failed', 'expected'), ...of('warned')].filter((entry) => !told.has(entry)).slice(0, maxInFull - roots.length)
  const inFull: readonly Root[] = [...roots, ...further.map((shown) => ({ violation: undefined, shown, others: [] }))].toSorted((one, other) => Number(one.shown.standing === 'warned') - Number(other.shown.standing === 'warned'))
  const rest = [...of('warned'), ...of('failed', 'expected')].filter((entry) => !told.has(entry) && !further.includes(entry))
  return [
    ...rest.map((entry) => findingInALine(entry, options.columns, paint)),
    ...(rest.length === 0 ? [] : [...wrap(`${plural(rest.length, 'case')} more, in short: \`handoff-conformance explain CASE\` says what each means, and results.json has its exchanges`, options.columns), '']),
    ...inFull.toReversed().flatMap((root) => rootInFull(root, options, paint)),
  ]
}

/** Why one case fails is not why all of them do, unless it is about what they share. */
function rootInFull({ violation, shown, others }: Root, options: RenderOptions, paint: Paint): string[] {
  if (violation === undefined || others.length === 0) return findingInFull(shown, options, paint)
  const { explanation, ...unexplained } = shown
  return [
    ...wrap(`${plural(others.length + 1, 'case')} found the same, ${shortened(`${violation.requirement}: expected ${violation.expected}, got ${violation.actual}`)}. One of them is below; the others:`, options.columns),
    ...inColumns(others.map(({ result }) => result.id), options.columns, '  '),
    ...findingInFull({ ...unexplained, explanation: isOwn(shown, violation) ? explanation : undefined }, options, paint),
  ]
}

/** What cases have found that came to no verdict in the end: it is kept all the same. */
function foundBesides(run: RunRecord, options: RenderOptions, paint: Paint): string[] {
  const judged = new Set(run.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').map(({ id }) => id))
  return run.failures.filter((failure) => !judged.has(failure.case)).flatMap((failure) =>
    [paint('red', 'found  ') + paint('bold', failure.case), ...failureLines(failure, options, paint), ''])
}
