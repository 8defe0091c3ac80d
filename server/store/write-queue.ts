/**
 * Runs changes one after the other, several in one transaction where they wait together, and answers each only after
 * the commit. Waiting for another process's lock happens between attempts, on timers, so the event loop goes on.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import { HandoffError } from '../handoff/errors.ts'
import { patienceMs, pauseMs } from './retry.ts'
import { isBusy } from './sqlite-result.ts'

/** At most this many changes share a commit, so that one batch does not hold the event loop for long. */
const batchLimit = 64

/** At most this many turns of the event loop are waited for more; all of them are shorter than a commit. */
const gatherTurns = 16

type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }

interface Job {
  readonly work: () => unknown
  /** On the monotonic clock, in ms. */
  readonly deadline: number
  readonly settle: (settled: Settled) => void
}

export class WriteQueue {
  readonly #db: DatabaseSync
  readonly #retried: () => void
  #waiting: Job[] = []
  #draining: Promise<void> | undefined

  /** @param retried Told each time that somebody else's lock puts the work off. */
  constructor(db: DatabaseSync, retried: () => void = () => undefined) {
    this.#db = db
    this.#retried = retried
  }

  /**
   * Runs `work` inside a write transaction and resolves after its commit. `work` is synchronous and repeatable; what
   * it throws undoes its own writes only.
   * @throws HandoffError `busy` where the lock was not to be had in time
   */
  add<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        work,
        deadline: performance.now() + patienceMs,
        settle: (settled) => {
          if (settled.ok) resolve(settled.value as T)
          else reject(settled.error)
        },
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    await this.#gather()
    for (let attempt = 0; this.#waiting.length > 0; attempt += 1) {
      if (this.#begin()) {
        attempt = 0
        this.#runBatch(this.#waiting.splice(0, batchLimit))
        await this.#gather()
      } else {
        this.#giveUpOverdue()
        await sleep(pauseMs(attempt))
      }
    }
    this.#draining = undefined
  }

  /** One turn, and on while each brings more: what is on its way shares this commit instead of waiting for the next. */
  async #gather(): Promise<void> {
    let before: number
    let turns = 0
    do {
      before = this.#waiting.length
      await nextTurn()
      turns += 1
    } while (this.#waiting.length > before && this.#waiting.length < batchLimit && turns < gatherTurns)
  }

  /** False where another process holds the lock. Any other failure is that of the job at the head. */
  #begin(): boolean {
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      return true
    } catch (error) {
      if (isBusy(error)) this.#retried()
      else this.#waiting.shift()?.settle({ ok: false, error })
      return false
    }
  }

  #giveUpOverdue(): void {
    const now = performance.now()
    const overdue = this.#waiting.filter((job) => job.deadline <= now)
    this.#waiting = this.#waiting.filter((job) => job.deadline > now)
    for (const job of overdue) job.settle({ ok: false, error: busy() })
  }

  /** Runs inside the transaction that `#begin` opened, and ends it. */
  #runBatch(jobs: readonly Job[]): void {
    const settled: Settled[] = []
    try {
      for (const job of jobs) settled.push(this.#runOne(job))
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#rollback()
      this.#afterFailure(jobs, error)
      return
    }
    jobs.forEach((job, index) => job.settle(settled[index] as Settled))
  }

  #runOne(job: Job): Settled {
    this.#db.exec('SAVEPOINT job')
    try {
      const value = job.work()
      this.#db.exec('RELEASE job')
      return { ok: true, value }
    } catch (error) {
      // A full disk or an I/O error may have ended the whole transaction, and with it what the others wrote.
      if (!this.#db.isTransaction) throw error
      this.#db.exec('ROLLBACK TO job; RELEASE job')
      return { ok: false, error }
    }
  }

  /** Nothing of the batch is on disk. Alone, the failure is the job's own; else each is tried by itself. */
  #afterFailure(jobs: readonly Job[], error: unknown): void {
    const [first, ...others] = jobs
    if (first === undefined) return
    if (others.length === 0) {
      first.settle({ ok: false, error: isBusy(error) ? busy(error) : error })
      return
    }
    // Where another process takes the lock in between, the rest waits for it as everybody does.
    for (const [index, job] of jobs.entries()) if (!this.#runAlone(job)) return void this.#waiting.unshift(...jobs.slice(index))
  }

  /** False where another process holds the lock. */
  #runAlone(job: Job): boolean {
    try {
      this.#db.exec('BEGIN IMMEDIATE')
    } catch (error) {
      if (isBusy(error)) return false
      job.settle({ ok: false, error })
      return true
    }
    this.#runBatch([job])
    return true
  }

  #rollback(): void {
    try {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    } catch {
      // What made the batch fail is told to its callers; the next BEGIN shows whether the connection still works.
    }
  }
}

/** What a caller is told when the lock was not to be had. */
export function busy(cause?: unknown): HandoffError {
  return new HandoffError('busy', 'The store is locked by another process; nothing was written. Try again.', { cause })
}
