/** Runs one fuzzing case again and again, each time with a fresh seed, until its share of the time is spent or it fails. */
import { createHash } from 'node:crypto'
import type { CaseResult, Outcome } from '../run/outcome.ts'

export interface Round {
  readonly seed: number
  /** Until when the case makes fresh programs, in ms on the clock of `performance.now()`. */
  readonly deadline: number
}

export interface RoundsOptions {
  /** The run's: the first round has this one, and every other one of its own that comes from it. */
  readonly seed: number
  /** When the share of the case is spent, in ms on the clock of `performance.now()`. */
  readonly end: number
  /** Once aborted, no round is started. */
  readonly signal: AbortSignal
  readonly run: (round: Round) => Promise<CaseResult>
  readonly now?: () => number
}

/** Of one round: a fresh fixture now and then keeps what a case has stored small. In ms. */
const roundMs = 15_000
/** A target that cannot be told anything of so often in a row will not be different the next time. */
const mostUnclear = 3

/** The seed of a round, which alone gives that round back. */
export function roundSeed(seed: number, round: number): number {
  return round === 0 ? seed : createHash('sha256').update(`${seed}\nround ${round}`).digest().readUInt32LE(0)
}

/** @returns The result of the round that says most, how many there were (always one at least), and whether it failed after others had not. */
export async function runRounds({ seed, end, signal, run, now = () => performance.now() }: RoundsOptions): Promise<CaseResult> {
  const started = now()
  let decisive: CaseResult | undefined
  let unclear = 0
  let held = false
  for (let round = 0; ; round += 1) {
    const own = roundSeed(seed, round)
    const result = await run({ seed: own, deadline: Math.min(now() + roundMs, end) })
    if (decisive === undefined || says[result.outcome] > says[decisive.outcome]) decisive = namingRound(result, round, own)
    unclear = result.outcome === 'inconclusive' || result.outcome === 'not-run' ? unclear + 1 : 0
    const over = result.outcome === 'fail' || result.outcome === 'not-applicable' || unclear === mostUnclear
    if (over || signal.aborted || now() >= end) {
      return { ...decisive, rounds: round + 1, durationMs: Math.round(now() - started), ...(result.outcome === 'fail' && held ? { flaky: true } : {}) }
    }
    held ||= result.outcome === 'pass' || result.outcome === 'warn'
  }
}

/** What says more is larger: one failure outweighs every round that passed, and so does one that could not tell. */
const says: Readonly<Record<Outcome, number>> = { fail: 5, inconclusive: 4, 'not-run': 3, warn: 2, pass: 1, 'not-applicable': 0 }

function namingRound(result: CaseResult, round: number, seed: number): CaseResult {
  const { outcome, reason } = result
  if (round === 0 || reason === undefined || (outcome !== 'inconclusive' && outcome !== 'not-run')) return result
  return { ...result, reason: `round ${round + 1} (seed ${seed}): ${reason}` }
}
