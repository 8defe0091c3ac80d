/** Divides the time of a fuzzing run among its cases, of which some run side by side and others one after the other. */

export interface Shares {
  /** Called when a case starts: until when it may go on, in ms on the clock of `performance.now()`. */
  readonly next: (job: { readonly alone: boolean }) => number
}

/** The time that is kept back for shrinking what was found last, and for closing. In ms. */
const reserveMs = 30_000

/**
 * @param jobs Every case that is going to run, in any order.
 * @param options `end`: when the whole budget is spent; `concurrency`: how many cases run side by side.
 */
export function divideTime(jobs: readonly { readonly alone: boolean }[], options: { readonly end: number; readonly concurrency: number; readonly now?: () => number }): Shares {
  const { end, concurrency, now = () => performance.now() } = options
  const last = end - Math.min(reserveMs, (end - now()) / 4)
  let alone = jobs.filter((job) => job.alone).length
  let beside = jobs.length - alone
  return {
    next(job) {
      // Whoever starts now takes one of the turns that are left, and what others did not use is there for the rest.
      const turns = Math.max(1, alone + Math.ceil(beside / concurrency))
      if (job.alone) alone -= 1
      else beside -= 1
      const start = now()
      return start + Math.max(0, last - start) / turns
    },
  }
}
