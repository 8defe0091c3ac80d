/** What changed from one run to a later one, case by case. Pure; whether that is a regression is said beside it. */
import { exitCodes } from '../errors.ts'
import type { RunRecord } from '../evidence/results.ts'
import type { CaseResult, Outcome } from '../run/outcome.ts'

/** `newly-failing` and `newly-not-run` are regressions. */
export const changeKinds = ['newly-failing', 'newly-not-run', 'fixed', 'newly-expected', 'other'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** `absent`: the run has no result of the case. `expected-fail`: it failed, as an entry foretold. */
export type Standing = Outcome | 'expected-fail' | 'absent'

export interface Change {
  readonly case: string
  readonly kind: ChangeKind
  readonly before: Standing
  readonly after: Standing
  /** Of the later run, where it gives one. */
  readonly reason?: string
}

export interface Comparison {
  readonly regression: boolean
  /** By kind, and then by case. */
  readonly changes: readonly Change[]
  readonly unchanged: number
  /** One sentence for each thing about the runs themselves that makes them hard to compare. */
  readonly notes: readonly string[]
}

export function compareRuns(before: RunRecord, after: RunRecord): Comparison {
  const [olds, news] = [byId(before), byId(after)]
  // Another version may have no such case; the same one could have run it, and one that did not end may still have it.
  const missed = before.catalogueDigest === after.catalogueDigest || after.status === 'incomplete'
  const ids = [...new Set([...olds.keys(), ...news.keys()])].sort()
  const changes = ids.flatMap((id): Change[] => {
    const [from, to] = [standingOf(olds.get(id)), standingOf(news.get(id))]
    if (from === to) return []
    const reason = news.get(id)?.reason
    return [{ case: id, kind: kindOf(from, to, missed), before: from, after: to, ...(reason === undefined ? {} : { reason }) }]
  })
  const sorted = changes.toSorted((one, other) => changeKinds.indexOf(one.kind) - changeKinds.indexOf(other.kind))
  return {
    regression: changes.some(({ kind }) => kind === 'newly-failing' || kind === 'newly-not-run'),
    changes: sorted, unchanged: ids.length - changes.length, notes: notesOf(before, after),
  }
}

const byId = ({ results }: RunRecord): Map<string, CaseResult> => new Map(results.map((result) => [result.id, result]))

function standingOf(result: CaseResult | undefined): Standing {
  if (result === undefined) return 'absent'
  return result.outcome === 'fail' && result.expectedFailure !== undefined ? 'expected-fail' : result.outcome
}

function kindOf(from: Standing, to: Standing, missed: boolean): ChangeKind {
  const untold = (standing: Standing): boolean => standing === 'not-run' || standing === 'inconclusive'
  if (to === 'fail') return 'newly-failing'
  if (to === 'expected-fail') return 'newly-expected'
  if (untold(to)) return untold(from) ? 'other' : 'newly-not-run'
  if (to === 'absent') return missed && from !== 'not-applicable' && !untold(from) ? 'newly-not-run' : 'other'
  return (from === 'fail' || from === 'expected-fail') && (to === 'pass' || to === 'warn') ? 'fixed' : 'other'
}

function notesOf(before: RunRecord, after: RunRecord): string[] {
  const differs: readonly (readonly [what: string, of: (run: RunRecord) => string])[] = [
    ['level', (run) => run.level],
    ['seed', (run) => String(run.seed)],
    ['target', (run) => run.target?.name ?? 'none'],
    ['revision', (run) => run.target?.revision ?? 'unknown'],
    ['suites', (run) => run.suites.join(', ')],
    ['part', ({ shard }) => (shard === undefined ? 'the whole' : `${shard.index} of ${shard.of}`)],
  ]
  return [
    ...(before.catalogueDigest === after.catalogueDigest ? [] : [`the runs are of different catalogues: cases may have come, gone or changed (versions ${before.harnessVersion} and ${after.harnessVersion})`]),
    ...differs.filter(([, of]) => of(before) !== of(after)).map(([what, of]) => `the runs differ in their ${what}: ${of(before)}, then ${of(after)}`),
    ...[['first', before] as const, ['second', after] as const].filter(([, { status }]) => status === 'incomplete').map(([which]) => `the ${which} run is incomplete`),
    ...[['first', before] as const, ['second', after] as const].filter(([, { exitCode }]) => exitCode === exitCodes.fault).map(([which]) => `the ${which} run ended with a fault of the harness, so that none of its verdicts counts`),
  ]
}
