/**
 * Runs cases again and again while somebody works on the server: first the whole selection, then what failed of it, and
 * once nothing fails any more the whole selection again. What runs and what tells of changes is handed in.
 */
import type { Failure } from '../fuzz/failure.ts'
import type { CaseResult } from '../run/outcome.ts'

export type Wake = 'change' | 'again' | 'all' | 'quit' | 'interrupted'

export interface WatchParts {
  /**
   * Runs the whole selection, or of it only these cases. Undefined results: it could not begin, and that was said.
   */
  run(only: readonly string[] | undefined): Promise<{ readonly exitCode: number; readonly results: readonly CaseResult[] | undefined; readonly failures?: readonly Pick<Failure, 'case' | 'provokedBy'>[] }>
  /** Resolves with what happened next; a change that came during the run counts once. */
  wake(): Promise<Wake>
  /** Called before each wait, with the cases that have to be run again. */
  waiting(failing: readonly string[]): void
  readonly interrupted: number
}

/** @returns `interrupted` after an interrupt, else the exit code of the last run. */
export async function watchRuns(parts: WatchParts): Promise<number> {
  const failing = new Set<string>()
  /** Of a case that judges what others were sent, those others: without them it would find nothing. */
  const provokers = new Map<string, readonly string[]>()
  let whole = true
  for (;;) {
    const { exitCode, results, failures = [] } = await parts.run(whole ? undefined : [...new Set([...failing].flatMap((id) => [id, ...provokers.get(id) ?? []]))])
    if (exitCode === parts.interrupted) return exitCode
    if (whole && results !== undefined) failing.clear()
    for (const { case: id, provokedBy } of failures) if (provokedBy !== undefined) provokers.set(id, [...new Set([...provokers.get(id) ?? [], ...provokedBy])])
    for (const result of results ?? []) {
      if (mustRunAgain(result)) failing.add(result.id)
      else failing.delete(result.id)
    }
    if (results !== undefined && !whole && failing.size === 0) {
      whole = true
      continue
    }
    parts.waiting([...failing])
    const wake = await parts.wake()
    switch (wake) {
      case 'interrupted':
        return parts.interrupted
      case 'quit':
        return exitCode
      case 'all':
        whole = true
        break
      case 'change':
      case 'again':
        whole = failing.size === 0
        break
    }
  }
}

function mustRunAgain({ outcome, expectedFailure }: CaseResult): boolean {
  return (outcome === 'fail' && expectedFailure === undefined) || outcome === 'inconclusive' || outcome === 'not-run'
}
