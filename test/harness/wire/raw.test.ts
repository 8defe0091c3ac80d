import t from 'tap'
import { createWire } from '../../../harness/wire/client.ts'
import type { Exchange } from '../../../harness/wire/client.ts'
import type { HttpRequest, Reaction } from '../../../harness/wire/message.ts'
import { serialiseRequest } from '../../../harness/wire/serialise.ts'
import { answering, deadOrigin, httpPeer, onceHeadArrived, tcpPeer } from './servers.ts'

const get: HttpRequest = { method: 'GET', target: '/a', headers: [] }
const empty = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

function statusOf(reaction: Reaction): number | string {
  return reaction.kind === 'response' ? reaction.response.status : reaction.kind
}

const serialised: readonly (readonly [name: string, request: HttpRequest, expected: string])[] = [
  ['adds what is missing', { ...get, method: 'POST', headers: [['A', '1']], body: Buffer.from('hi') }, 'POST /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nA: 1\r\nContent-Length: 2\r\n\r\nhi'],
  ['adds no length to a GET', get, 'GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n'],
  ['announces an absent body of a POST', { ...get, method: 'POST' }, 'POST /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  ['keeps what is given, repeated and wrong', { ...get, headers: [['host', ''], ['Host', 'x'], ['content-length', '9'], ['CONNECTION', 'keep-alive']], body: Buffer.from('hi') }, 'GET /a HTTP/1.1\r\nhost: \r\nHost: x\r\ncontent-length: 9\r\nCONNECTION: keep-alive\r\n\r\nhi'],
  ['leaves chunks as they are', { ...get, headers: [['Transfer-Encoding', 'chunked']], body: Buffer.from('zz\r\n') }, 'GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['checks nothing', { method: 'G\0T', target: ' \xff', headers: [['A b', ' c\r\nD: \re\n f\0'], ['', '']] }, 'G\0T  \xff HTTP/1.1\r\nHost: h\r\nConnection: close\r\nA b:  c\r\nD: \re\n f\0\r\n: \r\n\r\n'],
]
for (const [name, request, expected] of serialised) {
  t.test(`a request ${name}`, async (t) => {
    t.equal(serialiseRequest(request, { host: 'h', connection: 'close' }).toString('latin1'), expected)
    const peer = await answering(empty)
    t.teardown(() => peer.close())
    await createWire({ origin: peer.origin }).send(request, { sender: 'raw' })
    t.equal(peer.received[0], expected.replace('Host: h', `Host: ${peer.origin.host}`), 'the same on the wire')
  })
}

t.test('without additions nothing is added but the length', async (t) => {
  t.equal(serialiseRequest(get).toString(), 'GET /a HTTP/1.1\r\n\r\n')
})

t.test('a character that is no byte is an error, not another byte', async (t) => {
  t.throws(() => serialiseRequest({ ...get, headers: [['A', '\u010a']] }), { code: 'internal' })
  const peer = await answering(empty)
  t.teardown(() => peer.close())
  await t.rejects(createWire({ origin: peer.origin }).send({ ...get, target: '/\u{1f600}' }, { sender: 'raw' }), { code: 'internal' })
})

t.test('several requests on one connection, answered in order', async (t) => {
  const peer = await httpPeer((request, response) => { response.end(request.url) })
  t.teardown(() => peer.close())
  const connection = await createWire({ origin: peer.origin }).connect()
  t.teardown(() => connection.close())
  for (const target of ['/1', '/2']) {
    await connection.send({ ...get, target })
    const reaction = await connection.read()
    t.equal(reaction.kind === 'response' && Buffer.from(reaction.response.body).toString(), target)
  }
  await connection.write('GET /3 HTTP/1.1\r\nHost: a\r\n\r\nHEAD /4 HTTP/1.1\r\nHost: a\r\n\r\n')
  await connection.send({ ...get, target: '/5' })
  const reactions = await Promise.all([connection.read(), connection.read({ method: 'HEAD' }), connection.read()])
  t.same(reactions.map((reaction) => reaction.kind === 'response' && Buffer.from(reaction.response.body).toString()), ['/3', '', '/5'])
  t.equal(connection.closed, false)
})

t.test('a HEAD that was sent as a request is read as one', async (t) => {
  const peer = await httpPeer((_request, response) => { response.end('body') })
  t.teardown(() => peer.close())
  const connection = await createWire({ origin: peer.origin }).connect()
  t.teardown(() => connection.close())
  await connection.send({ ...get, method: 'HEAD' })
  await connection.send(get)
  t.equal(statusOf(await connection.read()), 200)
  const second = await connection.read()
  t.equal(second.kind === 'response' && Buffer.from(second.response.body).toString(), 'body')
})

t.test('reading goes on after its deadline passed', async (t) => {
  const peer = await tcpPeer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-')
    onceHeadArrived(socket, () => socket.write('Length: 2\r\n\r\nok'))
  })
  t.teardown(() => peer.close())
  const connection = await createWire({ origin: peer.origin }).connect()
  t.teardown(() => connection.close())
  t.equal((await connection.read({ timeoutMs: 30 })).kind, 'timeout')
  await connection.send(get)
  const reaction = await connection.read()
  t.equal(reaction.kind === 'response' && Buffer.from(reaction.response.body).toString(), 'ok')
})

t.test('a half-close still reads the answer', async (t) => {
  const peer = await tcpPeer((socket, received) => {
    socket.on('end', () => socket.end(`HTTP/1.1 200 OK\r\n\r\n${received().length}`))
  })
  t.teardown(() => peer.close())
  const connection = await createWire({ origin: peer.origin }).connect()
  await connection.write('12345')
  connection.end()
  const reaction = await connection.read()
  t.equal(reaction.kind === 'response' && Buffer.from(reaction.response.body).toString(), '5')
  await t.rejects(connection.write('more'), { code: 'internal' })
  connection.close()
})

t.test('what a peer does to a connection is a reaction', async (t) => {
  const dead = await createWire({ origin: await deadOrigin() }).connect()
  t.equal(dead.closed, true)
  await dead.write('x')
  await dead.send(get)
  t.same(await dead.read(), { kind: 'unreachable', detail: 'ECONNREFUSED' })

  const resetting = await tcpPeer((socket) => { socket.once('data', () => socket.resetAndDestroy()) })
  const connection = await createWire({ origin: resetting.origin }).connect()
  await connection.write('x')
  t.same(await connection.read(), { kind: 'closed', received: 0, detail: 'ECONNRESET' })
  t.equal(connection.closed, true)
  await connection.write('nobody hears this')
  t.equal((await connection.read()).kind, 'closed')
  await resetting.close()

  const garbling = await answering('nonsense\r\n', { end: false })
  const third = await createWire({ origin: garbling.origin }).connect()
  await third.send(get)
  t.equal((await third.read()).kind, 'malformed')
  t.equal(third.closed, true, 'nothing after it can be told')
  await garbling.close()
})

t.test('a write to a peer that never reads ends at the deadline', async (t) => {
  const peer = await tcpPeer((socket) => { socket.pause() })
  t.teardown(() => peer.close())
  const connection = await createWire({ origin: peer.origin, limits: { timeoutMs: 100 } }).connect()
  t.teardown(() => connection.close())
  await connection.write(Buffer.alloc(64 * 1024 * 1024))
  t.equal((await connection.read({ timeoutMs: 20 })).kind, 'timeout')
})

t.test('a flood that nobody reads does not fill the memory', async (t) => {
  const everything = 512 * 1024 * 1024
  let sent = 0
  const peer = await tcpPeer((socket) => {
    const more = (): void => {
      if (socket.destroyed || sent > everything) return
      sent += 1024 * 1024
      socket.write(Buffer.alloc(1024 * 1024, 'x'), more)
    }
    more()
  })
  t.teardown(() => peer.close())
  const other = await answering(empty)
  t.teardown(() => other.close())
  const connection = await createWire({ origin: peer.origin, limits: { maxBodyBytes: 100_000 } }).connect()
  // Other exchanges are the clock: while they run, the flood would have arrived.
  const wire = createWire({ origin: other.origin })
  for (let round = 0; round < 200; round += 1) await wire.send(get, { sender: 'raw' })
  t.ok(sent < everything, `${sent} bytes were taken`)
  t.equal((await connection.read()).kind, 'malformed')
})

t.test('each read is told to the observer, with its request where there was one', async (t) => {
  const peer = await httpPeer((_request, response) => { response.end() })
  t.teardown(() => peer.close())
  const seen: Exchange[] = []
  const connection = await createWire({ origin: peer.origin, onExchange: (exchange) => { seen.push(exchange) } }).connect()
  t.teardown(() => connection.close())
  await connection.send(get)
  await connection.read()
  await connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await connection.read()
  t.same(seen.map(({ way, request, reaction }) => [way, request, statusOf(reaction)]), [['connection', get, 200], ['connection', undefined, 200]])
})
