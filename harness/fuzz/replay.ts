/**
 * Looks whether what an earlier run has found is still there: runs that one case, on what it found, as that run did. One
 * that judges what others were sent is run behind those others, or else can find nothing.
 */
import type { SavedFailure } from '../evidence/failures.ts'
import { createRunRecorder } from '../evidence/results.ts'
import type { RunRecord } from '../evidence/results.ts'
import type { RunEvent } from '../run/events.ts'
import type { Outcome } from '../run/outcome.ts'
import { runConformance } from '../run/run.ts'
import type { RunOptions, RunSummary } from '../run/run.ts'

export const replayVerdicts = ['fixed', 'still fails', 'could not run'] as const
export type ReplayVerdict = (typeof replayVerdicts)[number]

export interface Replay {
  readonly verdict: ReplayVerdict
  /** Why it still fails or could not run; undefined where it is fixed. */
  readonly reason: string | undefined
  /** Of the run that has told, what it says of that case. */
  readonly run: RunRecord
  readonly summary: RunSummary
}

export interface ReplayOptions extends Pick<RunOptions, 'catalogue' | 'driver' | 'target' | 'harnessVersion' | 'signal' | 'secrets'> {
  readonly failure: SavedFailure
  /** What each event goes through before anything of it is told. */
  readonly clean: (event: RunEvent) => RunEvent
}

/** @throws HarnessError for what is wrong before anything runs, also where this version has no such case. */
export async function replayFailure({ failure, clean, ...options }: ReplayOptions): Promise<Replay> {
  const recorder = createRunRecorder(options.catalogue)
  const summary = await runConformance({ ...options, select: {}, level: failure.level, replaying: failure, emit: (event) => { recorder.accept(clean(event)) } })
  const whole = recorder.record()
  const run = { ...whole, results: whole.results.filter(({ id }) => id === failure.case), failures: whole.failures.filter((each) => each.case === failure.case) }
  const told = verdictOf(run, summary)
  const unseen = told.verdict === 'fixed' ? unseenOf(failure, options.catalogue, whole) : undefined
  return { ...unseen === undefined ? told : { verdict: 'could not run', reason: unseen }, run, summary }
}

/** Why a case that judges what others were sent had perhaps nothing to find; undefined where it had, or judges its own. */
function unseenOf({ case: id, provokedBy }: SavedFailure, catalogue: RunOptions['catalogue'], { results }: RunRecord): string | undefined {
  if (catalogue.find(id)?.last !== true) return undefined
  if (provokedBy === undefined) return 'the case judges what the others of a run were sent, and it is not known which of them it was: run them all again'
  const [missing] = provokedBy.flatMap((other) => results.filter((result) => result.id === other && !ran.has(result.outcome)))
  return missing === undefined ? undefined : `it was found in what ${missing.id} was sent, and that came to no result: ${missing.reason ?? missing.outcome}`
}

const ran: ReadonlySet<Outcome> = new Set(['pass', 'warn', 'fail'])

/** A warning is below what the run that found it called a failure. */
function verdictOf({ results: [result], findings }: RunRecord, { interrupted }: RunSummary): Pick<Replay, 'verdict' | 'reason'> {
  const reason = result?.reason ?? findings[0]?.title ?? 'the case came to no result'
  switch (interrupted ? 'not-run' : result?.outcome) {
    case 'pass':
    case 'warn':
      return { verdict: 'fixed', reason: undefined }
    case 'fail':
      return { verdict: 'still fails', reason }
    case 'not-applicable':
    case 'inconclusive':
    case 'not-run':
    case undefined:
      return { verdict: 'could not run', reason }
  }
}
