/** Reads a file of configuration: a regular one, of bounded size, that cannot hold the harness up. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

export type SmallFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: string; readonly cause?: unknown }
  | { readonly kind: 'too-long' }

export function readSmallFile(path: string, maxBytes: number): SmallFile {
  try {
    // A pipe that nobody writes to must not hold the harness up.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stats = fstatSync(file)
      if (!stats.isFile()) return { kind: 'unreadable', why: 'is no regular file' }
      if (stats.size > maxBytes) return { kind: 'too-long' }
      return { kind: 'text', text: readFileSync(file, 'utf8') }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return { kind: 'unreadable', why: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, cause: error }
  }
}
