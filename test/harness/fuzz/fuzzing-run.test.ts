import t from 'tap'
import { setTimeout as pause } from 'node:timers/promises'
import { roundSeed } from '../../../harness/fuzz/rounds.ts'
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunOptions, RunSummary } from '../../../harness/run/run.ts'
import { catalogueOf, makeCase } from '../support/catalogue.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { driverFor } from '../support/url-driver.ts'

async function fuzz(t: { teardown(handler: () => unknown): unknown }, cases: readonly Case[], options: Partial<RunOptions> = {}): Promise<RunSummary> {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  return runConformance({
    catalogue: catalogueOf(...cases), driver: driverFor(server.url, { kind: 'command' }), target: { name: 'test', claims: {} },
    select: { fuzz: true }, fuzz: true, level: 'must', seed: 3, emit: () => undefined, secrets: () => undefined, ...options,
  })
}

/** Fails in the round of that number; `undefined`: in none. */
function failingIn(id: string, failing: number | undefined, seen: CaseContext[], parts: Partial<Case> = {}): Case {
  return makeCase({ id, fuzz: true, ...parts, async scenario(context) {
    seen.push(context)
    const ok = seen.length !== failing
    if (!ok) context.failed({ kind: 'program', title: 'it is the round', lines: [], data: { failing } })
    context.observe({ requirement: 'test.must', ok, expected: 'good', actual: ok ? 'good' : 'bad' })
  } })
}

t.test('each case goes on until it fails, the others after it too, with fresh seeds and fixtures', async (t) => {
  const [one, other, none]: [CaseContext[], CaseContext[], CaseContext[]] = [[], [], []]
  const { results, failures, exitCode } = await fuzz(t, [failingIn('test.one', 2, one), failingIn('test.other', 5, other, { fixture: 'own' }), failingIn('test.plain', 1, none, { fuzz: false })])
  t.same(new Map(results.map(({ id, outcome, rounds }) => [id, [outcome, rounds]])), new Map([['test.one', ['fail', 2]], ['test.other', ['fail', 5]]]))
  t.equal(exitCode, 1)
  t.same(other.map(({ seed }) => seed), [0, 1, 2, 3, 4].map((round) => roundSeed(3, round)))
  t.equal(new Set(other.map(({ fixture }) => fixture)).size, 5)
  t.same(new Map(failures.map((failure) => [failure.case, failure.seed])), new Map([['test.one', roundSeed(3, 1)], ['test.other', roundSeed(3, 4)]]), 'a failure has the seed of its round')
  t.same(none, [], 'other cases do not run')
})

t.test('a case that fails without keeping anything is kept with the seed of its round', async (t) => {
  let round = 0
  const { failures } = await fuzz(t, [makeCase({ id: 'test.quiet', fuzz: true, async scenario(context) {
    round += 1
    context.observe({ requirement: 'test.must', ok: round < 3, expected: 'good', actual: 'bad' })
  } })])
  t.match(failures, [{ id: 'test.quiet', kind: 'case', seed: roundSeed(3, 2) }])
})

t.test('a case that goes on until its deadline ends within the budget, and passes', async (t) => {
  const left: number[] = []
  const started = performance.now()
  const { results, exitCode } = await fuzz(t, [makeCase({ id: 'test.long', fuzz: true, async scenario(context) {
    const deadline = context.deadline ?? Number.NaN
    left.push(deadline - started)
    while (performance.now() < deadline) await pause(5)
    context.observe({ requirement: 'test.must', ok: true, expected: 'good', actual: 'good' })
  } })], { timeBudgetMs: 2_000 })
  t.match(results, [{ outcome: 'pass', rounds: Number }])
  t.equal(exitCode, 0)
  t.ok(left.every((ms) => ms > 0 && ms <= 2_000), String(left))
})

t.test('a case that does not heed its deadline is cut off by the budget, and what it found is kept', async (t) => {
  const { results, failures, exitCode } = await fuzz(t, [makeCase({ id: 'test.deaf', fuzz: true, async scenario(context) {
    context.failed({ kind: 'history', title: 'found in time', lines: ['one'], data: {} })
    await new Promise((resolve) => { context.signal.addEventListener('abort', resolve) })
  } })], { timeBudgetMs: 1_000 })
  t.match(results, [{ outcome: 'not-run', reason: /the time budget of 1000 ms was spent/ }])
  t.match(failures, [{ kind: 'history', title: 'found in time' }])
  t.equal(exitCode, 3)
})

t.test('outside a fuzzing run a case has no deadline, and the number of runs that was asked for', async (t) => {
  const seen: CaseContext[] = []
  await fuzz(t, [failingIn('test.one', undefined, seen)], { fuzz: false, select: {}, runs: 12 })
  t.match(seen, [{ deadline: undefined, runs: 12, seed: 3 }])
  t.equal(seen.length, 1)
})

t.test('without a fuzzing case there is nothing to do', async (t) => {
  await t.rejects(fuzz(t, [failingIn('test.plain', 1, [], { fuzz: false })]), { code: 'unknown_case', exitCode: 2 })
})
