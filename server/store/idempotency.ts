/** Remembers, for ever, what each identity's idempotency key was used for and how it was first answered. */
import type { Transaction } from './statements.ts'

export interface IdempotencyRecord {
  readonly identity: string
  readonly key: string
  readonly tool: string
  /** SHA-256 of the canonical input. */
  readonly inputHash: string
  readonly handoffId: string
  /** The result as it was first answered. */
  readonly result: unknown
}

export function findIdempotencyRecord(transaction: Transaction, identity: string, key: string): IdempotencyRecord | undefined {
  const row = transaction
    .prepare('SELECT tool, input_hash, handoff_id, result FROM idempotency_records WHERE identity = ? AND key = ?')
    .get(identity, key)
  if (row === undefined) return undefined
  return {
    identity,
    key,
    tool: String(row['tool']),
    inputHash: String(row['input_hash']),
    handoffId: String(row['handoff_id']),
    result: JSON.parse(String(row['result'])),
  }
}

export function insertIdempotencyRecord(transaction: Transaction, record: IdempotencyRecord, createdAt: string): void {
  transaction
    .prepare('INSERT INTO idempotency_records (identity, key, tool, input_hash, handoff_id, result, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(record.identity, record.key, record.tool, record.inputHash, record.handoffId, JSON.stringify(record.result), createdAt)
}
