/**
 * Ids of handoffs and events: UUIDs of version 7 (RFC 9562 §5.7). They begin with the time, so that a new row is put at
 * the end of an index, which costs the same however many there are; what follows is random.
 */
import { randomUUID } from 'node:crypto'

/** @param now ms since the epoch */
export function newId(now: number): string {
  const time = Math.floor(now).toString(16).padStart(12, '0')
  // 74 bits of a random UUID, with its variant; only the version differs.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
