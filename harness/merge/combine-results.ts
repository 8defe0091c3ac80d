/**
 * Puts the results of one case together where several parts of a plan have run it: a case that judges what the others
 * have seen was run in each part over what that part had seen. A violation in one part is a violation of the whole.
 */
import { judge } from '../run/judge.ts'
import { maxSeverity } from './severity.ts'
import type { CaseResult, Observation, ShownExchange, Threshold } from '../run/outcome.ts'

/** As many as one run keeps of one case. */
const maxExchanges = 5

/** @param results At least one, all of one case, in the order of the parts. */
export function combineResults(results: readonly [CaseResult, ...CaseResult[]], level: Threshold): CaseResult {
  const [first, ...others] = results
  if (others.length === 0) return first
  const decisive = maxSeverity(results)
  const observations = combineObservations(results.flatMap((each) => each.observations))
  const inconclusiveInputs = distinct(results.flatMap((each) => each.inconclusiveInputs ?? []))
  const setAside = distinct(results.flatMap((each) => each.setAside ?? []))
  const exchanges: readonly ShownExchange[] = distinct(results.flatMap((each) => each.exchanges ?? [])).slice(0, maxExchanges)
  const failed = results.filter(({ outcome }) => outcome === 'fail')
  const { id, suite, title, outcome, reason, rootCause, missingAbility, expectedFailure } = decisive
  const again = outcome === 'fail' || outcome === 'warn' ? judge({ observations, inconclusiveInputs }, level) : undefined
  return {
    id, suite, title, outcome,
    // Over all of them together another violation may be the worst.
    ...optional('reason', again?.outcome === outcome ? again.reason : reason),
    ...optional('rootCause', rootCause),
    ...optional('missingAbility', missingAbility),
    observations,
    ...(inconclusiveInputs.length === 0 ? {} : { inconclusiveInputs }),
    ...(setAside.length === 0 ? {} : { setAside }),
    durationMs: results.reduce((sum, each) => sum + each.durationMs, 0),
    ...(results.some(({ rounds }) => rounds !== undefined) ? { rounds: results.reduce((sum, { rounds = 0 }) => sum + rounds, 0) } : {}),
    ...(results.some(({ flaky }) => flaky === true) ? { flaky: true } : {}),
    ...(exchanges.length === 0 ? {} : { exchanges }),
    // A part that did not know of the entry has found a failure that counts.
    ...(failed.every((each) => each.expectedFailure !== undefined) ? optional('expectedFailure', expectedFailure) : {}),
  }
}

/** Of one input of one requirement: what did not hold in any part, or else what held, once. */
function combineObservations(observations: readonly Observation[]): Observation[] {
  const keyOf = ({ requirement, input }: Observation): string => JSON.stringify([requirement, input ?? null])
  const violated = new Set(observations.filter(({ ok }) => !ok).map(keyOf))
  const held = new Set<string>()
  return distinct(observations.filter((observation) => {
    const key = keyOf(observation)
    if (violated.has(key)) return !observation.ok
    if (held.has(key)) return false
    held.add(key)
    return true
  }))
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

function optional<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  return value === undefined ? {} : { [key]: value } as Partial<Record<Key, Value>>
}
