/**
 * Opens a database only to look at it: nothing is migrated or written, and nothing is left beside the file. A database
 * at rest is read without any lock, so that a user who may do no more than read can; one in use, on one snapshot.
 */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { StoreError } from './errors.ts'
import { checkOwnership } from './migrate.ts'
import { realDatabasePath } from './presence.ts'
import { toStoreError } from './sqlite-result.ts'

/** How long to wait for a lock, in ms; nothing else goes on in the process meanwhile. */
const timeout = 5_000

/**
 * @param work Is run a second time where somebody began to write during the first. Must not keep the connection.
 * @throws StoreError; whatever `work` throws
 */
export function readDatabase<T>(path: string, work: (db: DatabaseSync) => T): T {
  const real = realDatabasePath(path)
  const before = look(path, real)
  if (!isAtRest(real)) return connected(path, real, work)
  let result: { readonly value: T } | { readonly error: unknown }
  try {
    result = { value: connected(path, immutable(real), work) }
  } catch (error) {
    result = { error }
  }
  if (!isAtRest(real) || look(path, real) !== before) return connected(path, real, work)
  if ('error' in result) throw result.error
  return result.value
}

/** The file alone, as it was copied: whatever lies beside it is no part of it. @throws StoreError; whatever `work` throws */
export function readCopy<T>(path: string, work: (db: DatabaseSync) => T): T {
  look(path, path)
  return connected(path, immutable(path), work)
}

function connected<T>(path: string, location: string | URL, work: (db: DatabaseSync) => T): T {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(location, { readOnly: true, timeout })
    checkOwnership(db, path)
    return work(db)
  } catch (error) {
    throw toStoreError(error, path)
  } finally {
    db?.close()
  }
}

/** SQLite looks for no log and takes no lock then (sqlite.org/uri.html); without this, it would make files to coordinate with writers. */
function immutable(path: string): URL {
  const url = pathToFileURL(path)
  url.search = '?immutable=1'
  return url
}

/** Nobody has written what is not in the file yet: SQLite's log and its journal are missing or empty. */
function isAtRest(real: string): boolean {
  return ['-wal', '-journal'].every((suffix) => (statSync(`${real}${suffix}`, { throwIfNoEntry: false })?.size ?? 0) === 0)
}

/** Which file it is and when it was last written. @throws StoreError */
function look(path: string, real: string): string {
  let stats
  try {
    stats = statSync(real, { throwIfNoEntry: false, bigint: true })
  } catch (cause) {
    throw new StoreError('unreadable', path, { cause })
  }
  if (stats === undefined) throw new StoreError('missing_file', path)
  if (!stats.isFile()) throw new StoreError('not_a_file', path)
  if (stats.size === 0n) throw new StoreError('not_a_database', path, { detail: 'It is empty.' })
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`
}
