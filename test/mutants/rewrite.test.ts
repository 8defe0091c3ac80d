import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import t from 'tap'
import type { Test } from 'tap'
import { errorCodeInstead, onHttp, onItems, onNotification, onRequest, onResult, without, withFields } from './rewrite/build.ts'
import { startRewriting } from './rewrite/http-proxy.ts'
import { LineReader } from './rewrite/line-reader.ts'
import type { Rewrite } from './rewrite/rewrite.ts'

/** Answers with what it was asked, as JSON, as a batch, as a stream, or as plain text, by its method. */
function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const message = body === '' ? {} : (JSON.parse(body) as { id?: unknown; method?: string })
  const result = { jsonrpc: '2.0', id: message.id, result: { method: message.method, tools: [{ name: 'ä' }] } }
  switch (message.method) {
    case 'stream':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': alive\n\nid: 7\ndata: {"jsonrpc":"2.0",')
      response.write('"method":"notifications/progress"}\n\n')
      response.end(`data: ${JSON.stringify(result)}\n\n`)
      break
    case 'batch':
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([result, 1]))
      break
    case 'error':
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32_602, message: 'a' } }))
      break
    case undefined:
      response.writeHead(202).end()
      break
    default:
      response.writeHead(200, { 'content-type': 'application/json', 'x-host': request.headers.host ?? '' }).end(JSON.stringify(result))
  }
}

async function proxied(t: Pick<Test, 'teardown'>, rewrite: Rewrite): Promise<{ url: string; port: number; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const body = await text(request)
      seen.push(body)
      answer(request, response, body)
    }
    serve().catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startRewriting((server.address() as AddressInfo).port, rewrite)
  t.teardown(async () => {
    await proxy.close()
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${proxy.port}/`, port: proxy.port, seen }
}

const post = async (url: string, method: string | undefined, more: object = {}): Promise<{ status: number; body: string; headers: Headers }> => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...(method === undefined ? {} : { method }), ...more }) })
  return { status: response.status, body: await response.text(), headers: response.headers }
}

/** What comes back for these bytes, until the server ends. */
async function raw(port: number, ...parts: string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  const answered = text(socket)
  for (const part of parts) socket.write(part, 'latin1')
  socket.end()
  return answered
}

t.test('what a rewrite leaves alone passes byte by byte', async (t) => {
  for (const rewrite of [{}, onResult('other', (result) => result), onRequest('other', (message) => message)]) {
    const { port, seen } = await proxied(t, rewrite)
    const odd = await raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nCONTENT-length : 2\r\n\r\n{}')
    t.match(odd, /^HTTP\/1\.1 400 Bad Request/)
    const two = await raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 30\r\n\r\n{"method":"one",\n     "id": 1}POST / HTTP/1.1\r\nHost: b\r\nTransfer-Encoding: chunked\r\n\r\n', '2\r\n{}\r\n0\r\n\r\n')
    t.match(two, /^HTTP\/1\.1 200 OK\r\n[^]*x-host: a\r\n[^]*HTTP\/1\.1 202 Accepted\r\n/)
    t.same(seen, ['{"method":"one",\n     "id": 1}', '{}'])
    t.match(await raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n{}'), /^$|400/, 'what is never whole is passed on too')
  }
})

t.test('an answer that refuses the rest of a request is passed on', async (t) => {
  const { port } = await proxied(t, { response: () => undefined })
  for (let round = 0; round < 5; round += 1) {
    const socket = connect({ port, host: '127.0.0.1' })
    const first = once(socket, 'data')
    socket.on('error', () => undefined).write(`POST / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(256 * 1024)}\r\n\r\n`)
    t.match(String((await first)[0]), /^HTTP\/1\.1 431 /)
    socket.destroy()
  }
})

t.test('answers are rewritten in each of their forms', async (t) => {
  const { url } = await proxied(t, onItems('two', 'tools', (tool, index) => ({ ...tool, index })))
  t.match((await post(url, 'two')).body, '"tools":[{"name":"ä","index":0}]')
  t.same(JSON.parse((await post(url, 'one')).body), { jsonrpc: '2.0', id: 1, result: { method: 'one', tools: [{ name: 'ä' }] } }, 'another method is left alone')
  const each = await proxied(t, onResult('any', (result) => ({ ...without(result, 'tools'), new: true })))
  t.same(JSON.parse((await post(each.url, 'one')).body), { jsonrpc: '2.0', id: 1, result: { method: 'one', new: true } })
  t.same(JSON.parse((await post(each.url, 'batch')).body), [{ jsonrpc: '2.0', id: 1, result: { method: 'batch', new: true } }, 1])
  t.equal((await post(each.url, 'stream')).body, ': alive\n\nid: 7\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\ndata: {"jsonrpc":"2.0","id":1,"result":{"method":"stream","new":true}}\n\n')
  const error = await proxied(t, errorCodeInstead(-32_602, -32_603))
  t.match(await post(error.url, 'error'), { status: 400, body: /-32603/ })
})

t.test('messages are added, dropped, and kept in order while a rewrite takes its time', async (t) => {
  const slow = await proxied(t, { response: async (message) => {
    await new Promise((resolve) => { setImmediate(resolve) })
    return 'method' in message ? [] : [{ jsonrpc: '2.0', method: 'notifications/one' }, message]
  } })
  t.match((await post(slow.url, 'stream')).body, /^: alive\n\ndata: .*notifications\/one"}\n\ndata: .*"stream"/)
  const { body, headers } = await post(slow.url, 'one')
  t.match(headers.get('content-type'), 'text/event-stream', 'two messages need a stream')
  t.match(body, /^data: .*notifications\/one"}\n\ndata: .*"one"/)
  const named = await proxied(t, onNotification('notifications/progress', (message) => ({ ...message, params: {} })))
  t.match((await post(named.url, 'stream')).body, 'id: 7\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}')
})

t.test('requests are changed, answered, swallowed and repeated', async (t) => {
  const { url, seen } = await proxied(t, { request(message, { memory, method }) {
    memory.set('count', Number(memory.get('count') ?? 0) + 1)
    if (method === 'answered') return { answer: [{ jsonrpc: '2.0', id: message['id'], result: { count: memory.get('count') } }], http: { status: 201 } }
    if (method === 'twice') return { forward: [message, { ...message, method: 'again' }] }
    return method === 'swallowed' ? 'swallow' : { forward: [{ ...message, method: 'changed' }], fields: { host: 'changed' } }
  } })
  t.match(await post(url, 'one'), { status: 200, body: /"changed"/ })
  t.match(await post(url, 'answered'), { status: 201, body: '{"jsonrpc":"2.0","id":1,"result":{"count":2}}' })
  t.match((await post(url, 'twice')).body, /"twice"/)
  t.match((await post(url, 'one')).body, /"changed"/, 'the answer to the second one is dropped')
  await t.rejects(fetch(url, { method: 'POST', body: '{"method":"swallowed"}', signal: AbortSignal.timeout(300) }))
  t.same(seen.map((body) => (JSON.parse(body) as { method: string }).method), ['changed', 'twice', 'again', 'changed'])
})

t.test('what surrounds an answer is changed', async (t) => {
  const status = await proxied(t, onHttp(({ body }, { method }) => method === 'one' && body?.includes('tools') === true, ({ headers }) => ({ status: 418, headers: withFields(headers, { 'X-Host': 'none', 'x-new': 'new' }) })))
  const { headers, ...one } = await post(status.url, 'one')
  t.match(one, { status: 418, body: /ä/ })
  t.same([headers.get('x-host'), headers.get('x-new')], ['none', 'new'])
  t.equal((await post(status.url, 'two')).status, 200)
  const stream = await proxied(t, onHttp(({ body }) => body === undefined, () => ({ keepOpen: true })))
  const response = await fetch(stream.url, { method: 'POST', body: '{"method":"stream","id":1}' })
  await t.rejects(async () => Promise.race([response.text(), new Promise((_resolve, reject) => { setTimeout(() => { reject(new Error('it is open')) }, 300) })]), /it is open/)
  const cut = await proxied(t, onHttp(() => true, () => ({ cut: true })))
  await t.rejects(fetch(cut.url, { method: 'POST', body: '{"method":"one"}' }))
})

t.test('lines are cut where they end', async (t) => {
  const lines: string[] = []
  const reader = new LineReader((line) => lines.push(line.toString()))
  for (const piece of ['a', '\nb\r\n\n', 'c']) reader.take(Buffer.from(piece))
  t.same(lines, ['a\n', 'b\r\n', '\n'])
  reader.end()
  reader.end()
  t.same(lines.slice(3), ['c'])
})
