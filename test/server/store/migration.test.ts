/** A database of an earlier schema is brought up to date with all that it holds, at once or not at all. */
import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
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
import type { Teardown } from './temporary.ts'

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
  db.prepare('INSERT INTO idempotency_records VALUES (?, ?, ?, ?, ?, ?, ?)').run('alpha', 'an-old-key', 'handoff_send', '0'.repeat(64), handoff.id, JSON.stringify(handoff), time)
  db.close()
  return accepted
}

/** All that the file holds, but for the schema itself. */
function rows(path: string, tables: readonly string[] = ['meta', 'handoffs', 'events', 'idempotency_records']): Record<string, unknown> {
  const db = new DatabaseSync(path, { readOnly: true })
  const all = Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all().map((row) => ({ ...row }))]))
  db.close()
  return all
}

/** Every table, index and trigger, as SQL. */
function schema(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true })
  const found = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all().map((row) => ({ ...row }))
  db.close()
  return found
}

function version(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true })
  const found = db.prepare('PRAGMA user_version').get()?.['user_version']
  db.close()
  return found
}

/** Runs one of the programs beside this file. @returns How it ended. */
async function run(t: Teardown, program: string, ...args: readonly string[]): Promise<{ readonly code: unknown; readonly signal: unknown }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [code, signal] = await once(child, 'exit') as [unknown, unknown]
  return { code, signal }
}

t.test('the schemas are what they were when they were released', async (t) => {
  t.same(migrations.map((sql) => createHash('sha256').update(sql).digest('hex').slice(0, 16)), ['939e0ebb0a5af09a', '8f6b5b866bb26a06', 'a46caccd92988be9'])
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

for (const inTheWay of ['goal_tokens', 'handoffs_open']) {
  t.test(`a migration that fails leaves the file at its version: ${inTheWay}`, async (t) => {
    const path = join(temporaryFolder(t), 'handoffs.sqlite')
    versionOne(path)
    const db = new DatabaseSync(path)
    db.exec(`CREATE TABLE ${inTheWay} (anything INTEGER)`)
    db.close()
    const before = { rows: rows(path), schema: schema(path) }
    await t.rejects(openStore({ path, clock }), { name: 'StoreError', code: 'unexpected' })
    t.equal(version(path), 1)
    t.same({ rows: rows(path), schema: schema(path) }, before)
  })
}

t.test('goal tokens of version 2 are kept, and lists read along their new index', async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'handoffs.sqlite')
  const { id } = versionOne(path)
  const db = new DatabaseSync(path)
  db.exec(`${migrations[1]}; PRAGMA user_version = 2`)
  db.prepare('INSERT INTO goal_tokens VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)').run('a'.repeat(64), 'web', 'b'.repeat(64), 'alpha', now * 1000, now * 1000 + 1)
  db.close()
  const tables = ['meta', 'handoffs', 'events', 'idempotency_records', 'goal_tokens']
  const before = rows(path, tables)
  const store = await openStore({ path, clock })
  t.teardown(() => store.close())
  t.same(rows(path, tables), before)
  const service = createHandoffService({ store, clock, maxDepth: 8 })
  t.match(await service.inbox({ agentId: 'beta', policy: policyOf(threeAgents) }, {}), { handoffs: [{ id }] })
  const fresh = join(folder, 'fresh.sqlite')
  await (await openStore({ path: fresh, clock })).close()
  t.same(schema(path), schema(fresh), 'an old file becomes what a new one is')
})

t.test('two processes that open it at once bring it up without loss', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  versionOne(path)
  const before = rows(path)
  t.same(await Promise.all([0, 1].map(() => run(t, 'open-and-close.ts', path))), [{ code: 0, signal: null }, { code: 0, signal: null }])
  t.equal(version(path), migrations.length)
  t.same(rows(path), before)
})

t.test('a process that is killed while it migrates leaves what it found', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  versionOne(path)
  const before = { rows: rows(path), schema: schema(path) }
  t.same(await run(t, 'die-migrating.ts', path, '2'), { code: null, signal: 'SIGKILL' })
  t.equal(version(path), 1)
  t.same({ rows: rows(path), schema: schema(path) }, before)
  await (await openStore({ path, clock })).close()
  t.equal(version(path), migrations.length)
  t.same(rows(path), before.rows)
})

t.test('a newer file is refused and left as it is, its log included', async (t) => {
  const folder = temporaryFolder(t)
  const [path, copy] = [join(folder, 'handoffs.sqlite'), join(folder, 'copy.sqlite')]
  versionOne(path)
  await (await openStore({ path, clock })).close()
  const newer = new DatabaseSync(path)
  newer.exec(`PRAGMA user_version = ${migrations.length + 1}; CREATE TABLE later (anything TEXT)`)
  // As a process leaves it that is killed: what it wrote last is in the log alone.
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  newer.close()
  t.notOk(existsSync(`${path}-wal`))
  for (const each of [path, copy]) {
    const files = [each, `${each}-wal`].filter((file) => existsSync(file))
    const before = files.map((file) => readFileSync(file))
    await t.rejects(openStore({ path: each, clock }), { name: 'StoreError', code: 'newer_schema', message: new RegExp(`schema ${migrations.length + 1}.*up to ${migrations.length}`) })
    t.ok(files.every((file, index) => readFileSync(file).equals(before[index] ?? Buffer.of())), `${files.length} files`)
  }
})
