/** Whether a backup is one, is whole, and is as it was written: nothing else of it is trusted before. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../errors.ts'
import { parseRegistry } from '../registry/load.ts'
import { StoreError } from '../store/errors.ts'
import { refuseProblems } from '../store/invalid-log.ts'
import { readCopy } from '../store/read-only.ts'
import { verifyLog, type LogReport } from '../store/verify-log.ts'
import { contentOf, type Content } from './files.ts'
import { databaseName, manifestName, parseManifest, registryName, type BackupManifest } from './manifest.ts'

/** @throws CommandError `backup_invalid`; InvalidLog */
export function checkBackup(folder: string): BackupManifest {
  const manifest = readManifest(folder)
  for (const name of [databaseName, registryName] as const) {
    if (!sameContent(read(folder, name, contentOf), manifest.files[name])) throw invalid(folder, `${name} is not the file that the manifest names`)
  }
  const { schema, events, handoffs, head } = checkedDatabase(folder)
  const fits = schema === manifest.schema && events === manifest.events && handoffs === manifest.handoffs && head === manifest.head
  if (!fits) throw invalid(folder, `the log of ${databaseName} is not the one that the manifest names`)
  if (!parseRegistry(read(folder, registryName, (path) => readFileSync(path))).ok) throw invalid(folder, `${registryName} is no valid registry (see \`handoff-server validate\`)`)
  return manifest
}

/** @throws CommandError `backup_invalid` */
export function readManifest(folder: string): BackupManifest {
  const manifest = parseManifest(read(folder, manifestName, (path) => readFileSync(path)))
  if (typeof manifest === 'string') throw invalid(folder, manifest)
  return manifest
}

/**
 * Checks a database that nobody writes: its pages, its references and its log.
 * @throws StoreError, InvalidLog
 */
export function checkDatabase(path: string): LogReport {
  return readCopy(path, (db) => {
    if (first(db, 'PRAGMA integrity_check(1)') !== 'ok') throw new StoreError('corrupt', path)
    const report = verifyLog(db)
    refuseProblems(path, report)
    if (first(db, 'PRAGMA foreign_key_check') !== undefined) throw new StoreError('corrupt', path, { detail: 'A row refers to one that is not there.' })
    return report
  })
}

export function sameContent(one: Content, other: Content): boolean {
  return one.sha256 === other.sha256 && one.bytes === other.bytes
}

/** The remedies of a store are about one in use. */
function checkedDatabase(folder: string): LogReport {
  try {
    return checkDatabase(join(folder, databaseName))
  } catch (error) {
    if (error instanceof StoreError) throw invalid(folder, `${databaseName}: ${error.what.replace(/\.$/, '')}`, error)
    throw error
  }
}

function first(db: DatabaseSync, sql: string): unknown {
  return Object.values(db.prepare(sql).get() ?? {})[0]
}

function read<T>(folder: string, name: string, work: (path: string) => T): T {
  try {
    return work(join(folder, name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw invalid(folder, code === 'ENOENT' || code === 'ENOTDIR' ? `${name} is not there` : `${name} cannot be read (${String(code)})`, error)
  }
}

function invalid(folder: string, what: string, cause?: unknown): CommandError {
  return new CommandError('backup_invalid', `${folder} is no backup that can be restored: ${what}`, 'use another backup; nothing was changed', { cause })
}
