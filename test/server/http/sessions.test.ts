import t from 'tap'
import { exchange } from '../support/event-stream.ts'
import { inSession, openSession, startTestFixture } from '../support/fixture.ts'
import { initialize, legacyFields, modernFields, modernRequest } from '../support/messages.ts'
import { startTestStack } from '../support/stack.ts'

const whoami = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'handoff_whoami', arguments: {} } })

void t.test('a session serves its identity from the handshake to DELETE', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const session = await openSession(fixture, 'alice')
  t.match(session, /^[\x21-\x7e]{20,}$/)
  t.not(session, await openSession(fixture, 'alice'))
  const answer = await inSession(fixture, 'alice', session, whoami(5))
  t.match(await answer.rest(), [{ id: 5, result: { structuredContent: { agent_id: 'alice' } } }])
  t.equal((await inSession(fixture, 'alice', session, undefined, 'DELETE')).status, 200)
  t.equal((await inSession(fixture, 'alice', session, whoami(6))).status, 404)
})

void t.test('a session of another identity is one that does not exist', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const session = await openSession(fixture, 'alice')
  for (const method of ['POST', 'GET', 'DELETE']) {
    const foreign = await inSession(fixture, 'bob', session, whoami(1), method)
    const unknown = await inSession(fixture, 'bob', '00000000-0000-4000-8000-000000000000', whoami(1), method)
    t.equal(foreign.status, 404, method)
    t.equal(await foreign.text(), await unknown.text(), `${method}: same answer`)
  }
  t.equal((await inSession(fixture, 'alice', session, whoami(2))).status, 200, 'it still serves its own')
})

void t.test('a session id is no credential, and no request goes without one', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const session = await openSession(fixture, 'alice')
  const fields = [...legacyFields(), ['Mcp-Session-Id', session] as const]
  for (const method of ['POST', 'GET', 'DELETE']) {
    t.equal((await exchange(fixture.url, { method, fields, ...(method === 'POST' && { body: whoami(1) }) })).status, 401, method)
  }
  const token = fixture.registry.token('alice')
  const without = await exchange(fixture.url, { token, fields: legacyFields(), body: whoami(1) })
  t.equal(without.status, 400)
  t.notMatch(await without.text(), '"id":null')
  t.equal((await exchange(fixture.url, { method: 'GET', token, fields: legacyFields() })).status, 400)
})

void t.test('the modern era knows no session', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const answer = await exchange(fixture.url, {
    token: fixture.registry.token('alice'),
    fields: [...modernFields('tools/list'), ['Mcp-Session-Id', 'whatever']],
    body: modernRequest(1, 'tools/list'),
  })
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('mcp-session-id'), null)
})

void t.test('batches follow the version that the session negotiated', async (t) => {
  const fixture = await startTestFixture()
  t.teardown(() => fixture.close())
  const token = fixture.registry.token('alice')
  for (const [version, status] of [['2025-03-26', 200], ['2025-11-25', 400]] as const) {
    const opened = await exchange(fixture.url, { token, fields: legacyFields(null), body: initialize(1, version) })
    await opened.rest()
    const session = opened.headers.get('mcp-session-id') ?? ''
    const fields = [...legacyFields(null), ['Mcp-Session-Id', session] as const]
    t.equal((await exchange(fixture.url, { token, fields, body: [whoami(1), whoami(2)] })).status, status, version)
  }
})

void t.test('a session that nobody uses ends; one that is in use does not', async (t) => {
  const stack = await startTestStack({ sessions: true, sessionIdleMs: 1000, sweepIntervalMs: 5 })
  t.teardown(() => stack.close({ drainMs: 0 }))
  const token = stack.registry.token('alice')
  const open = async (): Promise<string> => {
    const opened = await exchange(stack.url, { token, fields: legacyFields(null), body: initialize() })
    await opened.rest()
    return opened.headers.get('mcp-session-id') ?? ''
  }
  const ping = async (id: string): Promise<number> =>
    (await exchange(stack.url, { token, fields: [...legacyFields(), ['Mcp-Session-Id', id]], body: { jsonrpc: '2.0', id: 1, method: 'ping' } })).status
  const [idle, listening] = [await open(), await open()]
  const stream = await exchange(stack.url, { method: 'GET', token, fields: [...legacyFields(), ['Mcp-Session-Id', listening]] })
  t.equal(stream.status, 200)
  t.equal(await ping(idle), 200)
  stack.clock.now += 1001
  t.equal(await ping(idle), 404)
  t.equal(await ping(listening), 200)
})

void t.test('without sessions GET and DELETE are not there, and no id is given', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const token = stack.registry.token('alice')
  const opened = await exchange(stack.url, { token, fields: legacyFields(null), body: initialize() })
  t.equal(opened.headers.get('mcp-session-id'), null)
  for (const method of ['GET', 'DELETE']) {
    const answer = await exchange(stack.url, { method, token, fields: legacyFields() })
    t.equal(answer.status, 405)
    t.equal(answer.headers.get('allow'), 'POST')
  }
})
