/**
 * How a guard says no before the body is parsed: plain JSON with a code and a sentence, no credential, no path, no
 * reason of policy.
 */
import type { ServerResponse } from 'node:http'

export interface Refusal {
  readonly status: number
  /** A short code, for example `invalid_request`. */
  readonly error: string
  /** One sentence for people. */
  readonly description: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers with a refusal, unless the answer has begun already. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  sendJson(response, refusal.status, { error: refusal.error, error_description: refusal.description }, refusal.headers)
}

/** Answers with JSON that nobody may store. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`)
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': String(bytes.length),
    ...headers,
  })
  response.end(bytes)
}
