/** What cases and probes may do on the wire. Implemented by `client.ts` (undici) and `raw.ts` (our own writer). */
import type { ExchangeLimits, HttpRequest, Reaction, Sender } from './message.ts'

/** One message of an SSE stream (HTML Living Standard, server-sent events). */
export interface SseEvent {
  readonly event: string
  readonly data: string
  /** Only where this event's own block set it. */
  readonly id?: string
}

/** A response that is still arriving, read event by event. */
export interface OpenStream {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  /** The next event; undefined at the end of the stream or, with `ended` false, at the deadline in ms. */
  next(timeoutMs: number): Promise<SseEvent | undefined>
  readonly ended: boolean
  /** Why it ended otherwise than by the peer's end: a reset, a cap, or content that does not fit its coding. */
  readonly problem: string | undefined
  close(): void
}

/** A connection under the case's own control: bytes out, responses in, one after the other. */
export interface RawConnection {
  write(bytes: Uint8Array | string): Promise<void>
  /** Serialises a request as given, with `Host` and `Content-Length` added where missing, and keeps the connection. */
  send(request: HttpRequest): Promise<void>
  /** The next complete response, or how the connection ended. `method` is what it answers (HEAD has no body). */
  read(options?: { method?: string; timeoutMs?: number }): Promise<Reaction>
  /** Ends our side and keeps reading (a half-close). */
  end(): void
  close(): void
  /** Ends it with a reset, as a host does that knows nothing of it any more (RFC 9293 §3.10.7). */
  reset(): void
  readonly closed: boolean
}

export interface Wire {
  readonly origin: URL
  readonly limits: ExchangeLimits
  /** One exchange on a fresh connection; never throws for what the peer does. */
  send(request: HttpRequest, options?: { sender?: Sender; limits?: Partial<ExchangeLimits> }): Promise<Reaction>
  /** A connection kept open between exchanges; one that could not be made is `closed` and reads `unreachable`. */
  connect(): Promise<RawConnection>
  /**
   * Sends a request whose answer is a stream, and hands over the stream once its header section is there. An answer
   * that is no event stream comes as a reaction; `isOpenStream` of `stream.ts` tells them apart.
   */
  stream(request: HttpRequest, options?: { limits?: Partial<ExchangeLimits> }): Promise<OpenStream | Reaction>
}
