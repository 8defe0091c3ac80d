import t from 'tap'
import { cases } from '../../../cases/index.ts'
import { assessedRevisions } from '../../../harness/readiness/assess.ts'
import { chosenCases } from '../../../harness/readiness/chosen-cases.ts'
import { readinessExitCode, verdictOf } from '../../../harness/readiness/verdict.ts'
import type { RevisionVerdict } from '../../../harness/readiness/verdict.ts'
import type { CaseResult, Outcome } from '../../../harness/run/outcome.ts'

const revision = '2026-07-28'
const result = (id: string, outcome: Outcome, more: Partial<CaseResult> = {}): CaseResult => ({ id, suite: 'spec', title: id, observations: [], durationMs: 0, outcome, ...more })
const finding = (id: string) => ({ id, title: `about ${id}`, remedy: 'Mend it.' })

t.test('the chosen cases are there, once each', async (t) => {
  const known = new Set(cases.map(({ id }) => id))
  for (const [era, ids] of Object.entries(chosenCases)) {
    t.same(ids.filter((id) => !known.has(id)), [], era)
    t.equal(new Set(ids).size, ids.length)
  }
  t.same(assessedRevisions, ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
})

for (const [name, results, findings, wanted] of [
  ['all pass', [result('a', 'pass'), result('b', 'not-applicable')], [], { ready: 'YES', spoken: true, reason: 'a pass' }],
  ['a warning', [result('a', 'pass'), result('b', 'warn')], [], { ready: 'YES', reason: 'a, b pass, with warnings of b' }],
  ['a failure', [result('a', 'pass'), result('b', 'fail', { observations: [{ requirement: 'r', input: '', ok: false, expected: 'one', actual: 'two' }] as never })], [], { ready: 'NO', spoken: true, reason: 'b expected one and got two' }],
  ['a failure beside a doubt', [result('a', 'inconclusive'), result('b', 'fail')], [], { ready: 'NO', reason: 'b' }],
  ['a doubt', [result('a', 'pass'), result('b', 'inconclusive', { reason: 'slow' })], [], { ready: 'UNKNOWN', spoken: true, reason: 'b: slow' }],
  ['nothing run', [result('a', 'not-run')], [], { ready: 'UNKNOWN', reason: 'a: it gave no verdict' }],
  ['nothing that applies', [result('a', 'not-applicable')], [], { ready: 'UNKNOWN', spoken: undefined, reason: 'none of the cases applies' }],
  ['another revision', [], [finding('revision-not-spoken')], { ready: 'NO', spoken: false, reason: 'about revision-not-spoken' }],
  ['no MCP at all', [], [finding('target-not-mcp')], { ready: 'NO', spoken: false }],
  ['a wall', [], [finding('token-needed')], { ready: 'UNKNOWN', spoken: undefined, reason: 'about token-needed', cases: [] }],
] as const) {
  t.test(name, async (t) => { t.match(verdictOf(revision, results, findings), wanted) })
}

t.test('the exit code', async (t) => {
  const verdict = (ready: RevisionVerdict['ready'], spoken?: boolean): RevisionVerdict => ({ revision, ready, spoken, reason: '', cases: [] })
  t.equal(readinessExitCode([verdict('YES', true), verdict('NO', false)]), 0)
  t.equal(readinessExitCode([verdict('YES', true), verdict('NO', true), verdict('UNKNOWN')]), 1)
  t.equal(readinessExitCode([verdict('YES', true), verdict('UNKNOWN')]), 3)
  t.equal(readinessExitCode([verdict('NO', false)]), 1)
  t.equal(readinessExitCode([]), 1)
})
