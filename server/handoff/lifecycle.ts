/** Who may move a handoff from which state to which: the whole lifecycle as one table, and nothing else. */
import type { Handoff, Status } from './types.ts'

/** The part that somebody plays in one handoff; `server` is time itself. */
export type Role = 'sender' | 'recipient' | 'server'

interface Transition {
  readonly from: Status
  readonly to: Status
  readonly by: Role
}

export const transitions: readonly Transition[] = [
  { from: 'queued', to: 'accepted', by: 'recipient' },
  { from: 'blocked', to: 'accepted', by: 'recipient' },
  { from: 'queued', to: 'blocked', by: 'recipient' },
  { from: 'accepted', to: 'blocked', by: 'recipient' },
  { from: 'accepted', to: 'completed', by: 'recipient' },
  { from: 'blocked', to: 'completed', by: 'recipient' },
  { from: 'queued', to: 'cancelled', by: 'sender' },
  { from: 'queued', to: 'expired', by: 'server' },
]

/** States in which a handoff still waits for somebody. */
export const openStatuses: readonly Status[] = ['queued', 'accepted', 'blocked']

export function mayMove(from: Status, to: Status, by: Role): boolean {
  return transitions.some((transition) => transition.from === from && transition.to === to && transition.by === by)
}

/** Undefined for an agent that is no party. */
export function roleOf(handoff: Pick<Handoff, 'sender' | 'recipient'>, agentId: string): Role | undefined {
  if (handoff.recipient === agentId) return 'recipient'
  if (handoff.sender === agentId) return 'sender'
  return undefined
}

/** Whether the time of a waiting handoff is up. @param now ms since the epoch */
export function isDue(handoff: Pick<Handoff, 'status' | 'expires_at'>, now: number): boolean {
  if (handoff.expires_at === undefined) return false
  return mayMove(handoff.status, 'expired', 'server') && Date.parse(handoff.expires_at) <= now
}
