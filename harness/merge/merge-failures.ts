/** The files of failures of several folders as those of one: what was found anywhere can be replayed. */
import { HarnessError } from '../errors.ts'
import { canonicalJson } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'
import { failureFile, failureText, readFailure, savedFailures, type SavedFailure } from '../evidence/failures.ts'
import type { RunRecord } from '../evidence/results.ts'
import type { NamedRun } from './check-parts.ts'

/**
 * Of each failure that the records name; one whose file is not there any more is left out.
 * @throws HarnessError `failure_invalid`, and `merge_refused` where two folders have another failure by the same id.
 */
export function mergeFailures(parts: readonly NamedRun[], merged: RunRecord): { readonly name: string; readonly text: string }[] {
  const kept = new Map<string, { readonly folder: string; readonly failure: SavedFailure }>()
  for (const { name: folder, run } of parts) {
    const saved = new Set(savedFailures(folder))
    for (const { id } of run.failures) {
      if (!saved.has(id)) continue
      const failure = readFailure(folder, id)
      const before = kept.get(id)
      if (before !== undefined && meaning(before.failure) !== meaning(failure)) {
        throw new HarnessError('merge_refused', `the folders cannot be merged: ${before.folder} and ${folder} hold different failures by the id ${id}`)
      }
      if (before === undefined) kept.set(id, { folder, failure })
    }
  }
  return merged.failures.flatMap((summary) => {
    const failure = kept.get(summary.id)?.failure
    return failure === undefined ? [] : [{ name: failureFile(summary.id), text: failureText({ ...summary, data: failure.data }, merged) }]
  })
}

/** What a replay goes by. */
const meaning = ({ case: id, seed, kind, data, level }: SavedFailure): string => canonicalJson({ case: id, seed, kind, data, level } as Json)
