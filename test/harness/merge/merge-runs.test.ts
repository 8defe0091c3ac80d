import t from 'tap'
import type { RunRecord, Unexpected } from '../../../harness/evidence/results.ts'
import { mergeRuns } from '../../../harness/merge/merge-runs.ts'
import type { Outcome } from '../../../harness/run/outcome.ts'
import { partsOf, resultOf, runOf } from './sample.ts'

function merge(runs: readonly RunRecord[], partial = false): ReturnType<typeof mergeRuns> {
  const [first, ...others] = runs.map((run, at) => ({ name: `part-${at + 1}`, run }))
  if (first === undefined) throw new Error('no part')
  return mergeRuns([first, ...others], { partial })
}

const entry = { reason: 'known', owner: 'somebody', expires: '2099-01-01' }

t.test('counts, findings, failures and explanations of all parts, in whatever order they come', async (t) => {
  const explanation = { sends: 'a', expects: 'b', why: 'c', failure: 'd', fix: 'e' }
  const failure = { id: 'a.two', case: 'a.two', seed: 1, kind: 'case', title: 'T', lines: ['x'] } as const
  const finding = { id: 'target-lost', title: 'gone', remedy: 'r' }
  const [one, two, three] = partsOf([resultOf('a.one', 'pass')], [resultOf('a.two', 'fail'), resultOf('a.three', 'warn')], [resultOf('a.four', 'not-run', { rootCause: 'target-lost' })])
  if (one === undefined || two === undefined || three === undefined) throw new Error('no part')
  const runs = [
    { ...three, findings: [finding], start: '2026-01-02T03:04:06.500Z', target: null }, one,
    { ...two, failures: [failure], explanations: { 'a.two': explanation }, findings: [finding] },
  ]
  const { run, exitCode, missing, notes } = merge(runs)
  t.equal(exitCode, 1)
  t.strictSame([missing, notes], [[], []])
  t.strictSame(run.results.map(({ id, outcome }) => `${id} ${outcome}`), ['a.four not-run', 'a.one pass', 'a.three warn', 'a.two fail'])
  t.match(run, { status: 'complete', exitCode: 1, planned: 4, merged: 3, counts: { pass: 1, fail: 1, warn: 1, 'not-run': 1 }, target: { name: 'sample' }, findings: [finding], failures: [failure], explanations: { 'a.two': explanation }, start: '2026-01-02T03:04:05.000Z', durationMs: 2500 })
  t.notOk('shard' in run)
  t.strictSame(merge(runs.toReversed()).run, run)
})

const combined: readonly { readonly name: string; readonly parts: readonly Outcome[]; readonly want: Outcome; readonly exitCode: number }[] = [
  { name: 'a failure in one part is a failure', parts: ['pass', 'fail'], want: 'fail', exitCode: 1 },
  { name: 'what one part could not tell is not told', parts: ['pass', 'inconclusive'], want: 'inconclusive', exitCode: 3 },
  { name: 'what did not run in one part did not run', parts: ['not-run', 'pass'], want: 'not-run', exitCode: 3 },
  { name: 'what one part had nothing for is judged by the other', parts: ['not-applicable', 'pass'], want: 'pass', exitCode: 0 },
]
for (const { name, parts, want, exitCode } of combined) {
  t.test(`a case that judges what all others have seen: ${name}`, async (t) => {
    const merged = merge(partsOf(...parts.map((outcome, at) => [resultOf(`a.n${at}`, 'pass'), resultOf('z.last', outcome)])))
    t.match(merged.run.results.find(({ id }) => id === 'z.last'), { outcome: want })
    t.equal(merged.exitCode, exitCode)
    t.equal(merged.run.planned, 3)
  })
}

t.test('of an input that did not hold in one part nothing is said to have held', async (t) => {
  const seen = (input: string, ok: boolean, actual = ok ? 'as expected' : 'status 200') => ({ requirement: 'test.must', level: 'must', input, ok, expected: 'status 401', actual }) as const
  const { run } = merge(partsOf(
    [resultOf('z.last', 'pass', { observations: [seen('a', true), seen('b', true)] })],
    [resultOf('z.last', 'fail', { observations: [seen('a', false), seen('b', true, 'otherwise')] })],
    [resultOf('z.last', 'fail', { observations: [seen('a', false, 'status 204'), seen('c', false)] })],
  ))
  t.strictSame(run.results[0]?.observations.map(({ input, ok, actual }) => [input, ok, actual]), [['b', true, 'as expected'], ['a', false, 'status 200'], ['a', false, 'status 204'], ['c', false, 'status 200']])
  t.equal(run.results[0]?.reason, 'a: expected status 401, got status 200 (and 2 more)')
})

const unexpected = (id: string, kind: Unexpected['kind']): Unexpected => ({ case: id, kind, ...entry })

t.test('expected failures: counted, and those that turned out wrong once', async (t) => {
  const [one, two] = partsOf([resultOf('a.one', 'fail', { expectedFailure: entry })], [resultOf('a.two', 'pass')])
  if (one === undefined || two === undefined) throw new Error('no part')
  t.equal(merge([one, two]).exitCode, 0)
  const wrong = merge([one, { ...two, unexpected: [unexpected('a.two', 'passed')] }])
  t.equal(wrong.exitCode, 1)
  t.strictSame(wrong.run.unexpected, [unexpected('a.two', 'passed')])
})

t.test('what passed in one part and failed as foretold in another has failed as foretold', async (t) => {
  const [one, two] = partsOf([resultOf('z.last', 'pass')], [resultOf('z.last', 'fail', { expectedFailure: entry })])
  if (one === undefined || two === undefined) throw new Error('no part')
  const { run, exitCode } = merge([{ ...one, unexpected: [unexpected('z.last', 'passed')] }, two])
  t.equal(exitCode, 0)
  t.equal(run.unexpected, undefined)
  t.match(run.results, [{ outcome: 'fail', expectedFailure: entry }])
  const [other] = partsOf([resultOf('z.last', 'fail')], [])
  if (other?.shard === undefined || two.shard === undefined) throw new Error('no part')
  t.equal(merge([{ ...other, shard: { ...two.shard, index: 1 } }, two]).exitCode, 1, 'a part that did not know of the entry')
})

t.test('a part without a case is fine beside others, and a whole of such parts shows nothing', async (t) => {
  t.equal(merge(partsOf([resultOf('a.one', 'pass')], [])).exitCode, 0)
  t.equal(merge(partsOf([], [])).exitCode, 3)
})

t.test('missing parts: refused, or incomplete', async (t) => {
  const parts = partsOf([resultOf('a.one', 'pass')], [resultOf('a.two', 'pass')], [resultOf('a.three', 'pass')])
  const some = parts.slice(1, 2)
  t.throws(() => merge(some), { code: 'merge_refused', message: /part 1, 3 of 3 is missing/ })
  const { run, exitCode, missing } = merge(some, true)
  t.strictSame([exitCode, missing, run.status, run.planned], [3, [1, 3], 'incomplete', 3])
})

t.test('a part that was interrupted, killed or at fault shows in the whole', async (t) => {
  const [one, two] = partsOf([resultOf('a.one', 'pass')], [resultOf('a.two', 'pass')])
  if (one === undefined || two === undefined) throw new Error('no part')
  t.match(merge([one, { ...two, status: 'incomplete', exitCode: 130 }]), { exitCode: 3, run: { status: 'incomplete' } })
  t.match(merge([one, { ...two, status: 'incomplete', exitCode: null, results: [] }]), { exitCode: 3, run: { status: 'incomplete', planned: 2 } })
  t.match(merge([one, { ...two, exitCode: 4 }]), { exitCode: 4 })
})

t.test('runs of one target that share no case', async (t) => {
  const { run, exitCode } = merge([runOf([resultOf('a.one', 'pass')], { suites: ['auth-negative'] }), runOf([resultOf('b.one', 'pass')], { suites: ['spec'] })])
  t.equal(exitCode, 0)
  t.match(run, { planned: 2, merged: 2 })
  t.strictSame(run.suites.toSorted(), ['auth-negative', 'spec'])
})

const pair = (): [RunRecord, RunRecord] => {
  const [one, two] = partsOf([resultOf('a.one', 'pass')], [resultOf('a.two', 'pass')])
  if (one === undefined || two === undefined) throw new Error('no part')
  return [one, two]
}
const refusals: readonly { readonly name: string; readonly spoil: (run: RunRecord) => RunRecord; readonly says: RegExp }[] = [
  { name: 'another catalogue', spoil: (run) => ({ ...run, catalogueDigest: 'cd'.repeat(32) }), says: /part-1 and part-2 differ in their catalogue/ },
  { name: 'another version', spoil: (run) => ({ ...run, harnessVersion: '0.2.0' }), says: /version/ },
  { name: 'another seed', spoil: (run) => ({ ...run, seed: 2 }), says: /part-1 \(1\) and part-2 \(2\) differ in their seed/ },
  { name: 'another level', spoil: (run) => ({ ...run, level: 'hardening' }), says: /level/ },
  { name: 'another target', spoil: (run) => ({ ...run, target: run.target === null ? null : { ...run.target, name: 'other' } }), says: /target/ },
  { name: 'another version of the target', spoil: (run) => ({ ...run, target: run.target === null ? null : { ...run.target, serverInfo: { name: 's', version: '2' } } }), says: /server software/ },
  { name: 'another number of parts', spoil: (run) => ({ ...run, shard: { index: 2, of: 3, planned: 2, plan: '0'.repeat(64) } }), says: /number of parts/ },
  { name: 'no part at all beside a part', spoil: ({ results }) => runOf(results), says: /number of parts/ },
  { name: 'a part of another plan', spoil: (run) => ({ ...run, shard: { index: 2, of: 2, planned: 2, plan: '0'.repeat(64) } }), says: /plan/ },
  { name: 'the same part twice', spoil: (run) => ({ ...run, ...(run.shard === undefined ? {} : { shard: { ...run.shard, index: 1 } }) }), says: /part-1 and part-2 are both part 1 of 2/ },
  { name: 'a part without one of its cases', spoil: (run) => ({ ...run, results: [] }), says: /not those of their plan/ },
]
for (const { name, spoil, says } of refusals) {
  t.test(`refused: ${name}`, async (t) => {
    const [one, two] = pair()
    t.equal(merge([one, two]).exitCode, 0)
    t.throws(() => merge([one, spoil(two)]), { code: 'merge_refused', message: says })
  })
}

t.test('refused: runs that share a case', async (t) => {
  const run = runOf([resultOf('a.one', 'pass')])
  t.throws(() => merge([run, run]), { code: 'merge_refused', message: /part-1 and part-2 both hold the case a\.one/ })
})
