/** Writes a backup: a folder with a copy of the database, the registry and a manifest, whole or not at all. */
import { randomUUID } from 'node:crypto'
import { closeSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandError } from '../errors.ts'
import type { Clock } from '../handoff/types.ts'
import { storeErrorCodes, StoreError } from '../store/errors.ts'
import { readDatabase } from '../store/read-only.ts'
import { toStoreError } from '../store/sqlite-result.ts'
import { serverVersion } from '../version.ts'
import { checkDatabase, readManifest } from './check.ts'
import { contentOf, syncFile, writeDurably } from './files.ts'
import { databaseName, manifestName, manifestText, registryName, type BackupManifest } from './manifest.ts'
import { makePartialFolder, type PartialFolder } from './partial-folder.ts'

export interface BackupOptions {
  /** Path of the SQLite file, in use or not. */
  readonly db: string
  /** The bytes of a valid registry. */
  readonly registry: Uint8Array
  /** Path of the folder that is to be the backup. */
  readonly destination: string
  /** Replaces a backup, and nothing else, that stands there. */
  readonly force: boolean
  readonly clock: Clock
}

/**
 * Servers go on meanwhile: the copy is one snapshot of their database, and is verified before it gets its name.
 * @throws CommandError `backup_exists`, `backup_failed`; InvalidLog and StoreError about the database
 */
export function writeBackup(options: BackupOptions): BackupManifest {
  const destination = resolve(options.destination)
  refuseExisting(destination, options.force)
  const partial = attempt(destination, () => makePartialFolder(destination))
  try {
    return attempt(destination, () => {
      const manifest = fill(partial.path, destination, options)
      put(partial, destination)
      return manifest
    })
  } catch (error) {
    partial.remove()
    throw error
  }
}

function fill(folder: string, destination: string, { db, registry, clock }: BackupOptions): BackupManifest {
  const copy = join(folder, databaseName)
  readDatabase(db, (connection) => copyInto(connection, copy, destination))
  syncFile(copy)
  const content = contentOf(copy)
  const { schema, events, handoffs, head } = asOf(db, () => checkDatabase(copy))
  const files = { [databaseName]: content, [registryName]: writeDurably(join(folder, registryName), registry) }
  const manifest = { created_at: new Date(clock()).toISOString(), server_version: serverVersion, schema, events, handoffs, head, files }
  writeDurably(join(folder, manifestName), Buffer.from(manifestText(manifest)))
  return manifest
}

/** May be called again, and begins anew then. */
function copyInto(connection: DatabaseSync, copy: string, destination: string): void {
  rmSync(copy, { force: true })
  closeSync(openSync(copy, 'wx', 0o600))
  try {
    connection.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    const known = toStoreError(error, destination)
    if (!(known instanceof StoreError) || !ofTheCopy.has(known.code)) throw error
    throw failed(destination, storeErrorCodes[known.code].replace(/\.$/, ''), error)
  }
}

/** What SQLite says where the copy cannot be written; anything else is about the database itself. */
const ofTheCopy: ReadonlySet<string> = new Set(['full', 'io', 'read_only', 'unreadable'])

/** What is wrong with the copy is wrong with what it was made of. */
function asOf<T>(db: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StoreError) throw new StoreError(error.code, resolve(db), { cause: error })
    throw error
  }
}

/** A backup that stands there is set aside first, so that there is always one. */
function put(partial: PartialFolder, destination: string): void {
  const aside = `${destination}.replaced-${randomUUID()}`
  if (!exists(destination)) return partial.finish()
  renameSync(destination, aside)
  try {
    partial.finish()
  } catch (error) {
    renameSync(aside, destination)
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}

const names: ReadonlySet<string> = new Set([databaseName, registryName, manifestName])

function refuseExisting(destination: string, force: boolean): void {
  if (!exists(destination)) return
  if (!force) throw new CommandError('backup_exists', `there is something at ${destination} already`, 'name another folder, or replace a backup with --force')
  if (!isBackup(destination)) throw new CommandError('backup_exists', `${destination} is no backup, so it is not replaced`, 'name another folder')
}

function isBackup(folder: string): boolean {
  try {
    readManifest(folder)
    return readdirSync(folder).every((name) => names.has(name))
  } catch {
    return false
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** A system error as one about the backup. */
function attempt<T>(destination: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw failed(destination, String(code), error)
  }
}

function failed(destination: string, what: string, cause: unknown): CommandError {
  return new CommandError('backup_failed', `the backup could not be written to ${destination} (${what})`, 'check the path, the free space and the rights of its folder; nothing was left behind', { cause })
}
