/** Appends events to the chain of their handoff and to the chain over the whole store, and reads them back. */
import type { SQLOutputValue } from 'node:sqlite'
import type { HandoffEvent, Status } from '../handoff/types.ts'
import { eventHash, genesisHash } from './hash-chain.ts'
import type { UnhashedEvent } from './hash-chain.ts'
import type { Transaction } from './statements.ts'

const wireColumns = 'id, handoff_id, seq, actor, type, from_status, to_status, note, policy_revision, created_at, prev_hash, hash'

/** `seq` and the hashes are given here, by the last event of the handoff and of the store. */
export function appendEvent(transaction: Transaction, event: Omit<UnhashedEvent, 'seq'>): HandoffEvent {
  const last = transaction.prepare('SELECT seq, hash FROM events WHERE handoff_id = ? ORDER BY seq DESC LIMIT 1').get(event.handoff_id)
  const head = transaction.prepare('SELECT position, store_hash FROM events ORDER BY position DESC LIMIT 1').get()
  const unhashed: UnhashedEvent = { ...event, seq: Number(last?.['seq'] ?? 0) + 1 }
  const previous = String(last?.['hash'] ?? genesisHash)
  const storePrevious = String(head?.['store_hash'] ?? genesisHash)
  const hashed: HandoffEvent = { ...unhashed, prev_hash: previous, hash: eventHash(previous, unhashed) }
  transaction
    .prepare(`INSERT INTO events (position, ${wireColumns}, store_prev_hash, store_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      Number(head?.['position'] ?? 0) + 1, hashed.id, hashed.handoff_id, hashed.seq, hashed.actor, hashed.type,
      hashed.from_status ?? null, hashed.to_status, hashed.note ?? null, hashed.policy_revision, hashed.created_at,
      hashed.prev_hash, hashed.hash, storePrevious, eventHash(storePrevious, unhashed),
    )
  return hashed
}

/** Whether the handoff has come to this status before. */
export function wasEver(transaction: Transaction, handoffId: string, status: Status): boolean {
  return transaction.prepare('SELECT 1 FROM events WHERE handoff_id = ? AND to_status = ? LIMIT 1').get(handoffId, status) !== undefined
}

/** The events of one handoff, the oldest first. */
export function listEvents(transaction: Transaction, handoffId: string): HandoffEvent[] {
  const rows = transaction.prepare(`SELECT ${wireColumns} FROM events WHERE handoff_id = ? ORDER BY seq`).all(handoffId)
  return rows.map(toEvent)
}

function toEvent(row: Record<string, SQLOutputValue>): HandoffEvent {
  const present = Object.entries(row).filter(([, value]) => value !== null)
  return Object.fromEntries(present) as unknown as HandoffEvent
}
