/** Refuses HTTP versions that this server does not speak. Node's parser takes a request line without one for HTTP/0.9. */
import type { Refusal } from '../refusal.ts'

/** Every minor version of HTTP/1 is compatible, no other major version is (RFC 9110 §2.5, §15.6.6). */
export function checkVersion(httpVersionMajor: number): Refusal | undefined {
  if (httpVersionMajor === 1) return undefined
  return { status: 505, error: 'http_version_not_supported', description: 'Use HTTP/1.1.' }
}
