/**
 * A peer is the harness's side of one MCP conversation: one revision, over one transport, as one identity. Cases that
 * check messages speak through it, so that each of them holds over Streamable HTTP and over stdio alike.
 */
import type { Identity } from '../fixture/driver.ts'
import type { Probe } from '../run/probe.ts'
import type { Channel } from '../target/profile.ts'
import type { JsonObject } from '../wire/json.ts'
import type { RpcAnswer } from '../wire/jsonrpc.ts'
import type { HeaderField, HttpRequest, Reaction } from '../wire/message.ts'
import type { StdioSide } from './stdio-conversation.ts'
import type { Survey } from './survey.ts'

export type { JsonObject } from '../wire/json.ts'

/** A request in the terms of its method; the peer adds what its revision and transport want around it. */
export interface PeerCall {
  readonly method: string
  /** Without the envelope of `_meta`. */
  readonly params?: JsonObject
  /** Default: a string that nothing else uses. */
  readonly id?: string | number
  /** Members of `params._meta`, over those of the envelope; one that is undefined is left out. */
  readonly meta?: JsonObject
  /** Modern: `clientCapabilities` of this request (default: none). Legacy peers declare theirs when they are opened. */
  readonly capabilities?: JsonObject
  /** HTTP only: each replaces every field of that name (undefined removes it). */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Until the answer is complete, in ms. Default: that of the wire. */
  readonly timeoutMs?: number
}

/** What came of one message that was sent. Nothing a target does is an exception. */
export interface PeerAnswer {
  readonly id: string | number | undefined
  /** Every message that came for it, in order: notifications, then the response. */
  readonly messages: readonly JsonObject[]
  /** The result or error with the id of the request. */
  readonly answer: RpcAnswer
  /** The response itself, also one without an id where nothing better came; undefined where there is none. */
  readonly response: JsonObject | undefined
  /** HTTP only. */
  readonly reaction: Reaction | undefined
}

/** Messages that arrive for as long as a stream is open: a listen request, or the GET stream of a session. */
export interface PeerStream {
  /** The next message; undefined at the end of the stream or after so many ms. */
  next(timeoutMs: number): Promise<JsonObject | undefined>
  /** True once the target has ended it. */
  readonly ended: boolean
  /** HTTP only: status and fields of the response. */
  readonly head: { readonly status: number; readonly headers: readonly HeaderField[] } | undefined
  /** Ends it from our side: closes the HTTP stream, or sends `notifications/cancelled` over stdio. */
  close(): Promise<void>
}

export interface Peer {
  readonly channel: Channel
  readonly identity: Identity
  /** The message of a call, with the envelope where the revision has one. */
  message(call: PeerCall): JsonObject
  call(call: PeerCall): Promise<PeerAnswer>
  /**
   * Sends any text in place of the message of `like`; over HTTP with the fields that belong to `like`, so that the
   * message is the only fault. Waits for an answer to the id of `like`, or to none.
   */
  deliver(text: string | Uint8Array, like: PeerCall): Promise<PeerAnswer>
  notify(method: string, params?: JsonObject): Promise<PeerAnswer>
  /** Sends a request whose answer is a stream of messages; a target that refuses gives its answer instead. */
  open(call: PeerCall): Promise<PeerStream | PeerAnswer>
  /** What the target declares on this channel to this identity; asked once and kept. */
  survey(): Promise<Survey>
  /** HTTP only: the request of a call, for cases about fields and bytes. @throws Error over stdio. */
  request(call: PeerCall): HttpRequest
  /** HTTP only: the call as a probe, for negative cases. It succeeds when there is a complete result that is no tool error. */
  probe(call: Omit<PeerCall, 'id'>): Probe
  /** stdio only: the process that it speaks to, for cases about lines and bytes. */
  readonly stdio?: StdioSide
}

/** What `open` gave, told apart. */
export function isPeerStream(opened: PeerStream | PeerAnswer): opened is PeerStream {
  return 'next' in opened
}
