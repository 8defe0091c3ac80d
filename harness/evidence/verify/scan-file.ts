/** Reads a file of any size once, in pieces: its hash and size, whether something in it looks like a credential, or is one that is known. */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { reasonOf } from '../../files/reason-of.ts'
import { redactText } from '../redact.ts'
import { createSecretRegistry, type SecretRegistry } from '../secrets.ts'

const pieceBytes = 1024 * 1024
/** A line that is longer is looked at in pieces as well. */
const maxLineBytes = 16 * 1024 * 1024
/** A known secret in any form fits into it. */
const overlapBytes = 64 * 1024

export type Scanned =
  | { readonly ok: true; readonly size: number; readonly sha256: string; readonly credential: boolean }
  | { readonly ok: false; readonly why: string; readonly cause?: unknown }

/**
 * Never throws.
 * @param size What the file should have; any other is not read. In bytes.
 */
export function scanFile(path: string, size: number, secrets: SecretRegistry): Scanned {
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    return { ok: false, why: reasonOf(error), cause: error }
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) return { ok: false, why: 'it is no regular file' }
    if (stats.size !== size) return { ok: true, size: stats.size, sha256: '', credential: false }
    return scanned(handle, size, secrets)
  } catch (error) {
    return { ok: false, why: reasonOf(error), cause: error }
  } finally {
    closeSync(handle)
  }
}

function scanned(handle: number, expected: number, secrets: SecretRegistry): Scanned {
  const hash = createHash('sha256')
  const scanner = credentialScanner(secrets)
  let size = 0
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, expected + 1))
  for (let count = readSync(handle, piece); count > 0 && size <= expected; count = readSync(handle, piece)) {
    size += count
    hash.update(piece.subarray(0, count))
    scanner.add(piece.subarray(0, count))
  }
  return { ok: true, size, sha256: hash.digest('hex'), credential: scanner.end() }
}

/** Whether something of these bytes looks like a credential, or is a secret that is known, in any of its forms. */
export function holdsCredential(bytes: Uint8Array, secrets: SecretRegistry): boolean {
  const scanner = credentialScanner(secrets)
  for (let at = 0; at < bytes.length; at += pieceBytes) scanner.add(bytes.subarray(at, at + pieceBytes))
  return scanner.end()
}

/** Everything that a run writes is free of what looks like a credential: taking such out once more changes nothing. */
function credentialScanner(secrets: SecretRegistry): { add(piece: Uint8Array): void; end(): boolean } {
  const none = createSecretRegistry()
  let found = false
  let line: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  const shapes = (bytes: Buffer): void => {
    const text = bytes.toString('utf8')
    found ||= redactText(text, none) !== text
  }
  return {
    add(piece) {
      if (found) return
      const known = Buffer.concat([tail, piece])
      found ||= secrets.find(known).length > 0
      tail = known.subarray(Math.max(0, known.length - overlapBytes))
      // What looks like a credential stands in one line.
      line = Buffer.concat([line, piece])
      const end = line.lastIndexOf(0x0a) + 1
      const whole = end > 0 ? end : line.length >= maxLineBytes ? line.length : 0
      if (whole > 0) shapes(line.subarray(0, whole))
      line = line.subarray(whole)
    },
    end() {
      if (!found) shapes(line)
      return found
    },
  }
}
