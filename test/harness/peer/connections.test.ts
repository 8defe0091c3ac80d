import t from 'tap'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createConnections, LostConnection } from '../../../harness/peer/connections.ts'
import { createWire } from '../../../harness/wire/client.ts'
import type { HttpRequest } from '../../../harness/wire/message.ts'

const request: HttpRequest = { method: 'POST', target: '/', headers: [], body: Buffer.from('{}') }
const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
const last = 'HTTP/1.1 200 OK\r\nConnection: Keep-Alive, Close\r\nContent-Length: 2\r\n\r\n{}'

/** A server that answers so many requests on a connection and then ends it without a word. */
async function serverThatAnswers(count: number, answer = plain): Promise<{ readonly url: URL; readonly connections: () => number; close(): Promise<void> }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    let answered = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      if (answered === count) socket.destroy()
      else socket.write(answer)
      answered += 1
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    connections: () => connections,
    close: async () => new Promise((resolve) => { server.close(() => { resolve() }) }),
  }
}

function connectionsTo(url: URL): ReturnType<typeof createConnections> {
  const wire = createWire({ origin: url })
  return createConnections(async () => wire.connect())
}

t.test('one connection is used again and again', async (t) => {
  const server = await serverThatAnswers(100)
  const connections = connectionsTo(server.url)
  for (let call = 0; call < 5; call += 1) t.equal((await connections.send(request)).kind, 'response')
  t.equal(server.connections(), 1)
  connections.close()
  await server.close()
})

t.test('a kept connection that ends before the answer is lost, and nothing is sent twice', async (t) => {
  const server = await serverThatAnswers(1)
  const connections = connectionsTo(server.url)
  t.equal((await connections.send(request)).kind, 'response')
  await t.rejects(connections.send(request), LostConnection)
  t.equal(server.connections(), 1)
  t.equal((await connections.send(request)).kind, 'response', 'the next call has a fresh one')
  connections.close()
  await server.close()
})

t.test('a fresh connection that ends before the answer is what the target did', async (t) => {
  const server = await serverThatAnswers(0)
  const connections = connectionsTo(server.url)
  t.equal((await connections.send(request)).kind, 'closed')
  connections.close()
  await server.close()
})

t.test('a connection on which the target will answer no more is not kept', async (t) => {
  const server = await serverThatAnswers(1, last)
  const connections = connectionsTo(server.url)
  for (let call = 0; call < 3; call += 1) t.equal((await connections.send(request)).kind, 'response')
  t.equal(server.connections(), 3)
  connections.close()
  await server.close()
})

t.test('connections that were made ready are used by what is sent at once', async (t) => {
  const server = await serverThatAnswers(100)
  const connections = connectionsTo(server.url)
  await connections.prepare(3)
  await connections.prepare(3)
  const kinds = await Promise.all(Array.from({ length: 3 }, async () => (await connections.send(request)).kind))
  t.strictSame(kinds, ['response', 'response', 'response'])
  t.equal(server.connections(), 3)
  connections.close()
  await server.close()
})
