/** Prepares each SQL text once and keeps it: preparing costs more than most of our queries. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CountedChange } from '../metrics/metrics.ts'

/** What the queries of one transaction work on. */
export interface Transaction {
  /** The prepared statement of this SQL text. */
  prepare(sql: string): StatementSync
  /** What this transaction changes: counted when it is on disk, and forgotten where it is undone. */
  readonly changes?: CountedChange[]
}

export class StatementCache implements Transaction {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.#db = db
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
