/** Names each problem of a log on stderr, before the command says that there are any. */
import { InvalidLog } from '../store/invalid-log.ts'
import type { LogProblem } from '../store/verify/problems.ts'
import type { Output } from './output.ts'

/** @throws Whatever `work` throws, told already where it is about a log. */
export async function tellingProblems<T>(output: Output, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InvalidLog) tell(output, error)
    throw error
  }
}

function tell(output: Output, { problems, details }: InvalidLog): void {
  for (const problem of problems) output.stderr(lineOf(problem))
  const more = Number(details['problem_count']) - problems.length
  if (more > 0) output.stderr(`and ${more} more`)
}

function lineOf({ position, handoff_id, what }: LogProblem): string {
  const where = [position === undefined ? [] : `position ${position}`, handoff_id === undefined ? [] : `handoff ${printable(handoff_id)}`].flat().join(', ')
  return where === '' ? what : `${where}: ${what}`
}

/** An id of ours as it is; of anything else that somebody wrote there, nothing that a terminal would obey. */
function printable(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? id : `"${id.replace(/[^ -~]/g, '?').slice(0, 36)}"`
}
