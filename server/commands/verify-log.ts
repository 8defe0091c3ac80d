/** `handoff-server verify-log`: says whether the log of events was changed, and what it cannot see. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { counted } from '../counted.ts'
import { refuseProblems } from '../store/invalid-log.ts'
import { readDatabase } from '../store/read-only.ts'
import { verifyLog, type LogReport } from '../store/verify-log.ts'
import { tellingProblems } from './log-problems.ts'
import { databaseOf, newCommand, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

/** What no hash of the log depends on. */
const notCovered = 'No event holds the content of a handoff (title, summary, request, references, tags), so the hashes do not cover it; nor idempotency records and goal tokens.'
const notSeen = 'Without a head kept elsewhere (--head) nobody can see that events were cut off at the end, or that the whole chain was computed anew. Keep this one.'

export function verifyLogCommand(output: Output): Command {
  return newCommand('verify-log', 'check the hash chains of all events, the handoffs against them, and the head of the log', ['db'])
    .addOption(new Option('--head <hash>', 'a head that was printed before and kept elsewhere: the log must hold it').argParser(hash))
    .action(async (options: ParsedOptions & { readonly head?: string }) => {
      const db = databaseOf(options)
      const report = await tellingProblems(output, () => {
        const found = readDatabase(db, (connection) => verifyLog(connection, options.head))
        refuseProblems(db, found)
        return found
      })
      print(output, { db, keptHead: options.head, json: options.json === true }, report)
    })
}

function print(output: Output, asked: { readonly db: string; readonly keptHead: string | undefined; readonly json: boolean }, report: LogReport): void {
  const { events, handoffs, head, schema } = report
  const kept = asked.keptHead === undefined ? undefined : { hash: asked.keptHead, position: report.keptAt, events_since: events - (report.keptAt ?? 0) }
  const remarks = kept === undefined ? [notSeen, notCovered] : [notCovered]
  printResult(output, asked.json, { command: 'verify-log', db: asked.db, events, handoffs, head, schema, kept_head: kept ?? null, not_seen: remarks }, [
    `${asked.db}: ${counted(events, 'event')} of ${counted(handoffs, 'handoff')}, and both chains hold`,
    `head ${head}`,
    ...(kept === undefined ? [] : [keptLine(kept.position, kept.events_since)]),
  ])
  for (const remark of remarks) output.stderr(remark)
}

function keptLine(position: number | undefined, since: number): string {
  if (since === 0) return 'the log ends in the head that was kept'
  return `the log has grown since: the head that was kept is at position ${position}, and the ${since === 1 ? 'event after it chains' : `${since} events after it chain`} to it`
}

function hash(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new InvalidArgumentError('It must be 64 hex characters, as verify-log and backup print them.')
  return value.toLowerCase()
}
