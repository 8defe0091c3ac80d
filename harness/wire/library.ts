/**
 * The way onto the wire for well-formed requests: undici, on a fresh connection each time, with nothing followed,
 * retried or reused, and with everything that the peer does turned into a reaction.
 */
import type net from 'node:net'
import { Client, errors } from 'undici'
import type { Dispatcher } from 'undici'
import { HarnessError } from '../errors.ts'
import type { ExchangeLimits, HeaderField, HttpRequest, HttpResponse, Reaction } from './message.ts'
import { CappedBytes, decodeBody } from './decode.ts'
import { connectTo, errorCode } from './origin.ts'
import type { OriginOptions } from './origin.ts'
import { maxInterimResponses } from './reader.ts'
import { assertLibrarySends } from './sendable.ts'

/** What undici tells of one exchange, in this order: `head`, `data` any number of times, then `end` or `failed`. */
interface ExchangeListener {
  head(status: number, headers: readonly HeaderField[], interim: readonly number[]): void
  data(bytes: Uint8Array): void
  /** `cut`: by a reset, in a body that lasts until the connection ends. */
  end(cut: boolean): void
  /** A HarnessError where undici refused the request itself. */
  failed(outcome: Reaction | HarnessError): void
}

/** Takes over the body of a response while it arrives. */
export interface BodySink {
  write(bytes: Uint8Array): void
  finish(): void
  /** The exchange ended before its body did. */
  fail(problem: string): void
}

interface OpenExchange {
  /** From the first byte sent until now, in ms. */
  elapsedMs(): number
  /** Ends the exchange and its connection; the listener hears nothing more. */
  stop(): void
}

function startExchange(origin: URL, socket: net.Socket, request: HttpRequest, limits: ExchangeLimits, listener: ExchangeListener): OpenExchange {
  let connections = 0
  let over = false
  let finalStatus: number | undefined
  let sentAt = performance.now()
  const interim: number[] = []
  const client = new Client(origin.origin, {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.maxHeaderBytes,
    connect(_options, callback) {
      connections += 1
      // Whatever undici would do again after a failure is another exchange, and not this one.
      queueMicrotask(() => {
        if (connections === 1) callback(null, socket)
        else callback(new Error('the peer closed the connection'), null)
      })
    },
  })
  const stop = (): void => {
    over = true
    client.destroy().catch(() => undefined)
  }
  const fail = (outcome: Reaction | HarnessError): void => {
    if (over) return
    stop()
    listener.failed(outcome)
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      sentAt = performance.now()
    },
    onResponseStart(controller, status) {
      if (over) return
      if (status < 200) {
        interim.push(status)
        if (interim.length > maxInterimResponses) fail({ kind: 'malformed', detail: `there are more than ${maxInterimResponses} interim responses` })
        return
      }
      finalStatus = status
      listener.head(status, headerFields(controller.rawHeaders), interim)
    },
    onResponseData(_controller, bytes) {
      if (!over) listener.data(bytes)
    },
    onResponseEnd() {
      if (over) return
      stop()
      // undici takes even a reset for the end of a body that lasts until the connection ends.
      listener.end(errorCode(socket.errored) === 'ECONNRESET')
    },
    onResponseError(controller, error) {
      if (error instanceof errors.ResponseContentLengthMismatchError) {
        // undici wants the body that a 304 only announces (RFC 9110 §15.4.5).
        if (finalStatus === 304) handler.onResponseEnd?.(controller, {})
        // It also says this of fields that contradict each other, before there is a body.
        else if (finalStatus === undefined) fail({ kind: 'malformed', detail: 'the length of the response contradicts itself' })
        else fail({ kind: 'closed', received: socket.bytesRead, detail: 'the body does not have the announced length' })
        return
      }
      fail(reactionTo(error, socket, limits))
    },
  }
  client.dispatch({ method: request.method, path: request.target, headers: request.headers.flat(), body: request.body ?? null, reset: true }, handler)
  return { elapsedMs: () => performance.now() - sentAt, stop }
}

/**
 * One exchange, complete or failed, the body decoded and cut at its cap.
 * @throws HarnessError `internal` for a request that only the raw sender can send as it stands.
 */
export async function sendByLibrary(origin: URL, request: HttpRequest, limits: ExchangeLimits, options: OriginOptions = {}): Promise<Reaction> {
  return sendAndClaim<never>(origin, request, limits, options, () => undefined)
}

/**
 * As `sendByLibrary`, but `claim` may take over the body once the header section is there, by giving a sink: the
 * answer is then the sink, the deadline is off, and `stop` ends the exchange.
 */
export async function sendAndClaim<Sink extends BodySink>(
  origin: URL, request: HttpRequest, limits: ExchangeLimits, options: OriginOptions,
  claim: (status: number, headers: readonly HeaderField[], stop: () => void) => Sink | undefined,
): Promise<Reaction | Sink> {
  assertLibrarySends(request)
  const startedAt = performance.now()
  const connected = await connectTo(origin, limits.timeoutMs, options)
  if ('unreachable' in connected) return { kind: 'unreachable', detail: connected.unreachable }
  const { socket } = connected
  return new Promise((resolve, reject) => {
    const body = new CappedBytes(limits.maxBodyBytes)
    let sink: Sink | undefined
    let head: Pick<HttpResponse, 'status' | 'headers' | 'interim'> = { status: 0, headers: [], interim: [] }
    const settle = (answer: Reaction | Sink): void => {
      clearTimeout(deadline)
      resolve(answer)
    }
    const complete = async (cut: boolean): Promise<void> => {
      const durationMs = exchange.elapsedMs()
      const decoded = await decodeBody(head.headers, body.bytes(), cut, limits.maxBodyBytes)
      settle('problem' in decoded ? { kind: 'malformed', detail: decoded.problem } : { kind: 'response', response: { ...head, ...decoded, durationMs } })
    }
    const deadline = setTimeout(() => {
      exchange.stop()
      settle({ kind: 'timeout', received: socket.bytesRead, afterMs: limits.timeoutMs })
    }, Math.max(1, limits.timeoutMs - (performance.now() - startedAt)))
    const exchange = startExchange(origin, socket, request, limits, {
      head(status, headers, interim) {
        head = { status, headers, interim }
        sink = claim(status, headers, () => exchange.stop())
        if (sink !== undefined) settle(sink)
      },
      data(bytes) {
        if (sink !== undefined) {
          sink.write(bytes)
        } else if (!body.add(bytes)) {
          exchange.stop()
          complete(true).catch(reject)
        }
      },
      end(cut) {
        if (sink === undefined) complete(cut).catch(reject)
        else if (cut) sink.fail('closed: ECONNRESET')
        else sink.finish()
      },
      failed(outcome) {
        if (outcome instanceof HarnessError) {
          clearTimeout(deadline)
          reject(outcome)
        } else if (sink === undefined) {
          settle(outcome)
        } else {
          sink.fail('detail' in outcome ? `${outcome.kind}: ${outcome.detail}` : outcome.kind)
        }
      },
    })
  })
}

function headerFields(raw: Dispatcher.DispatchController['rawHeaders']): HeaderField[] {
  const fields: HeaderField[] = []
  if (!Array.isArray(raw)) return fields
  for (let at = 0; at + 1 < raw.length; at += 2) fields.push([latin1Text(raw[at]), latin1Text(raw[at + 1])])
  return fields
}

function latin1Text(raw: Buffer | string | undefined): string {
  return typeof raw === 'string' ? raw : (raw?.toString('latin1') ?? '')
}

function reactionTo(error: Error, socket: net.Socket, limits: ExchangeLimits): Reaction | HarnessError {
  const code = errorCode(error)
  if (error instanceof errors.HTTPParserError) {
    // The parser speaks of the end of input where the connection went in the middle of a response.
    if (error.message.includes('EOF')) return { kind: 'closed', received: socket.bytesRead, detail: 'the connection ended within the response' }
    return { kind: 'malformed', detail: 'the bytes are no HTTP/1 response' }
  }
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return { kind: 'malformed', detail: `a header section is longer than ${limits.maxHeaderBytes} bytes` }
    case 'UND_ERR_INVALID_ARG':
    case 'UND_ERR_NOT_SUPPORTED':
    case 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH':
    case 'ERR_ASSERTION':
      return new HarnessError('internal', `The HTTP library refused a request: ${error.message}`, { cause: error, remedy: "Send it with the sender 'raw'." })
    default:
      break
  }
  if (error.message === 'bad response') return { kind: 'malformed', detail: 'a 100 response that the request did not ask for, or bytes after the response; the HTTP library reads neither' }
  if (error.message === 'bad upgrade') return { kind: 'malformed', detail: 'an upgrade that the request did not ask for' }
  return { kind: 'closed', received: socket.bytesRead, detail: code === 'UND_ERR_SOCKET' ? 'the peer closed the connection' : code }
}
