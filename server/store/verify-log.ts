/** Verifies the whole log of events against itself, against the rows of the handoffs, and against a head kept elsewhere. */
import type { DatabaseSync } from 'node:sqlite'
import { genesisHash } from './hash-chain.ts'
import { checkHistories } from './verify/histories.ts'
import { LogProblems, type LogProblem } from './verify/problems.ts'
import { checkSchema } from './verify/schema.ts'
import { checkStoreChain } from './verify/store-chain.ts'

export interface LogReport {
  readonly schema: number
  readonly events: number
  readonly handoffs: number
  /** The store hash of the last event; 64 zeros where there is none. */
  readonly head: string
  /** The position whose store hash the kept head is, 0 for that of an empty log; undefined where none was given or it is not there. */
  readonly keptAt: number | undefined
  /** The first hundred. */
  readonly problems: readonly LogProblem[]
  readonly problemCount: number
}

/**
 * Reads one snapshot, event by event, in memory that does not grow with the log.
 * @param db A connection that may be read-only, on a file of ours.
 * @param keptHead 64 lower-case hex characters.
 */
export function verifyLog(db: DatabaseSync, keptHead?: string): LogReport {
  db.exec('PRAGMA cache_size = -16384; BEGIN')
  try {
    return verify(db, keptHead)
  } finally {
    if (db.isTransaction) db.exec('COMMIT')
  }
}

function verify(db: DatabaseSync, keptHead: string | undefined): LogReport {
  const schema = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  const problems = new LogProblems()
  if (!checkSchema(db, schema, problems)) {
    return { schema, events: 0, handoffs: 0, head: genesisHash, keptAt: undefined, problems: problems.kept, problemCount: problems.count }
  }
  const { events, head, keptAt } = checkStoreChain(db, keptHead, problems)
  const { handoffs } = checkHistories(db, events, problems)
  if (keptHead !== undefined && keptAt === undefined) {
    problems.add('unknown_head', {}, 'the log does not hold the head that was kept: events were cut off at the end, or the chain was computed anew, or it is the head of another log')
  }
  return { schema, events, handoffs, head, keptAt, problems: problems.kept, problemCount: problems.count }
}
