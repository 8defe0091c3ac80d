/** The domain in its wire shape (snake_case), as tools answer it and the store keeps it. */
import type { Ceiling, PolicySnapshot } from '../registry/policy.ts'

export const statuses = ['queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired'] as const
export type Status = (typeof statuses)[number]

export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

export interface Handoff {
  readonly id: string
  readonly thread_id: string
  readonly parent_id?: string
  readonly depth: number
  readonly sender: string
  readonly recipient: string
  readonly title: string
  readonly summary: string
  readonly request: string
  readonly context_refs: readonly string[]
  readonly artifact_refs: readonly string[]
  readonly tags: readonly string[]
  readonly sensitivity: Ceiling
  readonly priority: Priority
  readonly status: Status
  readonly version: number
  /** ISO 8601 UTC with milliseconds, as all times here. */
  readonly created_at: string
  readonly updated_at: string
  readonly expires_at?: string
}

export interface HandoffEvent {
  readonly id: string
  readonly handoff_id: string
  readonly seq: number
  readonly actor: string
  readonly type: string
  readonly from_status?: Status
  readonly to_status: Status
  readonly note?: string
  readonly policy_revision: string
  readonly created_at: string
  readonly prev_hash: string
  readonly hash: string
}

/** Who calls, and under which snapshot: fixed at authentication. */
export interface Caller {
  readonly agentId: string
  readonly policy: PolicySnapshot
}

/** ms since the epoch, perhaps with decimals; a constructor argument everywhere, so that no switch for the clock ships. */
export type Clock = () => number
