/** Which of several outcomes of one case counts. */
import type { CaseResult, Outcome } from '../run/outcome.ts'

/** Larger counts more: a failure outweighs all, and what could not be told or did not run outweighs what held elsewhere. */
const severity: Readonly<Record<Outcome, number>> = { fail: 5, inconclusive: 4, 'not-run': 3, warn: 2, pass: 1, 'not-applicable': 0 }

/** The first of those that count most. */
export function maxSeverity(results: readonly [CaseResult, ...CaseResult[]]): CaseResult {
  return results.reduce((worst, each) => (severity[each.outcome] > severity[worst.outcome] ? each : worst))
}
