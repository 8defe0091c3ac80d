/** Walks the handoffs in the order in which they were made, each with its events, and then the events of none. */
import type { DatabaseSync } from 'node:sqlite'
import { History, type HandoffState } from './history.ts'
import type { LogProblems } from './problems.ts'
import { hashedColumns, storedEvent, type Row } from './stored-event.ts'

const stateColumns = ['sender', 'recipient', 'status', 'version', 'created_at', 'updated_at', 'expires_at'] as const
const hashColumns = ['prev_hash', 'hash', 'store_prev_hash', 'store_hash'] as const
const eventColumns = ['position', ...hashedColumns, ...hashColumns].map((name) => `e.${name}`).join(', ')

// In this order the rows lie side by side in the file, and nothing is sorted.
const handoffsSql = `SELECT h.id AS h_id, ${stateColumns.map((name) => `h.${name} AS h_${name}`).join(', ')}, ${eventColumns}
  FROM handoffs h NOT INDEXED LEFT JOIN events e ON e.handoff_id = h.id ORDER BY h.rowid, e.seq`

const orphansSql = `SELECT NULL AS h_id, ${eventColumns} FROM events e
  WHERE NOT EXISTS (SELECT 1 FROM handoffs h WHERE h.id = e.handoff_id) ORDER BY e.handoff_id, e.seq`

export interface Histories {
  readonly handoffs: number
}

/** @param events How many there are, told without the index that leads from a handoff to its own. */
export function checkHistories(db: DatabaseSync, events: number, problems: LogProblems): Histories {
  const { handoffs, events: owned } = walk(db, handoffsSql, problems)
  const orphans = owned === events ? 0 : walk(db, orphansSql, problems).events
  if (owned + orphans !== events) problems.add('schema', {}, `the indexes lead to ${owned + orphans} of ${events} events`)
  return { handoffs }
}

function walk(db: DatabaseSync, sql: string, problems: LogProblems): { readonly handoffs: number; readonly events: number } {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  let [handoffs, events] = [0, 0]
  let current: { readonly id: unknown; readonly history: History } | undefined
  for (const row of statement.iterate()) {
    const id = row['h_id'] ?? row['handoff_id']
    if (current === undefined || current.id !== id) {
      current?.history.end()
      current = { id, history: new History(String(id), stateOf(row), problems) }
      if (row['h_id'] !== null) handoffs += 1
    }
    if (row['position'] === null) continue
    events += 1
    const [prev_hash, hash, store_prev_hash, store_hash] = hashColumns.map((name) => String(row[name])) as [string, string, string, string]
    current.history.add({ position: Number(row['position']), event: storedEvent(row), prev_hash, hash, store_prev_hash, store_hash })
  }
  current?.history.end()
  return { handoffs, events }
}

/** Undefined where the handoff does not exist. */
function stateOf(row: Row): HandoffState | undefined {
  if (row['h_id'] === null) return undefined
  const state = stateColumns.map((name) => [name, name === 'version' ? Number(row['h_version']) : row[`h_${name}`]])
  return Object.fromEntries(state) as HandoffState
}
