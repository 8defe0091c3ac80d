/** Writes a record that is finished already, such as one put together from shards, as the evidence of a run. */
import { renderJson } from '../reporters/json.ts'
import { HarnessError } from '../errors.ts'
import { resultsName } from './read-results.ts'
import type { RunRecord } from './results.ts'
import { createSecretRegistry, type SecretRegistry } from './secrets.ts'
import type { SigningKey } from './signing-key.ts'
import { openEvidence } from './writer.ts'

export interface WriteRunOptions {
  readonly sign?: SigningKey
  /** Where the run can be looked at, for the attestation. */
  readonly url?: string
  /** What stands beside the results, such as `failures/ID.json`; names with forward slashes. */
  readonly files?: readonly { readonly name: string; readonly text: string }[]
  /** What must not be in any file (default: nothing is known). */
  readonly secrets?: SecretRegistry
}

/**
 * Writes the files, `results.json`, the manifest and the attestation over it, in this order.
 * @throws HarnessError `evidence_unwritable`, `evidence_foreign`, `evidence_locked` before anything is written, and
 * `evidence_write_failed`, `evidence_leak` after that.
 */
export function writeRun(folder: string, run: RunRecord, options: WriteRunOptions = {}): void {
  const { secrets = createSecretRegistry(), files = [], sign, url } = options
  const writer = openEvidence({ folder, secrets, ...(sign === undefined ? {} : { sign }), ...(url === undefined ? {} : { url }) })
  for (const { name, text } of files) writer.write(name, text)
  writer.write(resultsName, renderJson(run, { color: false, columns: 100 }))
  const [leak] = writer.finish(run)
  if (leak !== undefined) throw new HarnessError('evidence_leak', `${leak} held a secret of this run and was deleted`)
}
