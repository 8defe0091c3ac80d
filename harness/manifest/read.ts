/** Reads a `server.json` and the `package.json` beside it. What is wrong with the file is an answer, not an error. */
import { dirname, join } from 'node:path'
import { parseStrictJson, StrictJsonError } from '../../protocol/strict-json.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
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

/** Never throws. */
export function readManifest(path: string): ManifestReading {
  const file = readRegularFile(path, maxBytes)
  if (!file.ok) return { kind: 'unreadable', reason: `the manifest cannot be read: ${file.why}` }
  const manifest = parse(file.bytes)
  if (typeof manifest === 'string') return { kind: 'invalid', reason: manifest }
  const beside = readRegularFile(join(dirname(path), 'package.json'), maxBytes)
  const packageJson = beside.ok ? parse(beside.bytes) : undefined
  return { kind: 'manifest', file: { manifest, packageJson: isJsonObject(packageJson) ? packageJson : undefined } }
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
