/**
 * Reads a `results.json` back, of this version or an older one. It may have been written by anybody: what comes out has
 * the shape of a record, no hidden characters, no credentials, and no two results of one case.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HarnessError } from '../errors.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
import { redactText, redactValue } from './redact.ts'
import { rememberTexts } from './remember-texts.ts'
import { type RunRecord, resultsFormat, resultsSchemaVersion } from './results.ts'
import schema from './results.schema.json' with { type: 'json' }
import schemaV1 from './results.v1.schema.json' with { type: 'json' }
import { maxFieldLength } from './sanitise.ts'
import { createSecretRegistry } from './secrets.ts'
import { readDocument, schemaCheck } from './strict-document.ts'
import { visibleLine } from './visible.ts'

export const resultsName = 'results.json'
/** In bytes; some hundred times what the whole catalogue writes. */
export const maxResultsBytes = 64 * 1024 * 1024
/** A record nests less than half as deep. */
const maxDepth = 24

const checks: Readonly<Record<number, (value: unknown) => string | undefined>> = { 1: schemaCheck(schemaV1), 2: schemaCheck(schema) }

/**
 * @param place A folder of evidence, or a file of results.
 * @throws HarnessError `results_unreadable`, `results_invalid`
 */
export function readResultsAt(place: string): RunRecord {
  const path = place === folderOf(place) ? join(place, resultsName) : place
  const file = readRegularFile(path, maxResultsBytes)
  if (file.ok) return readResults(file.bytes, path)
  throw new HarnessError('results_unreadable', `the results ${path} cannot be read: ${file.why}`, { cause: file.cause })
}

/** The folder that `place` is, or that it lies in. */
export function folderOf(place: string): string {
  // Whoever opens what is not there is told why it cannot be read.
  return existsSync(place) && statSync(place).isDirectory() ? place : dirname(place)
}

/**
 * @param text The JSON text; bytes are UTF-8.
 * @param path What to call it in an error.
 * @returns A record of the present version: an older one is brought up to it.
 * @throws HarnessError `results_invalid`
 */
export function readResults(text: Uint8Array | string, path: string): RunRecord {
  const invalid = (why: string): HarnessError => new HarnessError('results_invalid', `${path} holds no results of a run: ${why}`)
  if (text.length > maxResultsBytes) throw invalid(`it is longer than ${maxResultsBytes} bytes`)
  const reading = readDocument(text, maxDepth)
  if (!reading.ok) throw invalid(reading.why)
  const given = (reading.value ?? {}) as { readonly format?: unknown; readonly schemaVersion?: unknown }
  if (given.format !== resultsFormat) throw invalid(`its format is not ${resultsFormat}`)
  const version = given.schemaVersion
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) throw invalid('its schemaVersion is no whole number from 1 on')
  if (version > resultsSchemaVersion) throw new HarnessError('results_invalid', `${path} has version ${version}, and this program reads versions up to ${resultsSchemaVersion}`, { remedy: 'Read it with a newer release of handoff-conformance.' })
  const why = checks[version]?.(given) ?? ambiguity(given as RunRecord)
  if (why !== undefined) throw invalid(why)
  return cleaned({ ...(given as RunRecord), schemaVersion: resultsSchemaVersion, explanations: version === 1 ? {} : (given as RunRecord).explanations })
}

/** What a schema cannot say and whoever looks something up relies on. */
function ambiguity(run: RunRecord): string | undefined {
  if (repeats(run.results.map(({ id }) => id))) return 'a case has two results'
  if (repeats(run.failures.map(({ id }) => id))) return 'two failures have the same id'
  if (repeats(run.findings.map(({ id }) => id))) return 'two findings have the same id'
  const names = run.results.flatMap(({ id, rootCause, observations }) => [id, rootCause ?? '', ...observations.map(({ requirement }) => requirement)])
  if (names.some((name) => name in Object.prototype)) return 'a case, a finding or a requirement has a name that every object has already'
  if (Object.values(run.requirements).some(({ url }) => !/^https?:\/\//.test(url))) return 'the address of a requirement is neither http nor https'
  return undefined
}

const repeats = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

/** As every text of a run is cleaned when it is recorded; a record that a run wrote stays as it is. */
function cleaned(run: RunRecord): RunRecord {
  const none = createSecretRegistry()
  return redactValue(run, rememberTexts((text) => {
    const clean = visibleLine(redactText(text, none))
    // The note on what was cut away stands behind the longest field.
    return clean.length <= maxFieldLength + 60 ? clean : `${clean.slice(0, maxFieldLength)}… (${clean.length - maxFieldLength} more characters)`
  }))
}
