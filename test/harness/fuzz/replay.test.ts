import t from 'tap'
import { failureText } from '../../../harness/evidence/failures.ts'
import type { SavedFailure } from '../../../harness/evidence/failures.ts'
import { createRunRecorder } from '../../../harness/evidence/results.ts'
import { replayFailure } from '../../../harness/fuzz/replay.ts'
import type { Replay } from '../../../harness/fuzz/replay.ts'
import type { Case, CaseContext } from '../../../harness/run/case.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunOptions, RunSummary } from '../../../harness/run/run.ts'
import { Inconclusive, NotRun } from '../../../harness/run/signals.ts'
import { catalogueOf, makeCase } from '../support/catalogue.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import type { McpServer } from '../support/mcp-server.ts'
import { driverFor } from '../support/url-driver.ts'

/** Finds that drawing a number above nine is a fault, until it is mended. */
function flawed(how: { broken: boolean; seen: (context: CaseContext, number: number) => void; instead?: (context: CaseContext) => void }): Case {
  return makeCase({
    id: 'test.fuzzed', suite: 'interop', fuzz: true,
    async scenario(context) {
      how.instead?.(context)
      const number = context.replaying === undefined ? 10 + Math.floor(context.random() * 10) : Number(context.replaying.data['number'])
      how.seen(context, number)
      if (how.broken) context.failed({ kind: 'program', title: 'a number is too large', lines: [`draw ${number}`], data: { number } })
      context.observe({ requirement: 'test.hardening', ok: !how.broken, expected: 'at most nine', actual: `${number}` })
    },
  })
}

interface Setting {
  readonly server: McpServer
  readonly how: Parameters<typeof flawed>[0]
  readonly numbers: number[]
  readonly run: (options?: Partial<RunOptions>) => Promise<RunSummary>
  readonly replay: (failure: SavedFailure) => Promise<Replay>
}

async function setUp(t: { teardown(handler: () => unknown): unknown }): Promise<Setting> {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const numbers: number[] = []
  const how: Setting['how'] = { broken: true, seen: (_, number) => { numbers.push(number) } }
  const common = { catalogue: catalogueOf(flawed(how)), driver: driverFor(server.url), target: { name: 'test', claims: {} }, secrets: () => undefined }
  return {
    server, how, numbers,
    run: async (options) => runConformance({ ...common, select: { suites: ['interop'] }, level: 'hardening', emit: () => undefined, ...options }),
    replay: async (failure) => replayFailure({ ...common, failure, clean: (event) => event }),
  }
}

function saved(summary: RunSummary): SavedFailure {
  const [failure] = summary.failures
  if (failure === undefined) throw new Error('nothing was found')
  return JSON.parse(failureText(failure, { ...createRunRecorder({ requirement: () => undefined, explanation: () => undefined }).record(), level: 'hardening' })) as SavedFailure
}

t.test('what a case has found is in the summary and in the events, once, before the end of the case', async (t) => {
  const { run } = await setUp(t)
  const events: string[] = []
  const { failures, exitCode } = await run({ seed: 11, emit: ({ type }) => { events.push(type) } })
  t.equal(exitCode, 1)
  t.match(failures, [{ case: 'test.fuzzed', kind: 'program', seed: 11, id: /^test\.fuzzed-[0-9a-f]{8}$/ }])
  t.equal(failures.length, 1, 'and no failure of the whole case beside it')
  t.same(events, ['run-start', 'target', 'case-start', 'failure', 'case-end', 'run-end'])
})

t.test('a replay runs that case on what was found, with its seed and at its level, whatever its suite', async (t) => {
  const { run, replay, numbers, how } = await setUp(t)
  const failure = saved(await run({ seed: 11 }))
  const seeds: number[] = []
  how.seen = ({ seed, replaying }, number) => { seeds.push(seed); numbers.push(number); t.equal(replaying?.id, failure.id) }
  const again = await replay(failure)
  t.match(again, { verdict: 'still fails', reason: /at most nine/, run: { failures: [{ id: failure.id }] } })
  how.broken = false
  t.match(await replay(failure), { verdict: 'fixed', reason: undefined })
  t.same(seeds, [11, 11])
  t.equal(new Set(numbers).size, 1)
})

t.test('a replay that cannot tell says so', async (t) => {
  const { run, replay, how, server } = await setUp(t)
  const failure = saved(await run())
  how.instead = () => { throw new Inconclusive('the target was busy') }
  t.match(await replay(failure), { verdict: 'could not run', reason: 'the target was busy' })
  how.instead = () => { throw new NotRun('a program is missing') }
  t.match(await replay(failure), { verdict: 'could not run', reason: 'a program is missing' })
  how.instead = (context) => context.notApplicable('it has no such thing')
  t.match(await replay(failure), { verdict: 'could not run', reason: 'it has no such thing' })
  await server.close()
  t.match(await replay(failure), { verdict: 'could not run', run: { findings: [{ id: 'target-unreachable' }] } })
})

t.test('a failure of a case that this version does not have is an error', async (t) => {
  const { run, replay } = await setUp(t)
  await t.rejects(replay({ ...saved(await run()), case: 'test.gone' }), { code: 'unknown_case' })
})

t.test('a case that fails without keeping anything is replayed by its seed', async (t) => {
  const { server } = await setUp(t)
  let broken = true
  const drawn: number[] = []
  const entry = makeCase({ id: 'test.plain', async scenario(context) {
    drawn.push(context.random())
    context.observe({ requirement: 'test.must', input: 'one', ok: !broken, expected: 'good', actual: 'bad' })
  } })
  const common = { catalogue: catalogueOf(entry), driver: driverFor(server.url), target: { name: 'test', claims: {} }, secrets: () => undefined }
  const { failures: [failure] } = await runConformance({ ...common, select: {}, level: 'must', seed: 5, emit: () => undefined })
  t.match(failure, { id: 'test.plain', kind: 'case', seed: 5, lines: ['test.must: one: expected good, got bad'], data: {} })
  if (failure === undefined) return
  const file = { ...failure, format: 'handoff-conformance/failure', schemaVersion: 1, harnessVersion: '', catalogueDigest: '', level: 'must', target: null } as const
  t.equal((await replayFailure({ ...common, failure: file, clean: (event) => event })).verdict, 'still fails')
  broken = false
  t.equal((await replayFailure({ ...common, failure: file, clean: (event) => event })).verdict, 'fixed')
  t.equal(new Set(drawn).size, 1, 'the case drew the same')
})

t.test('what a case finds after its deadline is not kept', async (t) => {
  const { run, how } = await setUp(t)
  const { promise, resolve } = Promise.withResolvers<CaseContext>()
  how.instead = (context) => { resolve(context); throw new Inconclusive('over') }
  const { failures } = await run()
  const late = await promise
  late.failed({ kind: 'program', title: 'late', lines: [], data: {} })
  t.same(failures, [])
})
