/** Reads the documents of a folder as a run writes them and in no other way: the manifest, the results, a saved failure. */
import { isDeepStrictEqual } from 'node:util'
import { HarnessError } from '../../errors.ts'
import { attestationName } from '../attestation.ts'
import failureSchema from '../failure.schema.json' with { type: 'json' }
import { failureFormat, type SavedFailure } from '../failures.ts'
import { type Manifest, manifestFormat, manifestName, staysInside } from '../manifest.ts'
import manifestSchema from '../manifest.schema.json' with { type: 'json' }
import { readResults, resultsName } from '../read-results.ts'
import type { RunRecord } from '../results.ts'
import { readDocument, type Reading, schemaCheck } from '../strict-document.ts'

export const failureName = /^failures\/([^/]+)\.json$/

const checkManifest = schemaCheck(manifestSchema)
const checkFailure = schemaCheck(failureSchema)

export function readManifest(bytes: Uint8Array): Reading<Manifest> {
  const reading = readDocument(bytes)
  if (!reading.ok) return reading
  const given = (reading.value ?? {}) as { readonly format?: unknown; readonly schemaVersion?: unknown }
  if (given.format !== manifestFormat) return { ok: false, why: `its format is not ${manifestFormat}` }
  if (given.schemaVersion !== 1) return { ok: false, why: 'it was written by another version of this program' }
  const why = checkManifest(given)
  if (why !== undefined) return { ok: false, why }
  const manifest = given as unknown as Manifest
  const names = manifest.files.map(({ name }) => name)
  if (new Set(names).size < names.length) return { ok: false, why: 'it names a file twice' }
  if (names.some((name) => !staysInside(name) || name === manifestName || name === attestationName)) return { ok: false, why: 'it names a file that cannot be one of the evidence' }
  return { ok: true, value: manifest }
}

export function readRun(bytes: Uint8Array): Reading<RunRecord> {
  let run: RunRecord
  try {
    run = readResults(bytes, resultsName)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return { ok: false, why: error.message.replace(`${resultsName} holds no results of a run: `, '') }
  }
  const written = JSON.parse(Buffer.from(bytes).toString('utf8')) as { readonly schemaVersion: number }
  if (written.schemaVersion !== run.schemaVersion) return { ok: false, why: `it has version ${written.schemaVersion}, and a run that attests its evidence writes version ${run.schemaVersion}` }
  if (!isDeepStrictEqual(written, run)) return { ok: false, why: 'it holds hidden characters, credentials or texts longer than any that a run writes' }
  return { ok: true, value: run }
}

export function readSaved(name: string, bytes: Uint8Array): Reading<SavedFailure> {
  const reading = readDocument(bytes)
  if (!reading.ok) return reading
  if ((reading.value as { readonly format?: unknown } | null)?.format !== failureFormat) return { ok: false, why: `its format is not ${failureFormat}` }
  const why = checkFailure(reading.value)
  if (why !== undefined) return { ok: false, why }
  const saved = reading.value as SavedFailure
  return failureName.exec(name)?.[1] === saved.id ? { ok: true, value: saved } : { ok: false, why: 'its id is not its name' }
}
