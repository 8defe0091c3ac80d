/** Applies a rewrite to an answer: to each of its messages, and then to what surrounds them. */
import { fieldValues } from '../../../harness/wire/message.ts'
import { withFields } from './build.ts'
import type { ResponseHead } from './http-bytes.ts'
import type { PassingRequest } from './request-side.ts'
import { exchangeOf, isJsonObject, messagesIn } from './rewrite.ts'
import type { Exchange, HttpAnswer, JsonObject, Rewrite } from './rewrite.ts'

export interface Setting {
  readonly rewrite: Rewrite
  readonly memory: Map<string, unknown>
}

export function exchangeFor({ memory }: Setting, request: PassingRequest, answer?: JsonObject): Exchange {
  return exchangeOf({ transport: 'http', http: request.head, requests: messagesIn(request.body ?? ''), memory }, answer)
}

/** @returns What passes in place of one message; undefined where it is left as it is. */
async function replaced(setting: Setting, request: PassingRequest, message: JsonObject): Promise<readonly JsonObject[] | undefined> {
  const given = await setting.rewrite.response?.(message, exchangeFor(setting, request, message))
  if (given === undefined) return undefined
  return isMany(given) ? given : [given]
}

function isMany(given: JsonObject | readonly JsonObject[]): given is readonly JsonObject[] {
  return Array.isArray(given)
}

/** One event of a stream, with the empty line that ends it; empty where it is dropped. */
export async function rewriteEvent(setting: Setting, request: PassingRequest, event: string): Promise<string> {
  const lines = event.split(/\r?\n/)
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).replace(/^ /, '')).join('\n')
  const [message] = messagesIn(data)
  if (message === undefined) return event
  const given = await replaced(setting, request, message)
  if (given === undefined) return event
  const others = lines.filter((line) => line !== '' && !line.startsWith('data:'))
  return given.map((each) => `${[...others, `data: ${JSON.stringify(each)}`].join('\n')}\n\n`).join('')
}

export interface StreamHead extends ResponseHead {
  readonly keepOpen: boolean
  readonly cut: boolean
  /** Given: the answer is no stream any more. */
  readonly body: string | undefined
}

export async function rewriteHead(setting: Setting, request: PassingRequest, head: ResponseHead): Promise<StreamHead> {
  const fate = await setting.rewrite.http?.({ ...head, body: undefined }, exchangeFor(setting, request))
  return { status: fate?.status ?? head.status, headers: fate?.headers ?? head.headers, keepOpen: fate?.keepOpen === true, cut: fate?.cut === true, body: fate?.body }
}

/** An answer that is no stream. Several messages in place of the only one make it one. */
export async function rewriteAnswer(setting: Setting, request: PassingRequest, head: ResponseHead, body: string): Promise<HttpAnswer | 'as it is' | 'cut'> {
  const isJson = /^application\/json\b/i.test(fieldValues(head, 'content-type')[0] ?? '')
  const messages = isJson && setting.rewrite.response !== undefined ? await rewriteBody(setting, request, head, body) : undefined
  const answer: HttpAnswer = messages ?? { ...head, body }
  const fate = await setting.rewrite.http?.(answer, exchangeFor(setting, request))
  if (fate?.cut === true) return 'cut'
  if (messages === undefined && fate === undefined) return 'as it is'
  return { status: fate?.status ?? answer.status, headers: fate?.headers ?? answer.headers, body: fate?.body ?? answer.body }
}

async function rewriteBody(setting: Setting, request: PassingRequest, head: ResponseHead, body: string): Promise<HttpAnswer | undefined> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  if (Array.isArray(value)) {
    const all = await Promise.all(value.map(async (each: unknown) => (isJsonObject(each) ? (await replaced(setting, request, each)) ?? [each] : [each])))
    return { ...head, body: JSON.stringify(all.flat()) }
  }
  const given = isJsonObject(value) ? await replaced(setting, request, value) : undefined
  if (given === undefined) return undefined
  if (given.length === 0) return { ...head, body: '' }
  if (given.length === 1) return { ...head, body: JSON.stringify(given[0]) }
  return { status: head.status, headers: withFields(head.headers, { 'content-type': 'text/event-stream' }), body: given.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('') }
}
