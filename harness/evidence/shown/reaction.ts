/** What came back as a reader may see it: status, the fields that matter, codes, and the sizes of what is not shown. */
import { STATUS_CODES } from 'node:http'
import { describeReaction } from '../../run/describe.ts'
import type { HeaderField, Reaction } from '../../wire/message.ts'
import { isJsonObject } from '../../wire/json.ts'
import { type KeptBody, maxBodyBytes, readBody } from './body.ts'
import { fieldLine, responseFields } from './fields.ts'
import { bounded, characters, plural } from './measured.ts'
import { inResponses } from './named-fields.ts'
import { type KnownToken, named as withNames } from './tokens.ts'

/** A reaction whose body may have been cut for keeping. */
export type KeptReaction =
  | { readonly kind: 'response'; readonly status: number; readonly interim: readonly number[]; readonly headers: readonly HeaderField[]; readonly body: KeptBody; readonly truncated: boolean }
  | { readonly kind: 'none'; readonly how: string }

/** What may be long is cut here, so that nothing of it outlives the exchange. */
export function keptReaction(reaction: Reaction): KeptReaction {
  if (reaction.kind !== 'response') return { kind: 'none', how: describeReaction(reaction) }
  const { status, interim, headers, body, truncated } = reaction.response
  return { kind: 'response', status, interim, headers, body: keptBody(body), truncated }
}

export function keptBody(body: Uint8Array | undefined): KeptBody {
  if (body === undefined) return { bytes: new Uint8Array(), length: 0 }
  return { bytes: body.length > maxBodyBytes ? body.slice(0, maxBodyBytes) : body, length: body.length }
}

export interface ReactionView {
  /** Fields that are spoken of: each is shown, or said not to be there. */
  readonly named?: readonly string[]
  /** Whether it is the head of a stream, whose messages are shown elsewhere. */
  readonly open?: boolean
}

/** @param handed Texts of the request, which an answer may only point at. */
export function reactionLines(reaction: KeptReaction, handed: () => readonly string[], known: readonly KnownToken[], { named = [], open = false }: ReactionView = {}): string[] {
  if (reaction.kind === 'none') return [reaction.how]
  const { status, interim, headers, body, truncated } = reaction
  return [
    ...interim.slice(0, maxInterim).map((each) => `before it ${statusLine(each)}`),
    statusLine(status),
    ...responseFields(headers, named).map((field) => fieldLine(field, known)),
    ...named.filter((name) => inResponses(name) && !headers.some(([field]) => field.toLowerCase() === name.toLowerCase())).map((name) => `no field ${name}`),
    open ? 'a stream:' : body.length === 0 ? 'no body' : `body of ${plural(body.length, 'byte')}${truncated ? ', cut off' : ''}`,
    ...messagesIn(body).slice(-1).flatMap((message) => answerLines(message, handed, known)).map((line) => `  ${line}`),
  ]
}

/** A server may send any number of them. */
const maxInterim = 3

function statusLine(status: number): string {
  const phrase = STATUS_CODES[status]
  return `status ${status}${phrase === undefined ? '' : ` (${phrase})`}`
}

/** JSON-RPC messages of a body: the one of JSON, or those of an event stream. */
function messagesIn(body: KeptBody): Record<string, unknown>[] {
  const whole = readBody(body)
  if (whole.kind === 'message') return isJsonObject(whole.value) ? [whole.value] : []
  if (whole.kind !== 'other' || body.length > body.bytes.length) return []
  return Buffer.from(body.bytes).toString('utf8').split(/\r?\n/).filter((line) => line.startsWith('data:')).flatMap((line) => {
    const read = readBody(keptBody(Buffer.from(line.slice('data:'.length))))
    return read.kind === 'message' && isJsonObject(read.value) ? [read.value] : []
  })
}

/** One message that a target sent: its kind and its codes. */
export function answerLines(message: Readonly<Record<string, unknown>>, handed: () => readonly string[], known: readonly KnownToken[]): string[] {
  const { error, result, method } = message
  if (isJsonObject(error)) {
    // An endpoint over plain HTTP has errors of its own.
    const own = Object.hasOwn(message, 'jsonrpc') ? undefined : slugOf(error['code'])
    return [`${own === undefined ? `JSON-RPC error ${codeOf(error['code'])}` : `error ${own}`}${messageOf(error['message'], handed, known)}`, ...dataOf(error['data'])]
  }
  if (isJsonObject(result)) {
    const code = toolErrorCode(result)
    return [`JSON-RPC result with ${namesOf(result)}${result['isError'] === true ? ', isError true' : ''}${code === undefined ? '' : `, code ${code}`}`]
  }
  if (typeof method === 'string') return [`JSON-RPC ${Object.hasOwn(message, 'id') ? 'request' : 'notification'} ${bounded(method, 100)}`]
  return [`JSON with ${namesOf(message)}`]
}

const codeOf = (code: unknown): string => (typeof code === 'number' ? String(code) : `with a code that is ${code === undefined ? 'missing' : 'no number'}`)

function messageOf(text: unknown, handed: () => readonly string[], known: readonly KnownToken[]): string {
  if (typeof text !== 'string') return ', without a message'
  if (text.length > maxMessageLength) return `: ${characters(text)}`
  let shown = withNames(text, known)
  for (const each of handed()) shown = shown.replaceAll(each, '<what was sent>')
  return `: ${shown}`
}

/** Longer messages of an error are measured, not shown. In UTF-16 code units. */
const maxMessageLength = 1_000

const dataOf = (data: unknown): string[] => {
  if (!isJsonObject(data)) return []
  const code = slugOf(data['code'])
  return [`data with ${namesOf(data)}${code === undefined ? '' : `, code ${code}`}`]
}

const slugOf = (value: unknown): string | undefined => (typeof value === 'string' && /^[a-z][a-z0-9_.-]{0,40}$/i.test(value) ? value : undefined)

function toolErrorCode(result: Readonly<Record<string, unknown>>): string | undefined {
  if (result['isError'] !== true || !isJsonObject(result['structuredContent'])) return undefined
  const { code, error } = result['structuredContent']
  return slugOf(code) ?? slugOf(isJsonObject(error) ? error['code'] : error)
}

/** Names alone, and not many of them: a target chooses them. */
function namesOf(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value)
  if (names.length === 0) return 'no members'
  return `${names.slice(0, 8).map((name) => bounded(name, 40)).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`
}
