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

/** How many of the failures an entry of the file of expected failures speaks of. */
export function countExpected(results: readonly Pick<CaseResult, 'outcome' | 'expectedFailure'>[]): number {
  return results.filter(({ outcome, expectedFailure }) => outcome === 'fail' && expectedFailure !== undefined).length
}

export interface RunEnd {
  readonly counts: Counts
  readonly interrupted: boolean
  /** True where the harness itself was at fault, so that no verdict of the run counts. */
  readonly faulty: boolean
  /** Failures that were foretold: they are among the counts, and do not make the run fail (default 0). */
  readonly expected?: number
  /** Entries of the file of expected failures that turned out wrong (default 0). */
  readonly unexpected?: number
  /** True where part of the plan is missing, although nothing interrupted this process. */
  readonly incomplete?: boolean
  /** True of one part of a split plan: where nothing of it applies, another part shows something. */
  readonly part?: boolean
}

/** 130 before 4 before 1 before 3 before 0; a run in which nothing was shown is never 0. */
export function exitCodeOf({ counts, interrupted, faulty, expected = 0, unexpected = 0, incomplete = false, part = false }: RunEnd): ExitCode {
  if (interrupted) return exitCodes.interrupted
  if (faulty) return exitCodes.fault
  if (counts.fail > expected || unexpected > 0) return exitCodes.failed
  if (incomplete || counts.inconclusive > 0 || counts['not-run'] > 0) return exitCodes.incomplete
  if (counts.pass + counts.warn + counts.fail === 0 && !part) return exitCodes.incomplete
  return exitCodes.ok
}
