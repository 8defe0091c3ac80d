/** What a connection may go through: pipelining, pieces, waiting for 100, half-closes, stalls and resets. */
import { gzipSync } from 'node:zlib'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { isFulfilled } from '../auth-negative/reactions.ts'
import { joined, partsOf, replaceField, sentinel } from './bytes.ts'
import { framingCase, unreadable } from './define.ts'
import type { Framed, Legal } from './define.ts'

const pieces: Legal = { requirement: 'hardening.framing-pieces', served: 'must', statuses: [] }

/** Cut into parts of so many bytes. */
function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

const inPieces: readonly Framed[] = [
  { input: 'byte by byte', write: (parts) => cut(joined(parts), 1), legal: pieces },
  { input: 'in parts of seven bytes', write: (parts) => cut(joined(parts), 7), legal: pieces },
  { input: 'head and body apart', pauseMs: 50, write: (parts) => [joined({ ...parts, body: new Uint8Array() }), parts.body], legal: pieces },
  { input: 'the head in four parts', pauseMs: 50, write: (parts) => { const head = joined({ ...parts, body: new Uint8Array() }); return [...cut(head, Math.ceil(head.length / 4)), parts.body] }, legal: pieces },
  { input: 'the body in four parts', pauseMs: 50, write: (parts) => [joined({ ...parts, body: new Uint8Array() }), ...cut(parts.body, Math.ceil(parts.body.length / 4))], legal: pieces },
]

const halfClosed: readonly Framed[] = [
  { input: 'our side ends after the request', halfClose: true, write: (parts) => [joined(parts)], legal: { requirement: 'hardening.framing-half-close', served: true, statuses: unreadable } },
]

const coded: readonly Framed[] = [
  {
    input: 'gzip',
    write: (parts) => { const body = gzipSync(parts.body); return [joined({ ...replaceField(parts, 'content-length', `Content-Length: ${body.length}`, 'Content-Encoding: gzip'), body })] },
    legal: { requirement: 'hardening.framing-content-coding', served: true, statuses: [...unreadable, 415] },
  },
]

const expectations: readonly Framed[] = [
  { input: 'an expectation that nobody knows', write: (parts) => [joined({ ...parts, fields: [...parts.fields, 'Expect: handoff'] })], legal: { requirement: 'hardening.framing-expect', served: true, statuses: unreadable } },
  { input: '100-continue with the body at once', write: (parts) => [joined({ ...parts, fields: [...parts.fields, 'Expect: 100-continue'] })], legal: { requirement: 'hardening.framing-expect', served: true, statuses: unreadable } },
]

/** The id of the result that a reaction carries. */
function answeredId(reaction: Reaction): unknown {
  const reading = rpcMessages(reaction)
  return reading.ok ? reading.messages.find((message) => isJsonObject(message['result']))?.['id'] : undefined
}

async function pipelined(context: CaseContext): Promise<void> {
  const control = context.request(context.alpha)
  const first = sentinel(control)
  const ids = ['pipelined-1', 'pipelined-2', 'pipelined-3']
  const connection = await context.openConnection()
  try {
    await connection.write(Buffer.concat(ids.map((id) => {
      const body = Buffer.from(Buffer.from(first.request.body ?? '').toString('utf8').replace(first.id, id))
      return joined(partsOf({ ...first.request, body }, context.wire.origin.host))
    })))
    const seen: unknown[] = []
    for (const id of ids) {
      const reaction = await connection.read({ method: 'POST' })
      if (reaction.kind === 'closed' && seen.length > 0) break
      seen.push(answeredId(reaction))
      const ok = answeredId(reaction) === id
      context.observe({ requirement: 'rfc9112.pipelined-in-order', input: id, ok, expected: 'the answer to this request, or after the first one a closed connection', actual: ok ? 'its answer' : describeReaction(reaction) }, reaction)
      if (!ok) break
    }
  } finally {
    connection.close()
  }
}

/** Somebody who began a request and went no further, while others are served. */
async function stalled(context: CaseContext): Promise<void> {
  const control = context.request(context.alpha)
  const bytes = joined(partsOf(control, context.wire.origin.host))
  const stops = [['in the request line', 6], ['in the fields', 60], ['before the last byte', bytes.length - 1]] as const
  const open = await Promise.all(stops.map(async ([, at]) => {
    const connection = await context.openConnection()
    await connection.write(bytes.subarray(0, at))
    return connection
  }))
  try {
    for (const [place] of stops) await served(context, `a client that stopped ${place}`)
  } finally {
    for (const connection of open) connection.close()
  }
}

async function resets(context: CaseContext): Promise<void> {
  const bytes = joined(partsOf(context.request(context.alpha), context.wire.origin.host))
  for (const round of [1, 2, 3, 4, 5]) {
    const connection = await context.openConnection()
    await connection.write(bytes)
    // Gone while the answer is on its way, or before it is.
    connection.reset()
    await served(context, `after the reset of connection ${round}`)
  }
}

async function served(context: CaseContext, input: string): Promise<void> {
  const reaction = await context.wire.send(sentinel(context.request(context.alpha)).request)
  context.observe({ requirement: 'hardening.framing-others-served', input, ok: isFulfilled(reaction), expected: 'another client is served', actual: isFulfilled(reaction) ? 'served' : describeReaction(reaction) }, reaction)
}

async function waitsForContinue(context: CaseContext): Promise<void> {
  const parts = partsOf(sentinel(context.request(context.alpha)).request, context.wire.origin.host)
  const connection = await context.openConnection()
  try {
    await connection.write(joined({ ...parts, fields: [...parts.fields, 'Expect: 100-continue'], body: new Uint8Array() }))
    // A server may send 100 first or wait for the body, which a client need not hold back for ever (RFC 9110 §10.1.1).
    await connection.write(parts.body)
    const reaction = await connection.read({ method: 'POST' })
    const final = reaction.kind === 'response' && (isFulfilled(reaction) || unreadable.includes(reaction.response.status))
    context.observe({ requirement: 'rfc9110.expect-continue', input: 'the body after the head', ok: final, expected: 'a final status', actual: describeReaction(reaction) }, reaction)
    const interim = reaction.kind === 'response' ? reaction.response.interim : []
    context.observe({ requirement: 'rfc9110.expect-continue', input: 'interim responses', ok: interim.every((status) => status >= 100 && status < 200 && status !== 101), expected: 'none but 100 or other interim statuses', actual: interim.length === 0 ? 'none' : interim.join(', ') })
  } finally {
    connection.close()
  }
}

const base = { suite: 'spec', channels: { transport: 'http' }, fixture: 'shared' } as const

export const cases: readonly Case[] = [
  {
    ...base,
    id: 'framing.pipelining',
    title: 'Pipelined requests are answered in their order',
    requirements: ['rfc9112.pipelined-in-order'],
    scenario: pipelined,
    explain: {
      sends: 'Three harmless requests in one write on one connection, each with an id of its own.',
      expects: 'The first response answers the first request, and every further one the next; after the first the connection may be closed.',
      why: 'Responses have no names in HTTP/1.1: only their order says what they answer (RFC 9112 §9.3.2).',
      failure: 'Requests are handled side by side and answered as they finish.',
      fix: 'Write responses in the order of the requests, or close the connection after the first.',
    },
  },
  framingCase({
    id: 'framing.pieces',
    title: 'A request in pieces is served as a whole one is',
    framed: inPieces,
    explain: {
      sends: 'The same request written byte by byte, in parts of seven bytes, with its head and body apart, and with its head or its body in four parts that come one after the other.',
      expects: 'Each is served.',
      why: 'HTTP is a stream of bytes: where a write ends means nothing.',
      failure: 'The server takes one read for one message.',
      fix: 'Collect the body to its declared end before parsing it.',
    },
  }),
  framingCase({
    id: 'framing.half-close',
    title: 'A client that ends its side after the request is answered or let go',
    framed: halfClosed,
    explain: {
      sends: 'A well-formed request, after which our side of the connection ends while we go on reading.',
      expects: 'The request is served, or refused, or the connection is closed.',
      why: 'A half-close is an ordinary event of TCP, which many clients and tools make use of.',
      failure: 'The server takes the end of the input for an error of its own and answers with it.',
      fix: 'Treat the end of the input after a complete request as nothing special.',
    },
  }),
  framingCase({
    id: 'framing.gzip-body',
    title: 'A compressed body is decoded or refused',
    framed: coded,
    explain: {
      sends: 'A well-formed request whose body is compressed with gzip, and says so.',
      expects: 'The request is served, or refused with 415 or another refusal.',
      why: 'A server may decode it; if it does not, 415 tells the sender so (RFC 9110 §15.5.16).',
      failure: 'The compressed bytes are parsed as JSON, and the fault of the parser shows as one of the server.',
      fix: 'Decode with a cap on the decoded size, or refuse with 415.',
    },
  }),
  framingCase({
    id: 'framing.expect',
    title: 'Expectations are met or refused',
    framed: expectations,
    explain: {
      sends: 'A well-formed request with an expectation that nobody knows, and one with Expect: 100-continue that does not wait.',
      expects: 'Each is served, or refused with 417 or another refusal.',
      why: 'An unknown expectation may be answered with 417 (RFC 9110 §10.1.1), and a client need not wait for 100.',
      failure: 'The server waits for something that never comes.',
      fix: 'Leave Expect to the HTTP library, and answer what it hands over.',
    },
  }),
  {
    ...base,
    id: 'framing.expect-continue',
    title: 'A request with Expect: 100-continue gets its final status',
    requirements: ['rfc9110.expect-continue'],
    scenario: waitsForContinue,
    explain: {
      sends: 'The head of a request with Expect: 100-continue, then its body.',
      expects: 'A final status, after interim responses at most.',
      why: 'A server must answer the expectation with 100 or with a final status (RFC 9110 §10.1.1).',
      failure: 'The server waits for the body without asking for it, or takes it for the next request.',
      fix: 'Send 100 once the head is accepted, or a final status at once.',
    },
  },
  {
    ...base,
    id: 'framing.stalled-clients',
    title: 'Clients that stall keep nobody else from being served',
    requirements: ['hardening.framing-others-served'],
    fixture: 'alone',
    scenario: stalled,
    explain: {
      sends: 'Three connections that stop in the request line, in the fields, and before the last byte of the body; meanwhile well-formed requests on other connections.',
      expects: 'The well-formed requests are served.',
      why: 'Slow and vanished clients are ordinary; one of them must not cost all others the service.',
      failure: 'The server reads one connection at a time, or holds a lock while it waits for a body.',
      fix: 'Read requests side by side, and take no lock before a request is complete.',
    },
  },
  {
    ...base,
    id: 'framing.resets',
    title: 'Clients that vanish before their answer keep nobody else from being served',
    requirements: ['hardening.framing-others-served'],
    fixture: 'alone',
    scenario: resets,
    explain: {
      sends: 'Well-formed requests on connections that are torn down before the answer is read, each followed by a well-formed request on another one.',
      expects: 'The request on the other connection is served each time.',
      why: 'Writing to a connection that is gone is an error that every server meets, and must outlive.',
      failure: 'An error while writing ends the process or leaves a lock behind.',
      fix: 'Handle errors of each connection by itself.',
    },
  },
]
