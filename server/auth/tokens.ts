/** Static bearer tokens: minted from 32 random bytes, kept only as their SHA-256. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** `handoff_` and 43 base64url characters. */
export function mintToken(): string {
  return `handoff_${randomBytes(32).toString('base64url')}`
}

/** Lower-case hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}

/** Compares two hex digests in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]
  if (a.byteLength !== 32 || b.byteLength !== 32) return false
  return timingSafeEqual(a, b)
}
