/** Looking at a database leaves no trace of it, and works where nothing may be written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { openStore } from '../../../server/store/open.ts'
import { readCopy, readDatabase } from '../../../server/store/read-only.ts'
import { newWorld } from '../handoff/world.ts'
import { temporaryFolder } from './temporary.ts'

const count = (db: DatabaseSync): unknown => db.prepare('SELECT count(*) AS n FROM events').get()?.['n']

t.test('at rest: nothing is written, and nothing is left beside the file', async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'a #?% name.sqlite')
  await (await openStore({ path, clock: Date.now })).close()
  const before = { names: readdirSync(folder), bytes: readFileSync(path), time: statSync(path).mtimeMs }
  t.equal(readDatabase(path, count), 0)
  t.throws(() => readDatabase(path, (db) => db.exec('CREATE TABLE x (y)')), { name: 'StoreError', code: 'read_only' })
  t.same({ names: readdirSync(folder), bytes: readFileSync(path), time: statSync(path).mtimeMs }, before)
})

t.test('in use: what is in the write-ahead log counts, and stays there', async (t) => {
  const world = await newWorld(t)
  await world.send('alpha', 'beta')
  const { size } = statSync(`${world.store.path}-wal`)
  t.ok(size > 0)
  t.equal(readDatabase(world.store.path, count), 1)
  t.equal(statSync(`${world.store.path}-wal`).size, size)
  await world.send('alpha', 'beta')
  t.equal(readDatabase(world.store.path, count), 2, 'the server goes on')
})

t.test('left by a killed process: what is in the log counts, and is not moved into the file', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-writer.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const before = readFileSync(path)
  t.ok(statSync(`${path}-wal`).size > 0)
  t.ok(Number(readDatabase(path, count)) > 0)
  t.ok(readFileSync(path).equals(before))
})

t.test('a copy is read alone, whatever lies beside it', async (t) => {
  const folder = temporaryFolder(t)
  const world = await newWorld(t)
  await world.send('alpha', 'beta')
  const live = new DatabaseSync(world.store.path, { readOnly: true })
  live.prepare('VACUUM INTO ?').run(join(folder, 'copy.sqlite'))
  live.close()
  writeFileSync(join(folder, 'copy.sqlite-wal'), 'no log of this file')
  t.equal(readCopy(join(folder, 'copy.sqlite'), count), 1)
  t.same(readdirSync(folder).sort(), ['copy.sqlite', 'copy.sqlite-wal'])
})

t.test('in a folder that may only be read', { skip: process.getuid?.() === 0 ? 'mode bits do not bite as root' : false }, async (t) => {
  const folder = temporaryFolder(t)
  const path = join(folder, 'handoffs.sqlite')
  await (await openStore({ path, clock: Date.now })).close()
  chmodSync(path, 0o400)
  chmodSync(folder, 0o500)
  t.teardown(() => chmodSync(folder, 0o700))
  t.equal(readDatabase(path, count), 0)
})

t.test('somebody begins to write meanwhile: it is read again', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  await (await openStore({ path, clock: Date.now })).close()
  const seen: unknown[] = []
  readDatabase(path, (db) => {
    seen.push(count(db))
    if (seen.length > 1) return
    const writer = new DatabaseSync(path)
    t.teardown(() => writer.close())
    writer.exec("INSERT INTO meta VALUES ('other', 'x')")
  })
  t.same(seen, [0, 0])
})

const unusable: readonly (readonly [string, string, (path: string) => void])[] = [
  ['no file', 'missing_file', () => undefined],
  ['no folder', 'missing_file', () => undefined],
  ['a folder', 'not_a_file', (path) => mkdirSync(path)],
  ['an empty file', 'not_a_database', (path) => writeFileSync(path, '')],
  ['a text', 'not_a_database', (path) => writeFileSync(path, 'this is no database, however long it goes on: '.repeat(100))],
  ['a database of another program', 'foreign_file', (path) => sqlite(path, 'CREATE TABLE notes (text TEXT)')],
  ['a newer schema', 'newer_schema', (path) => sqlite(path, 'PRAGMA application_id = 1213154886; PRAGMA user_version = 99; CREATE TABLE events (x)')],
  ['a damaged page', 'corrupt', (path) => {
    sqlite(path, "PRAGMA application_id = 1213154886; CREATE TABLE events (x); INSERT INTO events VALUES ('x')")
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xa5, 4096))
  }],
]

function sqlite(path: string, sql: string): void {
  const db = new DatabaseSync(path)
  db.exec(sql)
  db.close()
}

for (const [what, code, make] of unusable) {
  t.test(`${what} is ${code}`, async (t) => {
    const folder = temporaryFolder(t)
    const path = what === 'no folder' ? join(folder, 'nowhere', 'handoffs.sqlite') : join(folder, 'handoffs.sqlite')
    make(path)
    const names = readdirSync(folder)
    t.throws(() => readDatabase(path, count), { name: 'StoreError', code, path })
    t.same(readdirSync(folder), names)

  })
}
