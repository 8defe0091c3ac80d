import t from 'tap'
import { requireAllowed } from '../../../harness/target/loopback.ts'
import { createWire } from '../../../harness/wire/client.ts'
import { isLoopbackAddress, namesLoopback } from '../../../harness/wire/loopback.ts'
import { isOpenStream } from '../../../harness/wire/stream.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { resolveNames } from '../support/names.ts'

const remote = '192.0.2.1'
const refused = { kind: 'unreachable', detail: 'its name stands for an address that is not on this machine' }
const get = { method: 'GET', target: '/mcp', headers: [['Authorization', 'Bearer alpha-token-0123456789']] } as const

t.test('a name that stands for this machine when it is checked and for another one when it is spoken to gets nothing', async (t) => {
  resolveNames(t, { 'moving.test': [['127.0.0.1'], [remote]], 'both.test': [['127.0.0.1'], ['127.0.0.1', remote]] })
  const server = await startMcpServer()
  t.teardown(async () => server.close())
  for (const name of ['moving.test', 'both.test']) {
    const origin = new URL(`http://${name}:${server.url.port}/mcp`)
    await requireAllowed(origin, false)
    const wire = createWire({ origin, limits: { timeoutMs: 5_000 } })
    t.same(await wire.send(get), refused, name)
    t.same(await wire.send(get, { sender: 'raw' }), refused, name)
    const connection = await wire.connect()
    t.equal(connection.closed, true)
    t.same(await connection.read(), refused, name)
    const stream = await wire.stream(get)
    t.same(isOpenStream(stream) ? 'open' : stream, refused, name)
    t.match(await createWire({ origin: new URL(`https://${name}:${server.url.port}`) }).send(get), refused, 'over TLS too')
  }
  t.equal(server.requests, 0)
})

t.test('a name of this machine is spoken to', async (t) => {
  resolveNames(t, { 'here.test': [['127.0.0.1']] })
  const server = await startMcpServer()
  t.teardown(async () => server.close())
  const origin = new URL(`http://here.test:${server.url.port}/mcp`)
  await requireAllowed(origin, false)
  for (const allowRemote of [false, true]) t.match(await createWire({ origin, allowRemote }).send(get), { kind: 'response', response: { status: 405 } })
})

t.test('which addresses are of this machine', async (t) => {
  for (const address of ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1']) t.ok(isLoopbackAddress(address), address)
  for (const address of ['10.0.0.1', '0.0.0.0', '::', '::2', '::ffff:10.0.0.1', 'localhost', '']) t.notOk(isLoopbackAddress(address), address)
  for (const url of ['http://localhost:1', 'http://127.1:1', 'https://[::1]/', 'http://LOCALHOST/']) t.ok(namesLoopback(new URL(url)), url)
  for (const url of ['http://here.test', 'http://localhost.test', 'http://127.0.0.1.test', 'http://10.0.0.1']) t.notOk(namesLoopback(new URL(url)), url)
})
