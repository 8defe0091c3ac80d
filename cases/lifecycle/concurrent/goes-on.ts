/** How long a case about concurrency goes on: for a number of rounds, or in a fuzzing run until its deadline. */
import type { CaseContext } from '../../../harness/run/case.ts'

/**
 * Whether there is another round.
 * @param round From 1: there is always one, since a case that has seen nothing tells nothing.
 * @param most Where no deadline says how long.
 */
export function goesOn({ signal, deadline, replaying }: CaseContext, round: number, most: number): boolean {
  if (signal.aborted) return false
  if (round === 1) return true
  return deadline === undefined || replaying !== undefined ? round <= most : performance.now() < deadline
}
