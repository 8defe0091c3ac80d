/** A response read event by event while it arrives, such as a subscription: what `Wire.stream` hands over. */
import { HarnessError } from '../errors.ts'
import type { ExchangeLimits, HeaderField, HttpRequest, Reaction } from './message.ts'
import type { OpenStream, SseEvent } from './wire.ts'
import { openDecoder } from './decode.ts'
import type { Decoder } from './decode.ts'
import { mediaType } from './jsonrpc.ts'
import { sendAndClaim } from './library.ts'
import type { BodySink } from './library.ts'
import type { OriginOptions } from './origin.ts'
import { SseParser } from './sse.ts'

/** Tells a stream from a reaction. */
export function isOpenStream(answer: OpenStream | Reaction): answer is OpenStream {
  return !('kind' in answer)
}

/** What is known of a stream before its events, in the shape of any other reaction. */
export function headOnly(stream: OpenStream): Reaction {
  return { kind: 'response', response: { status: stream.status, headers: stream.headers, interim: [], body: new Uint8Array(), truncated: false, durationMs: 0 } }
}

/**
 * Sends a request and hands over its answer as a stream once the header section of an event stream is there; any
 * other answer is read to its end and comes as a reaction. `limits.timeoutMs` runs until the header section, and for
 * other answers to the end; a stream has its own deadlines in `next`.
 */
export async function openStream(origin: URL, request: HttpRequest, limits: ExchangeLimits, options: OriginOptions = {}): Promise<OpenStream | Reaction> {
  return sendAndClaim(origin, request, limits, options, (status, headers, stop) => {
    return mediaType({ headers }) === 'text/event-stream' ? new EventStream(status, headers, limits, stop) : undefined
  })
}

class EventStream implements OpenStream, BodySink {
  readonly status: number
  readonly headers: readonly HeaderField[]
  readonly #parser: SseParser
  readonly #decoder: Decoder
  readonly #stop: () => void
  readonly #events: SseEvent[] = []
  #left: number
  #over = false
  #problem: string | undefined
  #wake: (() => void) | undefined

  constructor(status: number, headers: readonly HeaderField[], limits: ExchangeLimits, stop: () => void) {
    this.status = status
    this.headers = headers
    this.#stop = stop
    this.#left = limits.maxBodyBytes
    this.#parser = new SseParser({ maxEventChars: limits.maxBodyBytes, maxEvents: limits.maxEvents })
    this.#decoder = openDecoder(headers, {
      data: (bytes) => this.#read(bytes),
      end: () => this.#end(),
      problem: (why) => this.fail(why),
    })
  }

  get ended(): boolean {
    return this.#over && this.#events.length === 0
  }

  get problem(): string | undefined {
    return this.#problem
  }

  async next(timeoutMs: number): Promise<SseEvent | undefined> {
    if (this.#wake !== undefined) throw new HarnessError('internal', 'A case waits twice for the next event of one stream')
    const deadline = performance.now() + timeoutMs
    while (this.#events.length === 0 && !this.#over) {
      const left = deadline - performance.now()
      if (left <= 0) return undefined
      await this.#change(left)
    }
    return this.#events.shift()
  }

  close(): void {
    this.#decoder.destroy()
    this.#stop()
    this.#end()
  }

  write(bytes: Uint8Array): void {
    if (!this.#over) this.#decoder.write(bytes)
  }

  finish(): void {
    this.#decoder.end()
  }

  /** The stream ended otherwise than by its peer's will. */
  fail(problem: string): void {
    if (this.#over) return
    this.#problem = problem
    this.close()
  }

  #read(bytes: Uint8Array): void {
    if (this.#over) return
    this.#left -= bytes.length
    if (this.#left < 0) {
      this.fail('the stream is longer than the harness reads')
      return
    }
    this.#events.push(...this.#parser.push(bytes))
    if (this.#parser.problem !== undefined) this.fail(this.#parser.problem)
    this.#signal()
  }

  #end(): void {
    this.#over = true
    this.#signal()
  }

  #signal(): void {
    this.#wake?.()
  }

  async #change(withinMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(done, withinMs)
      this.#wake = done
    })
  }
}
