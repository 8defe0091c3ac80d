/**
 * Reads what a stdio server wrote on its stdout: one JSON-RPC message a line, and everything that is none of that, by
 * kind (2026-07-28, basic/transports/stdio; 2025-11-25, basic/transports "stdio").
 */
import { ByteQueue } from './bytes.ts'
import { isJsonObject, ownMember, readJson } from './json.ts'

/** What may stand on stdout and is no message. */
const stdoutFaults = ['blank line', 'invalid UTF-8', 'byte order mark', 'not JSON', 'not a JSON-RPC message', 'line without end', 'line too long to be read', 'line too full to be read'] as const
export type StdoutFault = (typeof stdoutFaults)[number]

export type StdoutLine =
  | { readonly kind: 'message'; readonly message: Record<string, unknown>; readonly carriageReturn: boolean; readonly bytes: Uint8Array }
  /** An array of messages: 2025-03-26 alone has them. */
  | { readonly kind: 'batch'; readonly messages: readonly Record<string, unknown>[]; readonly carriageReturn: boolean; readonly bytes: Uint8Array }
  | { readonly kind: 'fault'; readonly fault: StdoutFault }

const lineFeed = 0x0a

export class StdoutReader {
  readonly #maxLineBytes: number
  readonly #queue = new ByteQueue()
  /** How much of the queue is known to hold no line end. */
  #scanned = 0
  /** Within a line that was given up. */
  #skipping = false

  /** @param maxLineBytes Longest line that is read, without its end. */
  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes
  }

  push(bytes: Uint8Array): StdoutLine[] {
    this.#queue.push(bytes)
    const lines: StdoutLine[] = []
    for (;;) {
      const end = this.#queue.indexOf(lineFeed, this.#scanned)
      if (end === -1) break
      const line = this.#queue.take(end)
      this.#queue.take(1)
      this.#scanned = 0
      if (this.#skipping) this.#skipping = false
      else lines.push(line.length > this.#maxLineBytes ? { kind: 'fault', fault: 'line too long to be read' } : readLine(line))
    }
    this.#scanned = this.#queue.length
    if (this.#queue.length > this.#maxLineBytes) {
      this.#queue.take(this.#queue.length)
      this.#scanned = 0
      if (!this.#skipping) lines.push({ kind: 'fault', fault: 'line too long to be read' })
      this.#skipping = true
    }
    return lines
  }

  /** What is left when the output has ended. */
  end(): StdoutLine[] {
    return this.#queue.length === 0 || this.#skipping ? [] : [{ kind: 'fault', fault: 'line without end' }]
  }
}

/** One line without its end. Never throws. */
export function readLine(line: Uint8Array): StdoutLine {
  const carriageReturn = line.at(-1) === 0x0d
  const content = carriageReturn ? line.subarray(0, -1) : line
  if (content.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)) return fault('blank line')
  if (content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf) return fault('byte order mark')
  const reading = readJson(content)
  if (!reading.ok) return fault(reading.beyond === true ? 'line too full to be read' : isUtf8(content) ? 'not JSON' : 'invalid UTF-8')
  const { value } = reading
  if (Array.isArray(value)) {
    const messages = value.filter(isMessage)
    return messages.length === 0 || messages.length < value.length ? fault('not a JSON-RPC message') : { kind: 'batch', messages, carriageReturn, bytes: content }
  }
  return isMessage(value) ? { kind: 'message', message: value, carriageReturn, bytes: content } : fault('not a JSON-RPC message')
}

/** The shape of a request, a notification or a response; what stands within is the schema's business. */
function isMessage(value: unknown): value is Record<string, unknown> {
  if (!isJsonObject(value) || ownMember(value, 'jsonrpc') !== '2.0') return false
  if (Object.hasOwn(value, 'method')) return typeof value['method'] === 'string' && !Object.hasOwn(value, 'result') && !Object.hasOwn(value, 'error')
  return Object.hasOwn(value, 'result') !== Object.hasOwn(value, 'error')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

function fault(kind: StdoutFault): StdoutLine {
  return { kind: 'fault', fault: kind }
}
