import t from 'tap'
import { array, assert, integer, property } from 'fast-check'
import { ByteQueue } from '../../../harness/wire/bytes.ts'
import { ResponseReader } from '../../../harness/wire/reader.ts'
import type { ReaderState } from '../../../harness/wire/reader.ts'

const limits = { maxHeaderBytes: 1000, maxBodyBytes: 1000 }

/** Reads these bytes cut at these places; `finish` says that the peer ended after them. */
function read(text: string, cuts: readonly number[] = [], options: { method?: string; finish?: boolean } = {}): { state: ReaderState; rest: string } {
  const queue = new ByteQueue()
  const reader = new ResponseReader(queue, options.method ?? 'GET', limits)
  const bytes = Buffer.from(text, 'latin1')
  let from = 0
  for (const cut of [...cuts.filter((at) => at < bytes.length).sort((a, b) => a - b), bytes.length]) {
    queue.push(bytes.subarray(from, cut))
    reader.advance()
    from = cut
  }
  const state = options.finish === true ? reader.finish('orderly') : reader.advance()
  return { state, rest: queue.peek(queue.length).toString('latin1') }
}

function summary({ state, rest }: { state: ReaderState; rest: string }): unknown {
  if (state.kind !== 'done') return state.kind === 'malformed' ? state.detail : state.kind
  const { status, headers, interim, body, truncated } = state.response
  return { status, headers, interim: [...interim], body: body.toString('latin1'), truncated, rest }
}

const response = (over: object): unknown => ({ status: 200, headers: [], interim: [], body: '', truncated: false, rest: '', ...over })

const readable: readonly (readonly [name: string, text: string, expected: unknown, options?: { method?: string; finish?: boolean }])[] = [
  ['a body of known length, and what follows it', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP', response({ headers: [['Content-Length', '3']], body: 'abc', rest: 'HTTP' })],
  ['no reason phrase', 'HTTP/1.1 404\r\nContent-Length: 0\r\n\r\n', response({ status: 404, headers: [['Content-Length', '0']] })],
  ['bare line feeds', 'HTTP/1.1 200 OK\nA: 1\nContent-Length: 2\n\nab', response({ headers: [['A', '1'], ['Content-Length', '2']], body: 'ab' })],
  ['empty lines before the status line', '\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', response({ headers: [['Content-Length', '0']] })],
  ['a folded field', 'HTTP/1.1 200 OK\r\nA: 1\r\n  2\r\nContent-Length: 0\r\n\r\n', response({ headers: [['A', '1 2'], ['Content-Length', '0']] })],
  ['repeated fields and space around values', 'HTTP/1.1 200 OK\r\nA:  1 \r\na :2\r\nContent-Length: 0\r\n\r\n', response({ headers: [['A', '1'], ['a', '2'], ['Content-Length', '0']] })],
  ['latin1 bytes', 'HTTP/1.1 200 \xe9\r\nA: \xff\r\nContent-Length: 0\r\n\r\n', response({ headers: [['A', '\xff'], ['Content-Length', '0']] })],
  ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\na', response({ headers: [['Content-Length', '1, 1']], body: 'a' })],
  ['chunks with extensions and trailers', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3;a="b"\r\nabc\r\nA\r\n0123456789\r\n0\r\nDigest: x\r\n\r\nrest', response({ headers: [['Transfer-Encoding', 'Chunked']], body: 'abc0123456789', rest: 'rest' })],
  ['a body until close', 'HTTP/1.0 200 OK\r\n\r\nabc', response({ body: 'abc' }), { finish: true }],
  ['an empty body until close', 'HTTP/1.1 200 OK\r\n\r\n', response({}), { finish: true }],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP', response({ headers: [['Content-Length', '5']], rest: 'HTTP' }), { method: 'HEAD' }],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\nHTTP', response({ status: 204, rest: 'HTTP' })],
  ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n', response({ status: 304, headers: [['Content-Length', '5']] })],
  ['interim responses', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', response({ headers: [['Content-Length', '0']], interim: [100, 103] })],
  ['101 as the last word', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\x81', response({ status: 101, headers: [['Upgrade', 'x']], rest: '\x81' })],
  ['a body of exactly the cap', `HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${'a'.repeat(1000)}`, response({ headers: [['Content-Length', '1000']], body: 'a'.repeat(1000) })],
  ['a body one byte past the cap', `HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n${'a'.repeat(1001)}`, response({ headers: [['Content-Length', '1001']], body: 'a'.repeat(1000), truncated: true, rest: 'a' })],
  ['nothing yet', '', 'more'],
  ['half a status line', 'HTTP/1.1 2', 'more'],
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab', 'more', { finish: true }],
  ['an interim response alone', 'HTTP/1.1 100 Continue\r\n\r\n', 'more', { finish: true }],
  ['another protocol', 'SSH-2.0-x\r\n', 'the bytes are no HTTP/1 response'],
  ['another protocol from its first byte', 'S', 'the bytes are no HTTP/1 response'],
  ['HTTP/2', 'HTTP/2.0 200 OK\r\n\r\n', 'the bytes are no HTTP/1 response'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', 'the first line is no HTTP/1 status line'],
  ['a NUL in a field', 'HTTP/1.1 200 OK\r\nA: \0\r\n\r\n', 'a header field holds a NUL or a bare CR'],
  ['a bare CR in a field', 'HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n', 'a header field holds a NUL or a bare CR'],
  ['a first line that is folded', 'HTTP/1.1 200 OK\r\n A: b\r\n\r\n', 'the first header line begins with white space'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'Content-Length is no single number'],
  ['an unthinkable length', `HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\n`, 'Content-Length is beyond any message'],
  ['a coding over chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', 'the transfer coding is not chunked alone'],
  ['a chunk longer than its size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n', 'a chunk is longer than its size'],
  ['an endless chunk extension', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(2000)}`, 'a header section is longer than 1000 bytes'],
  ['endless trailers', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'A: b\r\n'.repeat(400)}`, 'a header section is longer than 1000 bytes'],
  ['endless empty lines', '\r\n'.repeat(1000), 'a header section is longer than 1000 bytes'],
]
for (const [name, text, expected, options] of readable) {
  t.test(name, async (t) => {
    t.same(summary(read(text, [], options)), expected)
    const bytewise = Array.from({ length: text.length }, (_, at) => at)
    const detail = summary(read(text, bytewise, options))
    t.same(detail, expected, 'byte by byte')
  })
}

t.test('how the bytes are cut never matters', async () => {
  const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x\r\n world\r\n0\r\nT: u\r\n\r\nHTTP/1.1'
  const whole = JSON.stringify(summary(read(text)))
  assert(property(array(integer({ min: 0, max: text.length })), (cuts) => JSON.stringify(summary(read(text, cuts))) === whole), { numRuns: 500 })
})

t.test('any bytes end in a state, never in an exception', async () => {
  assert(property(array(integer({ min: 0, max: 255 }), { maxLength: 60 }), array(integer({ min: 0, max: 80 })), (tail, cuts) => {
    const junk = Buffer.from(tail).toString('latin1')
    return ['', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'].every((head) => ['more', 'done', 'malformed'].includes(read(head + junk, cuts, { finish: true }).state.kind))
  }), { numRuns: 500 })
})
