/**
 * The record of a run as a pure function of its events: what `results.json` holds, what every reporter renders, and
 * from which a report can be rendered again later.
 */
import type { Failure } from '../fuzz/failure.ts'
import type { RunEvent, TargetDescription } from '../run/events.ts'
import { outcomes } from '../run/outcome.ts'
import type { Explanation } from '../run/case.ts'
import type { CaseResult, ExpectedFailure, Outcome, RootCause, Threshold } from '../run/outcome.ts'
import type { Requirement } from '../run/requirement.ts'

/** Raised whenever a reader of the older form would be misled. */
export const resultsSchemaVersion = 2
export const resultsFormat = 'handoff-conformance/results'

export interface RunRecord {
  readonly format: typeof resultsFormat
  readonly schemaVersion: typeof resultsSchemaVersion
  /** `incomplete`: the run was interrupted, or is not over yet. */
  readonly status: 'complete' | 'incomplete'
  readonly harnessVersion: string
  readonly catalogueDigest: string
  readonly nodeVersion: string
  readonly seed: number
  readonly level: Threshold
  readonly suites: readonly string[]
  /** Cases in the plan. */
  readonly planned: number
  readonly start: string
  /** In ms; of an incomplete run, up to its last event. */
  readonly durationMs: number
  /** Null until the run is over. */
  readonly exitCode: number | null
  readonly target: TargetDescription | null
  readonly counts: Readonly<Record<Outcome, number>>
  readonly findings: readonly RootCause[]
  /** What can be replayed, by id; the data of each is in `failures/ID.json`. */
  readonly failures: readonly FailureSummary[]
  /** In the order of their ids. */
  readonly results: readonly CaseResult[]
  /** The requirements that the observations name, by id. */
  readonly requirements: Readonly<Record<string, Requirement>>
  /** Of every case that neither passed nor was ruled out, by its id. */
  readonly explanations: Readonly<Record<string, Explanation>>
  /** Present where the run was one part of a plan that was split. */
  readonly shard?: Shard
  /** How many shards were put together; absent where the record is that of one run. */
  readonly merged?: number
  /** Entries of the file of expected failures that turned out wrong. Each makes the exit code 1. */
  readonly unexpected?: readonly Unexpected[]
}

/** Part `index` (1 and up) of `of`. */
export interface Shard {
  readonly index: number
  readonly of: number
  /** Cases in the plan that was split. */
  readonly planned: number
  /** SHA-256 over the ids of that plan, so that parts of one plan can be told from parts of others. */
  readonly plan: string
}

export interface Unexpected extends ExpectedFailure {
  /** The id of the case. */
  readonly case: string
  /** `passed`: it was to fail and did not. `expired`: its day is over. */
  readonly kind: 'passed' | 'expired'
}

export type FailureSummary = Omit<Failure, 'data'>

/** Gathers run events. `record()` may be asked for at any time and is always a valid record. */
export interface RunRecorder {
  accept(event: RunEvent): void
  record(): RunRecord
}

/** What a recorder looks up in the catalogue. */
export interface CatalogueFacts {
  readonly requirement: (id: string) => Requirement | undefined
  readonly explanation: (caseId: string) => Explanation | undefined
}

export function createRunRecorder({ requirement, explanation }: CatalogueFacts): RunRecorder {
  let start: Extract<RunEvent, { type: 'run-start' }> | undefined
  let end: Extract<RunEvent, { type: 'run-end' }> | undefined
  let target: TargetDescription | null = null
  const findings: RootCause[] = []
  const failures: FailureSummary[] = []
  const results: CaseResult[] = []
  return {
    accept(event) {
      switch (event.type) {
        case 'run-start': start = event; break
        case 'target': target = event.target; break
        case 'finding': findings.push(event.finding); break
        case 'failure': failures.push(summaryOf(event.failure)); break
        case 'case-start': break
        case 'case-end': results.push(event.result); break
        case 'run-end': end = event; break
      }
    },
    record() {
      const sorted = results.toSorted(byId)
      return {
        format: resultsFormat,
        schemaVersion: resultsSchemaVersion,
        status: end === undefined || end.interrupted ? 'incomplete' : 'complete',
        harnessVersion: start?.harnessVersion ?? '',
        catalogueDigest: start?.catalogueDigest ?? '',
        nodeVersion: start?.nodeVersion ?? process.version,
        seed: start?.seed ?? 0,
        level: start?.level ?? 'must',
        suites: start?.suites ?? [],
        planned: start?.planned ?? 0,
        start: start?.time ?? '',
        durationMs: end?.durationMs ?? 0,
        exitCode: end?.exitCode ?? null,
        target,
        counts: end?.counts ?? countsOf(sorted),
        findings,
        failures: failures.toSorted(byId),
        results: sorted,
        requirements: requirementsOf(sorted, requirement),
        explanations: explanationsOf(sorted, explanation),
        ...(start?.shard === undefined ? {} : { shard: start.shard }),
        ...(end?.unexpected === undefined || end.unexpected.length === 0 ? {} : { unexpected: end.unexpected }),
      }
    },
  }
}

const byId = (left: { readonly id: string }, right: { readonly id: string }): number => (left.id < right.id ? -1 : Number(left.id > right.id))

function summaryOf({ id, case: caseId, seed, kind, title, lines, history, provokedBy }: Failure): FailureSummary {
  return { id, case: caseId, seed, kind, title, lines, ...(history === undefined ? {} : { history }), ...(provokedBy === undefined ? {} : { provokedBy }) }
}

function countsOf(results: readonly CaseResult[]): Record<Outcome, number> {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of results) counts[outcome]++
  return counts
}

function requirementsOf(results: readonly CaseResult[], lookUp: (id: string) => Requirement | undefined): Record<string, Requirement> {
  const ids = new Set(results.flatMap(({ observations }) => observations.map(({ requirement }) => requirement)))
  const found: Record<string, Requirement> = {}
  for (const id of [...ids].sort()) {
    const requirement = lookUp(id)
    if (requirement !== undefined) found[id] = requirement
  }
  return found
}

function explanationsOf(results: readonly CaseResult[], lookUp: CatalogueFacts['explanation']): Record<string, Explanation> {
  const found: Record<string, Explanation> = {}
  for (const { id, outcome } of results) {
    const explanation = outcome === 'pass' || outcome === 'not-applicable' ? undefined : lookUp(id)
    if (explanation !== undefined) found[id] = explanation
  }
  return found
}
