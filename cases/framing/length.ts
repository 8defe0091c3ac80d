/** How long a body is: Content-Length, Transfer-Encoding, and both at once. */
import type { Case } from '../../harness/run/case.ts'
import { chunked, joined, replaceField, withoutLength } from './bytes.ts'
import type { Parts } from './bytes.ts'
import { framingCase, unreadable, whole } from './define.ts'
import type { Framed } from './define.ts'

const invalid = { requirement: 'rfc9112.content-length-invalid', served: false, statuses: [400] } as const
const both = { requirement: 'hardening.framing-both-lengths', served: true, statuses: unreadable } as const
const smuggled = { requirement: 'hardening.framing-both-lengths', served: false, statuses: unreadable } as const
const chunks = { requirement: 'hardening.framing-chunks', served: false, statuses: unreadable } as const

const length = (...values: string[]) => whole((parts) => replaceField(parts, 'content-length', ...values.map((value) => `Content-Length: ${value}`)))
/** With these fields in place of Content-Length, and this body. */
const framedBy = (parts: Parts, fields: readonly string[], body: Uint8Array): readonly Uint8Array[] => [joined({ ...replaceField(parts, 'content-length', ...fields), body })]

const contentLength: readonly Framed[] = [
  { input: 'two different lengths', write: (parts) => framedBy(parts, [`Content-Length: ${parts.body.length}`, `Content-Length: ${parts.body.length + 5}`], parts.body), legal: invalid },
  { input: 'two different lengths in one field', write: (parts) => framedBy(parts, [`Content-Length: ${parts.body.length}, ${parts.body.length + 5}`], parts.body), legal: invalid },
  { input: 'a length that is no number', write: length('abc'), legal: invalid },
  { input: 'a negative length', write: length('-1'), legal: invalid },
  { input: 'a length with a plus sign', write: (parts) => framedBy(parts, [`Content-Length: +${parts.body.length}`], parts.body), legal: invalid },
  { input: 'a hexadecimal length', write: (parts) => framedBy(parts, [`Content-Length: 0x${parts.body.length.toString(16)}`], parts.body), legal: invalid },
  { input: 'a length with a space in it', write: length('1 0'), legal: invalid },
  { input: 'a length past every integer', write: length('99999999999999999999999'), legal: { ...invalid, statuses: [400, 413] } },
  { input: 'an empty length', write: length(''), legal: invalid },
  {
    input: 'the same length twice',
    write: (parts) => framedBy(parts, [`Content-Length: ${parts.body.length}`, `Content-Length: ${parts.body.length}`], parts.body),
    legal: { requirement: 'hardening.framing-length-repeated', served: true, statuses: unreadable },
  },
]

/** What a reader of the length takes for the body, and a reader of the chunks for a second request. */
const hidden = (parts: Parts): Buffer => Buffer.concat([Buffer.from('0\r\n\r\n'), joined(parts)])

const bothLengths: readonly Framed[] = [
  { input: 'a length beside chunks that hold the request', write: (parts) => { const body = chunked(parts.body); return framedBy(parts, [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'], body) }, legal: both },
  { input: 'a second request behind the last chunk, within the length', write: (parts) => framedBy(parts, [`Content-Length: ${hidden(parts).length}`, 'Transfer-Encoding: chunked'], hidden(parts)), legal: smuggled },
  { input: 'the same with a space before the colon of Transfer-Encoding', write: (parts) => framedBy(parts, [`Content-Length: ${hidden(parts).length}`, 'Transfer-Encoding : chunked'], hidden(parts)), legal: smuggled },
  { input: 'the same with a tab before the coding', write: (parts) => framedBy(parts, [`Content-Length: ${hidden(parts).length}`, 'Transfer-Encoding:\tchunked'], hidden(parts)), legal: smuggled },
  { input: 'the same with a coding that nobody knows', write: (parts) => framedBy(parts, [`Content-Length: ${hidden(parts).length}`, 'Transfer-Encoding: xchunked'], hidden(parts)), legal: smuggled },
  { input: 'the same with Transfer-Encoding twice', write: (parts) => framedBy(parts, [`Content-Length: ${hidden(parts).length}`, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], hidden(parts)), legal: smuggled },
  {
    input: 'a second request behind a short length, inside a chunk',
    write: (parts) => { const body = chunked(joined(parts)); return framedBy(parts, [`Content-Length: ${joined(parts).length.toString(16).length + 2}`, 'Transfer-Encoding: chunked'], body) },
    legal: smuggled,
  },
]

const withChunks = (body: (parts: Parts) => Uint8Array): Framed['write'] => (parts) => [joined({ ...replaceField(parts, 'content-length', 'Transfer-Encoding: chunked'), body: body(parts) })]

const chunkFaults: readonly Framed[] = [
  { input: 'a size that is no number', write: withChunks(({ body }) => chunked(body, { size: 'zz' })), legal: chunks },
  { input: 'a negative size', write: withChunks(({ body }) => chunked(body, { size: `-${body.length.toString(16)}` })), legal: chunks },
  { input: 'a size past every integer', write: withChunks(({ body }) => chunked(body, { size: 'fffffffffffffffff' })), legal: chunks },
  { input: 'a size with 0x', write: withChunks(({ body }) => chunked(body, { size: `0x${body.length.toString(16)}` })), legal: chunks },
  { input: 'no line end after a chunk', write: withChunks(({ body }) => chunked(body, { after: '' })), legal: chunks },
  { input: 'another byte after a chunk', write: withChunks(({ body }) => chunked(body, { after: 'x\r\n' })), legal: chunks },
  { input: 'a chunk that is longer than its size', write: withChunks(({ body }) => chunked(body, { size: (body.length - 1).toString(16) })), legal: chunks },
  {
    input: 'a long chunk extension of 64 KiB',
    write: withChunks(({ body }) => chunked(body, { extension: `;x=${'y'.repeat(64 * 1024)}` })),
    legal: { requirement: 'hardening.framing-chunks', served: true, statuses: unreadable },
  },
]

export const cases: readonly Case[] = [
  framingCase({
    id: 'framing.content-length',
    title: 'A Content-Length that is wrong in itself is refused',
    framed: contentLength,
    explain: {
      sends: 'Requests with two different lengths, and with lengths that are no decimal number or do not fit any integer; and one with the same length twice.',
      expects: 'Status 400 (413 for one that is too large) or a closed connection; the same length twice may also be served.',
      why: 'Two readers that disagree about the length of a body disagree about where the next request begins (RFC 9112 §6.3).',
      failure: 'The server takes the first or the last of several lengths, or parses a number out of what is none.',
      fix: 'Use an HTTP parser in its strict mode; refuse every length that is not digits only, and lengths that differ.',
    },
  }),
  framingCase({
    id: 'framing.both-lengths',
    title: 'Content-Length beside Transfer-Encoding hides no second request',
    framed: bothLengths,
    explain: {
      sends: 'Requests with Content-Length and Transfer-Encoding, also in forms that only some readers recognise, with a second request where one reading sees the body of the first.',
      expects: 'A refusal or a closed connection; only where the chunks hold the request itself may it be served. The second request never takes effect.',
      why: 'This is how requests are smuggled past a proxy (RFC 9112 §6.1, §11.2).',
      failure: 'The server prefers one of the two lengths, keeps the connection and reads on.',
      fix: 'Refuse requests with both fields, and close the connection after any doubt about framing.',
    },
  }),
  framingCase({
    id: 'framing.chunks',
    title: 'Chunks that are framed wrongly are refused',
    framed: chunkFaults,
    explain: {
      sends: 'Chunked requests whose sizes are no hexadecimal numbers, overflow, or do not fit the chunk, and one with an extension of 64 KiB.',
      expects: 'A refusal or a closed connection; the one with the long extension may be served.',
      why: 'RFC 9112 §7.1 asks every recipient to expect large sizes and to keep from overflow.',
      failure: 'The parser is lenient about sizes or line ends of chunks.',
      fix: 'Use a strict parser, and cap the length of chunk extensions.',
    },
  }),
  framingCase({
    id: 'framing.chunked-served',
    title: 'A chunked request is served, also with small chunk extensions',
    framed: [
      { input: 'chunked', write: withChunks(({ body }) => chunked(body)), legal: { requirement: 'rfc9112.chunked-served', served: 'must', statuses: [] } },
      { input: 'with an extension that nobody knows', write: withChunks(({ body }) => chunked(body, { extension: ';handoff=1;note="a b"' })), legal: { requirement: 'rfc9112.chunk-extensions-ignored', served: 'must', statuses: [] } },
      { input: 'with an upper-case size and leading zeros', write: withChunks(({ body }) => chunked(body, { size: `000${body.length.toString(16).toUpperCase()}` })), legal: { requirement: 'rfc9112.chunked-served', served: 'must', statuses: [] } },
    ],
    explain: {
      sends: 'Well-formed requests in chunks, one with an unknown chunk extension and one with leading zeros in the size.',
      expects: 'Each is served.',
      why: 'Every recipient must be able to decode chunks and must ignore extensions that it does not know (RFC 9112 §7.1).',
      failure: 'The server only reads bodies with a length, or stumbles over extensions.',
      fix: 'Let the HTTP library decode the body before the message is read.',
    },
  }),
  framingCase({
    id: 'framing.incomplete-body',
    title: 'A request whose body ends too early is not carried out',
    framed: [
      { input: 'half of the body, then the end of our side', halfClose: true, write: (parts) => [joined({ ...parts, body: parts.body.subarray(0, parts.body.length >> 1) })], legal: { requirement: 'hardening.framing-incomplete', served: false, statuses: unreadable } },
      { input: 'chunks without the last one', halfClose: true, write: withChunks(({ body }) => chunked(body).subarray(0, -5)), legal: { requirement: 'hardening.framing-incomplete', served: false, statuses: unreadable } },
      { input: 'all but the last byte', halfClose: true, write: (parts) => [joined({ ...parts, body: parts.body.subarray(0, -1) })], legal: { requirement: 'hardening.framing-incomplete', served: false, statuses: unreadable } },
    ],
    explain: {
      sends: 'Requests whose body is cut: half of it, all but its last byte, and chunks without the last chunk; then our side of the connection ends.',
      expects: 'Status 400 or 408 or a closed connection, and nothing of the request takes effect.',
      why: 'A message whose end did not arrive is incomplete (RFC 9112 §8), whatever its beginning says.',
      failure: 'The server acts on what it has when the connection ends.',
      fix: 'Read the body to its declared end before parsing it.',
    },
  }),
  framingCase({
    id: 'framing.excess-body',
    title: 'Bytes behind the declared end of a body are no part of it',
    framed: [
      { input: 'a length that ends within the message', write: (parts) => framedBy(parts, [`Content-Length: ${parts.body.length - 1}`], parts.body), legal: { requirement: 'hardening.framing-excess', served: false, statuses: unreadable } },
      { input: 'bytes that are no request behind the body', write: (parts) => [Buffer.concat([joined(parts), Buffer.from('}}}}\r\n\r\n')])], legal: { requirement: 'hardening.framing-excess', served: true, statuses: unreadable } },
      { input: 'no length at all', write: whole(withoutLength), legal: { requirement: 'hardening.framing-excess', served: false, statuses: unreadable } },
    ],
    explain: {
      sends: 'A request whose length ends within its message, one with bytes behind its body that are no request, and one with a body but no length.',
      expects: 'The first and the last are refused; the second is served or refused, and what follows it is not taken for part of it.',
      why: 'What stands behind the declared end belongs to the next message (RFC 9112 §6.3).',
      failure: 'The server reads until the JSON text is complete instead of until the declared end.',
      fix: 'Take exactly the declared bytes as the body.',
    },
  }),
]
