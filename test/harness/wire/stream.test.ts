import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import t from 'tap'
import type { Test } from 'tap'
import { createWire } from '../../../harness/wire/client.ts'
import type { Exchange } from '../../../harness/wire/client.ts'
import type { ExchangeLimits, HttpRequest } from '../../../harness/wire/message.ts'
import { isOpenStream } from '../../../harness/wire/stream.ts'
import type { OpenStream } from '../../../harness/wire/wire.ts'
import { deadOrigin, httpPeer, tcpPeer } from './servers.ts'

const request: HttpRequest = { method: 'POST', target: '/mcp', headers: [], body: Buffer.from('{}') }
const long = 60_000

async function streamFrom(t: Test, answer: (response: ServerResponse) => void, limits: Partial<ExchangeLimits> = {}): Promise<OpenStream> {
  const peer = await httpPeer((incoming, response) => {
    incoming.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream', ...response.getHeaders() })
    answer(response)
  })
  t.teardown(() => peer.close())
  const stream = await createWire({ origin: peer.origin }).stream(request, { limits })
  if (!isOpenStream(stream)) throw new Error(stream.kind)
  t.teardown(() => stream.close())
  return stream
}

t.test('events come one by one, then the end', async (t) => {
  let respond: ServerResponse | undefined
  const stream = await streamFrom(t, (response) => {
    respond = response
    response.write('data: 1\n\n')
  })
  t.equal(stream.status, 200)
  t.same(await stream.next(long), { event: 'message', data: '1' })
  t.equal(await stream.next(20), undefined, 'nothing yet')
  t.equal(stream.ended, false)
  const waiting = stream.next(long)
  respond?.write('event: x\nid: 2\ndata: a\n')
  respond?.write('data: b\n\ndata: 3\n\n')
  t.same(await waiting, { event: 'x', id: '2', data: 'a\nb' })
  respond?.end()
  t.same(await stream.next(long), { event: 'message', data: '3' })
  t.equal(await stream.next(long), undefined)
  t.equal(stream.ended, true)
  t.equal(stream.problem, undefined)
})

t.test('closing our side is seen by the server', async (t) => {
  let closed: (() => void) | undefined
  const seen = new Promise<void>((resolve) => { closed = resolve })
  const stream = await streamFrom(t, (response) => {
    response.on('close', () => closed?.())
    response.write('data: 1\n\n')
  })
  stream.close()
  await seen
  t.equal(stream.problem, undefined)
})

t.test('what goes wrong with a stream ends it and says why', async (t) => {
  const flood = (response: ServerResponse): void => {
    const more = (): void => {
      if (!response.destroyed) response.write('data: x\n\n'.repeat(100), more)
    }
    more()
  }
  const cases: readonly (readonly [name: string, answer: (response: ServerResponse) => void, limits: Partial<ExchangeLimits>, problem: RegExp])[] = [
    ['too many events', flood, { maxEvents: 50 }, /more than 50 events/],
    ['too many bytes', flood, { maxBodyBytes: 5000, maxEvents: 1_000_000 }, /longer than the harness reads/],
    ['an endless line', (response) => { response.write(`data: ${'x'.repeat(9000)}`) }, { maxBodyBytes: 5000 }, /longer/],
    ['a reset', (response) => { response.write('data: 1\n\n', () => { response.socket?.resetAndDestroy() }) }, {}, /closed/],
  ]
  for (const [name, answer, limits, problem] of cases) {
    const stream = await streamFrom(t, answer, limits)
    while (await stream.next(long) !== undefined) { /* what came before still counts */ }
    t.equal(stream.ended, true, name)
    t.match(stream.problem, problem, name)
  }
})

t.test('a compressed stream is read, and a bomb in it is cut', async (t) => {
  const peer = await httpPeer((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.end(gzipSync(`data: 1\n\n: ${'x'.repeat(10_000_000)}\n\ndata: 2\n\n`))
  })
  t.teardown(() => peer.close())
  const stream = await createWire({ origin: peer.origin }).stream(request, { limits: { maxBodyBytes: 100_000 } })
  if (!isOpenStream(stream)) return t.fail(stream.kind)
  t.same(await stream.next(long), { event: 'message', data: '1' })
  t.equal(await stream.next(long), undefined)
  t.match(stream.problem, /longer/)
  return undefined
})

t.test('an answer that is no event stream is a reaction', async (t) => {
  const peer = await httpPeer((_incoming, response) => { response.writeHead(401, { 'www-authenticate': 'Bearer', 'content-type': 'application/json' }).end('{}') })
  t.teardown(() => peer.close())
  const seen: Exchange[] = []
  const answer = await createWire({ origin: peer.origin, onExchange: (exchange) => { seen.push(exchange) } }).stream(request)
  t.match(answer, { kind: 'response', response: { status: 401 } })
  t.same(seen, [{ way: 'stream', request, reaction: answer }])
  t.match(await createWire({ origin: await deadOrigin() }).stream(request), { kind: 'unreachable' })
  const silent = await tcpPeer(() => undefined)
  t.teardown(() => silent.close())
  t.match(await createWire({ origin: silent.origin }).stream(request, { limits: { timeoutMs: 50 } }), { kind: 'timeout' })
})
