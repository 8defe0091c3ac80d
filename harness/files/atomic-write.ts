/** One way to put bytes into a file: under a temporary name, flushed, then renamed, so that no reader sees a half. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The temporary name beside a file. */
export const temporaryName = (file: string): string => join(dirname(file), `.${basename(file)}.tmp`)

/**
 * Replaces `file`. Synchronous, so that it also works while the process is on its way out.
 * @throws the file system's error; the temporary file is gone then, and an older `file` is untouched.
 */
export function writeAtomically(file: string, bytes: Uint8Array): void {
  const temporary = temporaryName(file)
  try {
    const handle = openSync(temporary, 'w', 0o644)
    try {
      writeFully(handle, bytes)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, file)
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Writes everything, also where the system takes it in parts. */
export function writeFully(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done)
}

/** Makes the names in a folder durable; some systems cannot, which is no harm. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Opening or flushing a folder is not possible on every platform.
  }
}
