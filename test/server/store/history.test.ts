/** History cannot be rewritten through SQL, and its hashes can be computed again from what is stored. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { newWorld } from '../handoff/world.ts'

/** The contract's rule, written out by hand: members in order, previous hash first. */
function recomputed(row: Record<string, unknown>, previous: unknown): string {
  const names = ['actor', 'created_at', 'from_status', 'handoff_id', 'id', 'note', 'policy_revision', 'seq', 'to_status', 'type']
  const members = names.filter((name) => row[name] !== null).map((name) => {
    const text = JSON.stringify(row[name]).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    return `"${name}":${text}`
  })
  return createHash('sha256').update(`${String(previous)}{${members.join(',')}}`).digest('hex')
}

t.test('chains', async (t) => {
  const world = await newWorld(t)
  const ids: string[] = []
  for (let index = 0; index < 3; index += 1) ids.push((await world.send('alpha', 'beta', { expires_in_s: 60 })).id)
  await world.service.acknowledge(world.as('beta'), { handoff_id: ids[0] ?? '', note: 'café 😀' })
  await world.service.updateStatus(world.as('beta'), { handoff_id: ids[0] ?? '', status: 'completed' })
  world.now += 61_000
  await world.service.inbox(world.as('beta'), {})

  const db = new DatabaseSync(world.store.path, { readOnly: true })
  const rows = db.prepare('SELECT * FROM events ORDER BY position').all()
  db.close()
  t.equal(rows.length, 7)
  const last = new Map<unknown, unknown>()
  let head: unknown = '0'.repeat(64)
  rows.forEach((row, index) => {
    const previous = last.get(row['handoff_id']) ?? '0'.repeat(64)
    t.equal(row['position'], index + 1)
    t.equal(row['prev_hash'], previous)
    t.equal(row['hash'], recomputed(row, previous))
    t.equal(row['store_prev_hash'], head)
    t.equal(row['store_hash'], recomputed(row, head))
    last.set(row['handoff_id'], row['hash'])
    head = row['store_hash']
  })

  const { events } = await world.service.get(world.as('alpha'), { handoff_id: ids[0] ?? '' })
  t.same(events.map((event) => event.seq), [1, 2, 3])
  t.same(events.map((event) => event.type), ['created', 'accepted', 'completed'])
  for (const event of events) {
    t.equal(event.hash, recomputed({ note: null, from_status: null, ...event }, event.prev_hash))
    t.notHas(event, 'store_hash')
  }
  const expired = await world.service.get(world.as('alpha'), { handoff_id: ids[1] ?? '' })
  t.match(expired.events.at(-1), { actor: 'server', type: 'expired', from_status: 'queued', to_status: 'expired' })
})

const events = 'position, id, handoff_id, seq, actor, type, to_status, policy_revision, created_at, prev_hash, hash, store_prev_hash, store_hash'
const forbidden = [
  "UPDATE events SET note = 'other'",
  'UPDATE events SET seq = seq + 1',
  'DELETE FROM events',
  `INSERT OR REPLACE INTO events (${events}) SELECT ${events} FROM events LIMIT 1`,
  `INSERT OR REPLACE INTO events (${events}) SELECT position + 1, ${events.slice(10)} FROM events LIMIT 1`,
  `INSERT INTO events (${events}) SELECT position + 5, 'new', handoff_id, 9, ${events.slice(31)} FROM events LIMIT 1`,
  "UPDATE idempotency_records SET input_hash = 'other'",
  'DELETE FROM idempotency_records',
  'INSERT OR REPLACE INTO idempotency_records SELECT * FROM idempotency_records',
  'DELETE FROM handoffs',
  'INSERT OR REPLACE INTO handoffs SELECT * FROM handoffs',
  "UPDATE handoffs SET title = 'other', version = version + 1",
  "UPDATE handoffs SET expires_at = NULL, version = version + 1",
  "UPDATE handoffs SET status = 'completed'",
  "UPDATE handoffs SET status = 'gone', version = version + 1",
]

t.test('SQL that would rewrite history is refused', async (t) => {
  const world = await newWorld(t)
  await world.send('alpha', 'beta', { idempotency_key: 'some-key-1' })
  const db = new DatabaseSync(world.store.path)
  t.teardown(() => db.close())
  const dump = () => JSON.stringify(['handoffs', 'events', 'idempotency_records'].map((table) => db.prepare(`SELECT * FROM ${table}`).all()))
  const before = dump()
  for (const sql of forbidden) {
    t.throws(() => db.exec(sql), { code: 'ERR_SQLITE_ERROR' }, sql)
    t.equal(dump(), before)
  }
})
