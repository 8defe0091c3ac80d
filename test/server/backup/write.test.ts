/** A backup is whole or not there, holds what the database holds, and is verified before it gets its name. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { checkBackup } from '../../../server/backup/check.ts'
import { tamper } from '../store/tamper.ts'
import { addHandoff, backUp, contentIn, newPlaces, now } from './places.ts'

t.test('a backup of a database at rest', async (t) => {
  const places = await newPlaces(t)
  const manifest = backUp(places)
  t.match(manifest, { created_at: new Date(now).toISOString(), server_version: /^\d/, events: 4, handoffs: 2, head: /^[0-9a-f]{64}$/ })
  t.same(readdirSync(places.backup).sort(), ['agents.yaml', 'handoffs.sqlite', 'manifest.json'])
  t.same(readdirSync(dirname(places.backup)), ['one'], 'nothing is left beside it')
  t.same(readdirSync(dirname(places.db)).sort(), ['handoffs.sqlite', 'handoffs.sqlite-lock'], 'nor beside the database')
  t.equal(statSync(places.backup).mode & 0o777, 0o700)
  for (const name of readdirSync(places.backup)) t.equal(statSync(join(places.backup, name)).mode & 0o777, 0o600, name)
  t.same(contentIn(join(places.backup, 'handoffs.sqlite')), contentIn(places.db))
  t.ok(readFileSync(join(places.backup, 'agents.yaml')).equals(readFileSync(places.registry)))
  t.match(JSON.parse(readFileSync(join(places.backup, 'manifest.json'), 'utf8')), { kind: 'handoff-server-backup', format: 1, ...manifest })
  t.same(checkBackup(places.backup), manifest)
})

t.test('nothing is overwritten', async (t) => {
  const places = await newPlaces(t)
  const first = backUp(places)
  await addHandoff(places.db)
  t.throws(() => backUp(places), { code: 'backup_exists' })
  t.equal(checkBackup(places.backup).head, first.head)
  t.equal(backUp(places, { force: true }).events, 6)
  t.equal(checkBackup(places.backup).events, 6)
  t.same(readdirSync(dirname(places.backup)), ['one'], 'the old one is gone')
  writeFileSync(join(places.backup, 'notes.txt'), 'mine')
  t.throws(() => backUp(places, { force: true }), { code: 'backup_exists', message: /is no backup/ }, 'only a backup is replaced')
  t.ok(existsSync(join(places.backup, 'notes.txt')))
  const folder = join(places.folder, 'mine')
  mkdirSync(folder)
  for (const force of [false, true]) t.throws(() => backUp({ ...places, backup: folder }, { force }), { code: 'backup_exists' })
})

const unusable: readonly (readonly [string, string, (db: string) => void])[] = [
  ['no database', 'missing_file', () => undefined],
  ['one of another program', 'foreign_file', (db) => {
    const other = new DatabaseSync(db)
    other.exec('CREATE TABLE notes (text TEXT)')
    other.close()
  }],
]

for (const [what, code, make] of unusable) {
  t.test(`${what}: ${code}, and no backup`, async (t) => {
    const places = await newPlaces(t)
    const db = join(places.folder, 'other.sqlite')
    make(db)
    t.throws(() => backUp({ ...places, db }), { code })
    t.same(readdirSync(dirname(places.backup)), [])
  })
}

t.test('a log that was changed: every problem, and no backup', async (t) => {
  const places = await newPlaces(t)
  tamper(places.db, (db) => db.exec("UPDATE events SET note = 'x' WHERE position = 2"))
  t.throws(() => backUp(places), { code: 'log_invalid', problems: [{ code: 'handoff_hash' }, { code: 'store_hash' }] })
  t.same(readdirSync(dirname(places.backup)), [])
})

t.test('damaged pages: no backup', async (t) => {
  const places = await newPlaces(t)
  const bytes = readFileSync(places.db)
  writeFileSync(places.db, bytes.fill(0xa5, 4096 * 2))
  t.throws(() => backUp(places), { code: 'corrupt', path: places.db })
  t.same(readdirSync(dirname(places.backup)), [])
})

t.test('what a killed one left is cleared; that of a living one is not', async (t) => {
  const places = await newPlaces(t)
  const ended = spawnSync(process.execPath, ['-e', '0'])
  for (const [name, pid] of [['dead', ended.pid], ['alive', process.pid]] as const) {
    const folder = `${places.backup}.partial-${name}`
    mkdirSync(folder, { recursive: true })
    const owner = { nonce: name, host: hostname(), pid, started: '' }
    writeFileSync(join(folder, 'owner.json'), JSON.stringify(owner))
  }
  backUp(places)
  t.same(readdirSync(dirname(places.backup)).sort(), ['one', 'one.partial-alive'])
})
