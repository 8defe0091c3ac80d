/**
 * `attestation.json`: what a run came to, as an in-toto Statement (v1) with the test-result predicate (v0.1), over the
 * manifest and every file that the manifest names. Signed, it is the payload of a DSSE envelope.
 */
import { exitCodes } from '../errors.ts'
import { type ManifestFile, manifestName } from './manifest.ts'
import type { RunRecord } from './results.ts'

export const attestationName = 'attestation.json'
export const statementType = 'https://in-toto.io/Statement/v1'
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1'

export type AttestedResult = 'PASSED' | 'WARNED' | 'FAILED'

export interface ResourceDescriptor {
  readonly name: string
  readonly uri?: string
  readonly digest?: { readonly sha256: string }
  readonly annotations?: Readonly<Record<string, unknown>>
}

export interface Statement {
  readonly _type: typeof statementType
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
  readonly predicateType: typeof predicateType
  readonly predicate: {
    readonly result: AttestedResult
    readonly configuration: readonly ResourceDescriptor[]
    readonly url?: string
    /** Ids of cases. What is ruled out, could not be told or did not run is in none of the three. */
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
  }
}

/**
 * PASSED only where everything that applies ran and held. WARNED: there are warnings or foretold failures, the record is
 * that of one shard, or something applicable could not be told or did not run beside what held. FAILED: everything else,
 * so also a run that was interrupted, that the harness spoilt, or in which nothing was shown.
 */
export function attestedResult({ status, exitCode, counts, shard }: Pick<RunRecord, 'status' | 'exitCode' | 'counts' | 'shard'>): AttestedResult {
  const shown = counts.pass + counts.warn > 0
  if (exitCode === exitCodes.incomplete) return shown ? 'WARNED' : 'FAILED'
  if (exitCode !== exitCodes.ok || status !== 'complete') return 'FAILED'
  const less = counts.warn + counts.fail + counts.inconclusive + counts['not-run'] > 0 || shard !== undefined
  return shown && !less ? 'PASSED' : 'WARNED'
}

/**
 * @param manifest The manifest itself, as it was written.
 * @param files Those that it names.
 * @param url Where the run can be looked at.
 */
export function statementOf(run: RunRecord, manifest: ManifestFile, files: readonly ManifestFile[], url?: string): Statement {
  const ids = (outcome: string): string[] => run.results.filter((result) => result.outcome === outcome).map(({ id }) => id)
  return {
    _type: statementType,
    subject: [manifest, ...files].map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType,
    predicate: {
      result: attestedResult(run),
      configuration: configurationOf(run, manifest),
      ...(url === undefined ? {} : { url }),
      passedTests: ids('pass'),
      warnedTests: ids('warn'),
      failedTests: ids('fail'),
    },
  }
}

/** The manifest holds how the run was made; the annotations repeat what a policy asks about. */
function configurationOf(run: RunRecord, manifest: ManifestFile): ResourceDescriptor[] {
  const { status, exitCode, level, suites, seed, planned, counts, shard, merged } = run
  const annotations = { status, exitCode, level, suites, seed, planned, counts, ...(shard === undefined ? {} : { shard }), ...(merged === undefined ? {} : { merged }) }
  return [
    { name: manifestName, digest: { sha256: manifest.sha256 }, annotations },
    { name: 'harness', uri: `pkg:npm/handoff-conformance@${run.harnessVersion}` },
    ...(run.catalogueDigest === '' ? [] : [{ name: 'catalogue', digest: { sha256: run.catalogueDigest } }]),
  ]
}

/** The address of this run on GitHub Actions or GitLab CI, by the variables that they set; undefined elsewhere. */
export function runUrlOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: id = '', CI_JOB_URL: job = '' } = env
  const text = server !== '' && repository !== '' && id !== '' ? `${server}/${repository}/actions/runs/${id}` : job
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url.href
}

/** Whether the text of an attestation, signed or not, names a manifest of this hash; says nothing of its signature. */
export function namesManifest(text: string, sha256: string): boolean {
  if (text.includes(sha256)) return true
  const payload = /"payload": *"([A-Za-z0-9+/_=-]+)"/.exec(text)?.[1] ?? ''
  return Buffer.from(payload, 'base64').toString('utf8').includes(sha256)
}
