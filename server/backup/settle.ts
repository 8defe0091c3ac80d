/** Makes one whole file of a database that nobody should have open, before it is set aside. */
import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../store/sqlite-result.ts'

export type Settled = 'settled' | 'unreadable' | 'in use'

/**
 * Takes the database for itself, which also finds programs that know nothing of our lock, and moves its log into it.
 * One that SQLite cannot read is left as it is, with its log beside it.
 */
export function settleDatabase(path: string): Settled {
  const how = take(path)
  // An index of the log, which SQLite makes anew where it needs one.
  if (how !== 'in use') rmSync(`${path}-shm`, { force: true })
  return how
}

function take(path: string): Settled {
  // SQLite throws a log away that lies beside anything else.
  if (!isDatabase(path)) return 'unreadable'
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: 0 })
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    return 'settled'
  } catch (error) {
    return isBusy(error) ? 'in use' : 'unreadable'
  } finally {
    db?.close()
  }
}

/** By its first bytes (sqlite.org/fileformat2.html, 1.3.1). */
function isDatabase(path: string): boolean {
  const magic = Buffer.from('SQLite format 3\0')
  const bytes = Buffer.alloc(magic.length)
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    readSync(descriptor, bytes, 0, bytes.length, 0)
    return bytes.equals(magic)
  } catch {
    return false
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
