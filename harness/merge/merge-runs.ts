/** Puts the records of several parts of one run, or of several runs that share no case, together into one. Pure. */
import { exitCodes } from '../errors.ts'
import type { ExitCode } from '../errors.ts'
import { type FailureSummary, resultsFormat, resultsSchemaVersion, type RunRecord, type Unexpected } from '../evidence/results.ts'
import { judged } from '../expected/expectations.ts'
import { suites as suiteOrder } from '../run/case.ts'
import { countExpected, countOutcomes, exitCodeOf } from '../run/exit-code.ts'
import type { CaseResult } from '../run/outcome.ts'
import { checkParts, type NamedRun } from './check-parts.ts'
import { combineResults } from './combine-results.ts'

export interface Merged {
  readonly run: RunRecord
  readonly exitCode: ExitCode
  /** The numbers of the parts that are missing. */
  readonly missing: readonly number[]
  /** One sentence for each thing that differs and does not keep them from being merged. */
  readonly notes: readonly string[]
}

/**
 * @param given At least one, in any order.
 * @param partial True where parts may be missing; what comes out is incomplete then.
 * @throws HarnessError `merge_refused`, with the folders that do not go together.
 */
export function mergeRuns(given: readonly [NamedRun, ...NamedRun[]], { partial = false }: { readonly partial?: boolean } = {}): Merged {
  const missing = checkParts(given, partial)
  const parts = given.toSorted(inOrder)
  const runs = parts.map(({ run }) => run)
  const first = runs[0] ?? given[0].run
  const results = resultsOf(runs)
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
  const unexpected = unexpectedOf(runs, results)
  const incomplete = missing.length > 0 || runs.some(({ status }) => status === 'incomplete')
  const counts = countOutcomes(results)
  const faulty = runs.some((run) => run.exitCode === exitCodes.fault)
  const exitCode = exitCodeOf({ counts, interrupted: false, faulty, expected: countExpected(results), unexpected: unexpected.length, incomplete })
  const run: RunRecord = {
    format: resultsFormat, schemaVersion: resultsSchemaVersion,
    status: incomplete ? 'incomplete' : 'complete',
    harnessVersion: first.harnessVersion, catalogueDigest: first.catalogueDigest, nodeVersion: first.nodeVersion,
    seed: first.seed, level: first.level,
    suites: suiteOrder.filter((suite) => runs.some(({ suites }) => suites.includes(suite))),
    planned: first.shard?.planned ?? runs.reduce((sum, { planned }) => sum + planned, 0),
    ...timesOf(runs),
    exitCode,
    target: runs.find(({ target }) => target !== null)?.target ?? null,
    counts,
    findings: once(runs.flatMap(({ findings }) => findings), ({ id }) => id),
    failures: failuresOf(runs),
    results,
    requirements: Object.fromEntries(runs.flatMap((each) => Object.entries(each.requirements)).toSorted(byKey)),
    explanations: Object.fromEntries(runs.flatMap((each) => Object.entries(each.explanations)).toSorted(byKey).filter(([id]) => !['pass', 'not-applicable'].includes(outcomes.get(id) ?? 'pass'))),
    merged: runs.reduce((sum, { merged = 1 }) => sum + merged, 0),
    ...(unexpected.length === 0 ? {} : { unexpected }),
  }
  return { run, exitCode, missing, notes: notesOf(parts) }
}

const inOrder = (one: NamedRun, other: NamedRun): number => (one.run.shard?.index ?? 0) - (other.run.shard?.index ?? 0) || compare(one.run.start, other.run.start)

function resultsOf(runs: readonly RunRecord[]): CaseResult[] {
  const groups = new Map<string, [CaseResult, ...CaseResult[]]>()
  for (const { results } of runs) {
    for (const result of results) {
      const group = groups.get(result.id)
      if (group === undefined) groups.set(result.id, [result])
      else group.push(result)
    }
  }
  return [...groups.values()].map((group) => combineResults(group, runs[0]?.level ?? 'must')).toSorted((one, other) => compare(one.id, other.id))
}

/** What passed in one part and failed in another has not passed. */
function unexpectedOf(runs: readonly RunRecord[], results: readonly CaseResult[]): Unexpected[] {
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
  return once(runs.flatMap(({ unexpected = [] }) => unexpected), ({ case: id, kind }) => `${id} ${kind}`)
    .filter(({ case: id, kind }) => {
      const outcome = outcomes.get(id)
      return outcome !== undefined && judged.has(outcome) && (kind === 'expired' || outcome !== 'fail')
    })
    .toSorted((one, other) => compare(one.case, other.case))
}

/** A case that several parts have run is replayed by its seed alone, so that only what is said of it is put together. */
function failuresOf(runs: readonly RunRecord[]): FailureSummary[] {
  const found = new Map<string, FailureSummary>()
  for (const failure of runs.flatMap(({ failures }) => failures)) {
    const before = found.get(failure.id)
    if (before === undefined) {
      found.set(failure.id, failure)
      continue
    }
    const { provokedBy: _, ...said } = before
    const provokedBy = before.provokedBy === undefined || failure.provokedBy === undefined ? undefined : [...new Set([...before.provokedBy, ...failure.provokedBy])].toSorted()
    found.set(failure.id, { ...said, lines: [...new Set([...before.lines, ...failure.lines])], ...(provokedBy === undefined ? {} : { provokedBy }) })
  }
  return [...found.values()].toSorted((one, other) => compare(one.id, other.id))
}

/** From the start of the first to the end of the last. */
function timesOf(runs: readonly RunRecord[]): Pick<RunRecord, 'start' | 'durationMs'> {
  const timed = runs.map(({ start, durationMs }) => ({ start, from: Date.parse(start), durationMs })).filter(({ from }) => !Number.isNaN(from))
  const [first, ...rest] = timed.toSorted((one, other) => one.from - other.from)
  if (first === undefined) return { start: '', durationMs: runs.reduce((sum, { durationMs }) => sum + durationMs, 0) }
  return { start: first.start, durationMs: Math.max(first.durationMs, ...rest.map(({ from, durationMs }) => from + durationMs - first.from)) }
}

function notesOf(parts: readonly NamedRun[]): string[] {
  const [first] = parts
  const other = parts.find(({ run }) => run.nodeVersion !== first?.run.nodeVersion)
  return first === undefined || other === undefined ? [] : [`${first.name} ran on Node.js ${first.run.nodeVersion} and ${other.name} on ${other.run.nodeVersion}`]
}

function once<T>(items: readonly T[], key: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)))
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number => compare(one, other)

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
