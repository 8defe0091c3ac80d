import t from 'tap'
import { array, assert, integer, property } from 'fast-check'
import { SseParser, lastEventIdField, readEvents } from '../../../harness/wire/sse.ts'

const limits = { maxEventChars: 100, maxEvents: 10 }
const message = (data: string, more: object = {}): object => ({ event: 'message', data, ...more })

const streams: readonly (readonly [name: string, text: string, events: readonly object[]])[] = [
  ['one event', 'data: a\n\n', [message('a')]],
  ['CR, LF and CRLF', 'data: a\r\rdata: b\r\n\r\ndata: c\n\n', [message('a'), message('b'), message('c')]],
  ['several lines of data', 'data: a\ndata:b\ndata\ndata:  c\n\n', [message('a\nb\n\n c')]],
  ['a name and an id', 'event: x\nid: 7\ndata: a\n\ndata: b\n\n', [{ event: 'x', data: 'a', id: '7' }, message('b')]],
  ['an empty name', 'event:\ndata: a\n\n', [message('a')]],
  ['comments', ': hi\n:\ndata: a\n: there\n\n', [message('a')]],
  ['a byte order mark', '\ufeffdata: a\n\n\ufeffdata: b\n\n', [message('a')]],
  ['no data, no event', 'event: x\nid: 1\n\ndata: a\n\n', [message('a')]],
  ['empty data', 'id: 1\ndata:\n\n', [message('', { id: '1' })]],
  ['an id with a NUL', 'id: a\0b\ndata: a\n\n', [message('a')]],
  ['an empty id', 'id\ndata: a\n\n', [message('a', { id: '' })]],
  ['unknown fields and other case', 'Data: x\nfoo: bar\n data: y\ndata: a\n\n', [message('a')]],
  ['an event that is cut', 'data: a\n\ndata: b\n', [message('a')]],
  ['colons in the value', 'data: {"a": "b:c"}\n\n', [message('{"a": "b:c"}')]],
  ['characters beyond ASCII', 'data: \u20ac \u{1f600}\n\n', [message('\u20ac \u{1f600}')]],
]
for (const [name, text, events] of streams) {
  t.test(name, async (t) => {
    t.same(readEvents(Buffer.from(text), limits), { events, problem: undefined })
    const parser = new SseParser(limits)
    t.same([...Buffer.from(text)].flatMap((byte) => parser.push(Uint8Array.of(byte))), events, 'byte by byte')
  })
}

t.test('retry and comments are told apart from events', async (t) => {
  const parser = new SseParser(limits)
  parser.push(Buffer.from('retry: 250\n: a\n:b\nretry: 1x\n\n'))
  t.equal(parser.retryMs, 250)
  t.equal(parser.comments, 2)
})

const hostile: readonly (readonly [name: string, text: string, events: number, problem: RegExp])[] = [
  ['an endless line', `data: a\n\ndata: ${'b'.repeat(200)}`, 1, /a line is longer/],
  ['an event of endless data', `data: a\n\n${'data: b\n'.repeat(200)}`, 1, /more than 100 characters of data/],
  ['endless empty data', 'data\n'.repeat(200), 0, /more than 100 characters of data/],
  ['too many events', 'data: a\n\n'.repeat(20), 10, /more than 10 events/],
]
for (const [name, text, events, problem] of hostile) {
  t.test(name, async (t) => {
    const parser = new SseParser(limits)
    t.equal(parser.push(Buffer.from(text)).length, events)
    t.match(parser.problem, problem)
    t.same(parser.push(Buffer.from('\n\ndata: z\n\n')), [], 'nothing is read past a cap')
  })
}

t.test('how the bytes are cut never matters', async () => {
  const bytes = Buffer.from('\ufeff: c\r\nid: 1\r\ndata: \u20ac\r\ndata: b\r\n\r\nevent: x\rdata: y\r\rdata: z\n\n')
  const whole = JSON.stringify(readEvents(bytes, limits).events)
  assert(property(array(integer({ min: 0, max: bytes.length })), (cuts) => {
    const parser = new SseParser(limits)
    const places = [0, ...cuts.sort((a, b) => a - b), bytes.length]
    return JSON.stringify(places.flatMap((at, index) => parser.push(bytes.subarray(at, places[index + 1])))) === whole
  }), { numRuns: 500 })
})

t.test('an id goes back as the bytes of its UTF-8, and not at all where no field can carry it', async (t) => {
  t.equal(lastEventIdField('stream-1_7'), 'stream-1_7')
  t.equal(lastEventIdField('é€'), Buffer.from('é€').toString('latin1'))
  for (const id of ['a\x01b', 'a\x7f', 'a\tb', ' a', 'a ']) t.equal(lastEventIdField(id), undefined, JSON.stringify(id))
})
