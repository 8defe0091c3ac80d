/** Records of runs and parts of runs, for tests of what puts them together or compares them. */
import { resultsFormat, resultsSchemaVersion, type RunRecord } from '../../../harness/evidence/results.ts'
import { countOutcomes } from '../../../harness/run/exit-code.ts'
import type { CaseResult, Outcome } from '../../../harness/run/outcome.ts'
import { planDigest } from '../../../harness/run/shard.ts'

export function resultOf(id: string, outcome: Outcome, more: Partial<CaseResult> = {}): CaseResult {
  return { id, suite: 'auth-negative', title: `The case ${id}`, outcome, observations: [], durationMs: 10, ...(outcome === 'pass' ? {} : { reason: `it is ${outcome}` }), ...more }
}

export function runOf(results: readonly CaseResult[], more: Partial<RunRecord> = {}): RunRecord {
  return {
    format: resultsFormat, schemaVersion: resultsSchemaVersion, status: 'complete', harnessVersion: '0.1.0', catalogueDigest: 'ab'.repeat(32), nodeVersion: 'v24.0.0',
    seed: 1, level: 'must', suites: ['auth-negative'], planned: results.length, start: '2026-01-02T03:04:05.000Z', durationMs: 1000, exitCode: 0,
    target: { name: 'sample', driver: 'url', url: 'http://127.0.0.1:1/mcp', revision: '2026-07-28', revisions: ['2026-07-28'], auth: 'static-bearer' },
    counts: countOutcomes(results), findings: [], failures: [], results, requirements: {}, explanations: {}, ...more,
  }
}

/** One record a list, as parts of the plan that has all their cases. */
export function partsOf(...lists: readonly (readonly CaseResult[])[]): RunRecord[] {
  const ids = [...new Set(lists.flat().map(({ id }) => id))]
  return lists.map((results, at) => runOf(results, { shard: { index: at + 1, of: lists.length, planned: ids.length, plan: planDigest(ids) } }))
}
