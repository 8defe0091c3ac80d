/** The log was read to its end, and something in it is not as it was written. */
import { counted } from '../counted.ts'
import { CommandError } from '../errors.ts'
import type { LogReport } from './verify-log.ts'
import type { LogProblem } from './verify/problems.ts'

export class InvalidLog extends CommandError {
  readonly problems: readonly LogProblem[]
  readonly details: Readonly<Record<string, unknown>>

  constructor(path: string, { problems, problemCount, events, handoffs, head }: LogReport) {
    super('log_invalid', `the log of ${path} is not as it was written: ${counted(problemCount, 'problem')} in ${counted(events, 'event')} of ${counted(handoffs, 'handoff')}, head ${head}`, 'keep a copy of the file, find out who could write it, and restore a backup')
    this.problems = problems
    this.details = { problem_count: problemCount, events, handoffs, head }
  }
}

/** @throws InvalidLog where there is any problem */
export function refuseProblems(path: string, report: LogReport): void {
  if (report.problemCount > 0) throw new InvalidLog(path, report)
}
