/** Header fields as they came: `req.headers` merges or drops repeated ones, and a guard must see every one of them. */
import type { IncomingMessage } from 'node:http'

/** All values of a field, in order. `name` is lower-case. */
export function fieldValues(request: IncomingMessage, name: string): string[] {
  const values: string[] = []
  const raw = request.rawHeaders
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() === name) values.push(raw[at + 1] ?? '')
  }
  return values
}

/** Whether the request announces a body (RFC 9112 §6.3). */
export function announcesBody(request: IncomingMessage): boolean {
  if (request.headers['transfer-encoding'] !== undefined) return true
  const length = request.headers['content-length']
  return length !== undefined && length !== '0'
}
