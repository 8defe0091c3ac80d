/** Values that belong to the database as a whole and were drawn when it was created. */
import type { Transaction } from './statements.ts'

/** The key that page cursors are signed with, so that every process on this database reads each other's. */
export function cursorKey(transaction: Transaction): Buffer {
  const row = transaction.prepare("SELECT value FROM meta WHERE name = 'cursor_key'").get()
  return Buffer.from(String(row?.['value']), 'hex')
}
