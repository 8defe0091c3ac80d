/** Decides whether a file is ours, and brings it to the current schema; touches no file that is not. */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../handoff/types.ts'
import { StoreError } from './errors.ts'
import { applicationId, migrations } from './schema.ts'

function pragma(db: DatabaseSync, name: string): number {
  const row = db.prepare(`PRAGMA ${name}`).get()
  return Number(row?.[name])
}

/**
 * Reads only.
 * @throws StoreError `foreign_file` or `newer_schema`
 */
export function checkOwnership(db: DatabaseSync, path: string): void {
  const owner = pragma(db, 'application_id')
  const objects = Number(db.prepare('SELECT count(*) AS objects FROM sqlite_schema').get()?.['objects'])
  const untouched = owner === 0 && objects === 0
  if (owner !== applicationId && !untouched) throw new StoreError('foreign_file', path)
  const version = pragma(db, 'user_version')
  if (untouched && version !== 0) throw new StoreError('foreign_file', path)
  if (version > migrations.length) {
    throw new StoreError('newer_schema', path, { detail: `It has schema ${version}; this program knows up to ${migrations.length}.` })
  }
}

/** Applies what is missing in one transaction, and proves that the file can be written; several processes may do this at the same time. */
export function migrate(db: DatabaseSync, path: string, clock: Clock): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    checkOwnership(db, path)
    const from = pragma(db, 'user_version')
    for (const sql of migrations.slice(from)) db.exec(sql)
    if (from === 0) {
      db.exec(`PRAGMA application_id = ${applicationId}`)
      const meta = db.prepare('INSERT INTO meta (name, value) VALUES (?, ?)')
      meta.run('created_at', new Date(clock()).toISOString())
      meta.run('cursor_key', randomBytes(32).toString('hex'))
    }
    // Written even where it says so already: only a write shows that SQLite may write this file.
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec(from < migrations.length ? 'COMMIT' : 'ROLLBACK')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
