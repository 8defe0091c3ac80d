/** Maps what a run came to to its exit code. Pure; the codes are those of the harness contract and nothing else. */
import { exitCodes } from '../errors.ts'
import type { ExitCode } from '../errors.ts'
import { outcomes } from './outcome.ts'
import type { CaseResult, Outcome } from './outcome.ts'

export type Counts = Readonly<Record<Outcome, number>>

export function countOutcomes(results: readonly Pick<CaseResult, 'outcome'>[]): Counts {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}

export interface RunEnd {
  readonly counts: Counts
  readonly interrupted: boolean
  /** True where the harness itself was at fault, so that no verdict of the run counts. */
  readonly faulty: boolean
}

/** 130 before 4 before 1 before 3 before 0; a run in which nothing was shown is never 0. */
export function exitCodeOf({ counts, interrupted, faulty }: RunEnd): ExitCode {
  if (interrupted) return exitCodes.interrupted
  if (faulty) return exitCodes.fault
  if (counts.fail > 0) return exitCodes.failed
  if (counts.inconclusive > 0 || counts['not-run'] > 0) return exitCodes.incomplete
  if (counts.pass + counts.warn === 0) return exitCodes.incomplete
  return exitCodes.ok
}
