/**
 * One HTTP exchange of the earlier revisions, read as far as a case needs it: the fields of its answer, the messages
 * on it, the ids of its events, and whether it ended.
 */
import type { CaseContext } from '../../harness/run/case.ts'
import type { JsonObject, Peer, PeerCall } from '../../harness/peer/peer.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { endSession as deleteSession } from '../../harness/target/sessions.ts'
import { isJsonObject, readJson } from '../../harness/wire/json.ts'
import { rpcRequest } from '../../harness/wire/mcp.ts'
import { mediaType } from '../../harness/wire/jsonrpc.ts'
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { isOpenStream } from '../../harness/wire/stream.ts'
import type { OpenStream, SseEvent } from '../../harness/wire/wire.ts'

const unreachable = describeReaction({ kind: 'unreachable', detail: '' })

export interface Answer {
  /** 0 where there was no response. */
  readonly status: number
  readonly headers: HttpRequest['headers']
  /** Its media type; undefined where it names none. */
  readonly type: string | undefined
  /** Empty for a stream. */
  readonly body: Uint8Array
  /** Of a stream, in order; those without data too. */
  readonly events: readonly SseEvent[]
  /** The JSON objects of the body or of the events; those of an array one by one. */
  readonly messages: readonly JsonObject[]
  /** Of a stream: whether the target ended it while it was read. */
  readonly ended: boolean
  /** In words that hold nothing of what the target wrote. */
  readonly seen: string
}

export interface Reading {
  /** Enough of a stream once this holds of its messages. Default: a response is there. */
  readonly until?: (messages: readonly JsonObject[]) => boolean
  /** For the whole exchange, in ms (default 10 s). */
  readonly timeoutMs?: number
  /** For how much longer a stream is read after that, in ms (default 0). */
  readonly lingerMs?: number
}

export async function exchange(context: CaseContext, request: HttpRequest, reading: Reading = {}): Promise<Answer> {
  const { timeoutMs = 10_000 } = reading
  const answer = await context.wire.stream(request, { limits: { timeoutMs } })
  if (!isOpenStream(answer)) return ofReaction(answer)
  const read = await readStream(answer, reading)
  answer.close()
  return read
}

/** Reads from a stream that stays open; the events that were read are not read again. */
export async function readStream(stream: OpenStream, { until = hasResponse, timeoutMs = 10_000, lingerMs = 0 }: Reading = {}): Promise<Answer> {
  const events: SseEvent[] = []
  const messages: JsonObject[] = []
  let deadline = performance.now() + timeoutMs
  let enough = false
  for (;;) {
    if (!enough && until(messages)) {
      enough = true
      deadline = performance.now() + lingerMs
    }
    const left = deadline - performance.now()
    if (left <= 0) break
    const event = await stream.next(left)
    if (event === undefined) break
    events.push(event)
    messages.push(...messagesOf(event.event === 'message' ? event.data : ''))
  }
  const { status, headers } = stream
  return { status, headers, type: mediaType({ headers }), body: new Uint8Array(), events, messages, ended: stream.ended, seen: `status ${status}, a stream with ${messages.length} messages` }
}

function ofReaction(reaction: Reaction): Answer {
  if (reaction.kind !== 'response') return { status: 0, headers: [], type: undefined, body: new Uint8Array(), events: [], messages: [], ended: false, seen: describeReaction(reaction) }
  const { status, headers, body } = reaction.response
  const messages = messagesOf(body)
  const codes = messages.flatMap(({ error }) => (isJsonObject(error) && Number.isInteger(error['code']) ? [`JSON-RPC error ${String(error['code'])}`] : []))
  return { status, headers, type: mediaType({ headers }), body, events: [], messages, ended: true, seen: [`status ${status}`, ...codes].join(', ') }
}

function messagesOf(text: Uint8Array | string): JsonObject[] {
  const value = readJson(text)
  if (!value.ok) return []
  return (Array.isArray(value.value) ? value.value as unknown[] : [value.value]).filter(isJsonObject)
}

export function isResponse(message: JsonObject): boolean {
  return !Object.hasOwn(message, 'method') && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))
}

export function hasResponse(messages: readonly JsonObject[]): boolean {
  return messages.some(isResponse)
}

/** A request of the server to its client. */
export function isRequest(message: JsonObject): boolean {
  return typeof message['method'] === 'string' && Object.hasOwn(message, 'id')
}

export function resultOf(answer: Answer, id: string | number): JsonObject | undefined {
  const result = answer.messages.find((message) => isResponse(message) && message['id'] === id)?.['result']
  return isJsonObject(result) ? result : undefined
}

/** Any error, whoever it names. */
export function errorOf(answer: Answer): JsonObject | undefined {
  const error = answer.messages.find((message) => isResponse(message) && Object.hasOwn(message, 'error'))?.['error']
  return isJsonObject(error) ? error : undefined
}

export function refusedSomehow(answer: Answer): boolean {
  return (answer.status >= 400 && answer.status < 500) || (answer.status > 0 && answer.status < 500 && errorOf(answer) !== undefined)
}

/** Nothing can be told from a limit of the rate, or without a connection. */
export function needTold(context: CaseContext, { status, seen }: Answer): void {
  if (status === 429) context.inconclusive('the target limits the rate')
  if (seen === unreachable) context.inconclusive('no connection could be made')
}

/** The session that a peer speaks in; undefined where the target keeps none. */
export function sessionOf(peer: Peer): string | undefined {
  return fieldValues(peer.request({ method: 'ping' }), 'mcp-session-id')[0]
}

/** GET or DELETE with the credentials, the version and the session of a peer. */
export function bodiless(peer: Peer, method: 'GET' | 'DELETE', fields: Readonly<Record<string, string>> = {}): HttpRequest {
  const { body: _, ...request } = withField(peer.request({ method: 'ping' }), 'content-type')
  let made: HttpRequest = { ...request, method }
  if (method === 'GET') made = withField(made, 'accept', 'text/event-stream')
  for (const [name, value] of Object.entries(fields)) made = withField(made, name, value)
  return made
}

/** The request of a call with any other body. */
export function posted(peer: Peer, body: unknown, call: PeerCall = { method: 'ping' }): HttpRequest {
  return { ...peer.request(call), body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)) }
}

/** An `initialize` with any parameters. A session that comes of it is ended at once. */
export async function initialize(context: CaseContext, channel: Channel, params: unknown): Promise<Answer> {
  const body = { jsonrpc: '2.0', id: 'initialize', method: 'initialize', ...(params === undefined ? {} : { params }) }
  const answer = await exchange(context, { ...opening(context, channel), body: Buffer.from(JSON.stringify(body)) })
  await endSession(context, channel, answer)
  return answer
}

/** The request of an `initialize`, whose body is still to be said. */
export function opening(context: CaseContext, channel: Channel, sessionId?: string): HttpRequest {
  const { token } = context.alpha
  return rpcRequest({
    endpoint: context.fixture.url,
    era: 'legacy',
    revision: channel.revision,
    ...(token === '' ? {} : { token }),
    ...(sessionId === undefined ? {} : { sessionId }),
    method: sessionId === undefined ? 'initialize' : 'ping',
    id: 'initialize',
  })
}

/** Ends the session that an answer opened, where it opened one. */
export async function endSession(context: CaseContext, channel: Channel, answer: Answer): Promise<void> {
  const [sessionId] = fieldValues(answer, 'mcp-session-id')
  if (sessionId !== undefined) await deleteSession(context.wire, { endpoint: context.fixture.url, era: 'legacy', revision: channel.revision, token: context.alpha.token }, sessionId)
}
