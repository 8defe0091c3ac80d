/**
 * The one place where a run writes bytes: everything is redacted, written atomically, remembered, and scanned for
 * secrets at the end. Nothing else in the harness writes files of a run.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { exitCodes, HarnessError } from '../errors.ts'
import { reasonOf } from '../files/reason-of.ts'
import { temporaryName, writeAtomically, writeFully } from '../files/atomic-write.ts'
import { attestationName, type Statement, statementOf } from './attestation.ts'
import { seal } from './dsse.ts'
import { prepareFolder } from './folder.ts'
import { lockName } from './lock.ts'
import { type ManifestFile, manifestName, manifestOf, sha256, staysInside } from './manifest.ts'
import { redactText } from './redact.ts'
import type { RunRecord } from './results.ts'
import { deleteLeaks } from './scan.ts'
import type { SecretRegistry } from './secrets.ts'
import type { SigningKey } from './signing-key.ts'

/** Lines that are added while the run goes on; the file has its name once it is closed. */
export interface LineFile {
  add(line: string): void
  close(): void
}

export interface EvidenceWriter {
  readonly folder: string
  /** Replaces a file of the evidence folder, `name` with forward slashes. */
  write(name: string, text: string): void
  /** Replaces a file that the user named, anywhere. */
  writeElsewhere(file: string, text: string): void
  openLines(name: string): LineFile
  /** Deletes each file written so far that holds a secret, and gives back their names. */
  scan(): readonly string[]
  /** Scans once more, writes the manifest, the attestation over it, and lets the folder go. Gives back the names of files that were deleted now. */
  finish(run: RunRecord): readonly string[]
  /** Lets the folder go when the run never started: an earlier run's evidence is still there. */
  abandon(): void
}

export interface EvidenceOptions {
  readonly folder: string
  readonly secrets: SecretRegistry
  /** Signs the attestation. It is a secret of the run as well. */
  readonly sign?: SigningKey
  /** Where the run can be looked at, for the attestation. */
  readonly url?: string
}

/** @throws HarnessError `evidence_unwritable`, `evidence_foreign`, `evidence_locked` */
export function openEvidence({ folder, secrets, sign, url }: EvidenceOptions): EvidenceWriter {
  for (const secret of sign?.secrets ?? []) secrets.add(secret)
  const ready = prepareFolder(folder)
  const inside = new Set<string>()
  const outside = new Set<string>()
  const redacted = (text: string): Buffer => Buffer.from(redactText(text, secrets), 'utf8')

  const announce = (name: string): string => {
    if (!staysInside(name)) throw new HarnessError('internal', `${JSON.stringify(name)} is no name for a file of evidence`)
    ready.clear()
    inside.add(name)
    ready.lock.announce(name)
    const path = join(ready.path, name)
    mkdirSync(dirname(path), { recursive: true })
    return path
  }
  const write = (name: string, text: string): void => attempt(name, () => writeAtomically(announce(name), redacted(text)))
  /** Redacted before it is signed: a signature holds for the very bytes. */
  const attest = (statement: Statement): void => {
    const payload = redacted(jsonText(statement))
    write(attestationName, sign === undefined ? payload.toString('utf8') : jsonText(seal(payload, sign)))
  }
  const scan = (): string[] => {
    const leaked = deleteLeaks([...[...inside].map((name) => join(ready.path, name)), ...outside], secrets)
    const leaks = leaked.map((path) => (path.startsWith(ready.path + sep) ? relative(ready.path, path).split(sep).join('/') : path))
    for (const name of leaks) inside.delete(name)
    return leaks
  }

  return {
    folder: ready.path,
    write,
    writeElsewhere(file, text) {
      const name = relative(ready.path, resolve(file)).split(sep).join('/')
      if (staysInside(name)) return write(name, text)
      outside.add(resolve(file))
      attempt(file, () => writeAtomically(resolve(file), redacted(text)))
    },
    openLines: (name) => attempt(name, () => openLineFile(announce(name), name, redacted)),
    scan,
    finish(run) {
      const leaks = scan()
      const ended = leaks.length > 0 ? { ...run, exitCode: exitCodes.fault } : run
      const files = [...inside].filter((name) => !unnamed.has(name) && existsSync(join(ready.path, name))).map((name): ManifestFile => describe(ready.path, name))
      const manifest = manifestOf(ended, files)
      write(manifestName, jsonText(manifest))
      try {
        attest(statementOf(ended, describe(ready.path, manifestName), manifest.files, url))
      } catch (error) {
        // Without what stands for it a manifest would only say that all is well. The lock stays and names the files.
        rmSync(join(ready.path, manifestName), { force: true })
        throw error
      }
      leaks.push(...scan())
      ready.lock.release()
      return leaks
    },
    abandon: () => ready.abandon(),
  }
}

/** A manifest cannot hold its own hash, nor that of what stands for it. */
const unnamed = new Set([manifestName, attestationName])

/** Names in the evidence folder that a report may not take. */
const ownNames = new Set(['results.json', 'exchanges.jsonl', 'target.log', 'failures', manifestName, attestationName, lockName])

/**
 * Before a run: whether a report can be written where the user wants it.
 * @param folder The evidence folder, which need not exist yet; reports may stand in it, beside our own files.
 * @throws HarnessError `evidence_unwritable`
 */
export function checkWritable(file: string, folder: string): void {
  const fail = (reason: string, cause?: unknown): never => {
    throw new HarnessError('evidence_unwritable', `the file ${file} cannot be written: ${reason}`, { cause, remedy: 'Name a file in an existing folder that you may write, or directly in the evidence folder.' })
  }
  const path = resolve(file)
  const name = relative(resolve(folder), path)
  if (ownNames.has(name.split(sep)[0] ?? '')) fail('the evidence itself has this name')
  if (name === basename(path)) return
  let parent: ReturnType<typeof statSync>
  try {
    parent = statSync(dirname(path))
  } catch (error) {
    return fail(reasonOf(error), error)
  }
  if (!parent.isDirectory()) fail('its folder is a file')
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing !== undefined && !existing.isFile()) fail('something that is no regular file is in the way')
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

function attempt<T>(name: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('evidence_write_failed', `${name} could not be written: ${reasonOf(error)}`, { cause: error })
  }
}

function openLineFile(path: string, name: string, redacted: (text: string) => Uint8Array): LineFile {
  const temporary = temporaryName(path)
  const handle = openSync(temporary, 'w', 0o644)
  let open = true
  return {
    add: (line) => attempt(name, () => { if (open) writeFully(handle, redacted(`${line}\n`)) }),
    close: () => attempt(name, () => {
      if (!open) return
      open = false
      fsyncSync(handle)
      closeSync(handle)
      renameSync(temporary, path)
    }),
  }
}

function describe(folder: string, name: string): ManifestFile {
  const bytes = readFileSync(join(folder, name))
  return { name, size: bytes.length, sha256: sha256(bytes) }
}
