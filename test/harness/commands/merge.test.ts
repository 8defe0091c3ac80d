import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { SavedFailure } from '../../../harness/evidence/failures.ts'
import { readResultsAt } from '../../../harness/evidence/read-results.ts'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { writeRun } from '../../../harness/evidence/write-run.ts'
import { partsOf, resultOf } from '../merge/sample.ts'
import { callMain, temporaryFolder } from './cli.ts'

t.setTimeout(300_000)

const cheap = ['--suite', 'auth-negative,isolation', '--only', 'auth.no-credentials,auth.empty-credentials,auth.unknown-token,auth.other-scheme,auth.session-needs-token,isolation.session-end', '--level', 'hardening']

/** What two runs of the same cases may differ in: times, the port of a server that was started, and that one was put together. */
function comparable(folder: string): unknown {
  const { start: _, durationMs: __, merged: ___, target, results, ...run } = readResultsAt(folder)
  return { ...run, target: { ...target, url: '' }, results: results.map(({ durationMs: ____, ...result }) => result) }
}

t.test('four parts of a real run, merged, are the whole run', async (t) => {
  const folder = temporaryFolder(t)
  const at = (name: string): string => join(folder, name)
  t.equal((await callMain(['run', ...cheap, '--evidence', at('whole')])).code, 0)
  for (const index of [1, 2, 3, 4]) t.equal((await callMain(['run', ...cheap, '--shard', `${index}/4`, '--evidence', at(`part-${index}`)])).code, 0, `part ${index}`)
  const merged = await callMain(['merge', at('part-3'), at('part-1'), at('part-4'), at('part-2'), '--evidence', at('merged'), '--reporter', `tap=${at('merged')}/run.tap`, '--reporter', `json=${at('run.json')}`, '--reporter', 'pretty'])
  t.equal(merged.code, 0, merged.stderr)
  t.match(merged.stdout, /merged from 4 folders/)
  t.match(merged.stdout, /\n\d+ pass, \d+ not-applicable; .* from the first start to the last end\n/)
  t.strictSame(comparable(at('merged')), comparable(at('whole')))
  t.equal(readResultsAt(at('merged')).merged, 4)
  t.strictSame(readdirSync(at('merged')).filter((name) => !name.startsWith('attestation')).toSorted(), ['manifest.json', 'results.json', 'run.tap'])
  t.strictSame(JSON.parse(readFileSync(at('run.json'), 'utf8')), JSON.parse(readFileSync(join(at('merged'), 'results.json'), 'utf8')))
  const same = await callMain(['diff', at('whole'), join(at('merged'), 'results.json')])
  t.strictSame([same.code, same.stderr], [0, ''])
  t.match(same.stdout, /^\d+ unchanged: no regression\n$/)
  const partial = await callMain(['merge', at('part-1'), at('part-2'), '--partial', '--evidence', at('partial'), '--json'])
  t.equal(partial.code, 3)
  t.match(JSON.parse(partial.stdout), { status: 'incomplete', exitCode: 3, merged: 2 })
  const lost = await callMain(['diff', at('whole'), at('partial'), '--json'])
  t.equal(lost.code, 1)
  t.match(JSON.parse(lost.stdout), { format: 'handoff-conformance/comparison', regression: true, changes: [{ kind: 'newly-not-run', after: 'absent' }] })
})

function written(t: { teardown(handler: () => unknown): unknown }, runs: readonly RunRecord[]): { readonly folder: string; readonly names: string[] } {
  const folder = temporaryFolder(t)
  const names = runs.map((run, at) => {
    const name = join(folder, `part-${at + 1}`)
    const files = run.failures.map(({ id, case: caseId, seed, kind, title, lines }) => ({
      name: `failures/${id}.json`,
      text: JSON.stringify({ format: 'handoff-conformance/failure', schemaVersion: 1, harnessVersion: run.harnessVersion, catalogueDigest: run.catalogueDigest, level: run.level, target: 'sample', id, case: caseId, seed, kind, title, lines, data: { part: kind === 'case' ? 0 : at } }),
    }))
    writeRun(name, run, { files })
    return name
  })
  return { folder, names }
}

const failed = (run: RunRecord): RunRecord => ({ ...run, exitCode: 1 })
const failure = (id: string, caseId: string, kind: 'case' | 'program', line: string): RunRecord['failures'][number] => ({ id, case: caseId, seed: 1, kind, title: 'T', lines: [line] })

t.test('failures are kept, and what several parts say of one is put together', async (t) => {
  const [one, two] = partsOf([resultOf('a.one', 'fail'), resultOf('z.last', 'fail')], [resultOf('z.last', 'fail')]).map(failed)
  if (one === undefined || two === undefined) throw new Error('no part')
  const { folder, names } = written(t, [{ ...one, failures: [failure('a.one-01234567', 'a.one', 'program', 'x'), failure('z.last', 'z.last', 'case', 'seen by one')] }, { ...two, failures: [failure('z.last', 'z.last', 'case', 'seen by two')] }])
  const out = join(folder, 'out')
  t.equal((await callMain(['merge', ...names, '--evidence', out, '--quiet'])).code, 1)
  t.strictSame(readdirSync(join(out, 'failures')).toSorted(), ['a.one-01234567.json', 'z.last.json'])
  const saved = JSON.parse(readFileSync(join(out, 'failures', 'z.last.json'), 'utf8')) as SavedFailure
  t.strictSame(saved.lines, ['seen by one', 'seen by two'])
})

t.test('two failures that share an id and nothing else are refused, and nothing is written', async (t) => {
  const [one, two] = partsOf([resultOf('z.last', 'fail')], [resultOf('z.last', 'fail')]).map(failed)
  if (one === undefined || two === undefined) throw new Error('no part')
  const failures = [failure('z.last-01234567', 'z.last', 'program', 'x')]
  const { folder, names } = written(t, [{ ...one, failures }, { ...two, failures }])
  const { code, stderr } = await callMain(['merge', ...names, '--evidence', join(folder, 'out')])
  t.equal(code, 2)
  t.match(stderr, /part-1 and .*part-2 hold different failures by the id z\.last-01234567/)
  t.notOk(readdirSync(folder).includes('out'))
})

t.test('a part that contradicts itself makes no whole that passes', async (t) => {
  const violated = { requirement: 'test.must', level: 'must', ok: false, expected: 'status 401', actual: 'status 200' } as const
  const entry = { reason: 'known', owner: 'somebody', expires: '2099-01-01' }
  const contradictory: readonly (readonly [what: string, first: RunRecord['results'], exitCode: number])[] = [
    ['a pass with a violation', [resultOf('a.one', 'pass', { observations: [violated] })], 0],
    ['an exit code without a failure', [resultOf('a.one', 'pass')], 1],
    ['a pass that is called an expected failure beside a failure', [resultOf('a.one', 'pass', { expectedFailure: entry }), resultOf('a.three', 'fail')], 0],
  ]
  for (const [what, first, exitCode] of contradictory) {
    const [one, two] = partsOf(first, [resultOf('a.two', 'pass')])
    if (one === undefined || two === undefined) throw new Error('no part')
    const { folder, names } = written(t, [{ ...one, exitCode }, two])
    const { code, stderr } = await callMain(['merge', ...names, '--evidence', join(folder, 'out')])
    t.equal(code, 2, what)
    t.match(stderr, /part-1 contradicts itself[^]*\[merge_refused\]/, what)
    t.notOk(readdirSync(folder).includes('out'), what)
  }
})

t.test('a part that was killed has no exit code, and is merged', async (t) => {
  const [one, two] = partsOf([resultOf('a.one', 'pass')], [resultOf('a.two', 'pass')])
  if (one === undefined || two === undefined) throw new Error('no part')
  const { folder, names } = written(t, [{ ...one, status: 'incomplete', exitCode: null }, two])
  t.equal((await callMain(['merge', ...names, '--evidence', join(folder, 'out'), '--quiet'])).code, 3)
})

t.test('wrong uses are one clear error, exit 2', async (t) => {
  const { folder, names } = written(t, partsOf([resultOf('a.one', 'pass')], [resultOf('a.two', 'pass')]))
  const [one = '', two = ''] = names
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'broken.json'), '{"format":')
  symlinkSync(one, join(folder, 'link'))
  const wrong: readonly (readonly [args: readonly string[], code: string, says: RegExp])[] = [
    [['merge', one, '--evidence', join(folder, 'out')], 'merge_refused', /part 2 of 2 is missing/],
    [['merge', one, one, '--evidence', join(folder, 'out')], 'merge_refused', /are both part 1 of 2/],
    [['merge', one, two], 'usage', /--evidence/],
    [['merge', '--evidence', join(folder, 'out')], 'usage', /dir/],
    [['merge', one, two, '--evidence', one], 'usage', /is to be merged and to be written/],
    [['merge', one, two, '--evidence', join(folder, 'link')], 'usage', /is to be merged and to be written/],
    [['merge', join(one, 'results.json'), two, '--evidence', one], 'usage', /is to be merged and to be written/],
    [['merge', one, join(folder, 'empty'), '--evidence', join(folder, 'out')], 'results_unreadable', /empty/],
    [['merge', one, two, '--evidence', join(folder, 'out'), '--reporter', 'tap', '--reporter', 'json'], 'usage', /tap and json/],
    [['diff', one, join(folder, 'broken.json')], 'results_invalid', /broken\.json/],
    [['diff', one, join(folder, 'none')], 'results_unreadable', /none/],
    [['diff', one], 'usage', /b/],
  ]
  for (const [args, code, says] of wrong) {
    const ended = await callMain(args)
    t.strictSame([ended.code, ended.stdout], [2, ''], args.join(' '))
    t.match(ended.stderr, says)
    t.match(ended.stderr, `[${code}]`)
  }
  t.notOk(readdirSync(folder).includes('out'))
})

t.test('nothing is signed that was edited', async (t) => {
  const runs = partsOf([resultOf('auth.one', 'pass')], [resultOf('auth.two', 'pass')])
  const { folder, names } = written(t, runs)
  const key = join(folder, 'key.pem')
  writeFileSync(key, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  t.equal((await callMain(['merge', ...names, '--evidence', join(folder, 'good'), '--sign', key])).code, 0)
  const results = join(names[0] ?? '', 'results.json')
  writeFileSync(results, readFileSync(results, 'utf8').replace('"seed"', ' "seed"'))
  const { code, stderr } = await callMain(['merge', ...names, '--evidence', join(folder, 'bad'), '--sign', key])
  t.equal(code, 2)
  t.match(stderr, /part-1 cannot be signed for: results\.json: /)
  t.notOk(existsSync(join(folder, 'bad')))
  t.equal((await callMain(['merge', ...names, '--evidence', join(folder, 'unsigned')])).code, 0, 'hashes without a signature vouch for nobody')
})
