/**
 * Says whether a folder is the evidence of a run as the run wrote it. Everything in it may be hostile: nothing is
 * followed, executed or believed, each file is read once, and everything that is wrong is told, not only the first.
 */
import { join } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { type AttestedResult, attestationName } from '../attestation.ts'
import { signatureProblem } from '../dsse.ts'
import type { SavedFailure } from '../failures.ts'
import { lockName } from '../lock.ts'
import { type Manifest, manifestName, sha256 } from '../manifest.ts'
import { readRegularFile } from '../../files/read-regular-file.ts'
import { maxResultsBytes, resultsName } from '../read-results.ts'
import type { RunRecord } from '../results.ts'
import { createSecretRegistry, type SecretRegistry } from '../secrets.ts'
import type { VerifyingKey } from '../signing-key.ts'
import type { Reading } from '../strict-document.ts'
import { attestationProblems, readAttestation } from './attested.ts'
import { contradictions, differences, failureContradiction } from './consistency.ts'
import { failureName, readManifest, readRun, readSaved } from './documents.ts'
import { type Problem, type ProblemCode, shownName } from './problem.ts'
import { holdsCredential, scanFile } from './scan-file.ts'
import { listFolder, maxEntries } from './walk.ts'

/** In bytes. */
const maxDocumentBytes = 32 * 1024 * 1024

export interface Verification {
  readonly problems: readonly Problem[]
  /** `verified` by the given key; `unchecked`: there is a signature, and nobody said by which key it should be. */
  readonly signature: 'verified' | 'refused' | 'unchecked' | 'none'
  /** Of the key that is to have signed; the given one where there is one. */
  readonly keyId: string | null
  /** What the attestation says; null where it cannot be read. */
  readonly result: AttestedResult | null
  readonly run: RunRecord | null
  /** How many files were looked at. */
  readonly files: number
}

export interface VerifyOptions {
  readonly key?: VerifyingKey
  /** What must not stand in any file. Default: nothing is known; what looks like a credential is looked for all the same. */
  readonly secrets?: SecretRegistry
}

/** @throws HarnessError `evidence_unreadable` where the folder, or a file in it, cannot be read at all. */
export function verifyFolder(folder: string, { key, secrets = createSecretRegistry() }: VerifyOptions = {}): Verification {
  const problems: Problem[] = []
  const report = (code: ProblemCode, file: string, text: string): void => void problems.push({ code, file: shownName(file, secrets), text })
  const content = listFolder(folder)
  if (content.cut) report('added-file', '.', `it holds more than ${maxEntries} files, or nests deeper than any run does`)
  for (const { name, what } of content.others) report('unsafe-file', name, `it is ${what}`)
  if (content.files.has(lockName)) report('unfinished', lockName, 'a run is still writing here, or was killed')

  const documents = openDocuments(folder, content.files, report, secrets)
  const manifestBytes = documents.bytes(manifestName, maxDocumentBytes)
  const manifest = manifestBytes === undefined ? undefined : told(manifestName, readManifest(manifestBytes), report)
  const run = manifest === undefined ? undefined : checkFiles({ folder, manifest, present: content.files, documents, report, secrets })
  const attestationBytes = documents.bytes(attestationName, maxDocumentBytes)
  const attestation = attestationBytes === undefined ? undefined : told(attestationName, readAttestation(attestationBytes), report)
  const signed = attestation?.signed
  if (signed !== undefined && holdsCredential(signed.payload, secrets)) report('secret', attestationName, 'its payload holds a secret')
  if (attestation !== undefined && run !== undefined && manifest !== undefined && manifestBytes !== undefined) {
    const itself = { name: manifestName, size: manifestBytes.length, sha256: sha256(manifestBytes) }
    for (const text of attestationProblems(attestation.statement, run, manifest, itself)) report('attestation', attestationName, text)
  }
  const why = key === undefined ? undefined : signed === undefined ? 'it bears no signature that could be checked' : signatureProblem(signed.envelope, signed.payload, key)
  if (why !== undefined) report('signature', attestationName, why)
  return {
    problems,
    signature: signed === undefined ? (key === undefined ? 'none' : 'refused') : key === undefined ? 'unchecked' : why === undefined ? 'verified' : 'refused',
    keyId: key?.keyId ?? (signed?.envelope.signatures[0]?.keyid?.match(/^[0-9a-f]{64}$/)?.[0] ?? null),
    result: attestation?.statement.predicate.result ?? null,
    run: run ?? null,
    files: content.files.size,
  }
}

type Report = (code: ProblemCode, file: string, text: string) => void

/** Reads a document whole, once, and looks for secrets in it; undefined where it is not there or too long. */
interface Documents {
  bytes(name: string, maxBytes: number): Buffer | undefined
}

function openDocuments(folder: string, present: ReadonlySet<string>, report: Report, secrets: SecretRegistry): Documents {
  return {
    bytes(name, maxBytes) {
      // A link or a pipe in its place is told already.
      if (!present.has(name)) {
        report('missing-file', name, 'it is not there')
        return undefined
      }
      const file = readRegularFile(join(folder, name), maxBytes, false)
      if (!file.ok) {
        unreadable(shownName(name, secrets), file.why, file.cause)
        report('unsafe-file', name, file.why)
        return undefined
      }
      if (holdsCredential(file.bytes, secrets)) report('secret', name, 'it holds a secret')
      return file.bytes
    },
  }
}

/** What this process may not read, or the disk does not give, says nothing of the folder. */
function unreadable(name: string, why: string, cause: unknown): void {
  if (['EACCES', 'EPERM', 'EIO'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')) throw new HarnessError('evidence_unreadable', `${JSON.stringify(name)} cannot be read: ${why}`, { cause })
}

function told<T>(name: string, reading: Reading<T>, report: Report): T | undefined {
  if (reading.ok) return reading.value
  report('invalid-document', name, reading.why)
  return undefined
}

interface FilesCheck {
  readonly folder: string
  readonly manifest: Manifest
  readonly present: ReadonlySet<string>
  readonly documents: Documents
  readonly report: Report
  readonly secrets: SecretRegistry
}

/** Each file against the manifest, and what our own documents among them say. @returns The results, where they can be read. */
function checkFiles({ folder, manifest, present, documents, report, secrets }: FilesCheck): RunRecord | undefined {
  const named = new Set([manifestName, attestationName, lockName, ...manifest.files.map(({ name }) => name)])
  for (const name of present) if (!named.has(name)) report('added-file', name, `${manifestName} does not name it`)
  if (!named.has(resultsName)) report('missing-file', resultsName, `${manifestName} does not name it`)
  const failures: SavedFailure[] = []
  let run: RunRecord | undefined
  for (const { name, size, sha256: hash } of manifest.files) {
    if (name !== resultsName && !failureName.test(name)) {
      if (!present.has(name)) report('missing-file', name, 'it is not there')
      else scanOther(folder, name, size, hash, report, secrets)
      continue
    }
    const bytes = documents.bytes(name, name === resultsName ? maxResultsBytes : maxDocumentBytes)
    if (bytes === undefined) continue
    if (bytes.length !== size || sha256(bytes) !== hash) report('changed-file', name, `its content is not what ${manifestName} says`)
    if (name === resultsName) run = told(name, readRun(bytes), report)
    else failures.push(...[told(name, readSaved(name, bytes), report)].filter((saved) => saved !== undefined))
  }
  if (run === undefined) return undefined
  for (const text of contradictions(run).slice(0, 20)) report('contradiction', resultsName, text)
  const apart = differences(manifest, run)
  if (apart.length > 0) report('contradiction', manifestName, `it says something else than ${resultsName} of: ${apart.join(', ')}`)
  for (const saved of failures) {
    const why = failureContradiction(saved, run)
    if (why !== undefined) report('contradiction', `failures/${saved.id}.json`, why)
  }
  return run
}

function scanOther(folder: string, name: string, size: number, hash: string, report: Report, secrets: SecretRegistry): void {
  const file = scanFile(join(folder, name), size, secrets)
  if (!file.ok) {
    unreadable(shownName(name, secrets), file.why, file.cause)
    report('unsafe-file', name, file.why)
    return
  }
  if (file.size !== size || file.sha256 !== hash) report('changed-file', name, `its content is not what ${manifestName} says`)
  if (file.credential) report('secret', name, 'it holds a secret')
}
