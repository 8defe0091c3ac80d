/**
 * The hash of an event: SHA-256 over the previous hash followed by the canonical JSON of the event without its
 * hashes. The same rule makes the chain of one handoff and the chain over the whole store.
 */
import { hash } from 'node:crypto'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { HandoffEvent } from '../handoff/types.ts'

/** What stands before the first event of a chain. */
export const genesisHash = '0'.repeat(64)

export type UnhashedEvent = Omit<HandoffEvent, 'prev_hash' | 'hash'>

/** @returns 64 lower-case hex characters. */
export function eventHash(previousHash: string, event: UnhashedEvent): string {
  return linkHash(previousHash, eventText(event))
}

/** What is hashed of an event, in both chains. */
export function eventText(event: UnhashedEvent): string {
  return canonicalJson({ ...event })
}

/** @param text From `eventText`. @returns 64 lower-case hex characters. */
export function linkHash(previousHash: string, text: string): string {
  return hash('sha256', previousHash + text, 'hex')
}
