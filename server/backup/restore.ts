/** Puts a backup in the place of a database and its registry, while nobody has the database open. */
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { randomUUID } from 'node:crypto'
import { CommandError } from '../errors.ts'
import type { Clock } from '../handoff/types.ts'
import { acquireLock } from '../registry/lock.ts'
import { StoreError } from '../store/errors.ts'
import { makeFolderOf } from '../store/folder.ts'
import { claimAlone, realDatabasePath } from '../store/presence.ts'
import { checkBackup, sameContent } from './check.ts'
import { copyDurably } from './files.ts'
import { databaseName, registryName, type BackupManifest } from './manifest.ts'
import { replaceFiles, type Replacement } from './replace.ts'
import { settleDatabase } from './settle.ts'

export interface RestoreOptions {
  /** Path of the folder that `writeBackup` made. */
  readonly source: string
  /** Path of the SQLite file; its folder is made where it is missing. */
  readonly db: string
  /** Path of `agents.yaml`; its folder is made where it is missing. */
  readonly registry: string
  /** Keeps what is at the destination under another name, instead of refusing. */
  readonly force: boolean
  readonly clock: Clock
}

export interface Restored {
  readonly manifest: BackupManifest
  /** Where the files are now that were at the destination. */
  readonly kept: readonly string[]
}

/**
 * The backup is checked first. After any refusal everything is as it was.
 * @throws CommandError `backup_invalid`, `store_in_use`, `restore_exists`, `restore_failed`, `registry_locked`; InvalidLog, StoreError
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const source = resolve(options.source)
  const manifest = checkBackup(source)
  makeFolderOf(options.db)
  makeFolder(dirname(resolve(options.registry)))
  const db = realDatabasePath(options.db)
  const registry = existsSync(options.registry) ? realpathSync(options.registry) : resolve(options.registry)
  const alone = claimAlone(db)
  if (alone === undefined) throw inUse(db)
  try {
    const lock = await acquireLock(`${registry}.lock`)
    try {
      return { manifest, kept: replaceBoth({ source, manifest, db, registry, ...(options.force && { keptAs: suffix(options.clock()) }) }) }
    } finally {
      lock.release()
    }
  } finally {
    alone.release()
  }
}

interface Parts {
  readonly source: string
  readonly manifest: BackupManifest
  readonly db: string
  readonly registry: string
  /** What is put behind the names of files that are in the way; undefined: they are left, and this is refused. */
  readonly keptAs?: string
}

/** SQLite's log and its journal (sqlite.org/tempfiles.html). */
const databaseParts = ['-wal', '-journal'] as const

/** Under both locks. */
function replaceBoth({ source, manifest, db, registry, keptAs }: Parts): string[] {
  refuseExisting([db, ...databaseParts.map((end) => `${db}${end}`), registry], keptAs !== undefined)
  const staged: Replacement[] = []
  try {
    staged.push({ from: stage(source, databaseName, db, manifest), to: db, parts: databaseParts })
    staged.push({ from: stage(source, registryName, registry, manifest), to: registry, parts: [] })
    if (settleDatabase(db) === 'in use') throw inUse(db)
    return replaceFiles(staged, keptAs ?? '')
  } finally {
    for (const { from } of staged) rmSync(from, { force: true })
  }
}

/** Empty files are in nobody's way. */
function refuseExisting(paths: readonly string[], force: boolean): void {
  const there = paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0)
  for (const path of there) if (!statSync(path).isFile()) throw new StoreError('not_a_file', path)
  if (there.length > 0 && !force) {
    throw new CommandError('restore_exists', `there is something already: ${there.join(', ')}`, 'name other places with --db and --registry, or keep what is there under another name with --force')
  }
}

/** Copies beside the destination, so that one rename puts it in place. */
function stage(source: string, name: typeof databaseName | typeof registryName, to: string, manifest: BackupManifest): string {
  removeLeftovers(to)
  const from = `${to}${staging}${randomUUID()}`
  try {
    // What was checked is what is copied, even where somebody writes into the backup meanwhile.
    const same = sameContent(copyDurably(join(source, name), from), manifest.files[name])
    giveAway(from, to)
    if (same) return from
    throw new CommandError('backup_invalid', `${source} was written to while it was read`, 'restore again; nothing was changed')
  } catch (error) {
    rmSync(from, { force: true })
    if (error instanceof CommandError) throw error
    throw new CommandError('restore_failed', `the backup could not be copied beside ${to} (${String((error as NodeJS.ErrnoException).code)})`, 'check the free space and the rights of the folder; nothing was changed', { cause: error })
  }
}

const staging = '.restoring-'

/** To the owner of the file that it replaces, where there is one: a server that is not root's has to open it. */
function giveAway(from: string, to: string): void {
  const before = statSync(to, { throwIfNoEntry: false })
  if (before !== undefined && before.uid !== process.getuid?.() && process.getuid?.() === 0) chownSync(from, before.uid, before.gid)
}

/** Of a restore that was killed: nobody else restores, since both locks are held. */
function removeLeftovers(to: string): void {
  for (const name of readdirSync(dirname(to))) {
    if (name.startsWith(`${basename(to)}${staging}`)) rmSync(join(dirname(to), name), { force: true })
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch {
    // What is wrong with it is told by whoever writes there next.
  }
}

function suffix(now: number): string {
  return `.before-restore-${new Date(now).toISOString().replaceAll(/[-:]/g, '')}`
}

function inUse(db: string): CommandError {
  return new CommandError('store_in_use', `a server or another command has ${db} open`, 'stop every handoff-server on it, stdio ones too, and restore again; nothing was changed')
}
