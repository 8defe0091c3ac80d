/** What a case saw is not the target's fault where the token that it spoke with ended meanwhile. Pure. */
import type { Identity } from '../fixture/driver.ts'
import type { CaseResult } from './outcome.ts'

/**
 * @param identities Those that the case spoke for.
 * @param now On the clock of `performance.now()`, when the case had ended.
 * @returns The result as it is, or without what does not hold where nobody can tell whose fault that is.
 */
export function withoutEndedCredentials(result: CaseResult, identities: readonly (Identity | undefined)[], now: number): CaseResult {
  if (result.outcome !== 'fail' && result.outcome !== 'warn') return result
  const ended = identities.filter((identity): identity is Identity => identity?.expiresAt !== undefined && identity.expiresAt <= now)
  if (ended.length === 0) return result
  const reason = `the access token of ${ended.map(({ name }) => name).join(' and ')} ended while the case ran`
  const { exchanges: _, ...rest } = result
  const inputs = new Set(result.observations.filter(({ ok }) => !ok).map(({ input = '' }) => input))
  return {
    ...rest, outcome: 'inconclusive', reason,
    observations: result.observations.filter(({ ok }) => ok),
    inconclusiveInputs: [...[...inputs].map((input) => ({ input, reason })), ...(result.inconclusiveInputs ?? [])],
  }
}
