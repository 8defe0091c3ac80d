/**
 * The handoff contract as the harness reads it: its words, its shapes, and the six operations. Everything that speaks
 * of handoffs does so in these terms; an adapter maps them to a target's own.
 */

export const statuses = ['queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired'] as const
export type Status = (typeof statuses)[number]

/** A handoff in one of these still waits for somebody; an inbox lists them by default. */
export const openStatuses: readonly Status[] = ['queued', 'accepted', 'blocked']

/** Nothing leads out of these. */
export const terminalStatuses: readonly Status[] = ['completed', 'cancelled', 'expired']

/** From the lowest to the highest: what is at or below an agent's ceiling may be shown to it. */
export const ceilings = ['public-safe', 'internal', 'restricted'] as const
export type Ceiling = (typeof ceilings)[number]

export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

/** What a caller may ask for by `update_status`. */
export const requestableStatuses = ['blocked', 'completed', 'cancelled'] as const
export type RequestableStatus = (typeof requestableStatuses)[number]

/** The codes of the contract. */
export const refusalCodes = [
  'invalid_input', 'not_permitted', 'not_found', 'illegal_transition', 'version_conflict', 'idempotency_conflict', 'depth_exceeded',
  'payload_too_large', 'rate_limited', 'busy', 'policy_unavailable', 'internal',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

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

export interface TransitionInput {
  readonly handoff_id: string
  readonly note?: string
  readonly expected_version?: number
  readonly idempotency_key?: string
}

export type Operation =
  | { readonly kind: 'whoami' }
  | { readonly kind: 'send'; readonly input: SendInput }
  | { readonly kind: 'inbox'; readonly input: InboxInput }
  | { readonly kind: 'get'; readonly input: { readonly handoff_id: string } }
  | { readonly kind: 'acknowledge'; readonly input: TransitionInput }
  | { readonly kind: 'update_status'; readonly input: TransitionInput & { readonly status: RequestableStatus } }

export const operationKinds = ['whoami', 'send', 'inbox', 'get', 'acknowledge', 'update_status'] as const satisfies readonly Operation['kind'][]
export type OperationKind = (typeof operationKinds)[number]

export interface Whoami {
  readonly agent_id: string
  readonly display_name: string
  readonly disclosure_ceiling: Ceiling
  readonly send_to: readonly string[]
  readonly receive_from: readonly string[]
  readonly policy_revision: string
}

/**
 * What an operation gave. A target need not have every field (see the abilities of its adapter): the id, status, sender
 * and recipient of a handoff are always there, whatever else is missing is absent here too.
 */
export type Result =
  | { readonly kind: 'whoami'; readonly whoami: Pick<Whoami, 'agent_id'> & Partial<Whoami> }
  | { readonly kind: 'change'; readonly handoff: SeenHandoff; readonly replayed: boolean | undefined }
  | { readonly kind: 'inbox'; readonly handoffs: readonly SeenHandoff[]; readonly next_cursor: string | undefined }
  | { readonly kind: 'get'; readonly handoff: SeenHandoff; readonly events: readonly SeenEvent[] }

export type SeenHandoff = Pick<Handoff, 'id' | 'status' | 'sender' | 'recipient'> & Partial<Handoff>
export type SeenEvent = Pick<HandoffEvent, 'to_status' | 'actor'> & Partial<HandoffEvent>

export type Answer =
  | { readonly kind: 'ok'; readonly result: Result }
  /** `code` is absent where the target has none; `unauthenticated` stands for 401 over HTTP. */
  | { readonly kind: 'refused'; readonly code: RefusalCode | 'unauthenticated' | undefined; readonly field?: string; readonly retryable?: boolean; /** The answer's words, to be compared and never shown. */ readonly words: string }
  /** No answer came: it may have happened, or not. */
  | { readonly kind: 'unknown'; readonly what: string }
  /** An answer that fits nothing of the contract. */
  | { readonly kind: 'wrong'; readonly what: string }

/** What a target refuses with that has no time: it says nothing of any rule, and nothing was written. */
export const passingCodes: readonly unknown[] = ['busy', 'rate_limited', 'policy_unavailable'] satisfies readonly RefusalCode[]

export function isPassing(answer: Answer): boolean {
  return answer.kind === 'refused' && passingCodes.includes(answer.code)
}

/** For reports: `ok`, the code, or what there was instead. */
export function answerInWords(answer: Answer): string {
  switch (answer.kind) {
    case 'ok': return 'ok'
    case 'refused': return answer.code ?? 'refused without a code'
    case 'unknown': return `no answer: ${answer.what}`
    case 'wrong': return answer.what
  }
}
