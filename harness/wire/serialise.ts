/** Turns a request into the bytes of HTTP/1.1, exactly as given: no check, no reordering, no folding of repetitions. */
import { HarnessError } from '../errors.ts'
import { fieldValues } from './message.ts'
import type { HeaderField, HttpRequest } from './message.ts'

/** What is added where the request does not carry the field itself. */
export interface Additions {
  /** Value of `Host`; undefined adds none, for a request that must lack it. */
  readonly host?: string
  /** Value of `Connection`; undefined adds none. */
  readonly connection?: string
}

const contentMethods = new Set(['POST', 'PUT', 'PATCH'])

/**
 * The bytes of a request. `Host` and `Connection` are put first, `Content-Length` last, each only where missing; a
 * request with `Transfer-Encoding` gets no `Content-Length`, and its body is sent as it is, chunks and all.
 * @throws HarnessError `internal` where a string holds a character that is no byte.
 */
export function serialiseRequest(request: HttpRequest, additions: Additions = {}): Buffer {
  const missing = (name: string): boolean => fieldValues(request, name).length === 0
  const before: HeaderField[] = []
  if (additions.host !== undefined && missing('host')) before.push(['Host', additions.host])
  if (additions.connection !== undefined && missing('connection')) before.push(['Connection', additions.connection])
  const length = request.body?.length ?? (contentMethods.has(request.method) ? 0 : undefined)
  const framed = !missing('content-length') || !missing('transfer-encoding')
  const after: HeaderField[] = length === undefined || framed ? [] : [['Content-Length', String(length)]]
  const lines = [...before, ...request.headers, ...after].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = latin1(`${request.method} ${request.target} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return request.body === undefined ? head : Buffer.concat([head, request.body])
}

/** Each character as one byte. @throws HarnessError `internal` where one is above 255. */
export function latin1(text: string): Buffer {
  if (/[^\0-\xff]/.test(text)) {
    throw new HarnessError('internal', 'A request holds a character above U+00FF, which is no single byte', { remedy: 'Encode it first, for example Buffer.from(text, "utf8").toString("latin1").' })
  }
  return Buffer.from(text, 'latin1')
}
