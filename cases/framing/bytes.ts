/** The bytes of a request in parts that a case can spoil one at a time. */
import { fieldValues, withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'

export interface Parts {
  /** Without its line end. */
  readonly line: string
  /** Each without its line end. */
  readonly fields: readonly string[]
  readonly body: Uint8Array
  /** Default: CRLF. */
  readonly lineEnd?: string
}

/** A well-formed request with `Host` and `Content-Length`, ready to be spoiled. */
export function partsOf(request: HttpRequest, host: string): Parts {
  const body = request.body ?? new Uint8Array()
  return {
    line: `${request.method} ${request.target} HTTP/1.1`,
    fields: [`Host: ${host}`, ...request.headers.map(([name, value]) => `${name}: ${value}`), `Content-Length: ${body.length}`],
    body,
  }
}

export function joined({ line, fields, body, lineEnd = '\r\n' }: Parts): Buffer {
  return Buffer.concat([Buffer.from([line, ...fields, '', ''].join(lineEnd), 'latin1'), body])
}

/** The same parts with the fields of a name replaced by these lines, where the first of them stood. */
export function replaceField(parts: Parts, name: string, ...lines: string[]): Parts {
  const is = (line: string): boolean => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)
  const at = parts.fields.findIndex(is)
  const others = parts.fields.filter((line) => !is(line))
  const place = at === -1 ? others.length : at
  return { ...parts, fields: [...others.slice(0, place), ...lines, ...others.slice(place)] }
}

export function withoutLength(parts: Parts): Parts {
  return replaceField(parts, 'content-length')
}

/** One chunk with the whole body, and the last chunk (RFC 9112 §7.1). */
export function chunked(body: Uint8Array, options: { readonly size?: string; readonly extension?: string; readonly after?: string } = {}): Buffer {
  const { size = body.length.toString(16), extension = '', after = '\r\n' } = options
  return Buffer.concat([Buffer.from(`${size}${extension}\r\n`), body, Buffer.from(`${after}0\r\n\r\n`)])
}

/**
 * A request on the same connection that does nothing and is told by its id: what a connection answers next shows
 * whether something stood between.
 */
export function sentinel(control: HttpRequest): { readonly request: HttpRequest; readonly id: string } {
  const id = 'after-the-fault'
  const message = JSON.parse(Buffer.from(control.body ?? '{}').toString('utf8')) as { params?: { _meta?: unknown } }
  const modern = fieldValues(control, 'mcp-method').length > 0
  const method = modern ? 'server/discover' : 'ping'
  const params = modern ? { params: { _meta: message.params?._meta } } : {}
  const request = { ...control, body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, method, ...params })) }
  return { id, request: withField(modern ? withField(request, 'mcp-method', method) : request, 'mcp-name') }
}
