/** Opens the database, or says in one sentence why it cannot be used. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../handoff/types.ts'
import { noMetrics } from '../metrics/metrics.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { StoreError } from './errors.ts'
import { prepareFile } from './file.ts'
import { checkOwnership, migrate } from './migrate.ts'
import { sharePresence } from './presence.ts'
import type { Presence } from './presence.ts'
import { retryWhileBusy } from './retry.ts'
import { toStoreError } from './sqlite-result.ts'
import { Store } from './store.ts'

/** Up to this size, in bytes, the whole file is checked for damage when it is opened. */
const checkedSize = 16 * 1024 * 1024

/** Pages that are kept in memory where there are so many: enough for all but the leaves of the indexes of millions of handoffs. */
const cacheKiB = 64 * 1024

export interface OpenStoreOptions {
  /** Path of the SQLite file; its folder must exist. */
  readonly path: string
  /** Dates the creation of the file. */
  readonly clock: Clock
  /** SQLite's own limit on the size of the file, in pages. */
  readonly maxPageCount?: number
  /** Told what changes, what fails and what is tried again (default: nobody is). */
  readonly metrics?: Metrics
}

/**
 * Opens or creates the store, brings its schema up to date and proves that it can be written.
 * @throws StoreError
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const path = resolve(options.path)
  prepareFile(path)
  const presence = await sharePresence(path)
  try {
    return await open(path, options, presence)
  } catch (error) {
    presence.release()
    throw error
  }
}

async function open(path: string, options: OpenStoreOptions, presence: Presence): Promise<Store> {
  const metrics = options.metrics ?? noMetrics
  const retried = (): void => metrics.storeRetried()
  await retryWhileBusy(() => refuseForeign(path), retried).catch((error: unknown) => { throw toStoreError(error, path) })
  const db = connect(path, false)
  try {
    await retryWhileBusy(() => useWriteAheadLog(db), retried)
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    db.exec(`PRAGMA cache_size = ${-cacheKiB}`)
    if (options.maxPageCount !== undefined) db.exec(`PRAGMA max_page_count = ${Math.trunc(options.maxPageCount)}`)
    await retryWhileBusy(() => checkIntegrity(db, path), retried)
    await retryWhileBusy(() => migrate(db, path, options.clock), retried)
  } catch (error) {
    db.close()
    throw toStoreError(error, path)
  }
  return new Store({ db, path, presence, metrics })
}

/**
 * Through a connection that cannot write: one that can moves what another program left in the log into the file when it
 * is closed, however little it was asked to do.
 */
function refuseForeign(path: string): void {
  if (statSync(path).size === 0) return
  const db = connect(path, true)
  try {
    checkOwnership(db, path)
  } finally {
    db.close()
  }
}

function connect(path: string, readOnly: boolean): DatabaseSync {
  try {
    // No waiting inside SQLite: it would block the event loop. Waiting is done between attempts.
    return new DatabaseSync(path, { readOnly, timeout: 0, enableForeignKeyConstraints: true, enableDoubleQuotedStringLiterals: false })
  } catch (error) {
    throw toStoreError(error, path)
  }
}

/** Only where it is not on already: setting it again would rewrite the header of a file marked as read-only. */
function useWriteAheadLog(db: DatabaseSync): void {
  const mode = db.prepare('PRAGMA journal_mode').get()?.['journal_mode']
  if (mode !== 'wal') db.exec('PRAGMA journal_mode = WAL')
}

function checkIntegrity(db: DatabaseSync, path: string): void {
  if (statSync(path).size > checkedSize) return
  const row = db.prepare('PRAGMA quick_check(1)').get()
  if (row?.['quick_check'] !== 'ok') throw new StoreError('corrupt', path)
}
