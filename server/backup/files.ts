/** What backup and restore do with files: read them once for their hash, copy them, and put them on the disk for sure. */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'

/** What identifies the content of a file. */
export interface Content {
  /** 64 lower-case hex characters. */
  readonly sha256: string
  readonly bytes: number
}

const chunkBytes = 1024 * 1024

/** @throws A system error */
export function contentOf(path: string): Content {
  return readThrough(path, () => undefined)
}

/** Copies to a new file that only its owner can read, on the disk when this returns. @returns What was copied. @throws A system error */
export function copyDurably(from: string, to: string): Content {
  return writing(to, (descriptor) => readThrough(from, (chunk) => writeWhole(descriptor, chunk)))
}

/** As `copyDurably`, from memory. @throws A system error */
export function writeDurably(path: string, content: Uint8Array): Content {
  writing(path, (descriptor) => writeWhole(descriptor, content))
  return { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.byteLength }
}

/** @throws A system error */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function writing<T>(path: string, work: (descriptor: number) => T): T {
  const descriptor = openSync(path, 'wx', 0o600)
  try {
    const result = work(descriptor)
    fsyncSync(descriptor)
    return result
  } finally {
    closeSync(descriptor)
  }
}

function readThrough(path: string, take: (chunk: Uint8Array) => void): Content {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  const descriptor = openSync(path, 'r')
  try {
    let bytes = 0
    for (;;) {
      const length = readSync(descriptor, buffer, 0, chunkBytes, null)
      if (length === 0) return { sha256: hash.digest('hex'), bytes }
      const chunk = buffer.subarray(0, length)
      hash.update(chunk)
      take(chunk)
      bytes += length
    }
  } finally {
    closeSync(descriptor)
  }
}

function writeWhole(descriptor: number, content: Uint8Array): void {
  for (let written = 0; written < content.byteLength;) written += writeSync(descriptor, content, written)
}
