/** Whether everything that keeps history from being rewritten is still in place: the schema as the migrations make it. */
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../schema.ts'
import type { LogProblems } from './problems.ts'

interface Entry {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string | null
}

/**
 * Triggers of others count too: one could change what is written. Their indexes and tables change nothing.
 * @param version Of the schema of the file.
 * @returns Whether the tables are as they should be, so that they can be read.
 */
export function checkSchema(db: DatabaseSync, version: number, problems: LogProblems): boolean {
  const expected = expectedEntries(version)
  const found = entriesOf(db)
  for (const [key, entry] of expected) {
    const there = found.get(key)
    if (there === undefined) problems.add('schema', {}, `the ${entry.type} ${entry.name} is missing${consequence(entry)}`)
    else if (there.sql !== entry.sql || there.table !== entry.table) problems.add('schema', {}, `the ${entry.type} ${entry.name} is not what it was made as${consequence(entry)}`)
  }
  const triggers = [...found].filter(([key, entry]) => entry.type === 'trigger' && !expected.has(key))
  if (triggers.length > 0) problems.add('schema', {}, `there ${triggers.length === 1 ? 'is a trigger' : `are ${triggers.length} triggers`} that this program did not make`)
  return [...expected].every(([key, entry]) => entry.type !== 'table' || found.get(key)?.sql === entry.sql)
}

function consequence(entry: Entry): string {
  return entry.type === 'trigger' ? `, so SQL can change what it guards in ${entry.table}` : ''
}

function expectedEntries(version: number): Map<string, Entry> {
  const db = new DatabaseSync(':memory:')
  try {
    for (const sql of migrations.slice(0, version)) db.exec(sql)
    return entriesOf(db)
  } finally {
    db.close()
  }
}

function entriesOf(db: DatabaseSync): Map<string, Entry> {
  const rows = db.prepare('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema').all() as unknown as Entry[]
  return new Map(rows.map((entry) => [`${entry.type} ${entry.name}`, entry]))
}
