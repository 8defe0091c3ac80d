/** Reads a `server.json` and the `package.json` beside it. What is wrong with the file is an answer, not an error. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { isJsonObject } from '../wire/json.ts'
import type { JsonObject } from '../wire/json.ts'
import type { ManifestFile } from './rule.ts'

export type ManifestReading =
  | { readonly kind: 'manifest'; readonly file: ManifestFile }
  /** There is no such file, or it cannot be read: nothing can be told. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** It is no manifest at all. */
  | { readonly kind: 'invalid'; readonly reason: string }

const maxBytes = 1024 * 1024

/** Never rejects. */
export async function readManifest(path: string): Promise<ManifestReading> {
  const bytes = await readCapped(path)
  if (typeof bytes === 'string') return { kind: 'unreadable', reason: `the manifest cannot be read (${bytes})` }
  const manifest = parse(bytes)
  if (typeof manifest === 'string') return { kind: 'invalid', reason: manifest }
  const beside = await readCapped(join(dirname(path), 'package.json'))
  const packageJson = typeof beside === 'string' ? undefined : parse(beside)
  return { kind: 'manifest', file: { manifest, packageJson: isJsonObject(packageJson) ? packageJson : undefined } }
}

/** @returns The bytes, or why there are none. */
async function readCapped(path: string): Promise<Uint8Array | string> {
  try {
    const stats = await stat(path)
    if (!stats.isFile()) return 'it is no regular file'
    return stats.size > maxBytes ? `it is longer than ${maxBytes} bytes` : await readFile(path)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error'
  }
}

/** @returns An object, or what is wrong. */
function parse(bytes: Uint8Array): JsonObject | string {
  try {
    const value = parseStrictJson(bytes)
    return isJsonObject(value) ? value : 'JSON that is no object'
  } catch (error) {
    if (error instanceof StrictJsonError) return `no JSON that every parser reads alike (${error.fault})`
    throw error
  }
}
