/**
 * The shape of one HTTP exchange as the harness sees it: what was sent, byte for byte where it matters, and
 * everything that came back, in order. Both the library client and the raw socket writer speak in these terms, so
 * that a control and its one-fault twin can be compared.
 */

/** One header field. The value is a latin1 string: each char code is one byte on the wire (RFC 9110 §5.5). */
export type HeaderField = readonly [name: string, value: string]

/** A request, before any framing. Header order and repetition are kept. */
export interface HttpRequest {
  readonly method: string
  /** The request-target as it stands on the request line (RFC 9112 §3.2), usually origin-form such as `/mcp`. */
  readonly target: string
  /** Without `Host`, `Connection` and `Content-Length`, which the sender adds unless they are given here. */
  readonly headers: readonly HeaderField[]
  readonly body?: Uint8Array
}

/** A response, decoded as far as framing goes. */
export interface HttpResponse {
  readonly status: number
  readonly headers: readonly HeaderField[]
  /** Interim responses that preceded this one, for example 100 (RFC 9110 §15.2). */
  readonly interim: readonly number[]
  /** The body after transfer and content coding, up to the byte cap. */
  readonly body: Uint8Array
  /**
   * True when the body was cut, at the byte cap or by a reset before it was known to be whole (RFC 9112 §8). Status
   * and fields stand; the body is no evidence of what it would have said.
   */
  readonly truncated: boolean
  /** From the first byte sent to the last byte read, in ms. */
  readonly durationMs: number
}

/** Everything that can come of sending a request. Nothing a peer does is an exception. */
export type Reaction =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  /** The peer closed or reset the connection before a complete response; `received` is what had arrived, in bytes. */
  | { readonly kind: 'closed'; readonly received: number; readonly detail: string }
  /** No connection could be made. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** The deadline passed; `received` is what had arrived, in bytes. */
  | { readonly kind: 'timeout'; readonly received: number; readonly afterMs: number }
  /** Bytes arrived that are no HTTP response, or one past a cap (headers, body, events). */
  | { readonly kind: 'malformed'; readonly detail: string }

/** Deadlines and byte caps of an exchange; every exchange has them. */
export interface ExchangeLimits {
  /** Until the response is complete, in ms. */
  readonly timeoutMs: number
  /** Status line and header section, in bytes. */
  readonly maxHeaderBytes: number
  /** Body after decoding, in bytes. */
  readonly maxBodyBytes: number
  /** Events read from one SSE stream. */
  readonly maxEvents: number
}

export const defaultLimits: ExchangeLimits = {
  timeoutMs: 10_000,
  maxHeaderBytes: 64 * 1024,
  maxBodyBytes: 4 * 1024 * 1024,
  maxEvents: 1_000,
}

/** How the bytes get out: through undici, or through our own socket writer that sends what a library refuses. */
export type Sender = 'library' | 'raw'

/** Every value of a field, in order; names compare without case (RFC 9110 §5.1). */
export function fieldValues(message: { readonly headers: readonly HeaderField[] }, name: string): string[] {
  const wanted = name.toLowerCase()
  return message.headers.filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value)
}

/** The same request with every field of that name replaced by the given ones (none removes the field). */
export function withField(request: HttpRequest, name: string, ...values: string[]): HttpRequest {
  const wanted = name.toLowerCase()
  const kept = request.headers.filter(([field]) => field.toLowerCase() !== wanted)
  return { ...request, headers: [...kept, ...values.map((value): HeaderField => [name, value])] }
}
