/** Writes one change of a handoff together with its event, in the transaction that it is given. */
import { appendEvent, wasEver } from '../store/events.ts'
import { insertHandoff, updateHandoffState } from '../store/handoffs.ts'
import type { Transaction } from '../store/statements.ts'
import { newId } from './ids.ts'
import { isDue } from './lifecycle.ts'
import type { Handoff, Status } from './types.ts'

/** Who caused a change, when, and under which policy. */
export interface Cause {
  readonly actor: string
  readonly policyRevision: string
  /** ms since the epoch. */
  readonly now: number
  readonly note?: string
}

/** The actor of what nobody asked for but time. */
export const serverActor = 'server'

export function isoTime(now: number): string {
  return new Date(now).toISOString()
}

export function createHandoff(transaction: Transaction, handoff: Handoff, cause: Cause): void {
  insertHandoff(transaction, handoff)
  transaction.changes?.push('created')
  appendEvent(transaction, { ...eventOf(handoff, cause), type: 'created' })
}

/** The handoff in its new state. A clock that went back never makes `updated_at` go back. */
export function moveHandoff(transaction: Transaction, handoff: Handoff, to: Status, cause: Cause): Handoff {
  const now = isoTime(cause.now)
  const moved: Handoff = {
    ...handoff,
    status: to,
    version: handoff.version + 1,
    updated_at: now > handoff.updated_at ? now : handoff.updated_at,
  }
  if (isCounted(transaction, handoff, to)) transaction.changes?.push(to)
  updateHandoffState(transaction, moved)
  appendEvent(transaction, { ...eventOf(moved, cause), type: to, from_status: handoff.status })
  return moved
}

/** The handoff as it is at this moment: expired, with its event, where its time is up. */
export function applyExpiry(transaction: Transaction, handoff: Handoff, cause: Omit<Cause, 'actor' | 'note'>): Handoff {
  if (!isDue(handoff, cause.now)) return handoff
  return moveHandoff(transaction, handoff, 'expired', { ...cause, actor: serverActor })
}

/** Who takes a blocked handoff on again has claimed it before, or blocked it at once and claims it now. */
function isCounted(transaction: Transaction, { id, status }: Handoff, to: Status): to is 'accepted' | 'completed' | 'expired' {
  if (to === 'accepted') return status === 'queued' || !wasEver(transaction, id, 'accepted')
  return to === 'completed' || to === 'expired'
}

function eventOf(handoff: Handoff, cause: Cause) {
  return {
    id: newId(cause.now),
    handoff_id: handoff.id,
    actor: cause.actor,
    to_status: handoff.status,
    policy_revision: cause.policyRevision,
    created_at: isoTime(cause.now),
    ...(cause.note === undefined ? {} : { note: cause.note }),
  }
}
