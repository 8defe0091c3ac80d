/** Files that cannot be used: each is one clear error with what, where and how to mend it, and is left as it was. */
import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { StoreError } from '../../../server/store/errors.ts'
import type { StoreErrorCode } from '../../../server/store/errors.ts'
import { openStore } from '../../../server/store/open.ts'
import { migrations } from '../../../server/store/schema.ts'
import { createHandoffService } from '../../../server/handoff/service.ts'
import { codeOf, policyOf, threeAgents } from '../handoff/world.ts'
import { temporaryFolder } from './temporary.ts'

const clock = Date.now
const input = { recipient: 'beta', title: 'T', summary: 'S', request: 'R' }
const alpha = { agentId: 'alpha', policy: policyOf(threeAgents) }

/** A good database with a few handoffs, closed. */
async function goodFile(path: string, count = 3): Promise<void> {
  const store = await openStore({ path, clock })
  const service = createHandoffService({ store, clock, maxDepth: 8 })
  await Promise.all(Array.from({ length: count }, () => service.send(alpha, input)))
  await store.close()
}

function overwrite(path: string, offset: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, offset)
  closeSync(file)
}

const broken: readonly (readonly [string, StoreErrorCode, (path: string) => Promise<void> | void])[] = [
  ['a folder in its place', 'not_a_file', (path) => mkdirSync(path)],
  ['a text file', 'not_a_database', (path) => writeFileSync(path, 'this is no database, however long it goes on: '.repeat(100))],
  ['a database of another program', 'foreign_file', (path) => {
    const db = new DatabaseSync(path)
    db.exec('CREATE TABLE notes (text TEXT)')
    db.close()
  }],
  ['an empty database that another program has marked', 'foreign_file', (path) => {
    const db = new DatabaseSync(path)
    db.exec('PRAGMA application_id = 7; VACUUM')
    db.close()
  }],
  ['a newer schema', 'newer_schema', async (path) => {
    await goodFile(path)
    const db = new DatabaseSync(path)
    db.exec('PRAGMA user_version = 99')
    db.close()
  }],
  ['a damaged page', 'corrupt', async (path) => {
    await goodFile(path)
    overwrite(path, 4096, new Uint8Array(4096 * 3).fill(0xa5))
  }],
  ['a file cut in half', 'corrupt', async (path) => {
    await goodFile(path, 50)
    writeFileSync(path, readFileSync(path).subarray(0, 4096 * 6))
  }],
  // A write version above 2 makes SQLite treat a file as read-only (sqlite.org/fileformat2.html, 1.3.3): it bites as root too.
  ['a file that SQLite may not write', 'read_only', async (path) => {
    await goodFile(path)
    overwrite(path, 18, Uint8Array.of(3))
  }],
]

for (const [name, code, make] of broken) {
  t.test(name, async (t) => {
    const path = join(temporaryFolder(t), 'handoffs.sqlite')
    await make(path)
    const before = code === 'not_a_file' ? undefined : readFileSync(path)
    const error: unknown = await openStore({ path, clock }).catch((caught: unknown) => caught)
    t.ok(error instanceof StoreError, String(error))
    if (!(error instanceof StoreError)) return
    t.equal(error.code, code)
    t.ok(error.message.includes(path), 'says where')
    t.ok(error.message.endsWith(error.remedy), 'says how to mend it')
    if (before !== undefined) t.ok(readFileSync(path).equals(before), 'the file is left as it was')
  })
}

t.test('a missing folder', async (t) => {
  const path = join(temporaryFolder(t), 'nowhere', 'handoffs.sqlite')
  await t.rejects(openStore({ path, clock }), { name: 'StoreError', code: 'missing_folder' })
})

t.test('mode bits, for an ordinary user', { skip: process.getuid?.() === 0 ? 'mode bits do not bite as root' : false }, async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  await goodFile(path)
  chmodSync(path, 0o400)
  await t.rejects(openStore({ path, clock }), { name: 'StoreError', code: 'read_only' })
})

t.test('a write-ahead log that cannot be made', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  await goodFile(path)
  mkdirSync(`${path}-wal`)
  const error: unknown = await openStore({ path, clock }).catch((caught: unknown) => caught)
  t.ok(error instanceof StoreError, String(error))
})

t.test('a link that leads nowhere', async (t) => {
  const folder = temporaryFolder(t)
  symlinkSync(join(folder, 'gone', 'file'), join(folder, 'handoffs.sqlite'))
  await t.rejects(openStore({ path: join(folder, 'handoffs.sqlite'), clock }), { name: 'StoreError' })
})

t.test('only the owner can read what is created', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const store = await openStore({ path, clock })
  t.teardown(() => store.close())
  await createHandoffService({ store, clock, maxDepth: 8 }).send(alpha, input)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) t.equal(statSync(file).mode & 0o777, 0o600, file.slice(-4))
})

t.test('an empty file is a new database', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  writeFileSync(path, '')
  await goodFile(path)
  const db = new DatabaseSync(path, { readOnly: true })
  t.same({ ...db.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'wal' })
  t.same({ ...db.prepare('PRAGMA user_version').get() }, { user_version: migrations.length })
  t.not(db.prepare('PRAGMA application_id').get()?.['application_id'], 0)
  db.close()
})

t.test('several open a new file at the same time', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const stores = await Promise.all(Array.from({ length: 5 }, () => openStore({ path, clock })))
  for (const store of stores) await store.close()
})

t.test('a full disk: the refused change leaves nothing, what was acknowledged stays, and reads go on', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const store = await openStore({ path, clock, maxPageCount: 60 })
  t.teardown(() => store.close())
  const service = createHandoffService({ store, clock, maxDepth: 8 })
  const acknowledged: string[] = []
  let refusal: unknown
  for (let count = 0; refusal === undefined && count < 500; count += 1) {
    const batch = Array.from({ length: 3 }, () => service.send(alpha, { ...input, request: 'x'.repeat(8000) }))
    for (const sent of await Promise.allSettled(batch)) {
      if (sent.status === 'fulfilled') acknowledged.push(sent.value.handoff.id)
      else refusal = sent.reason
    }
  }
  t.match(refusal, { name: 'StoreError', code: 'full' })
  const { handoffs } = await service.inbox(alpha, { box: 'sent', limit: 100 })
  t.same(handoffs.map((handoff) => handoff.id).sort(), acknowledged.sort())
  t.equal(await codeOf(service.get(alpha, { handoff_id: acknowledged[0] ?? '' })), 'ok')
})

t.test('a database that turns corrupt while it is open', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  await goodFile(path, 50)
  const store = await openStore({ path, clock })
  t.teardown(() => store.close())
  const size = statSync(path).size
  overwrite(path, 4096, new Uint8Array(size - 4096).fill(0xa5))
  // Another connection's commit makes SQLite drop the pages that it has in memory.
  const other = new DatabaseSync(path)
  other.exec('PRAGMA user_version = 2')
  const service = createHandoffService({ store, clock, maxDepth: 8 })
  t.equal(await codeOf(service.inbox(alpha, { box: 'sent' })), 'corrupt')
  t.equal(await codeOf(service.send(alpha, input)), 'corrupt')
  other.close()
})

for (const [name, lose] of [
  ['removed', (path: string) => renameSync(path, `${path}.kept`)],
  ['replaced by a copy', (path: string) => {
    renameSync(path, `${path}.kept`)
    copyFileSync(`${path}.kept`, path)
  }],
] as const) {
  t.test(`a database that is ${name} while it is open: nothing is acknowledged that would be lost`, async (t) => {
    const path = join(temporaryFolder(t), 'handoffs.sqlite')
    await goodFile(path)
    const store = await openStore({ path, clock })
    t.teardown(() => store.close())
    const service = createHandoffService({ store, clock, maxDepth: 8 })
    t.equal(store.isUsable(), true)
    lose(path)
    t.equal(await codeOf(service.send(alpha, input)), 'gone')
    t.equal(await codeOf(service.inbox(alpha, { box: 'sent' })), 'gone')
    t.equal(store.isUsable(), false)
    renameSync(`${path}.kept`, path)
    t.equal(await codeOf(service.send(alpha, input)), 'ok', 'the file is back')
    t.equal(store.isUsable(), true)
    const { handoffs } = await service.inbox(alpha, { box: 'sent' })
    t.equal(handoffs.length, 4)
  })
}

t.test('after closing', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const store = await openStore({ path, clock })
  const service = createHandoffService({ store, clock, maxDepth: 8 })
  const pending = service.send(alpha, input)
  await Promise.all([store.close(), store.close()])
  t.match(await pending, { replayed: false }, 'what was pending was written')
  t.equal(await codeOf(service.send(alpha, input)), 'closed')
  t.equal(await codeOf(service.inbox(alpha, {})), 'closed')
  t.equal(store.isUsable(), false)
  t.equal(statSync(`${path}-wal`, { throwIfNoEntry: false }), undefined, 'the log was moved into the file')
})
