/**
 * The wire of a stdio server. It stands in front of the SDK, which skips a line that it cannot read, and answers such a
 * line; it reads no faster than it can write; and at the end of input it lets what is in progress be answered.
 */
import type { Readable, Writable } from 'node:stream'
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/server'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { checkMessage } from '../http/guards/message.ts'
import { readableId } from '../mcp/message-id.ts'
import { Batches } from './batches.ts'
import { LineReader } from './lines.ts'
import type { Line } from './lines.ts'
import { PendingRequests } from './pending.ts'

export interface StdioTransportOptions {
  readonly input: Readable
  readonly output: Writable
  /** Bytes of one line (default 8 MiB). */
  readonly maxLineBytes?: number
  /** How long the end of input waits for answers in progress, in ms (default 5000). */
  readonly drainMs?: number
}

const defaultLineBytes = 8 * 1024 * 1024

export class GuardedStdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Resolves when the input has ended and everything in progress is answered, or the output is gone. */
  readonly finished: Promise<void>
  readonly #options: StdioTransportOptions
  readonly #lines: LineReader
  readonly #pending = new PendingRequests()
  readonly #batches = new Batches()
  #initializeId: string | number | undefined
  #negotiated: string | undefined
  readonly #finish: () => void
  #closed = false

  constructor(options: StdioTransportOptions) {
    this.#options = options
    this.#lines = new LineReader(options.maxLineBytes ?? defaultLineBytes)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.finished = promise
    this.#finish = resolve
  }

  async start(): Promise<void> {
    const { input, output } = this.#options
    input.on('data', this.#onData)
    input.once('end', this.#onEnd)
    input.once('error', this.#finish)
    output.on('drain', this.#onDrain)
    output.on('error', this.#onOutputError)
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return
    this.#noteVersion(message)
    const due = this.#batches.answered(message)
    if (due !== undefined) this.#write(due)
    this.#pending.answered(message)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    const { input, output } = this.#options
    input.off('data', this.#onData).off('end', this.#onEnd).pause()
    output.off('drain', this.#onDrain)
    this.#finish()
    this.onclose?.()
  }

  readonly #onData = (chunk: Buffer | string): void => {
    for (const line of this.#lines.push(Buffer.from(chunk))) this.#accept(line)
  }

  readonly #onEnd = (): void => {
    for (const line of this.#lines.end()) this.#accept(line)
    void this.#pending.settled(this.#options.drainMs ?? 5000).then(this.#finish)
  }

  readonly #onDrain = (): void => void this.#options.input.resume()

  readonly #onOutputError = (error: Error): void => {
    this.onerror?.(error)
    this.#finish()
  }

  #accept(line: Line): void {
    if (line.kind === 'too-long') return this.#refuse(-32_600, 'The line is longer than the server reads.')
    if (isBlank(line.bytes)) return undefined
    let message: unknown
    try {
      message = parseStrictJson(line.bytes)
    } catch (error) {
      if (!(error instanceof StrictJsonError)) throw error
      return this.#refuse(-32_700, error.message)
    }
    const fault = checkMessage(message, this.#negotiated ?? 'none')
    if (fault !== undefined) return this.#refuse(fault.code, fault.message)
    const messages: unknown[] = Array.isArray(message) ? message : [message]
    if (!messages.every(isMessage)) return this.#refuse(-32_600, 'The line is no JSON-RPC message.', readableId(message))
    if (Array.isArray(message) && !this.#batches.begin(messages)) return this.#refuse(-32_600, 'An id is in use twice.')
    for (const each of messages) this.#deliver(each)
  }

  #deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method === 'initialize') this.#initializeId = message.id
    const cancelled = this.#pending.arrived(message)
    this.onmessage?.(message)
    const gathered = cancelled === undefined ? undefined : this.#batches.cancelled(cancelled)
    if (gathered !== undefined) this.#write(gathered)
  }

  /** Only one revision has batches, so the version that the handshake ended with matters here. */
  #noteVersion(message: JSONRPCMessage): void {
    if (!('result' in message) || message.id !== this.#initializeId) return
    const version: unknown = message.result['protocolVersion']
    if (typeof version === 'string') this.#negotiated = version
  }

  #refuse(code: number, message: string, id?: string | number): void {
    this.#write({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } })
  }

  /** A reader that is slow stops the input, so that answers do not pile up. */
  #write(message: unknown): void {
    if (!this.#options.output.write(`${JSON.stringify(message)}\n`)) this.#options.input.pause()
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}
