/** Folders of evidence of a made-up run, signed and not, and what a forger can do to them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attestationName, statementOf } from '../../../../harness/evidence/attestation.ts'
import { type Envelope, seal } from '../../../../harness/evidence/dsse.ts'
import { failureFile, failureText } from '../../../../harness/evidence/failures.ts'
import { type Manifest, manifestName, sha256 } from '../../../../harness/evidence/manifest.ts'
import { readSigningKey, readVerifyingKey, type SigningKey, type VerifyingKey } from '../../../../harness/evidence/signing-key.ts'
import { resultsName } from '../../../../harness/evidence/read-results.ts'
import type { RunRecord } from '../../../../harness/evidence/results.ts'
import { writeRun } from '../../../../harness/evidence/write-run.ts'
import { writeKeys } from '../keys.ts'
import { recordOf, sampleEvents } from '../sample-run.ts'

export const run = recordOf(sampleEvents())
const failures = sampleEvents().flatMap((event) => (event.type === 'failure' ? [event.failure] : []))

export interface Place {
  readonly root: string
  /** Genuine and signed by `signer`; never changed. */
  readonly genuine: string
  readonly signer: SigningKey
  readonly key: VerifyingKey
  readonly other: SigningKey
  /** A copy that a test may spoil. */
  copy(): string
  /** Another folder, of another run. */
  write(run: RunRecord, sign?: SigningKey): string
}

export function evidencePlace(t: { teardown(handler: () => unknown): unknown }): Place {
  const root = mkdtempSync(join(tmpdir(), 'verify-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  const [own, foreign] = [writeKeys(root, 'own'), writeKeys(root, 'foreign')]
  const signer = readSigningKey(own.private)
  let count = 0
  const next = (): string => join(root, `folder-${++count}`)
  const write = (record: RunRecord, sign?: SigningKey): string => {
    const folder = next()
    const files = [...failures.map((failure) => ({ name: failureFile(failure.id), text: failureText(failure, record) })), { name: 'exchanges.jsonl', text: '{"case":"auth.bad"}\n' }]
    writeRun(folder, record, { files, ...(sign === undefined ? {} : { sign }) })
    return folder
  }
  const genuine = write(run, signer)
  const copy = (): string => {
    const folder = next()
    cpSync(genuine, folder, { recursive: true })
    return folder
  }
  return { root, genuine, signer, key: readVerifyingKey(own.public), other: readSigningKey(foreign.private), copy, write }
}

export const readText = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')
export const edit = (folder: string, name: string, change: (text: string) => string): void => { writeFileSync(join(folder, name), change(readText(folder, name))) }
const editJson = (folder: string, name: string, change: (value: unknown) => unknown): void => { edit(folder, name, (text) => JSON.stringify(change(JSON.parse(text)), undefined, 2)) }
export const editManifest = (folder: string, change: (manifest: Manifest) => unknown): void => { editJson(folder, manifestName, (value) => change(value as Manifest)) }
export const editResults = (folder: string, change: (run: RunRecord) => unknown): void => { editJson(folder, resultsName, (value) => change(value as RunRecord)) }
export const editEnvelope = (folder: string, change: (envelope: Envelope) => unknown): void => { editJson(folder, attestationName, (value) => change(value as Envelope)) }

/** Makes the hashes of the manifest fit what the files are now. */
export function rehash(folder: string): void {
  editManifest(folder, (manifest) => ({
    ...manifest,
    files: manifest.files.map(({ name }) => {
      const bytes = readFileSync(join(folder, name))
      return { name, size: bytes.length, sha256: sha256(bytes) }
    }),
  }))
}

/** Makes the attestation fit as well, which only whoever has the key can do for a signed one. */
export function attestAnew(folder: string, record: RunRecord, key?: SigningKey): void {
  rehash(folder)
  const bytes = readFileSync(join(folder, manifestName))
  const manifest = JSON.parse(bytes.toString('utf8')) as Manifest
  const statement = JSON.stringify(statementOf(record, { name: manifestName, size: bytes.length, sha256: sha256(bytes) }, manifest.files))
  writeFileSync(join(folder, attestationName), key === undefined ? statement : JSON.stringify(seal(Buffer.from(statement), key)))
}
