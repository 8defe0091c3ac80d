/** Walks the chain over the whole store, link by link. What each event hashes to is judged beside its handoff. */
import type { DatabaseSync } from 'node:sqlite'
import { genesisHash } from '../hash-chain.ts'
import { gap, type LogProblems } from './problems.ts'

export interface StoreChain {
  readonly events: number
  /** The store hash of the last event. */
  readonly head: string
  /** Where the kept head is found, 0 before the first event; undefined if nowhere. */
  readonly keptAt: number | undefined
}

// By the table itself: an index could leave something out.
const sql = 'SELECT position, handoff_id, store_prev_hash, store_hash FROM events NOT INDEXED ORDER BY position'

/** @param keptHead Undefined: none is looked for. */
export function checkStoreChain(db: DatabaseSync, keptHead: string | undefined, problems: LogProblems): StoreChain {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  let [events, last, head] = [0, 0, genesisHash]
  let keptAt = keptHead === genesisHash ? 0 : undefined
  for (const row of statement.iterate()) {
    const position = Number(row['position'])
    const where = { position, handoff_id: String(row['handoff_id']) }
    if (position !== last + 1) problems.add('position', where, gap('position', last + 1, position))
    if (row['store_prev_hash'] !== head) problems.add('store_chain', where, 'the previous store hash is not the store hash of the event before it')
    events += 1
    last = position
    head = String(row['store_hash'])
    if (head === keptHead) keptAt ??= position
  }
  return { events, head, keptAt }
}
