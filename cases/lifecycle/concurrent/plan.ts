/**
 * What is asked in one round of a case about concurrency, as plain data: bursts one after the other, and in each of
 * them lanes that are let go at the same time. The same plan can be played again.
 */
import type { RequestableStatus } from '../../../harness/handoff/contract.ts'
import { isJsonObject } from '../../../harness/wire/json.ts'

export type Who = 'alpha' | 'beta'

export interface PlannedStep {
  readonly by: Who
  /** Which of the clients of that identity, counted around. */
  readonly via: number
  /** Waits before it asks, in ms; 0: asks in the same turn as the others. */
  readonly waitMs: number
  readonly ask: PlannedOperation
}

/** Handoffs and keys go by names of the plan: `h1`, `k1`. */
export type PlannedOperation =
  /** To the other one. `variant`: another text. */
  | { readonly kind: 'send'; readonly as: string; readonly key?: string; readonly variant?: number }
  | { readonly kind: 'get'; readonly of: string }
  /** The newest that the caller has: what it has received or sent, open or in whatever state. */
  | { readonly kind: 'inbox'; readonly box: 'received' | 'sent'; readonly all: boolean }
  | { readonly kind: 'acknowledge'; readonly of: string; readonly version?: number; readonly key?: string }
  | { readonly kind: 'update'; readonly of: string; readonly to: RequestableStatus; readonly version?: number; readonly key?: string }

export type Lane = readonly PlannedStep[]
export type Burst = readonly Lane[]

export interface Plan {
  readonly bursts: readonly Burst[]
}

/** The plan in saved data; undefined where there is none. */
export function planIn(data: unknown): Plan | undefined {
  if (!isJsonObject(data) || !isJsonObject(data['plan']) || !Array.isArray(data['plan']['bursts'])) return undefined
  const bursts = data['plan']['bursts'] as readonly unknown[]
  const isStep = (step: unknown): boolean => isJsonObject(step) && (step['by'] === 'alpha' || step['by'] === 'beta') && isJsonObject(step['ask'])
  const isPlan = bursts.every((burst) => Array.isArray(burst) && burst.every((lane) => Array.isArray(lane) && lane.every(isStep)))
  return isPlan ? data['plan'] as unknown as Plan : undefined
}

/** How many operations it has. */
export function sizeOf({ bursts }: Plan): number {
  return bursts.flat(2).length
}
