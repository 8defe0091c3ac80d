/**
 * What a rewrite is: one fault, as functions over what passes between the harness and a clean server. The same rewrite
 * works over HTTP (`http-proxy.ts`) and over stdio (`stdio-wrapper.ts`).
 */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import type { HeaderField } from '../../../harness/wire/message.ts'

export type { JsonObject } from '../../../harness/peer/peer.ts'

export interface RequestHead {
  readonly method: string
  readonly target: string
  readonly headers: readonly HeaderField[]
}

/** What is known when a message passes. */
export interface Exchange {
  readonly transport: 'http' | 'stdio'
  /** The message of the harness that is being answered, or that passes; undefined where it was no JSON object. */
  readonly request: JsonObject | undefined
  /** Its method; empty where it has none. */
  readonly method: string
  /** Its parameters; empty where it has none. */
  readonly params: JsonObject
  /** What it is spoken in: by the field, the envelope, or `initialize`. */
  readonly revision: string | undefined
  /** HTTP only. */
  readonly http: RequestHead | undefined
  /** Lasts from the start of the server to its end: for faults that remember. */
  readonly memory: Map<string, unknown>
}

/** HTTP only: status, fields and body of an answer. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: readonly HeaderField[]
  /** Undefined for an event stream, whose events pass one by one. */
  readonly body: string | undefined
}

/** What happens to a message of the harness; undefined: it passes as it is. */
export type RequestFate =
  /** These pass in its place; only the answer to the first is passed back. `fields` replace HTTP fields, undefined removes one. */
  | { readonly forward: readonly JsonObject[]; readonly fields?: Readonly<Record<string, string | undefined>> }
  /** The server never sees it; these messages are the answer. `http` replaces what surrounds them (default: 200 and JSON). */
  | { readonly answer: readonly JsonObject[]; readonly http?: Partial<HttpAnswer> }
  /** The server never sees it, and nothing is answered. */
  | 'swallow'
  | undefined

/** What becomes of an answer beyond its messages. */
export interface HttpFate extends Partial<HttpAnswer> {
  /** The connection is cut in place of the answer. */
  readonly cut?: true
  /** An event stream is not ended when the server ends it. */
  readonly keepOpen?: true
}

type Now<T> = T | Promise<T>

/** Stdio only: what surrounds the messages. */
export interface StdioFate {
  /** Written to stdout before the server says anything. */
  readonly banner?: string
  /** Written to stderr at the start; it may depend on the environment. */
  readonly stderr?: string | ((env: NodeJS.ProcessEnv) => string)
  /** Each line to stdout with its line end, as it is written instead. */
  readonly line?: (line: string, memory: Map<string, unknown>) => string
  /** When its input ends: it stays, or ends with this code (default: 0). */
  readonly atEnd?: 'stays' | number
  /** SIGTERM does not end it. */
  readonly onTerminate?: 'ignored'
  /** It starts a process that outlives it. */
  readonly leaves?: true
}

export interface Rewrite {
  /** Each message from the harness. */
  readonly request?: (message: JsonObject, exchange: Exchange) => Now<RequestFate>
  /**
   * Each message from the server: the one that passes in its place, several, or none. Undefined leaves it as it is. On
   * an event stream and over stdio they pass one by one as they come.
   */
  readonly response?: (message: JsonObject, exchange: Exchange) => Now<JsonObject | readonly JsonObject[] | undefined>
  /** HTTP only: each answer, after its messages were rewritten; of an event stream its head. Undefined leaves it. */
  readonly http?: (answer: HttpAnswer, exchange: Exchange) => Now<HttpFate | undefined>
  readonly stdio?: StdioFate
}

/** @param requests All messages of one delivery; the one with the id of the answer is meant. */
export function exchangeOf(parts: Pick<Exchange, 'transport' | 'http' | 'memory'> & { readonly requests: readonly JsonObject[]; readonly revision?: string | undefined }, answer?: JsonObject): Exchange {
  const { requests, ...rest } = parts
  const request = requests.find((each) => answer !== undefined && each['id'] === answer['id']) ?? requests[0]
  const method = request?.['method']
  const params = objectOr(request?.['params'])
  const envelope = objectOr(params['_meta'])['io.modelcontextprotocol/protocolVersion']
  const field = parts.http?.headers.find(([name]) => name.toLowerCase() === 'mcp-protocol-version')?.[1]
  const opening = method === 'initialize' ? params['protocolVersion'] : undefined
  const revision = [opening, envelope, field, parts.revision].find((each) => typeof each === 'string')
  return { ...rest, request, method: typeof method === 'string' ? method : '', params, revision: typeof revision === 'string' ? revision : undefined }
}

export function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The messages of a text: one, several of a batch, or none where it is no JSON of the kind. */
export function messagesIn(text: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]).filter(isJsonObject)
  } catch {
    return []
  }
}
