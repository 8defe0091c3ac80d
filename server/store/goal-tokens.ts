/** Reads and writes goal tokens: rows that know a token by its SHA-256 only. Times are whole microseconds since the epoch. */
import type { Transaction } from './statements.ts'

export interface GoalTokenRow {
  /** 64 lower-case hex characters, as the hash of the body. */
  readonly tokenSha256: string
  readonly projectId: string
  /** Undefined: the token is not bound to a body. */
  readonly bodySha256: string | undefined
  readonly issuedBy: string
  readonly issuedAtUs: number
  readonly expiresAtUs: number
  readonly consumedAtUs: number | undefined
}

export function insertGoalToken(transaction: Transaction, row: Omit<GoalTokenRow, 'consumedAtUs'>): void {
  transaction
    .prepare('INSERT INTO goal_tokens (token_sha256, project_id, body_sha256, issued_by, issued_at_us, expires_at_us) VALUES (?, ?, ?, ?, ?, ?)')
    .run(row.tokenSha256, row.projectId, row.bodySha256 ?? null, row.issuedBy, row.issuedAtUs, row.expiresAtUs)
}

export function findGoalToken(transaction: Transaction, tokenSha256: string): GoalTokenRow | undefined {
  const row = transaction
    .prepare('SELECT project_id, body_sha256, issued_by, issued_at_us, expires_at_us, consumed_at_us FROM goal_tokens WHERE token_sha256 = ?')
    .get(tokenSha256)
  if (row === undefined) return undefined
  return {
    tokenSha256,
    projectId: String(row['project_id']),
    bodySha256: row['body_sha256'] === null ? undefined : String(row['body_sha256']),
    issuedBy: String(row['issued_by']),
    issuedAtUs: Number(row['issued_at_us']),
    expiresAtUs: Number(row['expires_at_us']),
    consumedAtUs: row['consumed_at_us'] === null ? undefined : Number(row['consumed_at_us']),
  }
}

/** Compare-and-set. @returns Whether this call consumed it: false where it is unknown or was consumed before. */
export function consumeGoalToken(transaction: Transaction, tokenSha256: string, by: string, atUs: number): boolean {
  const { changes } = transaction
    .prepare('UPDATE goal_tokens SET consumed_at_us = ?, consumed_by = ? WHERE token_sha256 = ? AND consumed_at_us IS NULL')
    .run(atUs, by, tokenSha256)
  return Number(changes) === 1
}

export function deleteGoalToken(transaction: Transaction, tokenSha256: string): void {
  transaction.prepare('DELETE FROM goal_tokens WHERE token_sha256 = ?').run(tokenSha256)
}

/** Deletes up to `limit` tokens that were consumed, or else expired, at `untilUs` or earlier; the longest ended first. */
export function deleteEndedGoalTokens(transaction: Transaction, untilUs: number, limit: number): void {
  transaction
    .prepare(
      `DELETE FROM goal_tokens WHERE token_sha256 IN (SELECT token_sha256 FROM goal_tokens
        WHERE coalesce(consumed_at_us, expires_at_us) <= ? ORDER BY coalesce(consumed_at_us, expires_at_us) LIMIT ?)`,
    )
    .run(untilUs, limit)
}
