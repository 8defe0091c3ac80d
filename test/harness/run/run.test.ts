import t from 'tap'
import type { Test } from 'tap'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Case } from '../../../harness/run/case.ts'
import type { RunEvent } from '../../../harness/run/events.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunOptions, RunSummary } from '../../../harness/run/run.ts'
import { Inconclusive } from '../../../harness/run/signals.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { withField } from '../../../harness/wire/message.ts'
import { catalogueOf, expectStatus, makeCase } from '../support/catalogue.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { driverFor, identitiesOf } from '../support/url-driver.ts'

const refused = makeCase({
  id: 'auth.refused',
  appliesTo: ({ auth }) => (auth === 'none' ? 'it demands no credentials' : undefined),
  inputs: () => [{ input: 'none', part: 'headers', fault: (control) => withField(control, 'authorization'), expect: [expectStatus(401)] }],
})
const scenario = makeCase({
  id: 'auth.scenario',
  async scenario(context) {
    const reaction = await context.wire.send(context.request(context.alpha))
    context.expect(expectStatus(200), reaction)
  },
})

interface Run extends RunSummary {
  readonly events: readonly RunEvent[]
  readonly secrets: readonly string[]
}

async function run(url: URL, cases: readonly Case[], options: Partial<RunOptions> = {}): Promise<Run> {
  const events: RunEvent[] = []
  const secrets: string[] = []
  const summary = await runConformance({
    catalogue: catalogueOf(...cases), driver: driverFor(url), target: { name: 'test', claims: {} }, select: {}, level: 'must',
    emit: (event) => events.push(event), secrets: (secret) => secrets.push(secret), ...options,
  })
  return { ...summary, events, secrets }
}

function outcomesOf({ results }: Pick<RunSummary, 'results'>): Record<string, string> {
  return Object.fromEntries(results.map(({ id, outcome }) => [id, outcome]))
}

function findingsOf({ events }: Run): string[] {
  return events.flatMap((event) => (event.type === 'finding' ? [event.finding.id] : []))
}

/** A server that answers everything alike. */
async function sentinel(t: Test, status: number, body: string, type = 'application/json'): Promise<URL> {
  const server = http.createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': type, ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}) })
    response.end(body)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => { server.close(resolve) })
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
}

const sentinels: readonly { name: string; status: number; body: string; type?: string; finding: string; tokens?: false }[] = [
  { name: '200 and a page to everything', status: 200, body: '<p>hello</p>', type: 'text/html', finding: 'target-not-mcp' },
  { name: '200 and an empty object to everything', status: 200, body: '{}', finding: 'target-not-mcp' },
  { name: '200 and an empty result to everything', status: 200, body: '{"jsonrpc":"2.0","id":"discover","result":{}}', finding: 'target-not-mcp' },
  { name: '401 to everything', status: 401, body: '{}', finding: 'credentials-refused' },
  { name: '401 to everything, without a token to try', status: 401, body: '{}', finding: 'token-needed', tokens: false },
  { name: '404 and -32601 to everything', status: 404, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found"}}', finding: 'target-not-mcp' },
  { name: '429 to everything', status: 429, body: '{}', finding: 'target-rate-limited' },
  { name: '503 to everything', status: 503, body: '{}', finding: 'target-not-mcp' },
]
for (const each of sentinels) {
  t.test(`a server that answers ${each.name} passes nothing`, async (t) => {
    const url = await sentinel(t, each.status, each.body, each.type)
    const ended = await run(url, [refused, scenario], each.tokens === false ? { driver: driverFor(url, { identities: {} }) } : {})
    t.strictSame(findingsOf(ended), [each.finding])
    t.strictSame(outcomesOf(ended), { 'auth.refused': 'not-run', 'auth.scenario': 'not-run' })
    t.ok(ended.results.every(({ rootCause }) => rootCause === each.finding))
    t.equal(ended.exitCode, 3)
  })
}

t.test('a server that answers every request as done, with the right id, passes nothing', async (t) => {
  const server = await startMcpServer({ flaw: ({ message, answer }) => {
    answer(200, { jsonrpc: '2.0', id: message?.id, result: { supportedVersions: ['2026-07-28'], capabilities: {}, tools: [], content: [], structuredContent: { handoff: { id: 'x' } } } })
    return true
  } })
  t.teardown(async () => { await server.close() })
  const write = await run(server.url, [refused], { target: { name: 'test', claims: { adapter: referenceAdapter } } })
  t.equal(write.exitCode, 3)
  t.strictSame(findingsOf(write), ['control-refused'])
  const read = await run(server.url, [refused])
  t.equal(read.exitCode, 1)
})

t.test('a dead port passes nothing', async (t) => {
  const server = await startMcpServer()
  await server.close()
  const ended = await run(server.url, [refused, scenario])
  t.strictSame(findingsOf(ended), ['target-unreachable'])
  t.equal(ended.exitCode, 3)
  t.equal(ended.counts['not-run'], 2)
})

t.test('a good target: the events in order, every token told before its use, every exchange recorded', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const recorded: string[] = []
  const ended = await run(server.url, [refused, scenario], { record: (each) => recorded.push(each.case) })
  t.equal(ended.exitCode, 0)
  t.strictSame(outcomesOf(ended), { 'auth.refused': 'pass', 'auth.scenario': 'pass' })
  t.strictSame(ended.events.slice(0, 2).map(({ type }) => type), ['run-start', 'target'])
  t.equal(ended.events.at(-1)?.type, 'run-end')
  t.equal(ended.events.filter(({ type }) => type === 'case-start').length, 2)
  t.strictSame(ended.secrets.toSorted(), Object.values(identitiesOf()).map(({ token }) => token).toSorted())
  t.strictSame([...new Set(recorded)].toSorted(), ['auth.refused', 'auth.scenario', 'discovery'])
  t.equal(recorded.length, server.requests)
})

t.test('sessions of 2025 targets: opened once an identity, and the faulty request keeps its control\'s', async (t) => {
  let opened = 0
  const sessions = new Set<string>()
  const server = await startMcpServer({ speaks: 'sessions', flaw: ({ message, request, agent }) => {
    if (message?.method === 'initialize') opened += 1
    if (message?.method === 'tools/call' && agent === undefined) sessions.add(String(request.headers['mcp-session-id']))
    return false
  } })
  t.teardown(async () => { await server.close() })
  const ended = await run(server.url, [refused, scenario], { target: { name: 'test', claims: { adapter: referenceAdapter } } })
  t.equal(ended.exitCode, 0, JSON.stringify(ended.results.map(({ reason }) => reason)))
  t.equal(sessions.size, 1)
  t.not([...sessions][0], 'undefined')
  t.equal(opened, 6, 'discovery opens two and asks for both older revisions, and each identity has one')
  t.match(ended.events.find(({ type }) => type === 'target'), { target: { revision: '2025-11-25', auth: 'static-bearer' } })
})

t.test('a target that asks nobody who they are: what is about credentials does not apply, and nothing is shown', async (t) => {
  const server = await startMcpServer({ tokens: {} })
  t.teardown(async () => { await server.close() })
  const ended = await run(server.url, [refused], { driver: driverFor(server.url, { identities: {} }) })
  t.strictSame(outcomesOf(ended), { 'auth.refused': 'not-applicable' })
  t.equal(ended.exitCode, 3)
  const withToken = await run(server.url, [refused])
  t.strictSame(outcomesOf(withToken), { 'auth.refused': 'fail' }, 'who gives a token says that it is needed')
})

t.test('what a case throws is a fault of the harness, named, and the others still run', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const broken = makeCase({ id: 'auth.broken', scenario: async () => Promise.reject(new TypeError('no such thing')) })
  const stray = makeCase({ id: 'auth.stray', scenario: async (context) => { context.observe({ requirement: 'test.unnamed', ok: true, expected: '', actual: '' }); await Promise.resolve() } })
  const ended = await run(server.url, [broken, stray, refused])
  t.equal(ended.exitCode, 4)
  t.equal(outcomesOf(ended)['auth.refused'], 'pass')
  t.strictSame(ended.faults.map((fault) => fault.case).toSorted(), ['auth.broken', 'auth.stray'])
  t.strictSame(findingsOf(ended).toSorted(), ['harness-fault.auth.broken', 'harness-fault.auth.stray'])
})

t.test('a scenario that observes nothing, gives up, or finds that it does not apply', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const ended = await run(server.url, [
    makeCase({ id: 'auth.silent', scenario: async () => { await Promise.resolve() } }),
    makeCase({ id: 'auth.unsure', scenario: async (context) => { await Promise.resolve(); context.inconclusive('the clock is wrong') } }),
    makeCase({ id: 'auth.moot', scenario: async (context) => { await Promise.resolve(); context.notApplicable('it has no such thing') } }),
  ])
  t.strictSame(outcomesOf(ended), { 'auth.silent': 'inconclusive', 'auth.unsure': 'inconclusive', 'auth.moot': 'not-applicable' })
  t.equal(ended.exitCode, 3)
})

t.test('what a case needs of this machine and lacks, and what it sets aside, is never a pass', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const lacking = makeCase({ id: 'auth.lacking', scenario: async (context) => { await Promise.resolve(); context.notRun('the program is not installed') } })
  const aside = makeCase({ id: 'auth.aside', scenario: async (context) => { await Promise.resolve(); context.setAside('one', 'it shows nothing') } })
  const ended = await run(server.url, [lacking, aside])
  t.match(ended.results.find(({ id }) => id === 'auth.lacking'), { outcome: 'not-run', reason: 'the program is not installed' })
  t.match(ended.results.find(({ id }) => id === 'auth.aside'), { outcome: 'inconclusive', setAside: [{ input: 'one', reason: 'it shows nothing' }] })
  t.equal(ended.exitCode, 3)
})

const endless = makeCase({ id: 'auth.endless', scenario: async () => { await new Promise(() => {}) } })

t.test('a case that does not end meets its deadline', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const ended = await run(server.url, [endless], { timeoutMs: 300 })
  t.match(ended.results[0], { outcome: 'inconclusive', reason: /did not end within 300 ms/ })
})

t.test('an interrupt ends what runs, closes the fixtures and accounts for every case', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const controller = new AbortController()
  let open = 0
  const driver = driverFor(server.url, { kind: 'command', opened: () => { open += 1 }, closed: () => { open -= 1 } })
  const own = makeCase({ id: 'auth.own', fixture: 'own', scenario: async () => { controller.abort(); await new Promise(() => {}) } })
  const later = makeCase({ ...scenario, id: 'auth.later', fixture: 'alone' })
  const ended = await run(server.url, [endless, own, later], { driver, signal: controller.signal })
  t.equal(ended.exitCode, 130)
  t.equal(ended.interrupted, true)
  t.strictSame(outcomesOf(ended), { 'auth.endless': 'not-run', 'auth.own': 'not-run', 'auth.later': 'not-run' })
  t.match(ended.events.at(-1), { type: 'run-end', interrupted: true, exitCode: 130 })
  t.equal(open, 0)
})

t.test('a time budget also ends the wait for a target that never answers', async (t) => {
  const silent = http.createServer(() => {})
  await new Promise<void>((resolve) => { silent.listen(0, '127.0.0.1', resolve) })
  t.teardown(() => { silent.closeAllConnections(); silent.close() })
  const ended = await run(new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`), [refused], { timeBudgetMs: 300 })
  t.match(ended.results[0], { outcome: 'not-run', reason: 'the time budget of 300 ms was spent' })
  t.strictSame(findingsOf(ended), [], 'nothing is said about the target')
  t.equal(ended.exitCode, 3)
})

t.test('what cannot be told of one input leaves the others of a scenario', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const unsure = { requirement: 'test.must', expected: 'something', check: () => { throw new Inconclusive('it is silent') } }
  const ended = await run(server.url, [makeCase({ id: 'auth.half', scenario: async (context) => {
    const reaction = await context.wire.send(context.request(context.alpha))
    context.expect(unsure, reaction, 'one')
    context.expect(expectStatus(403), reaction, 'two')
  } })])
  t.match(ended.results[0], { outcome: 'fail', inconclusiveInputs: [{ input: 'one', reason: 'it is silent' }] })
})

t.test('a time budget leaves the rest not run', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const ended = await run(server.url, [endless, makeCase({ ...scenario, id: 'auth.later', fixture: 'alone' })], { timeBudgetMs: 300 })
  t.strictSame(outcomesOf(ended), { 'auth.endless': 'not-run', 'auth.later': 'not-run' })
  t.match(ended.results[0]?.reason, /time budget/)
  t.equal(ended.exitCode, 3)
})

t.test('fail-fast starts nothing after the first failure', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const fails = makeCase({ id: 'auth.fails', scenario: async (context) => { context.observe({ requirement: 'test.must', ok: false, expected: 'this', actual: 'that' }); await Promise.resolve() } })
  const ended = await run(server.url, [fails, makeCase({ ...scenario, id: 'auth.later', fixture: 'alone' })], { failFast: true })
  t.strictSame(outcomesOf(ended), { 'auth.fails': 'fail', 'auth.later': 'not-run' })
  t.equal(ended.exitCode, 1)
})

t.test('a target that goes away is one finding, and no later case is blamed for it', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const kills = makeCase({ id: 'auth.kills', scenario: async (context) => {
    context.observe({ requirement: 'test.must', ok: true, expected: 'this', actual: 'that' })
    await server.close()
  } })
  const ended = await run(server.url, [kills, makeCase({ ...scenario, id: 'auth.later', fixture: 'alone' })])
  t.strictSame(outcomesOf(ended), { 'auth.kills': 'warn', 'auth.later': 'not-run' })
  t.strictSame(findingsOf(ended), ['target-lost'])
  t.equal(ended.exitCode, 3)
})

t.test('an unknown revision is one finding; a remote address is refused before anything is sent', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  t.strictSame(findingsOf(await run(server.url, [refused], { target: { name: 'test', claims: {}, revision: '2024-11-05' } })), ['revision-not-spoken'])
  await t.rejects(run(new URL('http://192.0.2.1/mcp'), [refused]), { code: 'remote_refused' })
})

t.test('a case that is cut off can do nothing more to its fixture', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const controller = new AbortController()
  const after: unknown[] = []
  let ended = (): void => {}
  const over = new Promise<void>((resolve) => { ended = resolve })
  const late = makeCase({ id: 'auth.late', scenario: async (context) => {
    controller.abort()
    await new Promise<void>((resolve) => { context.signal.addEventListener('abort', () => { resolve() }) })
    for (const act of [async () => context.fixture.restart(), async () => context.negative({ input: '', part: 'headers', fault: (control) => control, expect: [] }), async () => context.control()]) {
      await act().catch((error: unknown) => after.push(error instanceof Error ? error.name : error))
    }
    context.observe({ requirement: 'test.must', ok: false, expected: '', actual: '' })
    ended()
  } })
  const summary = await run(server.url, [late], { signal: controller.signal })
  await over
  t.strictSame(after, ['AbortError', 'AbortError', 'AbortError'])
  t.match(summary.results, [{ outcome: 'not-run', observations: [] }])
})

t.test('a fixture that cannot be closed is a fault of the harness, and the run still ends', async (t) => {
  const server = await startMcpServer()
  t.teardown(async () => { await server.close() })
  const ended = await run(server.url, [refused], { driver: driverFor(server.url, { closed: () => { throw new Error('stuck') } }) })
  t.equal(ended.exitCode, 4)
  t.equal(ended.events.at(-1)?.type, 'run-end')
  t.strictSame(findingsOf(ended), ['fixture-failed'])
})
