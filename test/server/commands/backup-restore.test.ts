/** `backup` and `restore` as a user meets them, also beside real servers that have nothing to do. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { newPlaces, placesIn } from '../backup/places.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import { serverBinary, serverEnvironment, startProcess } from '../support/reference.ts'
import { run } from './run.ts'

t.test('there and back again', async (t) => {
  const places = await newPlaces(t)
  const at = ['--db', places.db, '--registry', places.registry]
  const made = await run('backup', places.backup, ...at)
  t.match(made, { code: 0, stderr: '', stdout: [/: 4 events of 2 handoffs and the registry, as they were at 20.*Z$/, /^head [0-9a-f]{64}$/] })
  t.match(await run('backup', places.backup, ...at), { code: 1, stdout: [], stderr: /is something at .* already. Remedy: .*--force/ })
  const again = await run('backup', places.backup, ...at, '--force', '--json')
  t.match(again.json, { ok: true, command: 'backup', backup: places.backup, events: 4, handoffs: 2, head: made.stdout[1]?.slice(5), schema: Number, files: { 'agents.yaml': { sha256: /^[0-9a-f]{64}$/ } } })
  t.match(await run('verify-log', '--db', join(places.backup, 'handoffs.sqlite'), '--head', String(again.json['head'])), { code: 0 })
  t.same(readdirSync(places.backup).length, 3, 'which leaves nothing in the backup')

  t.match((await run('restore', places.backup, ...at, '--json')).json, { ok: false, error: { code: 'restore_exists', remedy: /--force/ } })
  const restored = await run('restore', places.backup, ...at, '--force')
  t.match(restored, { code: 0, stdout: [/4 events of 2 handoffs and the registry, as they were at/, made.stdout[1], /^kept .*sqlite\.before-restore-/, /^kept .*yaml\.before-restore-/], stderr: /tokens that were replaced or revoked since/ })
  const other = placesIn(join(places.folder, 'other'))
  const { json } = await run('restore', places.backup, '--db', other.db, '--registry', other.registry, '--json')
  t.match(json, { ok: true, command: 'restore', db: other.db, registry: other.registry, kept: [], events: 4 })
  t.equal(statSync(dirname(other.db)).mode & 0o777, 0o700)
})

t.test('what is refused', async (t) => {
  const places = await newPlaces(t)
  const at = ['--db', places.db, '--registry', places.registry]
  const missing = join(places.folder, 'nowhere')
  const open = join(places.folder, 'open.yaml')
  writeFileSync(open, readFileSync(places.registry))
  chmodSync(open, 0o644)
  for (const [what, argv, code, error] of [
    ['no folder', ['backup', ...at], 2, 'usage'],
    ['an empty folder', ['backup', '', ...at], 2, 'usage'],
    ['an empty backup', ['restore', '', ...at], 2, 'usage'],
    ['two folders', ['restore', 'a', 'b', ...at], 2, 'usage'],
    ['no database', ['backup', places.backup, '--db', missing, '--registry', places.registry], 1, 'missing_file'],
    ['no registry', ['backup', places.backup, '--db', places.db, '--registry', missing], 1, 'registry_missing'],
    ['a registry for others', ['backup', places.backup, '--db', places.db, '--registry', open], 1, 'registry_unsafe'],
    ['no backup', ['restore', missing, ...at], 1, 'backup_invalid'],
  ] as const) {
    const { code: ended, json } = await run(...argv, '--json')
    t.match({ ended, json }, { ended: code, json: { ok: false, error: { code: error, message: String } } }, what)
  }
  t.notOk(existsSync(places.backup))
})

t.test('servers that have nothing to do keep a restore away, until they are gone', async (t) => {
  const registry = createRegistryFile()
  const backup = join(registry.folder, 'backup')
  const env = serverEnvironment(registry, { HANDOFF_AGENT_ID: 'alice' })
  const http = startProcess([serverBinary, 'http'], env)
  const stdio = startProcess([serverBinary, 'stdio'], env)
  t.teardown(async () => {
    for (const server of [http, stdio]) server.kill()
    await Promise.all([http.exited, stdio.exited])
    registry.remove()
  })
  await http.untilStderr(/serves MCP at/)
  stdio.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`)
  await stdio.untilStdout(/"id":1/)

  const at = ['--db', registry.db, '--registry', registry.path]
  t.match(await run('backup', backup, ...at), { code: 0, stdout: [/: 0 events of 0 handoffs/, `head ${'0'.repeat(64)}`] })
  const restore = async () => run('restore', backup, ...at, '--force', '--json')
  const bytes = readFileSync(registry.path)
  t.match(await restore(), { code: 1, json: { error: { code: 'store_in_use', remedy: /stdio/ } } })
  stdio.child.stdin?.end()
  await stdio.exited
  t.match(await restore(), { code: 1, json: { error: { code: 'store_in_use' } } }, 'the other one has it still')
  t.ok(readFileSync(registry.path).equals(bytes))
  http.kill()
  await http.exited
  t.match(await restore(), { code: 0 }, 'a killed one leaves no refusal behind')
})
