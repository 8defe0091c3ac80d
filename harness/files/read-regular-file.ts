/**
 * Reads a file that somebody else may have put there: only a regular file, never past its cap, and without waiting for
 * a pipe that nobody writes to.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { reasonOf } from './reason-of.ts'

export type FileReading =
  | { readonly ok: true; readonly bytes: Buffer; readonly mode: number }
  | { readonly ok: false; readonly why: string; readonly cause?: unknown }

/**
 * Never throws.
 * @param maxBytes A longer file is not read.
 * @param follow False: a symbolic link is refused instead of followed. Default: true.
 */
export function readRegularFile(path: string, maxBytes: number, follow = true): FileReading {
  let handle: number
  try {
    // Windows has neither flag; both are undefined there.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (follow ? 0 : (constants.O_NOFOLLOW ?? 0)))
  } catch (error) {
    return { ok: false, why: whyNotOpened(error), cause: error }
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return { ok: false, why: 'it is no regular file' }
    if (stats.size > maxBytes) return { ok: false, why: `it is longer than ${maxBytes} bytes` }
    const bytes = readUpTo(handle, stats.size, maxBytes)
    return bytes === undefined ? { ok: false, why: `it is longer than ${maxBytes} bytes` } : { ok: true, bytes, mode: stats.mode }
  } catch (error) {
    return { ok: false, why: reasonOf(error), cause: error }
  } finally {
    closeSync(handle)
  }
}

function whyNotOpened(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ELOOP') return 'it is a symbolic link'
  return code === 'ENOENT' ? 'there is no such file' : reasonOf(error)
}

/** A file may grow while it is read, and some say that they are empty and are not. */
function readUpTo(handle: number, size: number, maxBytes: number): Buffer | undefined {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(Math.min(size - total, maxBytes), 0) + 1)
    const count = readSync(handle, chunk)
    if (count === 0) return Buffer.concat(chunks, total)
    total += count
    if (total > maxBytes) return undefined
    chunks.push(chunk.subarray(0, count))
  }
}
