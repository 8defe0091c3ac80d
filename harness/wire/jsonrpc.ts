/**
 * Reads a JSON-RPC 2.0 answer out of an HTTP reaction, whether it came as one JSON object or on an SSE stream. An
 * answer counts only with the id of its request, of the same type, and in the exact shape of a result or an error.
 */
import { fieldValues } from './message.ts'
import type { HttpResponse, Reaction } from './message.ts'
import { isJsonObject, ownMember, readJson } from './json.ts'
import { readEvents } from './sse.ts'

export type RpcAnswer =
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown }
  /** No answer to that request; `why` names what was there instead, without anything of its content. */
  | { readonly kind: 'none'; readonly why: string }

export interface RpcAnswerOptions {
  /**
   * Also takes an error whose id is absent or null: how a server refuses what it did not, or could not, read the id
   * of (JSON-RPC 2.0 §5 wants null, the MCP schemas want no member).
   */
  readonly unreadId?: boolean
}

const eventLimits = { maxEventChars: 8 * 1024 * 1024, maxEvents: 1_000 }

/** The answer to the request with that id. Never throws. */
export function rpcAnswer(reaction: Reaction, id: string | number, options: RpcAnswerOptions = {}): RpcAnswer {
  const reading = rpcMessages(reaction)
  if (!reading.ok) return none(reading.why)
  const answers = reading.messages.filter((message) => !Object.hasOwn(message, 'method'))
  const ours = answers.filter((message) => ownMember(message, 'id') === id)
  if (ours.length > 1) return none(`${ours.length} answers carry the id of the request`)
  const answer = ours[0] ?? (options.unreadId === true ? answers.find(isErrorWithoutId) : undefined)
  if (answer === undefined) return none(answers.length === 0 ? 'there is no JSON-RPC response' : 'no JSON-RPC response carries the id of the request')
  return readAnswer(answer, reading.status)
}

export type RpcMessages =
  | { readonly ok: true; readonly status: number; readonly messages: Record<string, unknown>[] }
  | { readonly ok: false; readonly why: string }

/** Every JSON-RPC message of a response, in order: one of a JSON body, or those of an SSE stream. Never throws. */
export function rpcMessages(reaction: Reaction): RpcMessages {
  if (reaction.kind !== 'response') return { ok: false, why: `no response: ${reaction.kind}` }
  const { response } = reaction
  if (response.truncated) return { ok: false, why: 'the body was cut: by a reset, or since it is longer than the harness reads' }
  const texts = messageTexts(response)
  if (typeof texts === 'string') return { ok: false, why: `status ${response.status}, ${texts}` }
  const messages: Record<string, unknown>[] = []
  for (const text of texts) {
    const reading = readJson(text)
    if (!reading.ok) return { ok: false, why: `status ${response.status}, ${reading.why}` }
    if (!isJsonObject(reading.value)) return { ok: false, why: `status ${response.status}, the JSON text is no object` }
    if (ownMember(reading.value, 'jsonrpc') !== '2.0') return { ok: false, why: `status ${response.status}, the object is no JSON-RPC 2.0 message` }
    messages.push(reading.value)
  }
  return { ok: true, status: response.status, messages }
}

/** The media type of a response without its parameters, in lower case; undefined without exactly one Content-Type. */
export function mediaType(response: Pick<HttpResponse, 'headers'>): string | undefined {
  const values = fieldValues(response, 'content-type')
  return values.length === 1 ? values[0]?.split(';', 1)[0]?.trim().toLowerCase() : undefined
}

function messageTexts(response: HttpResponse): (Uint8Array | string)[] | string {
  const type = mediaType(response)
  if (type === 'application/json') return response.body.length === 0 ? 'no body' : [response.body]
  if (type !== 'text/event-stream') return response.body.length === 0 ? 'no body' : 'neither application/json nor text/event-stream'
  const { events, problem } = readEvents(response.body, eventLimits)
  if (problem !== undefined) return problem
  // An empty event only primes the stream with an id (2025-11-25, basic/transports).
  return events.filter((event) => event.event === 'message' && event.data !== '').map((event) => event.data)
}

/** Reads one response, whatever its id. @param status Of HTTP; where there is none, 200. */
export function readAnswer(answer: Readonly<Record<string, unknown>>, status = 200): RpcAnswer {
  const hasResult = Object.hasOwn(answer, 'result')
  if (hasResult === Object.hasOwn(answer, 'error')) return none('the JSON-RPC response holds not exactly one of result and error')
  if (hasResult) {
    const { result } = answer
    if (!isJsonObject(result)) return none('the result is no object')
    if (status < 200 || status > 299) return none(`status ${status} carries a JSON-RPC result`)
    return { kind: 'result', result }
  }
  const { error } = answer
  if (!isJsonObject(error)) return none('the error is no object')
  const code = ownMember(error, 'code')
  const message = ownMember(error, 'message')
  if (typeof code !== 'number' || !Number.isInteger(code)) return none('the code of the error is no integer')
  if (typeof message !== 'string') return none('the message of the error is no string')
  return Object.hasOwn(error, 'data') ? { kind: 'error', code, message, data: error['data'] } : { kind: 'error', code, message }
}

/** How a server refuses what it could not read the id of. */
export function isErrorWithoutId(message: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(message, 'error') && (ownMember(message, 'id') ?? null) === null
}

function none(why: string): RpcAnswer {
  return { kind: 'none', why }
}
