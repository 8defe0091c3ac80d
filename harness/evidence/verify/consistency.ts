/** Whether the documents of a folder say the same: the results among themselves, the manifest and the failures with them. */
import { isDeepStrictEqual } from 'node:util'
import { exitCodes } from '../../errors.ts'
import { countExpected, countOutcomes, exitCodeOf } from '../../run/exit-code.ts'
import { isFailure } from '../../run/judge.ts'
import type { CaseResult, Threshold } from '../../run/outcome.ts'
import type { SavedFailure } from '../failures.ts'
import { type Manifest, manifestOf } from '../manifest.ts'
import type { RunRecord } from '../results.ts'

/** One sentence for each contradiction within the results. */
export function contradictions(run: RunRecord): string[] {
  const found: string[] = []
  if (!isDeepStrictEqual({ ...run.counts }, countOutcomes(run.results))) found.push('its counts are not those of its results')
  const whole = run.results.length === run.planned
  if (run.results.length > run.planned || (run.status === 'complete' && !whole)) found.push('the number of its results is not that of the plan')
  if (!exitCodeFits(run)) found.push('its exit code does not follow from its results')
  for (const result of run.results) {
    const why = outcomeContradiction(result, run.level)
    if (why !== undefined) found.push(`${result.id}: ${why}`)
  }
  return found
}

function exitCodeFits(run: RunRecord): boolean {
  const { status, exitCode, counts, results, unexpected, shard, findings } = run
  // The harness's own fault counts for nothing, whatever stands beside it.
  if (exitCode === exitCodes.fault) return true
  if (exitCode === exitCodes.interrupted) return status === 'incomplete'
  return exitCode === exitCodeOf({ counts, interrupted: false, faulty: false, expected: countExpected(results), unexpected: unexpected?.length ?? 0, incomplete: status === 'incomplete', part: shard !== undefined && findings.length === 0 })
}

/** By the rules of the judge; a case that ran in several rounds or parts has the observations of each. */
function outcomeContradiction({ outcome, observations, inconclusiveInputs, expectedFailure }: CaseResult, level: Threshold): string | undefined {
  const violated = observations.filter(({ ok, level: of }) => !ok && of !== 'may')
  const failures = violated.filter(({ level: of }) => isFailure(of, level))
  if (expectedFailure !== undefined && outcome !== 'fail') return 'it did not fail, and its failure is called expected'
  switch (outcome) {
    case 'pass': return violated.length > 0 || (inconclusiveInputs?.length ?? 0) > 0 ? 'it is called a pass, and an observation of it says otherwise' : undefined
    case 'warn': return failures.length > 0 ? 'it is called a warning, and an observation of it is a failure' : undefined
    case 'fail':
    case 'inconclusive':
    case 'not-applicable':
    case 'not-run': return undefined
  }
}

/** The members in which the manifest and the results differ. */
export function differences(manifest: Manifest, run: RunRecord): string[] {
  const wanted = manifestOf(run, manifest.files)
  // Where it was written is nothing that the results know.
  return (Object.keys(wanted) as (keyof Manifest)[]).filter((name) => name !== 'platform' && name !== 'files' && !isDeepStrictEqual(manifest[name], wanted[name]))
}

/** Why a file of a failure is none of this run; undefined where it is. */
export function failureContradiction(saved: SavedFailure, run: RunRecord): string | undefined {
  const named = run.failures.find(({ id }) => id === saved.id)
  if (named === undefined) return 'the results do not name it'
  return named.case === saved.case && named.seed === saved.seed && named.kind === saved.kind && saved.catalogueDigest === run.catalogueDigest ? undefined : 'it is not as the results tell it'
}
