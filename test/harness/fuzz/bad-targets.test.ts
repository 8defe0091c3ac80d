import t from 'tap'
import type { Test } from 'tap'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cases, requirements } from '../../../cases/index.ts'
import { failureText } from '../../../harness/evidence/failures.ts'
import type { SavedFailure } from '../../../harness/evidence/failures.ts'
import { createRunRecorder } from '../../../harness/evidence/results.ts'
import { replayFailure } from '../../../harness/fuzz/replay.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunOptions, RunSummary } from '../../../harness/run/run.ts'
import { agentHandoffMcpAdapter } from '../../../harness/target/adapters/agent-handoff-mcp.ts'
import { startCamelServer } from '../support/camel-server.ts'
import type { CamelServerOptions } from '../support/camel-server.ts'
import { driverFor } from '../support/url-driver.ts'

t.setTimeout(120_000)

const model = cases.filter(({ id }) => id === 'lifecycle.model')
const used = new Set(model.flatMap((entry) => entry.requirements))
const catalogue = createCatalogue({ cases: model, requirements: requirements.filter(({ id }) => used.has(id)) })
const claims = { adapter: agentHandoffMcpAdapter, maxDepth: 8 }

async function fuzz(t: Test, server: CamelServerOptions, options: Partial<RunOptions> = {}): Promise<RunSummary & { url: URL }> {
  const { url, close } = await startCamelServer(server)
  t.teardown(close)
  return { url, ...await runConformance({
    catalogue, driver: driverFor(url), target: { name: 'bad', claims }, select: { fuzz: true }, fuzz: true, timeBudgetMs: 30_000, level: 'must',
    emit: () => undefined, secrets: () => undefined, ...options,
  }) }
}

/** Long after the target was found to be good, and in the middle of a program. */
const enough = 150

function after(count: number, misbehave: (request: IncomingMessage, response: ServerResponse) => void): NonNullable<CamelServerOptions['before']> {
  let requests = 0
  return (request, response) => {
    requests += 1
    if (requests <= count) return false
    misbehave(request, response)
    return true
  }
}

const bad: readonly { name: string; misbehave: (request: IncomingMessage, response: ServerResponse) => void }[] = [
  { name: 'dies', misbehave: (request) => { request.socket.destroy() } },
  { name: 'limits the rate', misbehave: (request, response) => { request.resume(); response.writeHead(429, { 'retry-after': '60' }).end() } },
]
for (const { name, misbehave } of bad) {
  t.test(`a target that ${name} in the middle is not judged by it, and the run ends long before its time`, async (t) => {
    const { results, faults, failures, exitCode } = await fuzz(t, { before: after(enough, misbehave) })
    t.same(faults, [])
    t.match(results, [{ outcome: /inconclusive|not-run/, reason: String }])
    t.same(failures, [])
    t.equal(exitCode, 3)
  })
}

t.test('a target that hangs in the middle is given up by its deadline', async (t) => {
  const started = performance.now()
  const { results, exitCode } = await fuzz(t, { before: after(enough, () => undefined) }, { timeBudgetMs: 4_000 })
  t.match(results, [{ outcome: /inconclusive|not-run/, reason: String }])
  t.equal(exitCode, 3)
  t.ok(performance.now() - started < 60_000)
})

t.test('what was found before the target died is kept, and replays', async (t) => {
  let dead = false
  const { results, failures } = await fuzz(t, {
    fault: 'replay-of-today', shown: () => { dead = true },
    // Whatever was asked for by then is still answered.
    before: (request) => dead && (request.socket.destroy(), true),
  })
  t.match(results, [{ id: 'lifecycle.model' }])
  t.match(failures, [{ kind: 'program', case: 'lifecycle.model', lines: [] }])
  const [failure] = failures
  if (failure === undefined) return
  const saved = JSON.parse(failureText(failure, createRunRecorder({ requirement: () => undefined, explanation: () => undefined }).record())) as SavedFailure
  const replay = async (server: CamelServerOptions): Promise<string> => {
    const { url, close } = await startCamelServer(server)
    const { verdict } = await replayFailure({ catalogue, driver: driverFor(url), target: { name: 'bad', claims }, failure: saved, clean: (event) => event, secrets: () => undefined })
    await close()
    return verdict
  }
  t.equal(await replay({ fault: 'replay-of-today' }), 'still fails')
  t.equal(await replay({}), 'fixed')
  t.equal(await replay({ before: after(20, (request) => { request.socket.destroy() }) }), 'could not run')
})
