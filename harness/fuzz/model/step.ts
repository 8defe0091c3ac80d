/** What may be done in the world: the contract's six operations with handoffs by their numbers, and what happens around them. */
import type { AgentPolicy } from '../../fixture/driver.ts'
import type { Ceiling, Priority, RefusalCode, RequestableStatus, Status } from '../../handoff/contract.ts'
import type { Content, ModelHandoff } from './world.ts'

/** The number of a handoff; `unknown`: a well-formed id that nothing has. */
export type HandoffRef = number | 'unknown'

export interface SendStep {
  readonly kind: 'send'
  /** An agent id; one that the policy does not know is nobody's. */
  readonly to: string
  readonly content: Content
  /** Default internal. */
  readonly sensitivity?: Ceiling | undefined
  /** Default normal. */
  readonly priority?: Priority | undefined
  readonly parent?: HandoffRef | undefined
  readonly expiresInS?: number | undefined
  readonly key?: string | undefined
}

interface Change {
  readonly handoff: HandoffRef
  readonly note?: string | undefined
  readonly expectedVersion?: number | undefined
  readonly key?: string | undefined
}

export interface AcknowledgeStep extends Change { readonly kind: 'acknowledge' }
export interface UpdateStep extends Change { readonly kind: 'update_status'; readonly status: RequestableStatus }
export type TransitionStep = AcknowledgeStep | UpdateStep

export interface InboxStep {
  readonly kind: 'inbox'
  /** Default received. */
  readonly box?: 'received' | 'sent' | undefined
  /** Default: those that are open. */
  readonly statuses?: readonly Status[] | undefined
}

/** What an agent does. */
export type ModelStep =
  | { readonly kind: 'whoami' }
  | SendStep
  | InboxStep
  | { readonly kind: 'get'; readonly handoff: HandoffRef }
  | TransitionStep

/** What must come of it; every field of a handoff that is named there holds. */
export type Expected =
  | { readonly kind: 'refused'; readonly code: RefusalCode | 'unauthenticated' }
  | { readonly kind: 'whoami'; readonly agent: string; readonly policy: AgentPolicy }
  | { readonly kind: 'change'; readonly handoff: ModelHandoff; readonly replayed: boolean }
  /** Everything that the box holds for the agent, before it is cut into pages, the newest first; of equal age in any order. */
  | { readonly kind: 'inbox'; readonly handoffs: readonly ModelHandoff[] }
  | { readonly kind: 'get'; readonly handoff: ModelHandoff }

export function refused(code: RefusalCode | 'unauthenticated'): Expected {
  return { kind: 'refused', code }
}
