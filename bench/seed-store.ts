/** Fills a store with many handoffs at once, each with its event and a valid chain, as if they had been sent one by one. */
import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../server/handoff/ids.ts'
import type { HandoffEvent } from '../server/handoff/types.ts'
import { eventText, genesisHash, linkHash } from '../server/store/hash-chain.ts'

export interface Seed {
  /** Of a store that was opened and closed before, and holds nothing yet. */
  readonly path: string
  readonly count: number
  /** Each is sender and recipient in turn; at least two. */
  readonly agents: readonly string[]
  /** When the first was sent, in ms since the epoch; the others follow, one a millisecond. */
  readonly from: number
}

/** @returns The ids, the oldest first. */
export function seedStore({ path, count, agents, from }: Seed): string[] {
  const db = new DatabaseSync(path)
  // Nothing here has to outlive a crash, and nothing is checked twice: what guards and finds rows is put back at the end.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE')
  const setAside = db.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND tbl_name IN ('handoffs', 'events') AND sql IS NOT NULL").all()
  for (const { type, name } of setAside) db.exec(`DROP ${String(type)} ${String(name)}`)
  const handoffRow = db.prepare(`INSERT INTO handoffs (id, thread_id, depth, sender, recipient, title, summary, request, context_refs,
    artifact_refs, tags, sensitivity, priority, status, version, created_at, updated_at)
    VALUES (?, ?, 0, ?, ?, 'A title of some words', 'A summary that says what matters.', ?, '[]', '[]', '["seeded"]', 'internal', 'normal', 'queued', 1, ?, ?)`)
  const eventRow = db.prepare(`INSERT INTO events (position, id, handoff_id, seq, actor, type, to_status, policy_revision, created_at, prev_hash, hash, store_prev_hash, store_hash)
    VALUES (?, ?, ?, 1, ?, 'created', 'queued', ?, ?, ?, ?, ?, ?)`)
  const request = 'Do what has to be done, and say what came of it. '.repeat(4)
  const revision = genesisHash
  const ids: string[] = []
  let head = genesisHash
  for (let index = 0; index < count; index += 1) {
    const id = newId(from + index)
    const time = new Date(from + index).toISOString()
    const sender = agents[index % agents.length] ?? ''
    const recipient = agents[(index + 1 + (Math.floor(index / agents.length) % (agents.length - 1))) % agents.length] ?? ''
    const event: Omit<HandoffEvent, 'prev_hash' | 'hash'> = {
      id: newId(from + index), handoff_id: id, actor: sender, to_status: 'queued', policy_revision: revision, created_at: time, type: 'created', seq: 1,
    }
    const text = eventText(event)
    const storeHash = linkHash(head, text)
    handoffRow.run(id, randomUUID(), sender, recipient, request, time, time)
    eventRow.run(index + 1, event.id, id, sender, revision, time, genesisHash, linkHash(genesisHash, text), head, storeHash)
    head = storeHash
    ids.push(id)
  }
  for (const { sql } of setAside) db.exec(String(sql))
  db.exec('COMMIT')
  db.exec('PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL')
  db.close()
  return ids
}
