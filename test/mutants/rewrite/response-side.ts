/** Rewrites the answers on one connection as they come back: bodies of JSON as a whole, event streams event by event. */
import { StringDecoder } from 'node:string_decoder'
import { bodyFraming, parseFields, parseStatusLine } from '../../../harness/wire/framing.ts'
import type { BodyFraming } from '../../../harness/wire/framing.ts'
import { fieldValues } from '../../../harness/wire/message.ts'
import { ChunkReader, headEnd, lastChunk, writeChunk, writeResponse, writeStreamHead } from './http-bytes.ts'
import type { ResponseHead } from './http-bytes.ts'
import type { PassingRequest } from './request-side.ts'
import { rewriteAnswer, rewriteEvent, rewriteHead } from './rewrite-answer.ts'
import type { Setting } from './rewrite-answer.ts'

export interface ExpectedAnswer {
  readonly request: PassingRequest
  /** An answer that nobody waits for. */
  readonly discard: boolean
}

export interface ResponseSink {
  write(bytes: Buffer): void
  /** Ends the connection after what was written; `cut`: at once. */
  end(how: 'orderly' | 'cut'): void
}

/** An event stream that passes. */
interface Events {
  /** What is no whole event yet. */
  text: string
  readonly decoder: StringDecoder
  readonly keepOpen: boolean
}

type Phase =
  | { readonly kind: 'head' }
  | { readonly kind: 'raw' }
  | { readonly kind: 'body'; readonly head: ResponseHead; readonly framing: BodyFraming; readonly chunks: ChunkReader; readonly content: Buffer[]; readonly bytes: Buffer[]; left: number; events: Events | undefined }

export class ResponseSide {
  readonly #sink: ResponseSink
  readonly #setting: Setting
  readonly #expected: ExpectedAnswer[]
  #buffer = Buffer.alloc(0)
  #phase: Phase = { kind: 'head' }
  #running: Promise<void> = Promise.resolve()
  #keptOpen = false
  #finished = false

  /** @param expected Grows as requests pass, and shrinks here. */
  constructor(sink: ResponseSink, setting: Setting, expected: ExpectedAnswer[]) {
    this.#sink = sink
    this.#setting = setting
    this.#expected = expected
  }

  take(bytes: Buffer): void {
    this.#inTurn(async () => {
      this.#buffer = Buffer.concat([this.#buffer, bytes])
      while (await this.#step()) { /* each step takes what it can */ }
    })
  }

  /** The server has ended the connection. May be called twice. */
  finish(): void {
    this.#inTurn(async () => {
      if (this.#keptOpen || this.#finished) return
      this.#finished = true
      const phase = this.#phase
      if (phase.kind === 'body' && phase.framing.by === 'close') await this.#endBody(phase)
      else if (phase.kind === 'body' && phase.events === undefined) this.#sink.write(Buffer.concat(phase.bytes))
      else this.#sink.write(this.#buffer)
      this.#sink.end('orderly')
    })
  }

  /** Rewrites may take their time, and what passes keeps its order. */
  #inTurn(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch(() => { this.#sink.end('cut') })
  }

  async #step(): Promise<boolean> {
    const phase = this.#phase
    if (this.#buffer.length === 0) return false
    switch (phase.kind) {
      case 'raw':
        this.#sink.write(this.#take(this.#buffer.length))
        return false
      case 'head':
        return this.#readHead()
      case 'body':
        return this.#readBody(phase)
    }
  }

  async #readHead(): Promise<boolean> {
    const expected = this.#expected[0]
    if (expected === undefined || (expected.request.head === undefined && this.#setting.rewrite.http === undefined)) return this.#raw()
    const end = this.#buffer.indexOf(headEnd)
    if (end === -1) return false
    const [line = '', ...lines] = this.#buffer.toString('latin1', 0, end).split('\r\n')
    const status = parseStatusLine(line)
    const fields = parseFields(lines)
    if ('problem' in status || 'problem' in fields) return this.#raw()
    const bytes = this.#take(end + headEnd.length)
    if (status.status < 200) {
      this.#sink.write(bytes)
      return true
    }
    const framing = bodyFraming(expected.request.head?.method ?? 'POST', status, fields.fields)
    if ('problem' in framing) {
      this.#buffer = Buffer.concat([bytes, this.#buffer])
      return this.#raw()
    }
    const head: ResponseHead = { status: status.status, headers: fields.fields }
    const phase: Phase = { kind: 'body', head, framing, chunks: new ChunkReader(), content: [], bytes: [bytes], left: framing.by === 'length' ? framing.bytes : 0, events: undefined }
    this.#phase = phase
    if (!expected.discard && framing.by !== 'length' && framing.by !== 'none' && isEventStream(head)) {
      const fate = await rewriteHead(this.#setting, expected.request, head)
      if (fate.cut) {
        this.#sink.end('cut')
        return false
      }
      if (fate.body !== undefined) {
        // The whole stream is replaced by an answer of another kind, and what the server still sends is dropped.
        this.#sink.write(writeResponse(fate, fate.body, 'POST'))
        this.#sink.end('orderly')
        return false
      }
      phase.events = { text: '', decoder: new StringDecoder('utf8'), keepOpen: fate.keepOpen }
      this.#sink.write(writeStreamHead(fate))
    }
    if (framing.by === 'none' || (framing.by === 'length' && framing.bytes === 0)) await this.#endBody(phase)
    return true
  }

  async #readBody(phase: Extract<Phase, { kind: 'body' }>): Promise<boolean> {
    let piece: Buffer
    let done = false
    if (phase.framing.by === 'chunks') {
      const { content, read } = phase.chunks.take(this.#buffer)
      phase.bytes.push(this.#take(read))
      piece = content
      done = phase.chunks.over
      if (read === 0 && !done) return false
    } else {
      piece = this.#take(phase.framing.by === 'length' ? Math.min(phase.left, this.#buffer.length) : this.#buffer.length)
      phase.left -= piece.length
      phase.bytes.push(piece)
      done = phase.framing.by === 'length' && phase.left === 0
    }
    phase.content.push(piece)
    if (phase.events !== undefined) await this.#passEvents(phase.events, phase.events.decoder.write(piece))
    if (done) await this.#endBody(phase)
    return this.#buffer.length > 0
  }

  /** Whole events only; what is incomplete waits. */
  async #passEvents(events: Events, text: string): Promise<void> {
    const request = this.#expected[0]?.request
    events.text += text
    for (let end = /\r?\n\r?\n/.exec(events.text); end !== null; end = /\r?\n\r?\n/.exec(events.text)) {
      const event = events.text.slice(0, end.index + end[0].length)
      events.text = events.text.slice(event.length)
      const rewritten = request === undefined ? event : await rewriteEvent(this.#setting, request, event)
      if (rewritten !== '') this.#sink.write(writeChunk(rewritten))
    }
  }

  async #endBody(phase: Extract<Phase, { kind: 'body' }>): Promise<void> {
    const expected = this.#expected.shift()
    this.#phase = { kind: 'head' }
    if (expected === undefined || expected.discard) return
    if (phase.events !== undefined) {
      if (phase.events.text !== '') this.#sink.write(writeChunk(phase.events.text))
      if (phase.events.keepOpen) this.#keptOpen = true
      else this.#sink.write(lastChunk)
      return
    }
    const body = Buffer.concat(phase.content).toString('utf8')
    const answer = await rewriteAnswer(this.#setting, expected.request, phase.head, body)
    if (answer === 'as it is') this.#sink.write(Buffer.concat(phase.bytes))
    else if (answer === 'cut') this.#sink.end('cut')
    else this.#sink.write(writeResponse(answer, answer.body ?? '', expected.request.head?.method ?? 'POST'))
    if (expected.request.head === undefined) this.#raw()
  }

  /** From here on nothing is told apart. */
  #raw(): true {
    this.#phase = { kind: 'raw' }
    return true
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    return taken
  }
}

function isEventStream(head: ResponseHead): boolean {
  return /^text\/event-stream\b/i.test(fieldValues(head, 'content-type')[0] ?? '')
}
