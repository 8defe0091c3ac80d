/** Every message that a target sent to a peer in a run, held against the schema of its revision as it comes. */
import type { Channel } from '../target/profile.ts'
import { createDigest } from './digest.ts'
import type { Digest } from './digest.ts'
import type { JsonObject } from './peer.ts'

export interface Received {
  readonly channel: Channel
  /** The method of the request that it answers, where it is a response. */
  readonly method: string | undefined
  readonly message: JsonObject
}

/** Something that the schema does not allow, once for all the messages in which it was seen. */
export interface SchemaViolation {
  readonly channel: Channel
  /** What the message was, for example `result of tools/list` or `notifications/progress`. */
  readonly what: string
  /** Where in the message: a JSON Pointer whose array indexes are `*`. */
  readonly where: string
  /** The keyword of the schema with what it wants, in words; nothing of what the target wrote. */
  readonly rule: string
}

export interface Ledger {
  received(entry: Received): void
  /** How many messages were looked at, by channel. */
  readonly counts: ReadonlyMap<Channel, number>
  /** In the order in which they were first seen. */
  readonly violations: readonly SchemaViolation[]
  /** What was seen in them, for cases that judge all the messages of a run together. */
  readonly digest: Digest
}

export function createLedger(): Ledger {
  const counts = new Map<Channel, number>()
  const digest = createDigest()
  return {
    counts,
    violations: [],
    digest,
    received(entry) {
      counts.set(entry.channel, (counts.get(entry.channel) ?? 0) + 1)
      digest.received(entry)
    },
  }
}
