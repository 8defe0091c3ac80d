/** What must hold of a registry file before the command line touches it, and how it is replaced in one step. */
import { closeSync, fchmodSync, fchownSync, fsyncSync, openSync, readdirSync, realpathSync, renameSync, rmSync, writeSync, type Stats } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { CommandError } from '../errors.ts'
import { describeReadError, readRegistryFile, type ReadFile } from './read-file.ts'

/** Where the path leads, symbolic links followed: they stay, and their target is edited. @throws CommandError */
export function resolveRegistry(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Reads a registry that only its owner can read and write. @throws CommandError */
export function readSafely(path: string): ReadFile {
  let file: ReadFile
  try {
    file = readRegistryFile(path)
  } catch (error) {
    throw unreadable(path, error)
  }
  refuseShared(path, file.stats)
  return file
}

/** The mode is looked at, not tried, so that it counts for root too. */
function refuseShared(path: string, stats: Stats): void {
  if (process.platform === 'win32') return
  const mode = stats.mode & 0o777
  if ((mode & 0o077) === 0) return
  throw new CommandError('registry_unsafe', `${path} has the mode ${mode.toString(8).padStart(4, '0')}, so others can read or write it`, `chmod 600 ${path}`)
}

function unreadable(path: string, error: unknown): CommandError {
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (missing) return new CommandError('registry_missing', `there is no registry at ${path}`, 'name it with --registry, or write one with `handoff-server init`', { cause: error })
  return new CommandError('registry_unreadable', `${path}: ${describeReadError(error)}`, 'check the path, its owner and its mode', { cause: error })
}

const temporaryPrefix = (path: string): string => `.${basename(path)}.edit-`

/**
 * Puts new content in the place of a file: all of it or nothing, on disk when this returns, with the mode and the owner
 * that `like` has. Must be called under the lock.
 *
 * @throws CommandError `registry_write_failed`
 */
export function replaceFile(path: string, content: Uint8Array, like: { mode: number; uid?: number; gid?: number }): void {
  const folder = dirname(path)
  const temporary = join(folder, `${temporaryPrefix(path)}${randomUUID()}`)
  try {
    removeLeftovers(path)
    writeDurably(temporary, content, like)
    renameSync(temporary, path)
    syncFolder(folder)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new CommandError('registry_write_failed', `${path} could not be written (${String((error as NodeJS.ErrnoException).code)})`, 'check the free space and the rights of its folder; the file is as it was', { cause: error })
  }
}

/** Files of an edit that was killed; nobody else edits, since the lock is held. */
function removeLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(temporaryPrefix(path))) rmSync(join(dirname(path), name), { force: true })
  }
}

function writeDurably(path: string, content: Uint8Array, like: { mode: number; uid?: number; gid?: number }): void {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    for (let written = 0; written < content.byteLength;) written += writeSync(descriptor, content, written)
    if (like.uid !== undefined && like.gid !== undefined && (like.uid !== process.getuid?.() || like.gid !== process.getgid?.())) fchownSync(descriptor, like.uid, like.gid)
    fchmodSync(descriptor, like.mode & 0o7777)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
