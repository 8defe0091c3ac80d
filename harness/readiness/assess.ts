/** Asks a server, revision by revision, whether it is ready: a few cases each, all of them within one time budget. */
import type { Driver } from '../fixture/driver.ts'
import type { Catalogue } from '../run/catalogue.ts'
import type { CaseResult, RootCause } from '../run/outcome.ts'
import { runConformance } from '../run/run.ts'
import { legacyRevisions, modernRevisions } from '../target/discover.ts'
import type { SecretSink } from '../target/taps.ts'
import type { TargetInput } from '../target/target-input.ts'
import { chosenCases } from './chosen-cases.ts'
import { verdictOf } from './verdict.ts'
import type { RevisionVerdict } from './verdict.ts'

/** Every revision that there is a verdict about, newest first. */
export const assessedRevisions: readonly string[] = [...modernRevisions, ...legacyRevisions]

/** For all revisions together, in ms; leaves room to start and to end within half a minute. */
const budgetMs = 27_000
/** For one case, in ms. */
const caseTimeoutMs = 10_000

export interface AssessOptions {
  readonly catalogue: Catalogue
  readonly driver: Driver
  readonly target: TargetInput
  /** Default: all of them. */
  readonly revisions?: readonly string[]
  readonly signal?: AbortSignal
  /** Told of each token before it is used. */
  readonly secrets: SecretSink
  /** Told of each verdict as it is there. */
  readonly onVerdict?: (verdict: RevisionVerdict) => void
}

/** @throws HarnessError for what is wrong before anything is sent: the address, a token. */
export async function assessReadiness(options: AssessOptions): Promise<RevisionVerdict[]> {
  const { revisions = assessedRevisions } = options
  const end = performance.now() + budgetMs
  const verdicts: RevisionVerdict[] = []
  let shared: RootCause | undefined
  for (const [index, revision] of revisions.entries()) {
    // What one revision leaves of its share is there for the others.
    const share = Math.max(1, (end - performance.now()) / (revisions.length - index))
    const { results, findings }: Seen = shared === undefined ? await runChosen(options, revision, share) : { results: [], findings: [shared] }
    // What is wrong with the target as a whole is not asked for again.
    shared = findings.find(({ id }) => id !== 'revision-not-spoken')
    const verdict = verdictOf(revision, results, findings)
    verdicts.push(verdict)
    options.onVerdict?.(verdict)
  }
  return verdicts
}

interface Seen {
  readonly results: readonly CaseResult[]
  readonly findings: readonly RootCause[]
}

async function runChosen({ catalogue, driver, target, signal, secrets }: AssessOptions, revision: string, timeBudgetMs: number): Promise<Seen> {
  const findings: RootCause[] = []
  const { results } = await runConformance({
    catalogue, driver, target: { ...target, revision }, level: 'must', timeoutMs: caseTimeoutMs, timeBudgetMs,
    select: { only: chosenCases[modernRevisions.includes(revision) ? 'modern' : 'legacy'] },
    emit: (event) => { if (event.type === 'finding') findings.push(event.finding) },
    secrets,
    ...(signal === undefined ? {} : { signal }),
  })
  return { results, findings }
}
