/**
 * Server-sent events as the HTML Living Standard reads them (section "Server-sent events", parsing and interpreting
 * an event stream), incrementally and with caps, since the stream may come from a hostile peer.
 */
import type { SseEvent } from './wire.ts'

export interface SseLimits {
  /** Characters of one line, and of the data of one event. */
  readonly maxEventChars: number
  readonly maxEvents: number
}

/** Takes bytes as they arrive and gives back the events that they complete. */
export class SseParser {
  /** Set once a cap was passed; nothing is read from then on. */
  problem: string | undefined
  /** The last `retry` value, in ms. */
  retryMs: number | undefined
  /** How many comment lines were seen: keep-alives, mostly. */
  comments = 0
  readonly #limits: SseLimits
  readonly #decoder = new TextDecoder('utf-8')
  #line = ''
  #skipLineFeed = false
  #count = 0
  #event = ''
  #data: string[] = []
  #dataChars = 0
  #id: string | undefined

  constructor(limits: SseLimits) {
    this.#limits = limits
  }

  /** The events completed by these bytes, in order. What is incomplete when the stream ends is no event. */
  push(bytes: Uint8Array): SseEvent[] {
    const events: SseEvent[] = []
    if (this.problem !== undefined) return events
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text !== '' && this.#skipLineFeed) {
      if (text.startsWith('\n')) text = text.slice(1)
      this.#skipLineFeed = false
    }
    const lineEnd = /\r\n|\r|\n/g
    let from = 0
    for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
      const event = this.#endLine(this.#line + text.slice(from, end.index))
      this.#line = ''
      from = end.index + end[0].length
      // The line feed of a CRLF may come with the next bytes; it must not count as a line of its own.
      if (end[0] === '\r' && from === text.length) this.#skipLineFeed = true
      if (event !== undefined) events.push(event)
      if (this.problem !== undefined) return events
    }
    this.#line += text.slice(from)
    if (this.#line.length > this.#limits.maxEventChars) this.#fail(`a line is longer than ${this.#limits.maxEventChars} characters`)
    return events
  }

  #endLine(line: string): SseEvent | undefined {
    if (line === '') return this.#dispatch()
    if (line.startsWith(':')) {
      this.comments += 1
      return undefined
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    this.#setField(field, value)
    return undefined
  }

  #setField(field: string, value: string): void {
    switch (field) {
      case 'event':
        this.#event = value
        break
      case 'data':
        this.#data.push(value)
        this.#dataChars += value.length + 1
        if (this.#dataChars > this.#limits.maxEventChars) this.#fail(`an event holds more than ${this.#limits.maxEventChars} characters of data`)
        break
      case 'id':
        if (!value.includes('\0')) this.#id = value
        break
      case 'retry':
        if (/^[0-9]+$/.test(value)) this.retryMs = Number(value)
        break
      default:
        break
    }
  }

  #dispatch(): SseEvent | undefined {
    const data = this.#data
    const event = this.#event === '' ? 'message' : this.#event
    const id = this.#id
    this.#data = []
    this.#dataChars = 0
    this.#event = ''
    this.#id = undefined
    if (data.length === 0) return undefined
    this.#count += 1
    if (this.#count > this.#limits.maxEvents) {
      this.#fail(`there are more than ${this.#limits.maxEvents} events`)
      return undefined
    }
    return id === undefined ? { event, data: data.join('\n') } : { event, data: data.join('\n'), id }
  }

  #fail(problem: string): void {
    this.problem = problem
    this.#data = []
    this.#line = ''
  }
}

/**
 * The value of `Last-Event-ID` for an event's id: its bytes in UTF-8, each as one character (HTML Living Standard,
 * "Server-sent events"); undefined for an id that no field can carry (RFC 9110 §5.5).
 */
export function lastEventIdField(id: string): string | undefined {
  const value = Buffer.from(id, 'utf8').toString('latin1')
  return /^[\x21-\x7e\x80-\xff](?:[\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(value) ? value : undefined
}

/** The events of a body that is already complete. */
export function readEvents(body: Uint8Array, limits: SseLimits): { readonly events: SseEvent[]; readonly problem: string | undefined } {
  const parser = new SseParser(limits)
  const events = parser.push(body)
  return { events, problem: parser.problem }
}
