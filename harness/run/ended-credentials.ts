/** What a case saw is not the target's fault where the token that it spoke with had ended by then. Pure. */
import type { Identity } from '../fixture/driver.ts'
import { judge } from './judge.ts'
import type { CaseResult, Observation, Threshold } from './outcome.ts'

/** How an observation came to be. */
export interface Sighting {
  /** When it was made, in ms on the clock of `performance.now()`. */
  readonly at: number
  /** Whether a token of the run may have been in what was sent for it; true where nobody can tell. */
  readonly withToken: boolean
}

export interface EndedCredentialsOptions {
  /** Those that the case spoke for. */
  readonly identities: readonly (Identity | undefined)[]
  /** When the case had ended, in ms on the clock of `performance.now()`. */
  readonly now: number
  readonly level: Threshold
  /** Of each observation that does not hold. */
  readonly sighting: (observation: Observation) => Sighting | undefined
}

/** When the first of the tokens that have ended did so, in ms on the clock of `performance.now()`; undefined where none has. */
export function firstEnd(identities: readonly (Identity | undefined)[], now: number): number | undefined {
  const ends = identities.flatMap((identity) => (identity?.expiresAt !== undefined && identity.expiresAt <= now ? [identity.expiresAt] : []))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** @returns The result as it is, or judged without what does not hold where nobody can tell whose fault that is. */
export function withoutEndedCredentials(result: CaseResult, { identities, now, level, sighting }: EndedCredentialsOptions): CaseResult {
  const end = firstEnd(identities, now)
  if (end === undefined || (result.outcome !== 'fail' && result.outcome !== 'warn')) return result
  const excused = new Set(result.observations.filter((each) => {
    const { at, withToken } = sighting(each) ?? { at: now, withToken: true }
    return !each.ok && withToken && at >= end
  }))
  if (excused.size === 0) return result
  const ended = identities.filter((identity) => identity?.expiresAt !== undefined && identity.expiresAt <= now)
  const reason = `the access token of ${ended.map((identity) => identity?.name).join(' and ')} ended while the case ran`
  const { exchanges, ...rest } = result
  const observations = result.observations.filter((each) => !excused.has(each))
  const inputs = new Set([...excused].map(({ input = '' }) => input))
  const inconclusiveInputs = [...[...inputs].map((input) => ({ input, reason })), ...(result.inconclusiveInputs ?? [])]
  const judgement = judge({ observations, inconclusiveInputs }, level)
  const standing = new Set(observations.filter(({ ok }) => !ok).map(({ input = '' }) => input))
  const shown = exchanges?.filter(({ input }) => standing.has(input)) ?? []
  return {
    ...rest, observations, inconclusiveInputs, outcome: judgement.outcome,
    reason: judgement.outcome === 'inconclusive' ? reason : judgement.reason ?? reason,
    ...(shown.length === 0 ? {} : { exchanges: shown }),
  }
}
