/** What the operations of the service take: input that has passed the tools' checks, with defaults still open. */
import type { Ceiling } from '../registry/policy.ts'
import type { Handoff, HandoffEvent, Priority, Status } from './types.ts'

export interface SendInput {
  readonly recipient: string
  readonly title: string
  readonly summary: string
  readonly request: string
  readonly context_refs?: readonly string[]
  readonly artifact_refs?: readonly string[]
  readonly tags?: readonly string[]
  readonly sensitivity?: Ceiling
  readonly priority?: Priority
  readonly parent_id?: string
  readonly expires_in_s?: number
  readonly idempotency_key?: string
}

export interface InboxInput {
  readonly box?: 'received' | 'sent'
  readonly statuses?: readonly Status[]
  readonly limit?: number
  readonly cursor?: string
}

export interface GetInput {
  readonly handoff_id: string
}

export interface AcknowledgeInput {
  readonly handoff_id: string
  readonly note?: string
  readonly expected_version?: number
  readonly idempotency_key?: string
}

export const requestableStatuses = ['blocked', 'completed', 'cancelled'] as const

export interface UpdateStatusInput extends AcknowledgeInput {
  readonly status: (typeof requestableStatuses)[number]
}

export interface Whoami {
  readonly agent_id: string
  readonly display_name: string
  readonly disclosure_ceiling: Ceiling
  readonly send_to: readonly string[]
  readonly receive_from: readonly string[]
  readonly policy_revision: string
}

export interface ChangeResult {
  readonly handoff: Handoff
  /** Whether this is the answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean
}

export interface InboxResult {
  readonly handoffs: readonly Handoff[]
  readonly next_cursor?: string
}

export interface GetResult {
  readonly handoff: Handoff
  readonly events: readonly HandoffEvent[]
}
