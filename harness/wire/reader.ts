/**
 * A tolerant, incremental reader of HTTP/1 responses. It takes bytes in whatever pieces they arrive, never throws,
 * stops at its caps, and says of everything whether it was a response, no response, or a response cut short.
 */
import type { HeaderField } from './message.ts'
import type { ByteQueue } from './bytes.ts'
import { bodyFraming, parseFields, parseStatusLine } from './framing.ts'
import type { StatusLine } from './framing.ts'

export interface ReaderLimits {
  readonly maxHeaderBytes: number
  /** Body bytes after the transfer coding, before any content coding. */
  readonly maxBodyBytes: number
}

/** A complete response, with its body as it stood in the transfer. */
export interface RawResponse {
  readonly status: number
  readonly headers: readonly HeaderField[]
  readonly interim: readonly number[]
  readonly body: Buffer
  readonly truncated: boolean
}

export type ReaderState =
  | { readonly kind: 'more' }
  | { readonly kind: 'done'; readonly response: RawResponse }
  | { readonly kind: 'malformed'; readonly detail: string }

/** More interim responses than any server has a reason to send. */
export const maxInterimResponses = 64

const lineFeed = 0x0a
const more: ReaderState = { kind: 'more' }

type Phase = 'start' | 'fields' | 'length' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers' | 'close' | 'over'

/** Reads one response; what follows it stays in the queue for the next reader. */
export class ResponseReader {
  readonly #queue: ByteQueue
  readonly #method: string
  readonly #limits: ReaderLimits
  #phase: Phase = 'start'
  #state: ReaderState = more
  #scanned = 0
  #sectionBytes = 0
  #lines: string[] = []
  #statusLine: StatusLine = { minorVersion: 1, status: 0 }
  #headers: readonly HeaderField[] = []
  readonly #interim: number[] = []
  readonly #body: Buffer[] = []
  #bodyBytes = 0
  #truncated = false
  /** Bytes left of a body of known length, or of the current chunk. */
  #left = 0

  /**
   * @param queue Where bytes arrive; call `advance` after each arrival.
   * @param method The method of the request that is answered.
   */
  constructor(queue: ByteQueue, method: string, limits: ReaderLimits) {
    this.#queue = queue
    this.#method = method
    this.#limits = limits
  }

  /** True while nothing of a response has been seen. */
  get untouched(): boolean {
    return this.#phase === 'start' && this.#interim.length === 0 && this.#queue.length === 0
  }

  /** Reads as far as the queue allows. */
  advance(): ReaderState {
    while (this.#state.kind === 'more' && this.#step()) { /* each step consumes what it can */ }
    return this.#state
  }

  /** The peer will send nothing more: completes a response that is delimited by the end of the connection. */
  finish(end: 'orderly' | 'reset'): ReaderState {
    if (this.advance().kind === 'more' && this.#phase === 'close') {
      this.#truncated ||= end === 'reset'
      this.#complete()
    }
    return this.#state
  }

  /** Takes one step; false where it needs more bytes or is over. */
  #step(): boolean {
    switch (this.#phase) {
      case 'start':
        return this.#readStatusLine()
      case 'fields':
        return this.#readSection(() => this.#endHead())
      case 'length':
        return this.#readBody(() => this.#complete())
      case 'chunk-size':
        return this.#readChunkSize()
      case 'chunk-data':
        return this.#readBody(() => { this.#phase = 'chunk-end' })
      case 'chunk-end':
        return this.#readChunkEnd()
      case 'trailers':
        return this.#readSection(() => this.#endTrailers())
      case 'close':
        this.#left = Number.MAX_SAFE_INTEGER
        return this.#readBody(() => undefined)
      case 'over':
        return false
      default:
        return this.#phase satisfies never
    }
  }

  #readStatusLine(): boolean {
    const begin = this.#queue.peek(7).toString('latin1').replace(/^[\r\n]+/, '')
    if (!'HTTP/1.'.startsWith(begin)) return this.#malformed('the bytes are no HTTP/1 response')
    const line = this.#takeLine()
    if (line === undefined) return false
    if (line === '') return true
    const parsed = parseStatusLine(line)
    if ('problem' in parsed) return this.#malformed(parsed.problem)
    this.#statusLine = parsed
    this.#phase = 'fields'
    return true
  }

  /** Collects lines up to the empty one. */
  #readSection(end: () => void): boolean {
    const line = this.#takeLine()
    if (line === undefined) return false
    if (line === '') end()
    else this.#lines.push(line)
    return true
  }

  #endHead(): void {
    const parsed = parseFields(this.#lines)
    this.#lines = []
    this.#sectionBytes = 0
    if ('problem' in parsed) {
      this.#malformed(parsed.problem)
      return
    }
    const { status } = this.#statusLine
    if (status < 200 && status !== 101) {
      this.#interim.push(status)
      this.#phase = 'start'
      if (this.#interim.length > maxInterimResponses) this.#malformed(`there are more than ${maxInterimResponses} interim responses`)
      return
    }
    this.#headers = parsed.fields
    this.#beginBody()
  }

  #beginBody(): void {
    const framing = bodyFraming(this.#method, this.#statusLine, this.#headers)
    if ('problem' in framing) {
      this.#malformed(framing.problem)
      return
    }
    switch (framing.by) {
      case 'none':
        this.#complete()
        break
      case 'length':
        this.#left = framing.bytes
        this.#phase = 'length'
        if (framing.bytes === 0) this.#complete()
        break
      case 'chunks':
        this.#phase = 'chunk-size'
        break
      case 'close':
        this.#phase = 'close'
        break
      default:
        framing satisfies never
    }
  }

  #readBody(end: () => void): boolean {
    if (this.#queue.length === 0) return false
    const room = this.#limits.maxBodyBytes - this.#bodyBytes
    if (room === 0) {
      this.#truncated = true
      this.#complete()
      return true
    }
    const bytes = this.#queue.take(Math.min(this.#left, room))
    this.#left -= bytes.length
    this.#bodyBytes += bytes.length
    this.#body.push(bytes)
    if (this.#left === 0) end()
    return true
  }

  #readChunkSize(): boolean {
    const line = this.#takeLine()
    if (line === undefined) return false
    this.#sectionBytes = 0
    const match = /^([0-9A-Fa-f]{1,13})[ \t]*(?:;.*)?$/.exec(line)
    if (match?.[1] === undefined) return this.#malformed('the size of a chunk is no hexadecimal number')
    this.#left = Number.parseInt(match[1], 16)
    this.#phase = this.#left === 0 ? 'trailers' : 'chunk-data'
    return true
  }

  #readChunkEnd(): boolean {
    const line = this.#takeLine()
    if (line === undefined) {
      const next = this.#queue.peek(1)[0]
      return next === undefined || next === 0x0d ? false : this.#malformed('a chunk is longer than its size')
    }
    this.#sectionBytes = 0
    if (line !== '') return this.#malformed('a chunk is longer than its size')
    this.#phase = 'chunk-size'
    return true
  }

  /** Trailers are checked and dropped: nothing in them may change what the response means (RFC 9110 §6.5.1). */
  #endTrailers(): void {
    const parsed = parseFields(this.#lines)
    if ('problem' in parsed) this.#malformed(`trailers: ${parsed.problem}`)
    else this.#complete()
  }

  /** One line without its end, a bare LF tolerated (RFC 9112 §2.2); undefined while it is incomplete. */
  #takeLine(): string | undefined {
    const end = this.#queue.indexOf(lineFeed, this.#scanned)
    const length = end === -1 ? this.#queue.length : end + 1
    if (this.#sectionBytes + length > this.#limits.maxHeaderBytes) {
      this.#malformed(`a header section is longer than ${this.#limits.maxHeaderBytes} bytes`)
      return undefined
    }
    if (end === -1) {
      this.#scanned = this.#queue.length
      return undefined
    }
    this.#scanned = 0
    this.#sectionBytes += length
    return this.#queue.take(length).toString('latin1').replace(/\r?\n$/, '')
  }

  #malformed(detail: string): false {
    this.#state = { kind: 'malformed', detail }
    this.#phase = 'over'
    return false
  }

  #complete(): void {
    this.#phase = 'over'
    this.#state = {
      kind: 'done',
      response: { status: this.#statusLine.status, headers: this.#headers, interim: this.#interim, body: Buffer.concat(this.#body), truncated: this.#truncated },
    }
  }
}
