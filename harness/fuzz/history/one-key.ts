/**
 * One idempotency key of one identity, asked one thing after the other: what it was first used for it stands for ever
 * after. For keys that no single handoff could be asked about: those of sends, and those used for several handoffs.
 */
import { passingCodes } from '../../handoff/contract.ts'
import type { RefusalCode } from '../../handoff/contract.ts'
import type { Specification } from './history.ts'

export interface KeyQuestion {
  /** Equal for equal inputs of equal tools. */
  readonly payload: string
}

/** `done`: with a name for the result, equal for equal results. */
export type KeySight =
  | { readonly kind: 'done'; readonly result: string; readonly replayed: boolean | undefined }
  | { readonly kind: 'refused'; readonly code: RefusalCode | 'unauthenticated' | undefined }

/** Null: not used yet. The result is undefined where nobody was told it yet. */
export type KeyState = { readonly payload: string; readonly result: string | undefined } | null

/** What comes before the key is looked at, or says nothing of it. */
const before: readonly unknown[] = [...passingCodes, 'invalid_input', 'payload_too_large', 'not_found', 'unauthenticated', undefined]

export const oneKey: Specification<KeyState, KeyQuestion, KeySight> = {
  initial: null,
  step(state, { payload }, sight) {
    if (sight === undefined) return state ?? { payload, result: undefined }
    if (sight.kind === 'refused') {
      if (before.includes(sight.code)) return state
      const conflicts = state !== null && state.payload !== payload
      // A used key never reaches what is refused later on.
      return sight.code === 'idempotency_conflict' ? (conflicts ? state : undefined) : (state === null ? state : undefined)
    }
    if (state === null) return sight.replayed === true ? undefined : { payload, result: sight.result }
    const isReplay = sight.replayed !== false && state.payload === payload && (state.result === undefined || state.result === sight.result)
    return isReplay ? { payload, result: sight.result } : undefined
  },
  key: (state) => (state === null ? '' : `${state.payload}\n${state.result ?? ''}`),
  isRead: (_, sight) => sight?.kind === 'refused',
}
