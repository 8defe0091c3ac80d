/** Backups while other processes write, without room, and killed in the middle. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { checkBackup } from '../../../server/backup/check.ts'
import { backUp, newPlaces } from './places.ts'

const script = (name: string): string => join(import.meta.dirname, name)

t.test('while another process writes: everything that was answered before is in it', async (t) => {
  const places = await newPlaces(t)
  const child = spawn(process.execPath, [script('../store/endless-writer.ts'), places.db], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const answered = new Map<string, number>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const [id = '', version = ''] = line.split(' ')
    answered.set(id, Number(version))
  })
  while (answered.size < 10) await once(lines, 'line')
  const before = [...answered]
  const manifest = backUp(places)
  await once(lines, 'line')
  child.kill('SIGKILL')
  await once(child, 'exit')
  t.same(checkBackup(places.backup).head, manifest.head)
  const copy = new DatabaseSync(join(places.backup, 'handoffs.sqlite'), { readOnly: true })
  t.teardown(() => copy.close())
  const version = copy.prepare('SELECT version FROM handoffs WHERE id = ?')
  t.same(before.filter(([id, least]) => Number(version.get(id)?.['version']) < least), [])
})

t.test('no room: one clear error, and nothing that could be taken for a backup', async (t) => {
  const places = await newPlaces(t)
  const limited = ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, script('backup-writer.ts'), places.folder]
  const { status, stdout } = spawnSync('sh', limited, { encoding: 'utf8', env: { PATH: process.env['PATH'] } })
  t.same({ status, stdout }, { status: 1, stdout: 'backup_failed\n' })
  t.same(readdirSync(dirname(places.backup)), [])
})

t.test('killed in the middle: no backup, and the next one clears what is left', async (t) => {
  const places = await newPlaces(t)
  mkdirSync(dirname(places.backup))
  const child = spawn(process.execPath, [script('backup-writer.ts'), places.folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const watcher = watch(dirname(places.backup))
  await once(watcher, 'change')
  child.kill('SIGKILL')
  await once(child, 'exit')
  watcher.close()
  const left = readdirSync(dirname(places.backup))
  t.ok(left.every((name) => name === 'one' || name.startsWith('one.partial-')), left.join(' '))
  if (existsSync(places.backup)) t.equal(checkBackup(places.backup).events, 4, 'it was whole already')
  else t.throws(() => checkBackup(join(dirname(places.backup), left[0] ?? '')), { code: 'backup_invalid' })
})
