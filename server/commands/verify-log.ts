/** `handoff-server verify-log`: says whether the log of events was changed, and what it cannot see. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { CommandError } from '../errors.ts'
import { readDatabase } from '../store/read-only.ts'
import { verifyLog, type LogReport } from '../store/verify-log.ts'
import type { LogProblem } from '../store/verify/problems.ts'
import { databaseOf, newCommand, type ParsedOptions } from './options.ts'
import { counted, printResult, type Output } from './output.ts'

/** What no hash of the log depends on. */
const notCovered = 'No event holds the content of a handoff (title, summary, request, references, tags), so the hashes do not cover it; nor idempotency records and goal tokens.'
const notSeen = 'Without a head kept elsewhere (--head) nobody can see that events were cut off at the end, or that the whole chain was computed anew. Keep this one.'

/** The log was read to its end, and something in it is not as it was written. */
export class InvalidLog extends CommandError {
  readonly problems: readonly LogProblem[]
  readonly details: Readonly<Record<string, unknown>>

  constructor(path: string, report: LogReport) {
    const { events, handoffs, head, problemCount } = report
    super('log_invalid', `the log of ${path} is not as it was written: ${counted(problemCount, 'problem')} in ${counted(events, 'event')} of ${counted(handoffs, 'handoff')}, head ${head}`, 'keep a copy of the file, find out who could write it, and restore a backup')
    this.problems = report.problems
    this.details = { problem_count: problemCount, events, handoffs, head }
  }
}

export function verifyLogCommand(output: Output): Command {
  return newCommand('verify-log', 'check the hash chains of all events, the handoffs against them, and the head of the log', ['db'])
    .addOption(new Option('--head <hash>', 'a head that was printed before and kept elsewhere: the log must hold it').argParser(hash))
    .action((options: ParsedOptions & { readonly head?: string }) => {
      const db = databaseOf(options)
      const report = readDatabase(db, (connection) => verifyLog(connection, options.head))
      refuseProblems(output, db, report)
      const { events, handoffs, head, schema } = report
      const kept = options.head === undefined ? undefined : { hash: options.head, position: report.keptAt, events_since: events - (report.keptAt ?? 0) }
      printResult(output, options.json === true, {
        command: 'verify-log', db, events, handoffs, head, schema, kept_head: kept ?? null, not_seen: options.head === undefined ? [notSeen, notCovered] : [notCovered],
      }, [
        `${db}: ${counted(events, 'event')} of ${counted(handoffs, 'handoff')}, and both chains hold`,
        `head ${head}`,
        ...(kept === undefined ? [] : [keptLine(kept.position, kept.events_since)]),
      ])
      if (options.head === undefined) output.stderr(notSeen)
      output.stderr(notCovered)
    })
}

/** Names each problem on stderr. @throws InvalidLog where there is any */
export function refuseProblems(output: Output, path: string, report: LogReport): void {
  if (report.problemCount === 0) return
  for (const problem of report.problems) output.stderr(problemLine(problem))
  const more = report.problemCount - report.problems.length
  if (more > 0) output.stderr(`and ${more} more`)
  throw new InvalidLog(path, report)
}

function problemLine({ position, handoff_id, what }: LogProblem): string {
  const where = [position === undefined ? [] : `position ${position}`, handoff_id === undefined ? [] : `handoff ${printable(handoff_id)}`].flat().join(', ')
  return where === '' ? what : `${where}: ${what}`
}

/** An id of ours as it is; of anything else that somebody wrote there, nothing that a terminal would obey. */
function printable(id: string): string {
  return /^[0-9a-f-]{36}$/.test(id) ? id : `"${id.replace(/[^ -~]/g, '?').slice(0, 36)}"`
}

function keptLine(position: number | undefined, since: number): string {
  if (since === 0) return 'the log ends in the head that was kept'
  return `the log has grown since: the head that was kept is at position ${position}, and the ${since === 1 ? 'event after it chains' : `${since} events after it chain`} to it`
}

function hash(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new InvalidArgumentError('It must be 64 hex characters, as verify-log and backup print them.')
  return value.toLowerCase()
}
