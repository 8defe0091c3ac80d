/** Reads handoffs as they are now: time that is up is written down first, and only what the caller may see is told. */
import { findDueHandoffs, findHandoff, listHandoffs } from '../store/handoffs.ts'
import { listEvents } from '../store/events.ts'
import { cursorKey } from '../store/meta.ts'
import type { Store } from '../store/store.ts'
import type { Transaction } from '../store/statements.ts'
import { mayAccess, viewOf } from './access.ts'
import { applyExpiry, isoTime } from './changes.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { Domain } from './domain.ts'
import type { GetInput, GetResult, InboxInput, InboxResult } from './inputs.ts'
import { isDue, openStatuses } from './lifecycle.ts'
import { notFound } from './refusals.ts'
import type { Caller, Handoff } from './types.ts'

export const inboxDefaults = { box: 'received', statuses: openStatuses, limit: 20 } as const

/** Expired in one transaction at most, so that a long absence does not hold the lock for long. */
const expiryBatch = 100

/** @throws HandoffError `not_found`, `busy` */
export async function get({ store, clock }: Domain, caller: Caller, input: GetInput): Promise<GetResult> {
  const now = clock()
  const seen = await store.read((transaction) => readOne(transaction, caller, input.handoff_id, now))
  if (!isDue(seen.handoff, now)) return seen
  return store.write((transaction) => {
    const { handoff } = readOne(transaction, caller, input.handoff_id, now)
    applyExpiry(transaction, handoff, { policyRevision: caller.policy.revision, now })
    return readOne(transaction, caller, input.handoff_id, now)
  })
}

function readOne(transaction: Transaction, caller: Caller, id: string, now: number): GetResult {
  const handoff = findHandoff(transaction, id)
  if (handoff === undefined || !mayAccess(caller.policy, caller.agentId, handoff, now)) throw notFound('handoff_id')
  return { handoff, events: listEvents(transaction, id) }
}

/** @throws HandoffError `invalid_input` for a cursor of another list, `busy` */
export async function inbox({ store, clock }: Domain, caller: Caller, input: InboxInput): Promise<InboxResult> {
  const { box, statuses, limit } = { ...inboxDefaults, ...input }
  const scope = { agentId: caller.agentId, box, statuses: [...new Set(statuses)].sort() }
  const now = clock()
  await expireDue(store, caller, now)
  return store.read((transaction) => {
    const key = cursorKey(transaction)
    const after = input.cursor === undefined ? undefined : decodeCursor(key, scope, input.cursor)
    const view = viewOf(caller.policy, caller.agentId, box, now)
    const handoffs: Handoff[] = []
    for (const handoff of listHandoffs(transaction, { ...scope, after, ...view })) {
      if (!mayAccess(caller.policy, caller.agentId, handoff, now)) continue
      const last = handoffs.at(-1)
      if (handoffs.length === limit && last !== undefined) return { handoffs, next_cursor: encodeCursor(key, scope, last) }
      handoffs.push(handoff)
    }
    return { handoffs }
  })
}

async function expireDue(store: Store, caller: Caller, now: number): Promise<void> {
  const cause = { policyRevision: caller.policy.revision, now }
  const isAnyDue = () => store.read((transaction) => findDueHandoffs(transaction, isoTime(now), 1).length > 0)
  while (await isAnyDue()) {
    await store.write((transaction) => {
      for (const handoff of findDueHandoffs(transaction, isoTime(now), expiryBatch)) applyExpiry(transaction, handoff, cause)
    })
  }
}
