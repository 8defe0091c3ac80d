/** The manifest of a backup: what belongs to it, what it holds, and what wrote it. It is written last. */
import { parseStrictJson } from '../../protocol/strict-json.ts'
import type { Content } from './files.ts'

export const manifestName = 'manifest.json'
export const databaseName = 'handoffs.sqlite'
export const registryName = 'agents.yaml'

const kind = 'handoff-server-backup'
const format = 1

export interface BackupManifest {
  /** ISO 8601 UTC. */
  readonly created_at: string
  readonly server_version: string
  /** Of the database. */
  readonly schema: number
  readonly events: number
  readonly handoffs: number
  /** The store hash of the last event. */
  readonly head: string
  readonly files: Readonly<Record<typeof databaseName | typeof registryName, Content>>
}

export function manifestText(manifest: BackupManifest): string {
  return `${JSON.stringify({ kind, format, ...manifest }, undefined, 2)}\n`
}

/** @returns A sentence about what is wrong, where it is no manifest that this program can follow. */
export function parseManifest(bytes: Uint8Array): BackupManifest | string {
  let value: unknown
  try {
    value = parseStrictJson(bytes)
  } catch {
    return 'its manifest is no JSON'
  }
  if (!isObject(value) || value['kind'] !== kind) return 'its manifest is not that of a backup'
  if (value['format'] !== format) return `its manifest has a format that this version does not know, which is ${format}`
  const { created_at, server_version, schema, events, handoffs, head, files } = value
  const counts = [schema, events, handoffs].every(isCount)
  const texts = isTime(created_at) && typeof server_version === 'string' && isHash(head)
  if (!counts || !texts || !isObject(files)) return 'its manifest lacks something'
  const [database, registry] = [files[databaseName], files[registryName]]
  if (!isContent(database) || !isContent(registry)) return 'its manifest does not name both files'
  // Nothing else that somebody may have written there.
  return { created_at, server_version, schema, events, handoffs, head, files: { [databaseName]: database, [registryName]: registry } } as BackupManifest
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

function isContent(value: unknown): boolean {
  return isObject(value) && isHash(value['sha256']) && isCount(value['bytes'])
}
