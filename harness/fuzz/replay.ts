/** Looks whether what an earlier run has found is still there: runs that one case, on what it found, as that run did. */
import type { SavedFailure } from '../evidence/failures.ts'
import { createRunRecorder } from '../evidence/results.ts'
import type { RunRecord } from '../evidence/results.ts'
import type { RunEvent } from '../run/events.ts'
import { runConformance } from '../run/run.ts'
import type { RunOptions, RunSummary } from '../run/run.ts'

export const replayVerdicts = ['fixed', 'still fails', 'could not run'] as const
export type ReplayVerdict = (typeof replayVerdicts)[number]

export interface Replay {
  readonly verdict: ReplayVerdict
  /** Why it still fails or could not run; undefined where it is fixed. */
  readonly reason: string | undefined
  /** Of the run that has told. */
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
  const run = recorder.record()
  return { ...told(run, summary), run, summary }
}

/** A warning is below what the run that found it called a failure. */
function told({ results: [result], findings }: RunRecord, { interrupted }: RunSummary): Pick<Replay, 'verdict' | 'reason'> {
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
