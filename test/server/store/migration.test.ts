/** A database of an earlier schema is brought up to date with all that it holds, at once or not at all. */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { createHandoff, moveHandoff } from '../../../server/handoff/changes.ts'
import { createHandoffService } from '../../../server/handoff/service.ts'
import type { Handoff } from '../../../server/handoff/types.ts'
import { openStore } from '../../../server/store/open.ts'
import { applicationId, migrations } from '../../../server/store/schema.ts'
import { StatementCache } from '../../../server/store/statements.ts'
import { policyOf, threeAgents } from '../handoff/world.ts'
import { temporaryFolder } from './temporary.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const clock = (): number => now
const cursorKey = 'ab'.repeat(32)

/** A file as the first release wrote it, with one handoff that was accepted. */
function versionOne(path: string): Handoff {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(migrations[0] ?? '')
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = 1`)
  db.prepare('INSERT INTO meta (name, value) VALUES (?, ?), (?, ?)').run('created_at', new Date(now).toISOString(), 'cursor_key', cursorKey)
  const time = new Date(now).toISOString()
  const handoff: Handoff = {
    id: randomUUID(), thread_id: randomUUID(), depth: 0, sender: 'alpha', recipient: 'beta', title: 'T', summary: 'S', request: 'R',
    context_refs: [], artifact_refs: [], tags: ['old'], sensitivity: 'internal', priority: 'normal', status: 'queued', version: 1,
    created_at: time, updated_at: time,
  }
  const transaction = new StatementCache(db)
  createHandoff(transaction, handoff, { actor: 'alpha', policyRevision: '0'.repeat(64), now })
  const accepted = moveHandoff(transaction, handoff, 'accepted', { actor: 'beta', policyRevision: '0'.repeat(64), now })
  db.close()
  return accepted
}

function rows(path: string): Record<string, unknown> {
  const db = new DatabaseSync(path, { readOnly: true })
  const all = Object.fromEntries(['meta', 'handoffs', 'events', 'idempotency_records'].map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all().map((row) => ({ ...row }))]))
  db.close()
  return all
}

function version(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true })
  const found = db.prepare('PRAGMA user_version').get()?.['user_version']
  db.close()
  return found
}

t.test('the first schema is what it was when it was released', async (t) => {
  t.equal(createHash('sha256').update(migrations[0] ?? '').digest('hex'), '939e0ebb0a5af09aa5f112e0dc4f6f089ec45c46781d53ecd78f2798bc43f87f')
})

t.test('a file of version 1 keeps all that it holds, and takes goal tokens', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const handoff = versionOne(path)
  const before = rows(path)
  const store = await openStore({ path, clock })
  t.teardown(() => store.close())
  t.equal(version(path), migrations.length)
  t.same(rows(path), before)
  const service = createHandoffService({ store, clock, maxDepth: 8 })
  const beta = { agentId: 'beta', policy: policyOf(threeAgents) }
  t.match(await service.get(beta, { handoff_id: handoff.id }), { handoff, events: [{ type: 'created' }, { type: 'accepted' }] })
  t.match(await service.updateStatus(beta, { handoff_id: handoff.id, status: 'completed' }), { handoff: { version: 3 } }, 'its history goes on')
  t.same(await store.read((transaction) => transaction.prepare('SELECT * FROM goal_tokens').all()), [])
})

t.test('several processes that open it at once migrate it once', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  versionOne(path)
  const before = rows(path)
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore({ path, clock })))
  for (const store of stores) await store.close()
  t.equal(version(path), migrations.length)
  t.same(rows(path), before)
})

t.test('a migration that fails leaves the file at its version', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  versionOne(path)
  const db = new DatabaseSync(path)
  db.exec('CREATE TABLE goal_tokens (in_the_way INTEGER)')
  db.close()
  const before = rows(path)
  await t.rejects(openStore({ path, clock }), { name: 'StoreError', code: 'unexpected' })
  t.equal(version(path), 1)
  t.same(rows(path), before)
})
