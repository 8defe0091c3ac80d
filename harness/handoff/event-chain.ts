/**
 * The events of one handoff, held against the contract: numbered without a gap, each leading on from the one before it,
 * the last one at the status of the handoff, and, where the target shows hashes, a chain that can be computed anew.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { SeenEvent, SeenHandoff } from './contract.ts'

/** SHA-256 over the previous hash and the canonical JSON of the event without its hashes, as lower-case hex. */
export function eventHash(event: SeenEvent): string {
  const { prev_hash: previous = '', ...unhashed } = event
  return createHash('sha256').update(previous).update(canonicalJson({ ...unhashed, hash: undefined })).digest('hex')
}

/** What is wrong, in one sentence of our own words; undefined where nothing is. */
export function eventsProblem(handoff: SeenHandoff, events: readonly SeenEvent[]): string | undefined {
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) return 'there are no events'
  if (first.to_status !== 'queued' || first.from_status !== undefined) return 'the first event is not the creation'
  if (last.to_status !== handoff.status) return `the last event leads to ${last.to_status}, and the handoff is ${handoff.status}`
  if (handoff.version !== undefined && events.length !== handoff.version) return `there are ${events.length} events at version ${handoff.version}`
  for (const [index, event] of events.entries()) {
    const problem = eventProblem(handoff, event, events[index - 1], index)
    if (problem !== undefined) return `event ${index + 1}: ${problem}`
  }
  return new Set(events.map(({ id }) => id).filter((id) => id !== undefined)).size < events.filter(({ id }) => id !== undefined).length ? 'two events have the same id' : undefined
}

function eventProblem(handoff: SeenHandoff, event: SeenEvent, before: SeenEvent | undefined, index: number): string | undefined {
  if (event.handoff_id !== undefined && event.handoff_id !== handoff.id) return 'it names another handoff'
  if (event.seq !== undefined && event.seq !== index + 1) return `its number is ${event.seq}`
  if (before !== undefined && event.from_status !== before.to_status) return `it leads on from ${event.from_status ?? 'nothing'}, and the one before led to ${before.to_status}`
  if (event.hash === undefined && event.prev_hash === undefined) return undefined
  if (before !== undefined && event.prev_hash !== before.hash) return 'its previous hash is not the hash of the one before'
  return event.hash === eventHash(event) ? undefined : 'its hash is not that of its content'
}
