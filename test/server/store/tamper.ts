/** Changes a closed database as somebody with the file would: without its triggers, which are put back afterwards. */
import { DatabaseSync } from 'node:sqlite'
import { eventHash, genesisHash, type UnhashedEvent } from '../../../server/store/hash-chain.ts'

export function tamper(path: string, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(path)
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  db.exec('PRAGMA foreign_keys = OFF')
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`)
  work(db)
  for (const { sql } of triggers) db.exec(String(sql))
  db.close()
}

const hashed = ['id', 'handoff_id', 'seq', 'actor', 'type', 'from_status', 'to_status', 'note', 'policy_revision', 'created_at']

/** Computes one chain anew, or both, over what is there now. */
export function rechain(db: DatabaseSync, chains: readonly ('handoff' | 'store')[]): void {
  const last = new Map<unknown, string>()
  let head = genesisHash
  for (const row of db.prepare('SELECT * FROM events ORDER BY position').all()) {
    const event = Object.fromEntries(hashed.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))) as unknown as UnhashedEvent
    const previous = last.get(event.handoff_id) ?? genesisHash
    const own = eventHash(previous, event)
    const whole = eventHash(head, event)
    if (chains.includes('handoff')) db.prepare('UPDATE events SET prev_hash = ?, hash = ? WHERE position = ?').run(previous, own, row['position'] ?? null)
    if (chains.includes('store')) db.prepare('UPDATE events SET store_prev_hash = ?, store_hash = ? WHERE position = ?').run(head, whole, row['position'] ?? null)
    last.set(event.handoff_id, own)
    head = whole
  }
}
