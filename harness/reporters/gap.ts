/** What keeps a run as a whole from showing what its plan was to show, however its cases came out. */
import { exitCodes } from '../errors.ts'
import type { RunRecord } from '../evidence/results.ts'

/** @returns One sentence; undefined where the plan was run to its end and something of it applied. */
export function gapOf(run: RunRecord): string | undefined {
  const { results, merged, planned, status, exitCode } = run
  if (status === 'incomplete') {
    const judged = results.filter(({ outcome }) => outcome !== 'not-run').length
    return merged === undefined
      ? `incomplete: the run was interrupted when ${judged} of ${planned} cases had been judged`
      : `incomplete: parts of the run are missing or were interrupted; ${judged} of ${planned} cases have been judged`
  }
  if (results.some(({ outcome }) => outcome !== 'not-applicable')) return undefined
  if (exitCode === exitCodes.ok) return 'nothing of this part applied, so that it shows nothing; another part does'
  const why = results.length === 0 ? 'no case ran' : 'no case applies to this target'
  return `nothing was tested, so nothing was shown: ${why}; that is exit code ${exitCodes.incomplete}, and not a pass`
}
