/**
 * A record as a reporter looks at it: what each result means for whoever relies on the run, joined with what is known of
 * it elsewhere in the record, and what is wrong with the run as a whole.
 */
import type { FailureSummary, RunRecord, Unexpected } from '../evidence/results.ts'
import type { Explanation } from '../run/case.ts'
import { isFailure, weight } from '../run/judge.ts'
import type { CaseResult, ExpectedFailure, Observation, RootCause } from '../run/outcome.ts'
import type { Requirement } from '../run/requirement.ts'
import { gapOf } from './gap.ts'

/**
 * What a result counts as. `expected`: it failed, as was foretold. `unclear` and `unrun` show nothing and are no pass;
 * `excluded` says that the target's claims or the driver rule it out.
 */
export const standings = ['passed', 'warned', 'failed', 'expected', 'unclear', 'unrun', 'excluded'] as const
export type Standing = (typeof standings)[number]

/** An observation that did not hold, with what it is about. */
export interface Violation extends Observation {
  /** Undefined where the record does not hold it. */
  readonly source: Requirement | undefined
  /** At the level of the run; else it is only warned of. */
  readonly isFailure: boolean
}

export interface Entry {
  readonly result: CaseResult
  readonly standing: Standing
  /** The worst first. */
  readonly violations: readonly Violation[]
  readonly explanation: Explanation | undefined
  readonly finding: RootCause | undefined
  readonly failures: readonly FailureSummary[]
  /** True where the harness had started the server, so that no address of its exchanges leads anywhere any more. */
  readonly gone: boolean
}

export interface Report {
  readonly run: RunRecord
  readonly entries: readonly Entry[]
  readonly counts: Readonly<Record<Standing, number>>
  readonly unexpected: readonly Unexpected[]
  /** Why the run as a whole shows less than it was to show; undefined where it does not. */
  readonly gap: string | undefined
  /** What has been found by cases that passed in the end or do not apply, or that are not among the results. */
  readonly besides: readonly FailureSummary[]
}

export function reportOf(run: RunRecord): Report {
  const failures = Map.groupBy(run.failures, (failure) => failure.case)
  const findings = new Map(run.findings.map((finding) => [finding.id, finding]))
  const unexpected = run.unexpected ?? []
  const expired = new Set(unexpected.flatMap((each) => (each.kind === 'expired' ? [each.case] : [])))
  const entries = run.results.map((result): Entry => ({
    result,
    standing: standingOf(result, expired),
    violations: result.observations.filter(({ ok, level }) => !ok && level !== 'may')
      .map((each) => ({ ...each, source: own(run.requirements, each.requirement), isFailure: isFailure(each.level, run.level) }))
      .toSorted((one, other) => weight[other.level] - weight[one.level]),
    explanation: own(run.explanations, result.id),
    finding: result.rootCause === undefined ? undefined : findings.get(result.rootCause),
    failures: failures.get(result.id) ?? [],
    gone: run.target !== null && run.target.driver !== 'url',
  }))
  const counts = Object.fromEntries(standings.map((standing) => [standing, 0])) as Record<Standing, number>
  for (const { standing } of entries) counts[standing] += 1
  const told = new Set(entries.flatMap(({ result, standing }) => (standing === 'passed' || standing === 'excluded' ? [] : [result.id])))
  return { run, entries, counts, unexpected, gap: gapOf(run), besides: run.failures.filter((failure) => !told.has(failure.case)) }
}

/** Failed or warned, foretold or not: there is something to mend. */
export const isFault = (standing: Standing): boolean => standing === 'failed' || standing === 'expected' || standing === 'warned'

function standingOf({ id, outcome, expectedFailure }: CaseResult, expired: ReadonlySet<string>): Standing {
  switch (outcome) {
    case 'pass': return 'passed'
    case 'warn': return 'warned'
    case 'fail': return expectedFailure !== undefined && !expired.has(id) ? 'expected' : 'failed'
    case 'inconclusive': return 'unclear'
    case 'not-run': return 'unrun'
    case 'not-applicable': return 'excluded'
  }
}

/** Never what every object has, whatever the name. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

export const expectationText = ({ reason, owner, expires }: ExpectedFailure): string => `${reason} (${owner}, until ${expires})`

/** One sentence on an entry of the file of expected failures that turned out wrong. */
export function unexpectedText(entry: Unexpected): string {
  const what = { passed: 'was expected to fail and did not: take its entry out', expired: 'has an expected failure whose day is over: mend it or decide anew' }[entry.kind]
  return `${entry.case} ${what}; the entry says: ${expectationText(entry)}`
}

/** What a result came to in a word or two, for a person. */
export const standingWords: Readonly<Record<Standing, string>> = {
  passed: 'passed', warned: 'warning', failed: 'failed', expected: 'expected failure', unclear: 'inconclusive', unrun: 'not run', excluded: 'not applicable',
}
