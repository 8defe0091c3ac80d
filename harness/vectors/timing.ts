/**
 * When a vector whose events lie at different times can run, and when each of them is due: with a clock that can be set
 * exactly as written, without one only where waiting is short and nothing hangs on an instant.
 */
import type { Vector } from './format.ts'

/** Longest that a vector may take in real time, in seconds. */
const patienceS = 3
/** A token that must still be good needs so much of its life left, in seconds: the exchange itself takes time. */
const slackS = 0.4
/** After an instant that must have passed, in seconds. */
export const afterwardsS = 0.05

export type VectorEvent = { readonly atS: number } & (
  | { readonly kind: 'mint'; readonly index: number }
  | { readonly kind: 'call'; readonly index: number }
)

/** Everything that happens, in order: tokens before the calls of the same instant. */
export function eventsOf({ tokens, calls }: Pick<Vector, 'tokens' | 'calls'>): readonly VectorEvent[] {
  return [
    ...tokens.map(({ mintedAtS }, index): VectorEvent => ({ kind: 'mint', index, atS: mintedAtS })),
    ...calls.map(({ atS }, index): VectorEvent => ({ kind: 'call', index, atS })),
  ].toSorted((one, other) => one.atS - other.atS)
}

/** Whether nobody needs to set a clock: it is short, and every call is clearly on one side of every expiry. */
export function fitsRealTime({ tokens, calls }: Pick<Vector, 'tokens' | 'calls'>): boolean {
  const times = eventsOf({ tokens, calls }).map(({ atS }) => atS)
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return span <= patienceS && calls.every(({ atS }) => tokens.every(({ mintedAtS, ttlS }) => atS > mintedAtS + ttlS || mintedAtS + ttlS - atS >= slackS))
}

/**
 * Whether real time has kept to the plan: no call that had to come before an expiry was answered after it.
 * @param answeredS For each call, seconds between the beginning of the vector and its answer.
 */
export function keptToPlan({ tokens, calls }: Pick<Vector, 'tokens' | 'calls'>, answeredS: readonly number[]): boolean {
  return calls.every(({ atS }, index) => tokens.every(({ mintedAtS, ttlS }) => atS > mintedAtS + ttlS || (answeredS[index] ?? 0) <= mintedAtS + ttlS))
}
