/** The bytes of HTTP/1.1 that the rewriting proxy takes apart and writes again. What it cannot tell apart it leaves alone. */
import { parseFields } from '../../../harness/wire/framing.ts'
import { fieldValues } from '../../../harness/wire/message.ts'
import type { HeaderField } from '../../../harness/wire/message.ts'
import type { RequestHead } from './rewrite.ts'

export const headEnd = '\r\n\r\n'

/** How much of a body follows; undefined where two readers could differ about it. */
export type RequestBody = { readonly by: 'length'; readonly bytes: number } | { readonly by: 'chunks' }

/** A head without anything odd about it; undefined where there is. */
export function readRequestHead(text: string): { readonly head: RequestHead; readonly body: RequestBody } | undefined {
  const [line = '', ...lines] = text.slice(0, -headEnd.length).split('\r\n')
  const match = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(line)
  if (match === null || lines.some((each) => !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[^\0\r\n]*$/.test(each))) return undefined
  const parsed = parseFields(lines)
  if ('problem' in parsed) return undefined
  const head = { method: match[1] ?? '', target: match[2] ?? '', headers: parsed.fields }
  const codings = fieldValues(head, 'transfer-encoding')
  const lengths = fieldValues(head, 'content-length')
  if (fieldValues(head, 'expect').length > 0 || codings.length + lengths.length > 1) return undefined
  if (codings.length === 1) return codings[0] === 'chunked' ? { head, body: { by: 'chunks' } } : undefined
  if (lengths.length === 0) return { head, body: { by: 'length', bytes: 0 } }
  return /^\d{1,12}$/.test(lengths[0] ?? '') ? { head, body: { by: 'length', bytes: Number(lengths[0]) } } : undefined
}

/** A request with another body and, perhaps, other fields. */
export function writeRequest({ method, target, headers }: RequestHead, body: string): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([head(`${method} ${target} HTTP/1.1`, reframed(headers, ['content-length', String(bytes.length)])), bytes])
}

export interface ResponseHead {
  readonly status: number
  readonly headers: readonly HeaderField[]
}

/** A whole response whose body has a known length; with no body at all for the statuses that have none. */
export function writeResponse({ status, headers }: ResponseHead, body: string, method: string): Buffer {
  const bytes = Buffer.from(body)
  const bodiless = status === 204 || status === 304
  return Buffer.concat([
    head(`HTTP/1.1 ${status} Rewritten`, bodiless ? reframed(headers) : reframed(headers, ['content-length', String(bytes.length)])),
    bodiless || method === 'HEAD' ? Buffer.alloc(0) : bytes,
  ])
}

/** The head of a stream of events, in chunks. */
export function writeStreamHead({ status, headers }: ResponseHead): Buffer {
  return head(`HTTP/1.1 ${status} Rewritten`, reframed(headers, ['transfer-encoding', 'chunked']))
}

export function writeChunk(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

export const lastChunk = Buffer.from('0\r\n\r\n')

function head(line: string, headers: readonly HeaderField[]): Buffer {
  return Buffer.from(`${[line, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}${headEnd}`, 'latin1')
}

function reframed(headers: readonly HeaderField[], ...framing: HeaderField[]): HeaderField[] {
  return [...headers.filter(([name]) => !['content-length', 'transfer-encoding', 'trailer'].includes(name.toLowerCase())), ...framing]
}

/** Takes chunks apart as they come. */
export class ChunkReader {
  #left = 0
  #phase: 'size' | 'data' | 'end' | 'trailers' | 'over' = 'size'

  get over(): boolean {
    return this.#phase === 'over'
  }

  /** @returns What of the buffer was content, and how many of its bytes were read. @throws Error for what is no chunk. */
  take(buffer: Buffer): { readonly content: Buffer; readonly read: number } {
    const content: Buffer[] = []
    let at = 0
    while (this.#phase !== 'over') {
      if (this.#phase === 'data') {
        const piece = buffer.subarray(at, at + this.#left)
        if (piece.length === 0) break
        content.push(piece)
        at += piece.length
        this.#left -= piece.length
        if (this.#left === 0) this.#phase = 'end'
        continue
      }
      const end = buffer.indexOf('\r\n', at)
      if (end === -1) break
      this.#line(buffer.toString('latin1', at, end))
      at = end + 2
    }
    return { content: Buffer.concat(content), read: at }
  }

  #line(line: string): void {
    if (this.#phase === 'end') {
      if (line !== '') throw new Error('a chunk is longer than its size')
      this.#phase = 'size'
    } else if (this.#phase === 'trailers') {
      if (line === '') this.#phase = 'over'
    } else {
      if (!/^[0-9a-fA-F]{1,8}$/.test(line)) throw new Error('a chunk has a size that is none')
      this.#left = Number.parseInt(line, 16)
      this.#phase = this.#left === 0 ? 'trailers' : 'data'
    }
  }
}
