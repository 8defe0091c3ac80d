/**
 * Reads a registry file without trusting what the path leads to: never blocks on a pipe, never reads a directory or a
 * device, and never more than the bound.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { bounds } from './schema.ts'

export interface ReadFile {
  /** At most one byte more than a registry may have, which is enough to see that it is too large. */
  readonly bytes: Buffer
  readonly stats: Stats
}

/** @throws A system error (`code` set), or an Error with `code` `ENOTFILE` where the path is no regular file. */
export function readRegistryFile(path: string): ReadFile {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'ENOTFILE' })
    const limit = bounds.fileBytes + 1
    const buffer = Buffer.allocUnsafe(Math.min(stats.size + 1, limit))
    const length = readSync(descriptor, buffer, 0, buffer.byteLength, null)
    // A short read is the end of a regular file; a full one means that it grew since its size was taken.
    if (length < buffer.byteLength || length === limit) return { bytes: buffer.subarray(0, length), stats }
    return { bytes: Buffer.concat([buffer, readRest(descriptor, limit - length)]), stats }
  } finally {
    closeSync(descriptor)
  }
}

function readRest(descriptor: number, limit: number): Buffer {
  const buffer = Buffer.allocUnsafe(limit)
  let length = 0
  for (let count = -1; count !== 0; length += count) count = readSync(descriptor, buffer, length, limit - length, null)
  return buffer.subarray(0, length)
}

/** What a failed read means, in words without the path. */
export function describeReadError(error: unknown): string {
  const code = error !== null && typeof error === 'object' && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT': return 'the file does not exist'
    case 'EACCES':
    case 'EPERM': return 'the file cannot be read with the rights of this process'
    case 'ENOTFILE':
    case 'EISDIR': return 'the path is not a regular file'
    case 'ELOOP': return 'the path is a circle of symbolic links'
    case 'ENOTDIR': return 'a part of the path is not a directory'
    default: return `the file cannot be read (${typeof code === 'string' ? code : 'unknown error'})`
  }
}
