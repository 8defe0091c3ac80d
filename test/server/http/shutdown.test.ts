import t from 'tap'
import { exchange } from '../support/event-stream.ts'
import { inSession, listen, openSession, startTestFixture } from '../support/fixture.ts'
import { initialize, legacyFields, modernFields, modernRequest } from '../support/messages.ts'
import { rawConnect, rawRequest } from '../support/raw-http.ts'
import { fixtureServer, serverBinary, serverEnvironment, startProcess } from '../support/reference.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import { startTestStack } from '../support/stack.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

void t.test('what is in flight is answered, idle connections close at once, and nobody new is let in', async (t) => {
  const [entered, release] = [gate(), gate()]
  const stack = await startTestStack({
    onCall: async () => {
      entered.open()
      await release.passed
    },
  })
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const call = JSON.stringify(modernRequest(1, 'tools/call', { name: 'echo', arguments: {} }))
  const busy = await rawConnect(stack.port)
  busy.send(rawRequest(stack.port, { fields: [...modernFields('tools/call', 'echo'), authorization], body: call }))
  await entered.passed
  const idle = await rawConnect(stack.port)
  idle.send(rawRequest(stack.port, { method: 'GET', target: '/healthz' }))
  await idle.answer()
  const closing = stack.close()
  await idle.closed()
  await t.rejects(rawConnect(stack.port), 'the port is closed')
  release.open()
  const answer = await busy.answer()
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('connection'), 'close')
  await busy.closed()
  await closing
})

void t.test('a call that does not end is cut off when the drain is over', async (t) => {
  const entered = gate()
  const stack = await startTestStack({
    onCall: async () => {
      entered.open()
      await new Promise(() => undefined)
    },
  })
  const token = stack.registry.token('alice')
  const body = modernRequest(1, 'tools/call', { name: 'echo', arguments: {} })
  const pending = exchange(stack.url, { token, fields: modernFields('tools/call', 'echo'), body })
  const cut = t.rejects(pending)
  await entered.passed
  await stack.close({ drainMs: 50 })
  await cut
})

void t.test('streams that wait for events do not hold it up', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.registry.remove())
  const subscription = await listen(fixture, 'alice')
  const session = await openSession(fixture, 'bob')
  const stream = await inSession(fixture, 'bob', session, undefined, 'GET')
  await Promise.all([subscription.next(), stream.next()])
  const begun = Date.now()
  await fixture.server.close({ drainMs: 60_000 })
  t.ok(Date.now() - begun < 30_000)
  t.match((await subscription.rest()).at(-1), { id: 'sub', result: { resultType: 'complete' } }, 'told that it ended')
  t.notOk((await stream.rest()).some((message) => message.result !== undefined))
})

void t.test('closing twice is closing once', async (t) => {
  const stack = await startTestStack()
  await Promise.all([stack.close(), stack.close()])
  t.pass()
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  void t.test(`under load, everything that was acknowledged is kept after ${signal}, and the process ends with 0`, async (t) => {
    const registry = createRegistryFile()
    t.teardown(() => registry.remove())
    const environment = serverEnvironment(registry, { HANDOFF_MCP_RATE_LIMIT: '1000000' })
    const first = startProcess([serverBinary, 'http'], environment)
    t.teardown(() => first.kill())
    const url = (await first.untilStderr(/MCP at (http:\S+)/))[1] ?? ''
    const acknowledged: string[] = []
    const stop = new AbortController()
    const worker = async (name: number): Promise<void> => {
      for (let i = 0; !stop.signal.aborted; i += 1) {
        const argument = { recipient: 'bob', title: `${name}-${i}`, summary: 's', request: 'r' }
        const body = modernRequest(1, 'tools/call', { name: 'handoff_send', arguments: argument })
        const answer = await exchange(url, { token: registry.token('alice'), fields: modernFields('tools/call', 'handoff_send'), body })
        const text = await answer.text()
        const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
        if (answer.status === 200 && id !== undefined) acknowledged.push(id)
        if (acknowledged.length === 30) first.child.kill(signal)
      }
    }
    // A refused connection ends a worker: the server is gone then.
    await Promise.all(Array.from({ length: 4 }, (_, name) => worker(name).catch(() => stop.abort())))
    t.strictSame(await first.exited, { code: 0, signal: null })
    t.ok(acknowledged.length >= 30)
    const second = startProcess([serverBinary, 'http'], environment)
    t.teardown(() => second.kill())
    const again = (await second.untilStderr(/MCP at (http:\S+)/))[1] ?? ''
    for (const handoff_id of acknowledged) {
      const body = modernRequest(1, 'tools/call', { name: 'handoff_get', arguments: { handoff_id } })
      const answer = await exchange(again, { token: registry.token('alice'), fields: modernFields('tools/call', 'handoff_get'), body })
      t.match(await answer.text(), handoff_id)
    }
    second.child.kill('SIGTERM')
    t.equal((await second.exited).code, 0)
    t.equal(second.stdout(), '')
  })
}

void t.test('a second signal ends at once', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const server = startProcess([fixtureServer], serverEnvironment(registry))
  t.teardown(() => server.kill())
  const url = (await server.untilStderr(/MCP at (http:\S+)/))[1] ?? ''
  const stream = await exchange(url, {
    token: registry.token('alice'),
    fields: legacyFields(null),
    body: initialize(),
  })
  await stream.rest()
  const slow = await rawConnect(Number(new URL(url).port))
  t.teardown(() => slow.close())
  // A request whose body does not come keeps the drain waiting.
  slow.send(rawRequest(1, { host: 'localhost', fields: [...legacyFields(), ['Authorization', `Bearer ${registry.token('alice')}`], ['Content-Length', '10']] }))
  const probe = await exchange(url, { token: registry.token('alice'), fields: modernFields('tools/list'), body: modernRequest(1, 'tools/list') })
  await probe.text()
  server.child.kill('SIGTERM')
  await rejectedConnection(Number(new URL(url).port))
  server.child.kill('SIGTERM')
  t.equal((await server.exited).code, 1)
})

/** Resolves when the port takes no connection any more. */
async function rejectedConnection(port: number): Promise<void> {
  for (;;) {
    try {
      const connection = await rawConnect(port)
      connection.close()
    } catch {
      return
    }
  }
}
