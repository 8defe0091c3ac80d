/** Reads a row of `events` as it is, whatever somebody made of it: nothing is trusted to be what the schema says. */
import type { SQLOutputValue } from 'node:sqlite'
import type { UnhashedEvent } from '../hash-chain.ts'

export type Row = Readonly<Record<string, SQLOutputValue>>

/** What is hashed, in the names of the columns. */
export const hashedColumns = ['id', 'handoff_id', 'seq', 'actor', 'type', 'from_status', 'to_status', 'note', 'policy_revision', 'created_at'] as const

/** @param row With integers as `bigint`: a number that JavaScript cannot hold must be found, and not thrown over. */
export function storedEvent(row: Row): UnhashedEvent {
  const event: Record<string, SQLOutputValue> = {}
  for (const name of hashedColumns) {
    const value = row[name] ?? null
    if (value !== null) event[name] = typeof value === 'bigint' ? Number(value) : value
  }
  return event as unknown as UnhashedEvent
}
