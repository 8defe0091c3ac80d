/** `verify-log` as a user meets it: what it prints, where, and how it exits. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { newWorld } from '../handoff/world.ts'
import { tamper } from '../store/tamper.ts'
import { temporaryFolder } from '../store/temporary.ts'
import { run } from './run.ts'

const folder = temporaryFolder(t)
const world = await newWorld(t)
const { id } = await world.send('alpha', 'beta', { title: 'canary' })
await world.service.acknowledge(world.as('beta'), { handoff_id: id, note: 'canary' })
const live = world.store.path
const { json: first } = await run('verify-log', '--db', live, '--json')
const head = String(first['head'])
await world.service.updateStatus(world.as('beta'), { handoff_id: id, status: 'completed' })

t.test('a live log that holds', async (t) => {
  t.match(first, { ok: true, command: 'verify-log', db: live, events: 2, handoffs: 1, head: /^[0-9a-f]{64}$/, kept_head: null, not_seen: [/cut off at the end.*computed anew/, /content of a handoff/] })
  const { code, stdout, stderr } = await run('verify-log', '--db', live)
  t.equal(code, 0)
  t.equal(stdout[0], `${live}: 3 events of 1 handoff, and both chains hold`)
  t.match(stdout[1], /^head [0-9a-f]{64}$/)
  t.match(stderr, /Without a head.*cut off at the end.*computed anew/, 'says what it cannot see')
  t.match(stderr, /content of a handoff/)
})

t.test('a head that was kept', async (t) => {
  const grown = await run('verify-log', '--db', live, '--head', head.toUpperCase())
  t.match(grown, { code: 0, stdout: [/./, /./, 'the log has grown since: the head that was kept is at position 2, and the event after it chains to it'] })
  t.notMatch(grown.stderr, /Without a head/)
  const now = String((await run('verify-log', '--db', live, '--json')).json['head'])
  t.match(await run('verify-log', '--db', live, '--head', now), { code: 0, stdout: [/./, /./, 'the log ends in the head that was kept'] })
  t.match((await run('verify-log', '--db', live, '--head', head, '--json')).json, { kept_head: { hash: head, position: 2, events_since: 1 }, not_seen: [/content/] })
  const unknown = 'ab'.repeat(32)
  t.match(await run('verify-log', '--db', live, '--head', unknown), { code: 1, stdout: [], stderr: /does not hold the head that was kept: events were cut off/ })
  t.match((await run('verify-log', '--db', live, '--head', unknown, '--json')).json, { ok: false, error: { code: 'log_invalid', problems: [{ code: 'unknown_head' }] } })
})

t.test('a log that was changed', async (t) => {
  await world.store.close()
  const path = join(folder, 'tampered.sqlite')
  copyFileSync(live, path)
  tamper(path, (db) => db.exec("UPDATE events SET note = 'canary' WHERE position = 1; UPDATE handoffs SET status = 'queued'"))
  const { code, stdout, stderr } = await run('verify-log', '--db', path)
  t.match({ code, stdout }, { code: 1, stdout: [] })
  t.match(stderr, new RegExp(`^position 1, handoff ${id}: the hash is not that of the content\nposition 1, handoff ${id}: the store hash is not that of the content\nhandoff ${id}: the handoff is queued, and its last event led to completed\n`))
  t.match(stderr, /3 problems in 3 events of 1 handoff, head [0-9a-f]{64}\. Remedy: /)
  const { json } = await run('verify-log', '--db', path, '--json')
  t.match(json, { ok: false, error: { code: 'log_invalid', remedy: String, problem_count: 3, events: 3, handoffs: 1, problems: [{ code: 'handoff_hash', position: 1, handoff_id: id, what: String }, { code: 'store_hash' }, { code: 'status', handoff_id: id }] } })
  t.notMatch(stderr + JSON.stringify(json), /canary/, 'nothing that agents wrote')
})

t.test('an id that somebody wrote cannot steer a terminal', async (t) => {
  const path = join(folder, 'hostile.sqlite')
  copyFileSync(live, path)
  tamper(path, (db) => db.exec("UPDATE events SET handoff_id = char(27) || '[2J' || char(155) WHERE position = 3"))
  const { stderr } = await run('verify-log', '--db', path)
  t.match(stderr, /handoff "\?\[2J\?"/)
  t.notMatch(stderr, /[\u001b\u009b]/)
})

t.test('what is no log', async (t) => {
  t.match(await run('verify-log', '--db', join(folder, 'nowhere')), { code: 1, stdout: [], stderr: /There is no database file at the path/ })
  t.match((await run('verify-log', '--db', join(folder, 'nowhere'), '--json')).json, { ok: false, error: { code: 'missing_file', remedy: String } })
  for (const argv of [['--head', 'abc'], ['--head', ''], ['--db', ''], ['extra'], ['--registry', 'x']]) {
    t.match(await run('verify-log', ...argv), { code: 2, stdout: [] }, argv.join(' '))
  }
})
