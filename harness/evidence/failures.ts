/**
 * `failures/ID.json`: what a run has found, kept so that `replay` can look at it again, and read back as strictly as
 * anything that may come from elsewhere.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../errors.ts'
import type { Failure } from '../fuzz/failure.ts'
import type { Threshold } from '../run/outcome.ts'
import { compileSchema } from '../files/strict-yaml.ts'
import { readJson } from '../wire/json.ts'
import schema from './failure.schema.json' with { type: 'json' }
import { readRegularFile } from '../files/read-regular-file.ts'
import type { RunRecord } from './results.ts'

export const failureFormat = 'handoff-conformance/failure'
const folderName = 'failures'
/** Longer than any history that a case keeps. In bytes. */
const maxBytes = 32 * 1024 * 1024
const validate = compileSchema(schema)

export interface SavedFailure extends Failure {
  readonly format: typeof failureFormat
  readonly schemaVersion: 1
  readonly harnessVersion: string
  readonly catalogueDigest: string
  /** A replay judges by the same threshold. */
  readonly level: Threshold
  /** What the run called its target. */
  readonly target: string | null
}

/** Within the folder of evidence, with forward slashes. */
export const failureFile = (id: string): string => `${folderName}/${id}.json`

/** The text of the file. Nothing in it is hidden from whoever looks at it, and all of it comes back as it was. */
export function failureText(failure: Failure, run: Pick<RunRecord, 'harnessVersion' | 'catalogueDigest' | 'level' | 'target'>): string {
  const saved: SavedFailure = {
    format: failureFormat, schemaVersion: 1, harnessVersion: run.harnessVersion, catalogueDigest: run.catalogueDigest,
    level: run.level, target: run.target?.name ?? null, ...failure,
  }
  return `${JSON.stringify(saved, undefined, 2).replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

/** The ids of what a folder of evidence has kept, in order; none where it keeps nothing or is not there. */
export function savedFailures(folder: string): string[] {
  try {
    return readdirSync(join(folder, folderName)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length)).sort()
  } catch {
    return []
  }
}

/** @throws HarnessError `failure_unknown`, `failure_invalid` */
export function readFailure(folder: string, id: string): SavedFailure {
  if (!savedFailures(folder).includes(id)) throw noSuchFailure(id, [folder])
  const path = join(folder, failureFile(id))
  const reading = readJson(readBytes(path), 512, Number.POSITIVE_INFINITY)
  if (!reading.ok) throw invalid(path, reading.why)
  if (!validate(reading.value)) throw invalid(path, whyNot(reading.value))
  const saved = reading.value as SavedFailure
  if (saved.id !== id) throw invalid(path, `it is the failure ${saved.id}`)
  return saved
}

/** Nowhere among these folders; says what there is instead. */
export function noSuchFailure(id: string, folders: readonly string[]): HarnessError {
  const there = folders.flatMap((folder) => savedFailures(folder))
  const where = folders.length === 0 ? 'release-evidence' : folders.join(', ')
  const known = there.length === 0 ? 'nothing is kept there' : `there ${there.length === 1 ? 'is' : 'are'} ${there.slice(0, 20).join(', ')}${there.length > 20 ? ` and ${there.length - 20} more` : ''}`
  return new HarnessError('failure_unknown', `no failure ${JSON.stringify(id)} is kept in ${where}: ${known}`)
}

function invalid(path: string, why: string): HarnessError {
  return new HarnessError('failure_invalid', `${path} is no failure that can be replayed: ${why}`)
}

function readBytes(path: string): Uint8Array {
  const file = readRegularFile(path, maxBytes)
  if (!file.ok) throw invalid(path, file.why)
  return file.bytes
}

/** The first member that does not fit; never what stands in it. */
function whyNot(value: unknown): string {
  const given = value as { readonly format?: unknown; readonly schemaVersion?: unknown } | null
  if (given?.format !== failureFormat) return `its format is not ${failureFormat}`
  if (given.schemaVersion !== 1) return 'it was written by another version of this program'
  const [error] = validate.errors ?? []
  const where = error === undefined || error.instancePath === '' ? 'the file' : error.instancePath.slice(1).replaceAll('/', '.')
  const extra = error?.keyword === 'additionalProperties' ? ` (${JSON.stringify(error.params['additionalProperty'])})` : ''
  return `${where} ${error?.message ?? 'does not fit'}${extra}`
}
