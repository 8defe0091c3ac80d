/** What entries of the file of expected failures make of a run. Pure: the day is given. */
import type { Unexpected } from '../evidence/results.ts'
import type { CaseResult, ExpectedFailure, Outcome } from '../run/outcome.ts'
import type { ExpectedEntry } from './read-expected.ts'

export interface Expectations {
  /** The result, and where it is a failure that was foretold, the entry with it. */
  mark(result: CaseResult): CaseResult
  /** Entries that turned out wrong, by the id of their case. Each makes the exit code 1. */
  unexpected(results: readonly CaseResult[]): Unexpected[]
  /**
   * One sentence for each entry of which the run said nothing.
   * @param plan The ids of the whole plan, also where the run was one part of it: what other parts run is no matter of this one.
   */
  notes(results: readonly CaseResult[], plan: ReadonlySet<string>): string[]
}

/** @param today As `YYYY-MM-DD`, in UTC. */
export function createExpectations(entries: readonly ExpectedEntry[], today: string): Expectations {
  const byCase = new Map(entries.map((entry) => [entry.case, entry]))
  const expired = ({ expires }: ExpectedEntry): boolean => today > expires
  return {
    mark(result) {
      const entry = byCase.get(result.id)
      return entry === undefined || expired(entry) || result.outcome !== 'fail' ? result : { ...result, expectedFailure: withoutCase(entry) }
    },
    unexpected(results) {
      return results.flatMap((result): Unexpected[] => {
        const entry = byCase.get(result.id)
        if (entry === undefined) return []
        // Its day is over whatever the case came to: somebody has to look at it.
        if (expired(entry)) return [{ case: entry.case, kind: 'expired', ...withoutCase(entry) }]
        return !judged.has(result.outcome) || result.outcome === 'fail' || entry.flaky === true ? [] : [{ case: entry.case, kind: 'passed', ...withoutCase(entry) }]
      }).toSorted((one, other) => (one.case < other.case ? -1 : 1))
    },
    notes(results, plan) {
      const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
      return entries.flatMap((entry) => {
        const outcome = outcomes.get(entry.case)
        if (outcome === undefined && plan.has(entry.case)) return []
        const why = outcome === undefined ? 'is not in the plan of this run' : (judged.has(outcome) ? undefined : `is ${outcome} in this run`)
        return why === undefined ? [] : [`the expected failure of ${entry.case} was not looked at: the case ${why}${expired(entry) ? `; the entry expired on ${entry.expires}` : ''}`]
      })
    },
  }
}

/** The day of a moment, in UTC, as entries write it. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Outcomes that say whether a failure is there. A warning says that there is none. */
export const judged: ReadonlySet<Outcome> = new Set<Outcome>(['pass', 'warn', 'fail'])

function withoutCase({ reason, owner, expires, flaky }: ExpectedEntry): ExpectedFailure {
  return { reason, owner, expires, ...(flaky === undefined ? {} : { flaky }) }
}
