import t from 'tap'
import { discoverTarget } from '../../../harness/target/discover.ts'
import { createSessions } from '../../../harness/target/sessions.ts'
import { createWire } from '../../../harness/wire/client.ts'
import { startMcpServer } from '../support/mcp-server.ts'

/** A server that keeps sessions in any revision, and what it was asked to end. */
async function startSessionServer() {
  const open = new Map<string, string>()
  const opened: string[] = []
  const server = await startMcpServer({ flaw: ({ message, request, answer }) => {
    const id = String(request.headers['mcp-session-id'])
    if (request.method === 'DELETE') {
      answer(open.get(id) === request.headers.authorization && open.delete(id) ? 200 : 404)
    } else if (message?.method === 'initialize') {
      const session = `session-${opened.length}`
      open.set(session, request.headers.authorization ?? '')
      opened.push(String(message.params?.['protocolVersion']))
      const result = { protocolVersion: message.params?.['protocolVersion'], capabilities: {}, serverInfo: { name: 'test', version: '1' } }
      answer(200, { jsonrpc: '2.0', id: message.id, result }, { 'mcp-session-id': session })
    } else {
      answer(message?.method === 'notifications/initialized' ? 202 : 404)
    }
    return true
  } })
  return { server, open, opened }
}

const identity = { name: 'alpha', agentId: undefined, token: 'alpha-token' } as const

t.test('discovery asks for every earlier revision and ends each session that it opened', async (t) => {
  const { server, open, opened } = await startSessionServer()
  t.teardown(async () => server.close())
  const found = await discoverTarget({ wire: createWire({ origin: server.url }), endpoint: server.url, target: { name: 'test', claims: {} }, identity, identities: 1 })
  t.match(found, { kind: 'found', profile: { sessions: true } })
  t.strictSame([...new Set(opened)].sort(), ['2025-03-26', '2025-06-18', '2025-11-25'])
  t.strictSame([...open.keys()], [], 'none is left')
})

t.test('the sessions of a fixture end with it, each with the credentials of its owner', async (t) => {
  const { server, open } = await startSessionServer()
  t.teardown(async () => server.close())
  const sessions = createSessions({ wire: createWire({ origin: server.url }), speech: { endpoint: server.url, era: 'legacy', revision: '2025-11-25' }, enabled: true })
  const beta = { ...identity, name: 'beta', token: 'beta-token' }
  await sessions.ensure(identity)
  await sessions.ensure(beta)
  t.equal(open.size, 2)
  await sessions.close()
  t.equal(open.size, 0)
  t.equal(sessions.id(identity), undefined)
})

t.test('after the target was started again every session is opened anew', async (t) => {
  const { server, open } = await startSessionServer()
  t.teardown(async () => server.close())
  const sessions = createSessions({ wire: createWire({ origin: server.url }), speech: { endpoint: server.url, era: 'legacy', revision: '2025-11-25' }, enabled: true })
  const beta = { ...identity, name: 'beta', token: 'beta-token' }
  await sessions.ensure(identity)
  await sessions.ensure(beta)
  const before = sessions.id(identity)
  open.clear()
  await sessions.renew()
  t.not(sessions.id(identity), before)
  t.equal(sessions.id(undefined), sessions.id(identity), 'the first one stays the first')
  t.strictSame([...open.values()], ['Bearer alpha-token', 'Bearer beta-token'])
})
