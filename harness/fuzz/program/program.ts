/**
 * A program: what a few agents do, one after the other, and what happens to the registry, the clock and the server
 * around them. Plain JSON, so that it can be saved; agents and handoffs have names of their own in it.
 */
import type { Ceiling } from '../../handoff/contract.ts'
import type { ModelStep } from '../model/step.ts'

/** In the order in which a program uses them. */
export const agentNames = ['alpha', 'beta', 'gamma', 'delta'] as const
export type AgentName = (typeof agentNames)[number]

/** Recipient of a send that is to nobody. */
export const nobody = 'nobody'

/** Which part of an inbox is asked for. */
export interface Page {
  readonly limit?: number
  /** True: what follows the page that the same agent was given last, whatever box and limit that had. */
  readonly next?: true
}

/** Names of agents stand for their ids; `expired` for a time that is over. */
export interface PolicyEdit {
  readonly enabled?: boolean
  readonly sendTo?: readonly string[]
  readonly receiveFrom?: readonly string[]
  readonly ceiling?: Ceiling
  readonly expired?: boolean
}

export interface AgentStep {
  readonly kind: 'agent'
  readonly by: AgentName
  /** A number of a handoff is here the label of the send that creates it. */
  readonly step: ModelStep
  /** Of a send that creates a handoff. */
  readonly label?: number
  readonly page?: Page
}

export type ProgramStep =
  | AgentStep
  | { readonly kind: 'policy'; readonly agent: AgentName; readonly change: PolicyEdit }
  /** So many ms pass. */
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'restart' }

export interface Program {
  /** How many of `agentNames` take part; all of them may hand work to each other in the beginning. */
  readonly agents: number
  readonly steps: readonly ProgramStep[]
  /** Of the pages in which all boxes are listed at the end. */
  readonly pages: number
}

/** The label that a step speaks of; undefined where it speaks of none. */
export function labelUsed(step: ProgramStep): number | undefined {
  if (step.kind !== 'agent') return undefined
  const ref = step.step.kind === 'send' ? step.step.parent : 'handoff' in step.step ? step.step.handoff : undefined
  return typeof ref === 'number' ? ref : undefined
}
