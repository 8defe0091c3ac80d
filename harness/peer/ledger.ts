/** Every message that a target sent to a peer in a run, held against the schema of its revision as it comes. */
import { hash } from 'node:crypto'
import type { Channel } from '../target/profile.ts'
import { createDigest } from './digest.ts'
import type { Digest } from './digest.ts'
import type { JsonObject } from './peer.ts'
import { schemaRevisions } from './schema/definitions.ts'
import { violationsOf } from './schema/violations.ts'
import type { Violation } from './schema/violations.ts'

export interface Received {
  readonly channel: Channel
  /** The method of the request that it answers, where it is a response. */
  readonly method: string | undefined
  readonly message: JsonObject
  /** Which case it came for; empty where it came for none, and undefined where nobody can tell. */
  readonly by?: string | undefined
  /** What stood as the id in the request that it answers, where no schema allows that: null, true, a fraction … */
  readonly illegalId?: unknown
}

/** Something that the schema does not allow, once for all the messages in which it was seen. */
export interface SchemaViolation {
  readonly channel: Channel
  /** What the message was, for example `result of tools/list` or `notifications/progress`. */
  readonly what: string
  /** Where in the message: a JSON Pointer whose array indexes, and names that no schema has, are `*`. */
  readonly where: string
  /** What the schema wants there, in words that hold nothing of what the target wrote: `has name`, `is of type object`. */
  readonly rule: string
  /** As `Received` has it, of the first such message of which that is known. */
  readonly by: string | undefined
  /** What was there instead: its kind, or a word of the schemas. */
  readonly found: string
  /** The message, which leads to its exchange; absent where it is large. */
  readonly message?: JsonObject
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

/** Distinct violations that are kept; a target has a few of them, or is not worth more. */
const maxViolations = 1_000
/** Larger messages are not kept to be shown, nor are those after so many. In UTF-16 code units. */
const maxShown = { chars: 64 * 1024, messages: 100 }
/** Equal messages are judged once: so many are remembered. */
const maxRemembered = 20_000

export function createLedger(): Ledger {
  const counts = new Map<Channel, number>()
  const digest = createDigest()
  const violations: SchemaViolation[] = []
  const seen = new Map<string, number>()
  const judged = new Set<string>()
  return {
    counts,
    violations,
    digest,
    received(entry) {
      const { channel, method, message, by } = entry
      // Whether such a request may be served is judged by cases of its own; whoever serves it can only give its id back.
      const echo = 'illegalId' in entry && JSON.stringify(message['id']) === JSON.stringify(entry.illegalId)
      counts.set(channel, (counts.get(channel) ?? 0) + 1)
      digest.received(entry)
      // What only differs in its id is the same message to a schema, as long as the ids are of one type.
      const text = JSON.stringify({ ...message, id: typeof message['id'] })
      const key = hash('sha1', JSON.stringify([channel.transport, channel.revision, method, by === undefined, echo]) + text, 'base64')
      if (judged.has(key)) return
      if (judged.size < maxRemembered) judged.add(key)
      for (const violation of judge(channel.revision, method, echo ? { ...message, id: 0 } : message, text.length)) {
        const name = JSON.stringify([channel.transport, channel.revision, violation.what, violation.where, violation.rule, violation.found])
        const at = seen.get(name) ?? violations.length
        if (at >= maxViolations || violations[at]?.by !== undefined) continue
        seen.set(name, at)
        violations[at] = { channel, ...violation, by, ...(text.length <= maxShown.chars && at < maxShown.messages ? { message } : {}) }
      }
    },
  }
}

/** A message that nests deeper than the judge can follow is for other cases to see. */
function judge(revision: string, method: string | undefined, message: JsonObject, length: number): readonly Violation[] {
  if (!schemaRevisions.includes(revision)) return []
  try {
    return violationsOf(revision, method, message, length)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}
