/**
 * Our own way onto the wire, for bytes that an HTTP library refuses to send and for connections that a case steers
 * itself. Whatever the peer does becomes a reaction.
 */
import type net from 'node:net'
import { HarnessError } from '../errors.ts'
import type { ExchangeLimits, HttpRequest, Reaction } from './message.ts'
import type { RawConnection } from './wire.ts'
import { ByteQueue } from './bytes.ts'
import { decodeBody } from './decode.ts'
import { connectTo, errorCode } from './origin.ts'
import type { OriginOptions } from './origin.ts'
import { ResponseReader } from './reader.ts'
import type { RawResponse } from './reader.ts'
import { latin1, serialiseRequest } from './serialise.ts'

/** Hears of each reaction, with the request that it answers where that was sent as one. */
export type ReadObserver = (request: HttpRequest | undefined, reaction: Reaction) => void

/**
 * One exchange on a fresh connection, which is then closed.
 * @throws HarnessError `internal` where a string of the request holds a character that is no byte.
 */
export async function sendRaw(origin: URL, request: HttpRequest, limits: ExchangeLimits, options: OriginOptions = {}): Promise<Reaction> {
  const bytes = serialiseRequest(request, { host: origin.host, connection: 'close' })
  const startedAt = performance.now()
  const connection = await openConnection(origin, limits, options)
  // Not awaited: a server may answer, and close, before it has read everything.
  void connection.write(bytes)
  const left = Math.max(1, limits.timeoutMs - (performance.now() - startedAt))
  const reaction = await connection.read({ method: request.method, timeoutMs: left })
  connection.close()
  return reaction.kind === 'timeout' ? { ...reaction, afterMs: limits.timeoutMs } : reaction
}

/** A connection to the origin; one that could not be made is `closed`, and reads `unreachable`. */
export async function openConnection(origin: URL, limits: ExchangeLimits, options: OriginOptions = {}, observer?: ReadObserver): Promise<RawConnection> {
  const connected = await connectTo(origin, limits.timeoutMs, options)
  return 'socket' in connected ? new SocketConnection(connected.socket, origin, limits, observer) : unreachableConnection(connected.unreachable, observer)
}

function unreachableConnection(detail: string, observer: ReadObserver | undefined): RawConnection {
  const sent: HttpRequest[] = []
  return {
    closed: true,
    write: async () => undefined,
    send: async (request) => { sent.push(request) },
    read: async () => {
      const reaction: Reaction = { kind: 'unreachable', detail }
      observer?.(sent.shift(), reaction)
      return reaction
    },
    end: () => undefined,
    close: () => undefined,
    reset: () => undefined,
  }
}

class SocketConnection implements RawConnection {
  readonly #socket: net.Socket
  readonly #host: string
  readonly #limits: ExchangeLimits
  readonly #observer: ReadObserver | undefined
  readonly #queue = new ByteQueue()
  readonly #sent: HttpRequest[] = []
  readonly #waiting = new Set<() => void>()
  #arrived = 0
  /** Why nothing more will arrive. */
  #over: string | undefined
  /** An orderly end completes a body that lasts until it; a reset cuts it. */
  #endedByPeer: 'orderly' | 'reset' | undefined
  #ended = false
  #sentAt: number | undefined
  #reader: ResponseReader | undefined
  #readerFrom = 0
  #reads: Promise<unknown> = Promise.resolve()

  constructor(socket: net.Socket, origin: URL, limits: ExchangeLimits, observer: ReadObserver | undefined) {
    this.#socket = socket
    this.#host = origin.host
    this.#limits = limits
    this.#observer = observer
    socket.on('data', (bytes) => {
      this.#arrived += bytes.length
      this.#queue.push(bytes)
      // What nobody reads must not fill the memory.
      if (this.#queue.length > limits.maxHeaderBytes + limits.maxBodyBytes) socket.pause()
      this.#wake()
    })
    socket.on('end', () => {
      this.#endedByPeer ??= 'orderly'
      this.#finish('the peer closed the connection')
    })
    socket.on('error', (error) => {
      this.#endedByPeer ??= 'reset'
      this.#finish(errorCode(error))
    })
    socket.on('close', () => this.#finish('the connection is closed'))
  }

  get closed(): boolean {
    return this.#over !== undefined
  }

  /** Resolves once the bytes are out, and also when the peer answers, goes, or lets the deadline pass without reading. */
  async write(bytes: Uint8Array | string): Promise<void> {
    const buffer = typeof bytes === 'string' ? latin1(bytes) : bytes
    if (this.#ended) throw new HarnessError('internal', 'A case wrote to a connection whose own side it had ended')
    if (this.#socket.destroyed || buffer.length === 0) return
    this.#sentAt ??= performance.now()
    // Woken by the bytes going out, or by whatever the peer does meanwhile.
    this.#socket.write(buffer, () => this.#wake())
    await this.#change(performance.now() + this.#limits.timeoutMs)
  }

  async send(request: HttpRequest): Promise<void> {
    const bytes = serialiseRequest(request, { host: this.#host })
    this.#sent.push(request)
    await this.write(bytes)
  }

  async read(options: { method?: string; timeoutMs?: number } = {}): Promise<Reaction> {
    const reading = this.#reads.then(async () => {
      const request = this.#reader === undefined ? this.#sent.shift() : undefined
      const reaction = await this.#readOne(options.method ?? request?.method ?? 'GET', options.timeoutMs ?? this.#limits.timeoutMs)
      this.#observer?.(request, reaction)
      return reaction
    })
    this.#reads = reading.catch(() => undefined)
    return reading
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#socket.end()
  }

  close(): void {
    this.#ended = true
    this.#finish('the connection was closed by the harness')
    this.#socket.destroy()
  }

  reset(): void {
    this.#ended = true
    this.#finish('the connection was reset by the harness')
    this.#socket.resetAndDestroy()
  }

  async #readOne(method: string, timeoutMs: number): Promise<Reaction> {
    if (this.#reader === undefined) this.#readerFrom = this.#arrived - this.#queue.length
    const reader = this.#reader ??= new ResponseReader(this.#queue, method, this.#limits)
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const state = this.#endedByPeer === undefined ? reader.advance() : reader.finish(this.#endedByPeer)
      const received = this.#arrived - this.#readerFrom
      if (state.kind === 'done') return this.#respond(state.response)
      if (state.kind === 'malformed') {
        this.close()
        return { kind: 'malformed', detail: state.detail }
      }
      if (this.#over !== undefined) return { kind: 'closed', received, detail: this.#over }
      this.#socket.resume()
      if (!await this.#change(deadline)) return { kind: 'timeout', received, afterMs: timeoutMs }
    }
  }

  async #respond(raw: RawResponse): Promise<Reaction> {
    const durationMs = performance.now() - (this.#sentAt ?? performance.now())
    this.#reader = undefined
    this.#sentAt = undefined
    // The rest of a body that was cut would be read as the next response.
    if (raw.truncated) this.close()
    const decoded = await decodeBody(raw.headers, raw.body, raw.truncated, this.#limits.maxBodyBytes)
    if ('problem' in decoded) return { kind: 'malformed', detail: decoded.problem }
    return { kind: 'response', response: { status: raw.status, headers: raw.headers, interim: raw.interim, ...decoded, durationMs } }
  }

  /** Waits for an arrival, the end, or bytes going out; false at the deadline. */
  async #change(deadline: number): Promise<boolean> {
    const left = deadline - performance.now()
    if (left <= 0) return false
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(wake)
        resolve(false)
      }, left)
      this.#waiting.add(wake)
    })
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  #finish(detail: string): void {
    this.#over ??= detail
    this.#wake()
  }
}
