/** The open database: runs reads and changes as transactions and turns SQLite's errors into ours. */
import type { DatabaseSync } from 'node:sqlite'
import { HandoffError } from '../handoff/errors.ts'
import type { CountedChange, Metrics } from '../metrics/metrics.ts'
import { StoreError } from './errors.ts'
import { fileIdentity } from './file.ts'
import type { Presence } from './presence.ts'
import { retryWhileBusy } from './retry.ts'
import { isBusy, toStoreError } from './sqlite-result.ts'
import { StatementCache } from './statements.ts'
import type { Transaction } from './statements.ts'
import { WriteQueue, busy } from './write-queue.ts'

export class Store {
  readonly path: string
  readonly #db: DatabaseSync
  readonly #statements: StatementCache
  readonly #writes: WriteQueue
  /** Of the file that was opened: SQLite would go on with it after it was removed, and lose all that it is given. */
  readonly #file: string | undefined
  readonly #presence: Presence
  readonly #metrics: Metrics
  #closing: Promise<void> | undefined

  /** Use `openStore`. */
  constructor(options: { db: DatabaseSync; path: string; presence: Presence; metrics: Metrics }) {
    this.path = options.path
    this.#db = options.db
    this.#statements = new StatementCache(options.db)
    this.#writes = new WriteQueue(options.db, () => options.metrics.storeRetried())
    this.#file = fileIdentity(options.path)
    this.#presence = options.presence
    this.#metrics = options.metrics
  }

  /**
   * Runs `work` on one consistent view of the data. `work` is synchronous and writes nothing.
   * @throws HandoffError `busy`; StoreError; whatever `work` throws
   */
  async read<T>(work: (transaction: Transaction) => T): Promise<T> {
    this.#refuseClosed()
    try {
      return await retryWhileBusy(() => this.#readOnce(work), () => this.#metrics.storeRetried())
    } catch (error) {
      throw this.#told(error)
    }
  }

  /**
   * Runs `work` as one change, and resolves when it is on disk. `work` is synchronous and may be run more than once;
   * what it throws undoes it.
   * @throws HandoffError `busy`; StoreError; whatever `work` throws
   */
  async write<T>(work: (transaction: Transaction) => T): Promise<T> {
    this.#refuseClosed()
    try {
      let changes: CountedChange[] = []
      const value = await this.#writes.add(() => {
        this.#refuseGone()
        // Anew at each attempt: what is undone is not counted.
        changes = []
        return work({ prepare: (sql) => this.#statements.prepare(sql), changes })
      })
      for (const change of changes) this.#metrics.changed(change)
      return value
    } catch (error) {
      throw this.#told(error)
    }
  }

  /** Whether what is written now would still be there tomorrow; looks at the file, and waits for no lock. */
  isUsable(): boolean {
    return this.#closing === undefined && this.#isInPlace()
  }

  /** Lets pending changes finish, moves the write-ahead log into the file and closes it. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    await this.#writes.idle()
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // Another process still reads or writes: the log stays beside the file, whole, and the last one to close moves it.
    }
    this.#db.close()
    this.#presence.release()
  }

  #readOnce<T>(work: (transaction: Transaction) => T): T {
    this.#refuseDisconnected()
    this.#refuseGone()
    this.#db.exec('BEGIN')
    try {
      return work(this.#statements)
    } finally {
      if (this.#db.isTransaction) this.#db.exec('COMMIT')
    }
  }

  /** What a caller is told of an error, counted where it is one of the store. */
  #told(error: unknown): unknown {
    const told = isBusy(error) ? busy(error) : toStoreError(error, this.path)
    if (told instanceof StoreError) this.#metrics.storeFailed(told.code)
    if (told instanceof HandoffError && told.code === 'busy') this.#metrics.storeFailed('locked')
    return told
  }

  #refuseClosed(): void {
    if (this.#closing !== undefined) throw new StoreError('closed', this.path)
  }

  #refuseDisconnected(): void {
    if (!this.#db.isOpen) throw new StoreError('closed', this.path)
  }

  #refuseGone(): void {
    if (!this.#isInPlace()) throw new StoreError('gone', this.path)
  }

  #isInPlace(): boolean {
    try {
      return fileIdentity(this.path) === this.#file
    } catch {
      return false
    }
  }
}
