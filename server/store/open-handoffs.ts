/** How many handoffs wait for somebody, and since when: told from one index, without a look at a row. */
import type { Transaction } from './statements.ts'

export interface OpenHandoffs {
  readonly counts: { readonly queued: number; readonly accepted: number; readonly blocked: number }
  /** ISO 8601; undefined where nothing is queued. */
  readonly oldestQueuedAt: string | undefined
}

const from = 'FROM handoffs INDEXED BY handoffs_open'
const isQueued = "status = 'queued' AND (expires_at IS NULL OR expires_at > ?)"

export const openHandoffsSql = {
  queued: `SELECT count(*) AS count ${from} WHERE ${isQueued}`,
  moved: {
    accepted: `SELECT count(*) AS count ${from} WHERE status = 'accepted'`,
    blocked: `SELECT count(*) AS count ${from} WHERE status = 'blocked'`,
  },
  oldest: `SELECT created_at ${from} WHERE ${isQueued} ORDER BY created_at LIMIT 1`,
} as const

/** What is overdue counts as expired, though nobody has found it yet. @param now ISO 8601 */
export function readOpenHandoffs(transaction: Transaction, now: string): OpenHandoffs {
  const { queued, moved, oldest } = openHandoffsSql
  const count = (sql: string, ...parameters: string[]): number => Number(transaction.prepare(sql).get(...parameters)?.['count'])
  const created = transaction.prepare(oldest).get(now)?.['created_at']
  return {
    counts: { queued: count(queued, now), accepted: count(moved.accepted), blocked: count(moved.blocked) },
    oldestQueuedAt: typeof created === 'string' ? created : undefined,
  }
}
