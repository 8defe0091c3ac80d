/** What an evidence folder holds: each file with its hash and size, and what the run was. Files not named are not ours. */
import { createHash } from 'node:crypto'
import type { RunRecord } from './results.ts'

export const manifestName = 'manifest.json'
export const manifestFormat = 'handoff-conformance/manifest'

export interface ManifestFile {
  /** Relative, with forward slashes. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

export interface Manifest extends Pick<RunRecord,
  'status' | 'harnessVersion' | 'catalogueDigest' | 'nodeVersion' | 'seed' | 'level' | 'suites' | 'start' | 'durationMs' | 'exitCode' | 'target'> {
  readonly format: typeof manifestFormat
  readonly schemaVersion: 1
  readonly platform: string
  /** The protocol revision under test, as far as it was found out. */
  readonly revision: string | null
  readonly files: readonly ManifestFile[]
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function manifestOf(run: RunRecord, files: readonly ManifestFile[]): Manifest {
  return {
    format: manifestFormat,
    schemaVersion: 1,
    status: run.status,
    harnessVersion: run.harnessVersion,
    catalogueDigest: run.catalogueDigest,
    nodeVersion: run.nodeVersion,
    platform: `${process.platform} ${process.arch}`,
    revision: run.target?.revision ?? null,
    seed: run.seed,
    level: run.level,
    suites: run.suites,
    start: run.start,
    durationMs: run.durationMs,
    exitCode: run.exitCode,
    target: run.target,
    files: files.toSorted((left, right) => (left.name < right.name ? -1 : 1)),
  }
}

/** The files that a manifest names; undefined where the text is no manifest of ours or names a path that leaves the folder. */
export function filesNamedBy(text: string): ManifestFile[] | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(data) || data['format'] !== manifestFormat || !Array.isArray(data['files'])) return undefined
  const files: ManifestFile[] = []
  for (const entry of data['files'] as readonly unknown[]) {
    if (!isRecord(entry) || typeof entry['name'] !== 'string' || typeof entry['sha256'] !== 'string' || !staysInside(entry['name'])) return undefined
    files.push({ name: entry['name'], size: Number(entry['size']), sha256: entry['sha256'] })
  }
  return files
}

/** A relative path of plain segments, so that joining it to a folder cannot leave the folder. */
export function staysInside(name: string): boolean {
  return name !== '' && !/[\\\0:]/.test(name) && name.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
