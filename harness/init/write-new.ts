/** Writes a file of the user's project: whole or not at all, and over nothing that is there unless that was asked for. */
import { closeSync, fsyncSync, linkSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { writeFully } from '../files/atomic-write.ts'
import { HarnessError } from '../errors.ts'

/** @throws HarnessError `file_exists`, also for a link that leads nowhere */
export function requireAbsent(file: string): void {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return
  } catch (error) {
    throw unwritable(file, error)
  }
  throw new HarnessError('file_exists', `${file} is there already`)
}

/**
 * Makes the folders above it too.
 * @param options `force`: replaces what is there, a link itself and not what it points at (default false).
 * @throws HarnessError `file_exists`, `file_unwritable`
 */
export function writeNew(file: string, text: string, { force = false }: { readonly force?: boolean } = {}): void {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`)
  try {
    mkdirSync(dirname(file), { recursive: true })
    const handle = openSync(temporary, 'wx', 0o644)
    try {
      writeFully(handle, Buffer.from(text))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    // A link never replaces, also where somebody made the file meanwhile.
    if (force) renameSync(temporary, file)
    else linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && !force) throw new HarnessError('file_exists', `${file} is there already`, { cause: error })
    throw unwritable(file, error)
  } finally {
    rmSync(temporary, { force: true })
  }
}

function unwritable(file: string, error: unknown): HarnessError {
  return new HarnessError('file_unwritable', `${file} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, { cause: error })
}
