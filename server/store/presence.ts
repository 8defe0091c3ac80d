/**
 * Tells who has a store open, also where nothing is going on in it. Every open store shares a lock on a small file
 * beside the database, and whoever replaces the database needs that lock alone. The lock is one of the operating
 * system's, so it ends with the process that holds it, however that ends; SQLite takes it for us, since Node.js has none.
 */
import { closeSync, existsSync, fchmodSync, fchownSync, openSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from './errors.ts'
import type { StoreErrorCode } from './errors.ts'
import { retryWhileBusy } from './retry.ts'
import { isBusy, toStoreError } from './sqlite-result.ts'

export interface Presence {
  /** Lets the lock go; the file stays, since others may hold it. */
  release(): void
}

/** Where the path of a database leads, symbolic links followed as SQLite follows them; the file need not exist. */
export function realDatabasePath(path: string): string {
  const absolute = resolve(path)
  if (existsSync(absolute)) return realpathSync(absolute)
  const folder = dirname(absolute)
  return existsSync(folder) ? join(realpathSync(folder), basename(absolute)) : absolute
}

/**
 * For as long as a store is open. Any number of processes may.
 * @throws StoreError `locked` where the database is being replaced
 */
export async function sharePresence(path: string): Promise<Presence> {
  const lockFile = preparedLockFile(path)
  try {
    return await retryWhileBusy(() => take(lockFile, 'BEGIN; SELECT count(*) FROM sqlite_schema'))
  } catch (error) {
    if (isBusy(error)) throw new StoreError('locked', path, { detail: 'A restore replaces it.', cause: error })
    throw toStoreError(error, lockFile)
  }
}

/** For whoever replaces the file. Waits for nobody. @returns undefined where any process has the store open @throws StoreError */
export function claimAlone(path: string): Presence | undefined {
  const lockFile = preparedLockFile(path)
  try {
    // No journal: the file stays empty, and a process that is killed here leaves nothing behind.
    return take(lockFile, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    if (isBusy(error)) return undefined
    throw toStoreError(error, lockFile)
  }
}

function take(lockFile: string, sql: string): Presence {
  const db = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    db.exec(sql)
  } catch (error) {
    db.close()
    throw error
  }
  return { release: () => { if (db.isOpen) db.close() } }
}

/** Never opens one that is there: closing it again would drop the locks that this process has on it. */
function preparedLockFile(path: string): string {
  const real = realDatabasePath(path)
  const lockFile = `${real}-lock`
  let descriptor: number | undefined
  try {
    descriptor = openSync(lockFile, 'wx', 0o600)
    belongLike(descriptor, real)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new StoreError(storeCodes[code] ?? 'io', lockFile, { cause: error })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
  return lockFile
}

const storeCodes: Readonly<Record<string, StoreErrorCode>> = {
  ENOENT: 'missing_folder', EACCES: 'read_only', EPERM: 'read_only', EROFS: 'read_only', ENOSPC: 'full', EDQUOT: 'full',
}

/** Whoever may write the database may hold the lock: as SQLite does with its own files beside it. */
function belongLike(descriptor: number, database: string): void {
  const stats = statSync(database, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (process.getuid?.() === 0) fchownSync(descriptor, stats.uid, stats.gid)
  fchmodSync(descriptor, stats.mode & 0o666)
}
