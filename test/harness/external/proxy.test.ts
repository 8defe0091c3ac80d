import { once } from 'node:events'
import http from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import t from 'tap'
import type { Test } from 'tap'
import { startBearerProxy } from '../../../harness/external/proxy.ts'
import type { BearerProxy } from '../../../harness/external/proxy.ts'

const token = 'proxy-token-canary-0123456789'

async function listening(t: Test, server: Server): Promise<URL> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => open.add(socket))
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  t.teardown(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => { server.close(resolve) })
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp?a=b`)
}

async function proxyFor(t: Test, target: URL, given: string | undefined = token): Promise<BearerProxy> {
  const proxy = await startBearerProxy(target, given)
  t.teardown(async () => proxy.close())
  return proxy
}

function socketTo(proxy: BearerProxy): Socket {
  return connect({ host: '127.0.0.1', port: Number(proxy.url.port), allowHalfOpen: true })
}

/** A target that keeps every byte and answers once the other side has ended. */
function recording(answer: string): { readonly server: Server; readonly received: Promise<Buffer> } {
  const { promise, resolve } = Promise.withResolvers<Buffer>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    void buffer(socket).then((bytes) => {
      resolve(bytes)
      return socket.end(answer)
    })
  })
  return { server, received: promise }
}

t.test('every byte of a raw request arrives, with the field; half-close and answer go through', async (t) => {
  const { server, received } = recording('HTTP/1.1 204 No Content\r\n\r\n')
  const proxy = await proxyFor(t, await listening(t, server))
  t.equal(proxy.url.pathname + proxy.url.search, '/mcp?a=b')
  const request = 'POST http://evil.example/mcp HTTP/1.1\r\nhOST:  evil.example:1 \r\nOrigin:\thttp://\xe9vil.example\r\nContent-Length: 2\r\n\r\n{}'
  const socket = socketTo(proxy)
  socket.end(Buffer.from(request, 'latin1'))
  t.equal(await text(socket), 'HTTP/1.1 204 No Content\r\n\r\n')
  t.equal((await received).toString('latin1'), request.replace('\r\n', `\r\nAuthorization: Bearer ${token}\r\n`), 'also where the request names another host, it and its token go to the target')
})

t.test('without a token nothing is added', async (t) => {
  const { server, received } = recording('HTTP/1.1 401 Unauthorized\r\n\r\n')
  const proxy = await startBearerProxy(await listening(t, server), undefined)
  t.teardown(async () => proxy.close())
  const socket = socketTo(proxy)
  socket.end('GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n')
  t.match(await text(socket), /^HTTP\/1\.1 401/)
  t.equal((await received).toString(), 'GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n')
})

t.test('events arrive while the stream is open, and a client that goes away is seen by the target', async (t) => {
  const gone = Promise.withResolvers<void>()
  const target = http.createServer((request, response) => {
    response.writeHead(request.headers.authorization === `Bearer ${token}` ? 200 : 401, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    response.on('close', gone.resolve)
  })
  const proxy = await proxyFor(t, await listening(t, target))
  const giveUp = new AbortController()
  const response = await fetch(proxy.url, { signal: giveUp.signal })
  t.equal(response.status, 200)
  const reader = response.body?.getReader()
  t.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'data: 1\n\n')
  giveUp.abort()
  await t.resolves(gone.promise)
})

t.test('an upgrade becomes a tunnel both ways', async (t) => {
  const target = http.createServer()
  target.on('upgrade', (_, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n`)
    socket.pipe(socket)
  })
  const proxy = await proxyFor(t, await listening(t, target))
  const socket = socketTo(proxy)
  socket.write('GET /mcp HTTP/1.1\r\nHost: a\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n')
  const [head] = (await once(socket, 'data')) as [Buffer]
  t.match(head.toString(), /^HTTP\/1\.1 101/)
  socket.end('GET / HTTP/1.1\r\n\r\n')
  t.equal(await text(socket), 'GET / HTTP/1.1\r\n\r\n', 'nothing is added inside')
})

t.test('a target that is not there is a closed connection', async (t) => {
  const server = createServer()
  const url = await new Promise<URL>((resolve) => { server.listen(0, '127.0.0.1', () => { resolve(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)) }) })
  await new Promise((resolve) => { server.close(resolve) })
  const proxy = await proxyFor(t, url)
  await t.rejects(fetch(proxy.url))
})

t.test('closing ends open connections and gives the port back', async (t) => {
  const target = http.createServer((_, response) => { response.writeHead(200).write('x') })
  const proxy = await startBearerProxy(await listening(t, target), token)
  const response = await fetch(proxy.url)
  await proxy.close()
  await t.rejects(response.text())
  await t.rejects(fetch(proxy.url))
})
