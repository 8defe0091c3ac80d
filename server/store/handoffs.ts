/** Reads and writes handoffs: rows in the database, the wire shape outside. */
import type { SQLOutputValue } from 'node:sqlite'
import type { Handoff, Status } from '../handoff/types.ts'
import type { Ceiling } from '../registry/policy.ts'
import type { Transaction } from './statements.ts'

type Row = Record<string, SQLOutputValue>

export type Box = 'received' | 'sent'

/** Where a page ends: everything older than this comes after it. */
export interface Position {
  readonly created_at: string
  readonly id: string
}

const insertSql = `INSERT INTO handoffs (id, thread_id, parent_id, depth, sender, recipient, title, summary, request,
  context_refs, artifact_refs, tags, sensitivity, priority, status, version, created_at, updated_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export function insertHandoff(transaction: Transaction, handoff: Handoff): void {
  transaction.prepare(insertSql).run(
    handoff.id, handoff.thread_id, handoff.parent_id ?? null, handoff.depth, handoff.sender, handoff.recipient,
    handoff.title, handoff.summary, handoff.request, JSON.stringify(handoff.context_refs),
    JSON.stringify(handoff.artifact_refs), JSON.stringify(handoff.tags), handoff.sensitivity, handoff.priority,
    handoff.status, handoff.version, handoff.created_at, handoff.updated_at, handoff.expires_at ?? null,
  )
}

export function findHandoff(transaction: Transaction, id: string): Handoff | undefined {
  const row = transaction.prepare('SELECT * FROM handoffs WHERE id = ?').get(id)
  return row === undefined ? undefined : toHandoff(row)
}

/** Writes the new state of a handoff; its content never changes. */
export function updateHandoffState(transaction: Transaction, handoff: Handoff): void {
  transaction
    .prepare('UPDATE handoffs SET status = ?, version = ?, updated_at = ? WHERE id = ? AND version = ?')
    .run(handoff.status, handoff.version, handoff.updated_at, handoff.id, handoff.version - 1)
}

/** Along the index of what can expire, and no other: any other leaves all that waits to be sorted. */
export const dueSql = `SELECT * FROM handoffs INDEXED BY handoffs_due
  WHERE status = 'queued' AND expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT ?`

/** Queued handoffs whose time is up at `now` (ISO 8601), the longest overdue first. */
export function findDueHandoffs(transaction: Transaction, now: string, limit: number): Handoff[] {
  return transaction.prepare(dueSql).all(now, limit).map(toHandoff)
}

export interface ListOptions {
  readonly agentId: string
  readonly box: Box
  readonly statuses: readonly Status[]
  readonly after: Position | undefined
  /** Who the other party may be. */
  readonly counterparts: readonly string[]
  readonly sensitivities: readonly Ceiling[]
}

/**
 * One agent's handoffs in the given states, with the given counterparts and sensitivities, newest first by
 * (created_at, id), after `position`. Read lazily: the caller stops when its page is full.
 */
export function* listHandoffs(transaction: Transaction, options: ListOptions): Generator<Handoff> {
  const { agentId, box, statuses, after, counterparts, sensitivities } = options
  if (statuses.length === 0 || counterparts.length === 0) return
  const statement = transaction.prepare(listSql(box, statuses, after !== undefined))
  // Each part has parameters of its own: Node 22 does not bind numbered ones (`?1`) by position.
  const position = after === undefined ? [] : [after.created_at, after.id]
  const ofPart = [agentId, JSON.stringify(counterparts), JSON.stringify(sensitivities), ...position]
  for (const row of statement.iterate(...statuses.flatMap(() => ofPart))) yield toHandoff(row)
}

/**
 * One ordered part a status, merged by SQLite: each part is read along its index, nothing is sorted, and what is left
 * out is told from the index alone. Named, so that SQLite never prefers one after which it has to sort.
 */
export function listSql(box: Box, statuses: readonly Status[], paged: boolean): string {
  const [agent, counterpart] = box === 'received' ? ['recipient', 'sender'] : ['sender', 'recipient']
  const visible = `${counterpart} IN (SELECT value FROM json_each(?)) AND sensitivity IN (SELECT value FROM json_each(?))`
  const from = paged ? ' AND (created_at, id) < (?, ?)' : ''
  const parts = statuses.map((status) => `SELECT * FROM handoffs INDEXED BY handoffs_${box} WHERE ${agent} = ? AND status = '${status}' AND ${visible}${from}`)
  return `${parts.join(' UNION ALL ')} ORDER BY created_at DESC, id DESC`
}

function toHandoff(row: Row): Handoff {
  const { parent_id, expires_at, context_refs, artifact_refs, tags, ...rest } = row
  const handoff = {
    ...rest,
    context_refs: JSON.parse(String(context_refs)) as string[],
    artifact_refs: JSON.parse(String(artifact_refs)) as string[],
    tags: JSON.parse(String(tags)) as string[],
    ...(parent_id === null ? {} : { parent_id }),
    ...(expires_at === null ? {} : { expires_at }),
  }
  return handoff as unknown as Handoff
}
