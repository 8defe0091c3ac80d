/** A restore checks the backup, asks for the store alone, and loses nothing that was there. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { restoreBackup } from '../../../server/backup/restore.ts'
import { readDatabase } from '../../../server/store/read-only.ts'
import { verifyLog } from '../../../server/store/verify-log.ts'
import { rechain, tamper } from '../store/tamper.ts'
import { temporaryFolder } from '../store/temporary.ts'
import { addHandoff, backUp, contentIn, newPlaces, now, openStoreIn, placesIn, type Places } from './places.ts'

const stamp = '20260301T120000.000Z'

const restore = async ({ backup, db, registry }: Places, more: { readonly force?: boolean } = {}): ReturnType<typeof restoreBackup> =>
  restoreBackup({ source: backup, db, registry, force: false, clock: () => now, ...more })

const eventsIn = (path: string): number => readDatabase(path, (db) => verifyLog(db)).events

/** Everything below the places of database and registry, but for the empty lock that stays. */
function filesOf({ db, registry }: Places): Record<string, string> {
  const files = [db, registry].flatMap((path) => (existsSync(dirname(path)) ? readdirSync(dirname(path)).map((name) => join(dirname(path), name)) : []))
  return Object.fromEntries(files.filter((path) => !path.endsWith('-lock')).map((path) => [path, statSync(path).isFile() ? readFileSync(path).toString('latin1') : 'folder']))
}

t.test('into nothing: what was backed up is there, and goes on', async (t) => {
  const places = await newPlaces(t)
  const manifest = backUp(places)
  const other: Places = { ...placesIn(join(places.folder, 'elsewhere')), backup: places.backup }
  t.match(await restore(other), { manifest: { head: manifest.head }, kept: [] })
  t.same(contentIn(other.db), contentIn(places.db))
  t.ok(readFileSync(other.registry).equals(readFileSync(places.registry)))
  for (const path of [other.db, other.registry]) t.equal(statSync(path).mode & 0o777, 0o600)
  t.same(Object.keys(filesOf(other)), [other.db, other.registry], 'nothing else')
  await addHandoff(other.db)
  t.equal(eventsIn(other.db), 6, 'the chain goes on')
})

t.test('what is there is not replaced, and with --force it is kept', async (t) => {
  const places = await newPlaces(t)
  const { head } = backUp(places)
  await addHandoff(places.db)
  writeFileSync(places.registry, `# newer\n${readFileSync(places.registry, 'utf8')}`, { mode: 0o600 })
  const before = filesOf(places)
  await t.rejects(restore(places), { code: 'restore_exists', message: new RegExp(`${places.db}, ${places.registry}`) })
  t.same(filesOf(places), before)
  const { kept } = await restore(places, { force: true })
  t.same(kept, [places.db, places.registry].map((path) => `${path}.before-restore-${stamp}`))
  t.equal(readDatabase(places.db, (db) => verifyLog(db)).head, head)
  t.equal(eventsIn(kept[0] ?? ''), 6, 'the old one is whole')
  t.equal(readFileSync(kept[1] ?? '', 'utf8'), before[places.registry])
  t.equal(Object.keys(filesOf(places)).length, 4)
})

t.test('only one of the two is in the way', async (t) => {
  const places = await newPlaces(t)
  backUp(places)
  for (const path of [places.db, places.registry]) {
    const other: Places = { ...placesIn(join(places.folder, path.slice(-4))), backup: places.backup }
    const target = path === places.db ? other.db : other.registry
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(path, target)
    await t.rejects(restore(other), { code: 'restore_exists' })
    t.same(Object.keys(filesOf(other)), [target])
  }
})

/** Left by a killed process: changes that are in the log alone. */
async function killedWriter(t: Test, db: string): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../store/endless-writer.ts'), db], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

t.test('the log of a killed server is no part of the restored file, and none of it is lost', async (t) => {
  const places = await newPlaces(t)
  const { head } = backUp(places)
  await killedWriter(t, places.db)
  const events = eventsIn(places.db)
  t.ok(statSync(`${places.db}-wal`).size > 0 && events > 4)
  const { kept } = await restore(places, { force: true })
  t.equal(readDatabase(places.db, (db) => verifyLog(db)).head, head)
  t.equal(eventsIn(kept[0] ?? ''), events, 'the old one has all that was in its log')
  t.notOk(existsSync(`${places.db}-wal`) || existsSync(`${places.db}-shm`))
})

t.test('a damaged database is kept with its log, and its log without a database is not thrown away', async (t) => {
  const places = await newPlaces(t)
  const { head } = backUp(places)
  writeFileSync(places.db, 'damaged')
  for (const end of ['-wal', '-shm']) writeFileSync(`${places.db}${end}`, `old${end}`)
  const { kept } = await restore(places, { force: true })
  const aside = `${places.db}.before-restore-${stamp}`
  t.same(kept.slice(0, 2), [aside, `${aside}-wal`])
  t.same([aside, `${aside}-wal`].map((path) => readFileSync(path, 'utf8')), ['damaged', 'old-wal'])
  t.equal(readDatabase(places.db, (db) => verifyLog(db)).head, head)
  t.notOk(existsSync(`${places.db}-wal`) || existsSync(`${places.db}-shm`), 'SQLite would take them for those of the new one')

  for (const path of [places.db, ...kept, places.registry]) rmSync(path, { force: true })
  writeFileSync(`${places.db}-wal`, 'old-wal')
  await t.rejects(restore(places), { code: 'restore_exists', message: /-wal/ })
  t.ok(existsSync(`${places.db}-wal`))
})

t.test('a store that anybody has open is left alone', async (t) => {
  const places = await newPlaces(t)
  backUp(places)
  const before = filesOf(places)
  const store = await openStoreIn(places.db)
  await t.rejects(restore(places, { force: true }), { code: 'store_in_use' })
  await store.close()
  t.same(filesOf(places), before)
  const other = new DatabaseSync(places.db)
  other.prepare('SELECT * FROM meta').all()
  await t.rejects(restore(places, { force: true }), { code: 'store_in_use' }, 'a program that knows nothing of our lock')
  other.close()
  t.same(Object.keys(filesOf(places)), Object.keys(before))
  await restore(places, { force: true })
})

t.test('a store whose file was lost under it counts as open, and so does one whose file is damaged', async (t) => {
  const places = await newPlaces(t)
  backUp(places)
  const store = await openStoreIn(places.db)
  t.teardown(() => store.close())
  for (const lose of [() => rmSync(places.db), () => writeFileSync(places.db, 'damaged')]) {
    lose()
    await t.rejects(restore(places, { force: true }), { code: 'store_in_use' })
  }
})

t.test('a file that cannot be set aside: everything is as it was', async (t) => {
  const places = await newPlaces(t)
  backUp(places)
  await addHandoff(places.db)
  writeFileSync(`${places.registry}.before-restore-${stamp}`, 'in the way')
  const before = filesOf(places)
  await t.rejects(restore(places, { force: true }), { code: 'restore_failed', message: /EEXIST/ })
  t.same(filesOf(places), before)
  mkdirSync(join(places.folder, 'odd', 'data', 'handoffs.sqlite'), { recursive: true })
  await t.rejects(restore({ ...placesIn(join(places.folder, 'odd')), backup: places.backup }, { force: true }), { code: 'not_a_file' })
})

t.test('links stay, and their targets are replaced', async (t) => {
  const places = await newPlaces(t)
  backUp(places)
  const linked: Places = { ...places, db: join(places.folder, 'db'), registry: join(places.folder, 'registry') }
  symlinkSync(places.db, linked.db)
  symlinkSync(places.registry, linked.registry)
  const { kept } = await restore(linked, { force: true })
  t.same(kept.map((path) => dirname(path)), [dirname(places.db), dirname(places.registry)])
  t.equal(eventsIn(linked.db), 4)
})

/** Writes the manifest anew, as whoever changed the files would. */
function resign(backup: string, more: Record<string, unknown> = {}): void {
  const path = join(backup, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  const files = Object.fromEntries(['handoffs.sqlite', 'agents.yaml'].map((name) => {
    const bytes = readFileSync(join(backup, name))
    return [name, { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }]
  }))
  writeFileSync(path, JSON.stringify({ ...manifest, files, ...more }))
}

function withSql(backup: string, sql: string): void {
  const db = new DatabaseSync(join(backup, 'handoffs.sqlite'))
  db.exec(sql)
  db.close()
  resign(backup)
}

const broken: readonly (readonly [string, RegExp, (backup: string) => void])[] = [
  ['no folder', /manifest\.json is not there/, (backup) => rmSync(backup, { recursive: true })],
  ['a file', /manifest\.json is not there/, (backup) => {
    rmSync(backup, { recursive: true })
    writeFileSync(backup, 'x')
  }],
  ['no manifest', /manifest\.json is not there/, (backup) => rmSync(join(backup, 'manifest.json'))],
  ['half a manifest', /its manifest is no JSON/, (backup) => writeFileSync(join(backup, 'manifest.json'), readFileSync(join(backup, 'manifest.json')).subarray(0, 40))],
  ['another manifest', /not that of a backup/, (backup) => writeFileSync(join(backup, 'manifest.json'), '{"files":[]}')],
  ['a newer manifest', /format that this version does not know/, (backup) => resign(backup, { format: 2 })],
  ['a manifest without the registry', /does not name both files/, (backup) => resign(backup, { files: {} })],
  ['a manifest without counts', /lacks something/, (backup) => resign(backup, { events: '4' })],
  ['a time that a terminal would obey', /lacks something/, (backup) => resign(backup, { created_at: '\u001b[2J' })],
  ['no database', /handoffs\.sqlite is not there/, (backup) => rmSync(join(backup, 'handoffs.sqlite'))],
  ['no registry', /agents\.yaml is not there/, (backup) => rmSync(join(backup, 'agents.yaml'))],
  ['a registry with one byte more', /agents\.yaml is not the file/, (backup) => writeFileSync(join(backup, 'agents.yaml'), '\n', { flag: 'a' })],
  ['a database that is cut', /handoffs\.sqlite is not the file/, (backup) => writeFileSync(join(backup, 'handoffs.sqlite'), readFileSync(join(backup, 'handoffs.sqlite')).subarray(0, 8192))],
  ['another database', /handoffs\.sqlite is not the file/, (backup) => {
    const db = new DatabaseSync(join(backup, 'handoffs.sqlite'))
    db.exec('VACUUM; PRAGMA user_version = 2')
    db.close()
  }],
  ['a database of another program', /database of another program/, (backup) => withSql(backup, 'PRAGMA application_id = 7')],
  ['a newer schema', /newer version of this program/, (backup) => withSql(backup, 'PRAGMA user_version = 99')],
  ['an empty database', /It is empty/, (backup) => {
    writeFileSync(join(backup, 'handoffs.sqlite'), '')
    resign(backup)
  }],
  ['damaged pages', /file is damaged/, (backup) => {
    const path = join(backup, 'handoffs.sqlite')
    writeFileSync(path, readFileSync(path).fill(0xa5, 4096 * 3))
    resign(backup)
  }],
  ['a log that was changed', /log of .* is not as it was written/, (backup) => {
    tamper(join(backup, 'handoffs.sqlite'), (db) => db.exec("UPDATE events SET note = 'x' WHERE position = 2"))
    resign(backup)
  }],
  ['a log that was computed anew', /the log of handoffs\.sqlite is not the one that the manifest names/, (backup) => {
    tamper(join(backup, 'handoffs.sqlite'), (db) => {
      db.exec("UPDATE events SET note = 'x' WHERE position = 2")
      rechain(db, ['handoff', 'store'])
    })
    resign(backup)
  }],
  ['a row that refers to nothing', /refers to one that is not there/, (backup) => withSql(backup, "PRAGMA foreign_keys = OFF; INSERT INTO idempotency_records VALUES ('a', 'b', 'c', 'd', 'nobody', '{}', 'e')")],
  ['a registry that is none', /agents\.yaml is no valid registry/, (backup) => {
    writeFileSync(join(backup, 'agents.yaml'), 'version: 2\n')
    resign(backup)
  }],
]

t.test('what is no backup is told, and nothing is changed', async (t) => {
  const places = await newPlaces(t)
  backUp(places)
  const before = filesOf(places)
  const folder = temporaryFolder(t)
  for (const [what, said, make] of broken) {
    const backup = join(folder, what.replaceAll(' ', '-'))
    cpSync(places.backup, backup, { recursive: true })
    make(backup)
    const error = await restore({ ...places, backup }, { force: true }).then(() => undefined, (caught: unknown) => caught)
    t.match(error, { code: what === 'a log that was changed' ? 'log_invalid' : 'backup_invalid', message: said }, what)
  }
  t.same(filesOf(places), before)
  writeFileSync(join(places.backup, 'handoffs.sqlite-wal'), 'no part of the backup')
  await restore(places, { force: true })
  t.equal(eventsIn(places.db), 4, 'what lies beside it is no part of it')
})
