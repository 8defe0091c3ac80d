/** Reads an attestation, signed or not, and compares what it says with what the folder holds. */
import { isDeepStrictEqual } from 'node:util'
import { type Statement, statementOf } from '../attestation.ts'
import { type Envelope, payloadOf } from '../dsse.ts'
import envelopeSchema from '../envelope.schema.json' with { type: 'json' }
import { type Manifest, type ManifestFile, manifestName } from '../manifest.ts'
import { isJsonObject } from '../../wire/json.ts'
import type { RunRecord } from '../results.ts'
import statementSchema from '../statement.schema.json' with { type: 'json' }
import { readDocument, type Reading, schemaCheck } from '../strict-document.ts'

const maxDepth = 32
const checkEnvelope = schemaCheck(envelopeSchema)
const checkStatement = schemaCheck(statementSchema)

export interface Attestation {
  readonly statement: Statement
  /** Absent where it is not signed. */
  readonly signed?: { readonly envelope: Envelope; readonly payload: Buffer }
}

/** An envelope is told by its `payloadType`, a bare statement by its `_type`. */
export function readAttestation(bytes: Uint8Array): Reading<Attestation> {
  const outer = readDocument(bytes, maxDepth)
  if (!outer.ok) return outer
  const given = outer.value
  if (!isJsonObject(given) || !Object.hasOwn(given, 'payloadType')) return statementIn(given)
  const why = checkEnvelope(given)
  if (why !== undefined) return { ok: false, why }
  const envelope = given as unknown as Envelope
  const payload = payloadOf(envelope)
  if (!payload.ok) return payload
  const inner = readDocument(payload.bytes, maxDepth)
  if (!inner.ok) return { ok: false, why: `its payload: ${inner.why}` }
  const reading = statementIn(inner.value)
  return reading.ok ? { ok: true, value: { ...reading.value, signed: { envelope, payload: payload.bytes } } } : { ok: false, why: `its payload: ${reading.why}` }
}

function statementIn(value: unknown): Reading<Attestation> {
  const why = checkStatement(value)
  return why === undefined ? { ok: true, value: { statement: value as Statement } } : { ok: false, why }
}

/** One sentence for each thing that the statement says of another folder or another outcome. */
export function attestationProblems(statement: Statement, run: RunRecord, manifest: Manifest, itself: ManifestFile): string[] {
  const wanted = statementOf(run, itself, manifest.files)
  const found: string[] = []
  const subjects = statement.subject.map(({ name, digest }) => [name, digest.sha256])
  if (!isDeepStrictEqual(subjects, wanted.subject.map(({ name, digest }) => [name, digest.sha256]))) found.push('its subjects are not the files of this folder')
  const { predicate } = statement
  if (predicate.result !== wanted.predicate.result) found.push(`it says ${predicate.result}, and the results are ${wanted.predicate.result}`)
  for (const list of ['passedTests', 'warnedTests', 'failedTests'] as const) {
    if (!isDeepStrictEqual(predicate[list], wanted.predicate[list])) found.push(`its ${list} are not those of the results`)
  }
  if (!isDeepStrictEqual(predicate.configuration, wanted.predicate.configuration)) found.push(`its configuration is not that of ${manifestName}`)
  return found
}
