/**
 * Runs jobs side by side up to a bound, then those that must be alone, one after the other when nothing else runs.
 * What it starts it waits for; the signal only keeps it from starting more.
 */

export interface Job {
  readonly alone: boolean
}

export interface ScheduleOptions<Each extends Job> {
  /** How many at once, at least 1. */
  readonly concurrency: number
  /** Once aborted, nothing more is started. */
  readonly signal: AbortSignal
  /** Must not reject: what a job comes to is its own to record. */
  readonly run: (job: Each) => Promise<void>
}

/** Resolves when everything that was started has ended; gives back the jobs that were never started, in order. */
export async function schedule<Each extends Job>(jobs: readonly Each[], options: ScheduleOptions<Each>): Promise<Each[]> {
  const waiting = jobs.filter(({ alone }) => !alone)
  const alone = jobs.filter((job) => job.alone)
  const width = Math.max(1, Math.floor(options.concurrency))
  await Promise.all(Array.from({ length: Math.min(width, waiting.length) }, async () => drain(waiting, options)))
  await drain(alone, options)
  return [...waiting, ...alone]
}

async function drain<Each extends Job>(queue: Each[], { signal, run }: ScheduleOptions<Each>): Promise<void> {
  while (!signal.aborted) {
    const job = queue.shift()
    if (job === undefined) return
    await run(job)
  }
}
