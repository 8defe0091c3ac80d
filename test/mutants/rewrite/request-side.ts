/**
 * Reads the requests of one connection as they pass. Bytes go on as they came, so that the proxy is no HTTP library
 * that mends or refuses what a case sends; only where a rewrite wants requests are whole and plain ones held back for it.
 */
import { isUtf8 } from 'node:buffer'
import { ChunkReader, headEnd, readRequestHead } from './http-bytes.ts'
import type { RequestBody } from './http-bytes.ts'
import type { RequestHead } from './rewrite.ts'

/** One request, known as far as it has come. */
export interface PassingRequest {
  /** Undefined where it is odd: nothing is known of it, nor of what follows it on its connection. */
  readonly head: RequestHead | undefined
  /** Undefined until it is whole; empty where it is no UTF-8. */
  body: string | undefined
}

export interface RequestSink {
  pass(bytes: Buffer): void
  /** A request is there; called before its bytes, or the last of them, pass. */
  begun(request: PassingRequest): void
  /** Where requests are held: a whole one, with its bytes, in place of `begun` and `pass`. */
  whole(request: PassingRequest, bytes: Buffer): void
}

/** How long part of a request is held back, in ms: who sends that slowly wants the server to see it. */
const patienceMs = 150

export class RequestSide {
  readonly #sink: RequestSink
  readonly #holds: boolean
  #buffer = Buffer.alloc(0)
  #odd = false
  #current: { readonly request: PassingRequest; readonly body: RequestBody; readonly chunks: ChunkReader; held: Buffer[]; content: Buffer[]; read: number } | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param holds Whether whole requests are held back for a rewrite. */
  constructor(sink: RequestSink, holds: boolean) {
    this.#sink = sink
    this.#holds = holds
  }

  take(bytes: Buffer): void {
    clearTimeout(this.#timer)
    this.#buffer = Buffer.concat([this.#buffer, bytes])
    while (!this.#odd && this.#step()) { /* each step takes what it can */ }
    if (!this.#holds) this.#sink.pass(bytes)
    else if (this.#odd) this.flush()
    else if (this.#buffer.length > 0 || this.#current !== undefined) this.#timer = setTimeout(() => { this.flush() }, patienceMs)
  }

  /** Lets go of everything that is held; what follows on the connection passes as it is. */
  flush(): void {
    clearTimeout(this.#timer)
    if (!this.#holds) return
    const held = Buffer.concat([...(this.#current?.held ?? []), this.#buffer])
    if (!this.#odd && held.length > 0) this.#giveUp()
    this.#current = undefined
    this.#buffer = Buffer.alloc(0)
    if (held.length > 0) this.#sink.pass(held)
  }

  #giveUp(): false {
    this.#odd = true
    this.#sink.begun({ head: undefined, body: undefined })
    return false
  }

  #step(): boolean {
    return this.#current === undefined ? this.#readHead() : this.#readBody()
  }

  #readHead(): boolean {
    const end = this.#buffer.indexOf(headEnd)
    if (end === -1) return false
    const bytes = this.#take(end + headEnd.length)
    const parsed = readRequestHead(bytes.toString('latin1'))
    if (parsed === undefined) {
      this.#buffer = Buffer.concat([bytes, this.#buffer])
      return this.#giveUp()
    }
    const request: PassingRequest = { head: parsed.head, body: undefined }
    this.#current = { request, body: parsed.body, chunks: new ChunkReader(), held: [bytes], content: [], read: 0 }
    if (!this.#holds) this.#sink.begun(request)
    return true
  }

  #readBody(): boolean {
    const current = this.#current
    if (current === undefined) return false
    let done: boolean
    if (current.body.by === 'length') {
      const piece = this.#take(Math.min(current.body.bytes - current.read, this.#buffer.length))
      current.read += piece.length
      current.held.push(piece)
      current.content.push(piece)
      done = current.read === current.body.bytes
    } else {
      try {
        const { content, read } = current.chunks.take(this.#buffer)
        current.held.push(this.#take(read))
        current.content.push(content)
        done = current.chunks.over
      } catch {
        this.#buffer = Buffer.concat([...current.held, this.#buffer])
        this.#current = undefined
        // Where nothing is held the request has begun already, and its answer is still to be told apart.
        this.#odd = true
        if (this.#holds) this.#sink.begun({ head: undefined, body: undefined })
        return false
      }
    }
    if (!done) return false
    this.#current = undefined
    const content = Buffer.concat(current.content)
    current.request.body = isUtf8(content) ? content.toString('utf8') : ''
    if (this.#holds) this.#sink.whole(current.request, Buffer.concat(current.held))
    return this.#buffer.length > 0
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return taken
  }
}
