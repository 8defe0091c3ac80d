/** Every way of changing a log that its own hashes, its rows or a kept head can show is found and named. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { readDatabase } from '../../../server/store/read-only.ts'
import { verifyLog, type LogReport } from '../../../server/store/verify-log.ts'
import type { LogProblemCode } from '../../../server/store/verify/problems.ts'
import { newWorld, policyOf, threeAgents } from '../handoff/world.ts'
import { rechain, tamper } from './tamper.ts'
import { temporaryFolder } from './temporary.ts'

const verify = (path: string, head?: string): LogReport => readDatabase(path, (db) => verifyLog(db, head))

const folder = temporaryFolder(t)
const original = join(folder, 'original.sqlite')
const world = await newWorld(t, { policy: policyOf({ ...threeAgents, server: {} }) })
const beta = world.as('beta')
/** Six handoffs: completed (events at 1, 2, 3), cancelled (4, 5), expired (6, 12), queued (7), a child (8, 9), expiring but accepted (10, 11). */
const done = await world.send('alpha', 'beta')
await world.service.acknowledge(beta, { handoff_id: done.id, note: 'I take it: café 😀' })
world.now -= 5_000
await world.service.updateStatus(beta, { handoff_id: done.id, status: 'completed', note: 'done' })
world.now += 60_000
const cancelled = await world.send('alpha', 'beta')
await world.service.updateStatus(world.as('alpha'), { handoff_id: cancelled.id, status: 'cancelled' })
const expiring = await world.send('beta', 'alpha', { expires_in_s: 60 })
await world.send('server', 'gamma')
const child = await world.send('beta', 'alpha', { parent_id: done.id })
await world.service.acknowledge(world.as('alpha'), { handoff_id: child.id })
const taken = await world.send('alpha', 'gamma', { expires_in_s: 60 })
await world.service.acknowledge(world.as('gamma'), { handoff_id: taken.id })
world.now += 61_000
await world.service.inbox(world.as('alpha'), {})
await world.store.close()
copyFileSync(world.store.path, original)
const good = verify(original)

t.test('an untouched log', async (t) => {
  t.match(good, { events: 12, handoffs: 6, head: /^[0-9a-f]{64}$/, keptAt: undefined, problems: [], problemCount: 0 })
  t.match(verify(original, good.head), { keptAt: 12, problemCount: 0 })
})

const sql = (text: string) => (db: DatabaseSync): void => db.exec(text)
const both = ['handoff', 'store'] as const

interface Tampering {
  readonly what: string
  readonly work: (db: DatabaseSync) => void
  /** All that is found without a head; none where only a kept head shows it. */
  readonly found: readonly LogProblemCode[]
  /** Where it is found. */
  readonly at?: number
}

const tamperings: readonly Tampering[] = [
  { what: 'a note is edited', work: sql("UPDATE events SET note = 'I leave it' WHERE position = 2"), found: ['handoff_hash', 'store_hash'], at: 2 },
  { what: 'a note is taken away', work: sql('UPDATE events SET note = NULL WHERE position = 3'), found: ['handoff_hash', 'store_hash'], at: 3 },
  { what: 'an actor is edited', work: sql("UPDATE events SET actor = 'gamma' WHERE position = 2"), found: ['handoff_hash', 'store_hash', 'transition'], at: 2 },
  { what: 'a time is edited', work: sql("UPDATE events SET created_at = '2026-03-01T13:00:00.000Z' WHERE position = 9"), found: ['handoff_hash', 'store_hash', 'times'], at: 9 },
  { what: 'the revision of the policy is edited', work: sql(`UPDATE events SET policy_revision = '${'0'.repeat(64)}' WHERE position = 5`), found: ['handoff_hash', 'store_hash'], at: 5 },
  { what: 'the id of an event is edited', work: sql("UPDATE events SET id = 'other' WHERE position = 5"), found: ['handoff_hash', 'store_hash'], at: 5 },
  { what: 'the status of a handoff is edited', work: sql(`UPDATE handoffs SET status = 'accepted' WHERE id = '${done.id}'`), found: ['status'] },
  { what: 'the version of a handoff is edited', work: sql(`UPDATE handoffs SET version = 7 WHERE id = '${done.id}'`), found: ['version'] },
  { what: 'the creation of a handoff is dated back', work: sql(`UPDATE handoffs SET created_at = '2020-01-01T00:00:00.000Z' WHERE id = '${done.id}'`), found: ['times'] },
  { what: 'the update of a handoff is dated back', work: sql(`UPDATE handoffs SET updated_at = '2026-03-01T12:00:00.001Z' WHERE id = '${child.id}'`), found: ['times'] },
  { what: 'the sender of a handoff is edited', work: sql(`UPDATE handoffs SET sender = 'gamma' WHERE id = '${done.id}'`), found: ['first_event'], at: 1 },
  { what: 'the recipient of a handoff is edited', work: sql(`UPDATE handoffs SET recipient = 'gamma' WHERE id = '${done.id}'`), found: ['transition', 'transition'], at: 2 },
  { what: 'the expiry of an expired handoff is taken away', work: sql(`UPDATE handoffs SET expires_at = NULL WHERE id = '${expiring.id}'`), found: ['transition'], at: 12 },
  { what: 'the expiry of an expired handoff is moved', work: sql(`UPDATE handoffs SET expires_at = '2099-01-01T00:00:00.000Z' WHERE id = '${expiring.id}'`), found: ['transition'], at: 12 },
  { what: 'the expiry of a handoff is moved before it was accepted', work: sql(`UPDATE handoffs SET expires_at = created_at WHERE id = '${taken.id}'`), found: ['transition'], at: 11 },
  { what: 'an event in the middle is deleted', work: sql('DELETE FROM events WHERE position = 2'), found: ['position', 'store_chain', 'seq', 'handoff_chain', 'transition', 'version'], at: 3 },
  { what: 'the first event is deleted', work: sql('DELETE FROM events WHERE position = 1'), found: ['position', 'store_chain', 'seq', 'handoff_chain', 'first_event', 'version'], at: 2 },
  { what: 'a deleted event is closed over', work: sql('DELETE FROM events WHERE position = 2; UPDATE events SET position = -(position - 1) WHERE position > 2; UPDATE events SET position = -position WHERE position < 0'), found: ['store_chain', 'seq', 'handoff_chain', 'transition', 'version'], at: 2 },
  { what: 'a handoff and all its events are deleted', work: sql(`DELETE FROM events WHERE handoff_id = '${child.id}'; DELETE FROM handoffs WHERE id = '${child.id}'`), found: ['position', 'store_chain'], at: 10 },
  { what: 'the tail is cut off, with what it did', work: sql(`DELETE FROM events WHERE position = 12; UPDATE handoffs SET status = 'queued', version = 1, updated_at = created_at WHERE id = '${expiring.id}'`), found: [] },
  { what: 'the tail is cut off, and what it did is left', work: sql('DELETE FROM events WHERE position = 12'), found: ['status', 'version', 'times'] },
  { what: 'two events change places', work: sql('UPDATE events SET position = -1 WHERE position = 3; UPDATE events SET position = 3 WHERE position = 4; UPDATE events SET position = 4 WHERE position = -1'), found: ['store_chain', 'store_chain', 'store_chain'], at: 3 },
  { what: 'two events of a handoff change their numbers', work: sql('UPDATE events SET seq = 9 WHERE position = 2; UPDATE events SET seq = 2 WHERE position = 3; UPDATE events SET seq = 3 WHERE position = 2'), found: ['handoff_chain', 'handoff_hash', 'store_hash', 'transition', 'handoff_chain', 'handoff_hash', 'store_hash', 'transition', 'status'], at: 3 },
  {
    what: 'an event is added at the end',
    work: sql(`INSERT INTO events SELECT 13, 'new', handoff_id, 4, actor, type, from_status, to_status, note, policy_revision, created_at, hash, hash, store_hash, store_hash FROM events WHERE position = 3`),
    found: ['store_chain', 'handoff_hash', 'store_hash', 'transition', 'version'], at: 13,
  },
  { what: 'an event is moved to another handoff', work: sql(`UPDATE events SET handoff_id = '${child.id}', seq = 3 WHERE position = 3`), found: ['status', 'version', 'handoff_chain', 'handoff_hash', 'store_hash', 'transition', 'status', 'version'], at: 3 },
  { what: 'an event is moved to a handoff that does not exist', work: sql("UPDATE events SET handoff_id = 'nobody', seq = 1 WHERE position = 5"), found: ['status', 'version', 'orphan', 'handoff_chain', 'handoff_hash', 'store_hash', 'first_event'], at: 5 },
  { what: 'a handoff is deleted', work: sql(`DELETE FROM handoffs WHERE id = '${cancelled.id}'`), found: ['orphan'], at: 4 },
  { what: 'a handoff is added', work: sql("INSERT INTO handoffs SELECT 'new', thread_id, parent_id, depth, sender, recipient, title, summary, request, context_refs, artifact_refs, tags, sensitivity, priority, status, version, created_at, updated_at, expires_at FROM handoffs LIMIT 1"), found: ['no_events'] },
  {
    what: 'the chain of a handoff is computed anew after an edit',
    work: (db) => {
      db.exec("UPDATE events SET note = 'other' WHERE position = 2")
      rechain(db, ['handoff'])
    },
    found: ['store_hash'], at: 2,
  },
  {
    what: 'the chain of the store is computed anew after an edit',
    work: (db) => {
      db.exec("UPDATE events SET note = 'other' WHERE position = 2")
      rechain(db, ['store'])
    },
    found: ['handoff_hash'], at: 2,
  },
  {
    what: 'both chains are computed anew after an edit',
    work: (db) => {
      db.exec("UPDATE events SET note = 'other' WHERE position = 2")
      rechain(db, both)
    },
    found: [],
  },
  {
    what: 'both chains are computed anew after an illegal transition',
    work: (db) => {
      db.exec("UPDATE events SET actor = 'alpha' WHERE position = 2")
      rechain(db, both)
    },
    found: ['transition'], at: 2,
  },
  {
    what: 'both chains are computed anew after an event got a type of its own',
    work: (db) => {
      db.exec("UPDATE events SET type = 'approved' WHERE position = 2")
      rechain(db, both)
    },
    found: ['transition'], at: 2,
  },
  { what: 'a hash is edited', work: sql(`UPDATE events SET hash = '${'f'.repeat(64)}' WHERE position = 1`), found: ['handoff_hash', 'handoff_chain'], at: 1 },
  { what: 'a store hash is edited', work: sql(`UPDATE events SET store_hash = '${'f'.repeat(64)}' WHERE position = 1`), found: ['store_chain', 'store_hash'], at: 2 },
  { what: 'the last hash of the store is edited', work: sql(`UPDATE events SET store_hash = '${'f'.repeat(64)}' WHERE position = 12`), found: ['store_hash'], at: 12 },
  { what: 'a previous hash is edited', work: sql(`UPDATE events SET prev_hash = '${'f'.repeat(64)}' WHERE position = 2`), found: ['handoff_chain', 'handoff_hash'], at: 2 },
  { what: 'a number is larger than JavaScript can hold', work: sql('UPDATE events SET seq = 9223372036854775807 WHERE position = 3'), found: ['seq', 'handoff_hash', 'store_hash'], at: 3 },
]

for (const { what, work, found, at } of tamperings) {
  t.test(what, async (t) => {
    const path = join(folder, 'tampered.sqlite')
    copyFileSync(original, path)
    tamper(path, work)
    const report = verify(path)
    t.same(report.problems.map(({ code }) => code), found)
    t.equal(report.problemCount, found.length)
    if (at !== undefined) t.equal(report.problems.find(({ position }) => position !== undefined)?.position, at, 'says where')
    const codes = verify(path, good.head).problems.map(({ code }) => code)
    if (found.length === 0) t.same(codes, ['unknown_head'], 'a kept head shows it')
    else t.same(codes.filter((code) => code !== 'unknown_head'), found)
  })
}

const dropped: readonly (readonly [string, string, RegExp])[] = [
  ['a trigger is dropped', 'DROP TRIGGER events_not_updated', /^the trigger events_not_updated is missing, so SQL can change/],
  ['a trigger is weakened', "DROP TRIGGER events_not_deleted; CREATE TRIGGER events_not_deleted BEFORE DELETE ON events WHEN OLD.seq > 5 BEGIN SELECT RAISE(ABORT, 'events are append-only'); END", /^the trigger events_not_deleted is not what it was made as/],
  ['a trigger is added', "CREATE TRIGGER forge AFTER INSERT ON handoffs BEGIN UPDATE meta SET value = 'x'; END", /^there is a trigger that this program did not make/],
  ['an index is dropped', 'DROP INDEX handoffs_due', /^the index handoffs_due is missing/],
  ['a table is dropped', 'DROP TABLE goal_tokens', /^the table goal_tokens is missing/],
]

for (const [what, text, said] of dropped) {
  t.test(what, async (t) => {
    const path = join(folder, 'tampered.sqlite')
    copyFileSync(original, path)
    const db = new DatabaseSync(path)
    db.exec(text)
    db.close()
    const { problems } = verify(path)
    t.equal(problems[0]?.code, 'schema')
    t.ok(problems.some(({ what: told }) => said.test(told)), problems.map(({ what: told }) => told).join('; '))
  })
}

t.test('the content of handoffs is not in the log', async (t) => {
  const path = join(folder, 'tampered.sqlite')
  copyFileSync(original, path)
  tamper(path, sql("UPDATE handoffs SET title = 'other', request = 'other', tags = '[]'"))
  t.equal(verify(path, good.head).problemCount, 0, 'this is why the command says so')
})

t.test('a log that has grown since', async (t) => {
  const path = join(folder, 'grown.sqlite')
  copyFileSync(original, path)
  tamper(path, sql('DELETE FROM events WHERE position = 12'))
  t.match(verify(original, verify(path).head), { keptAt: 11, problemCount: 0 })
  t.match(verify(original, '0'.repeat(64)), { keptAt: 0, problemCount: 0 }, 'also from nothing')
})

t.test('of very many problems the first hundred are kept, and all are counted', async (t) => {
  const path = join(folder, 'tampered.sqlite')
  copyFileSync(original, path)
  tamper(path, (db) => {
    const copy = db.prepare("INSERT INTO handoffs SELECT ?, thread_id, parent_id, depth, sender, recipient, title, summary, request, context_refs, artifact_refs, tags, sensitivity, priority, status, version, created_at, updated_at, expires_at FROM handoffs LIMIT 1")
    for (let index = 0; index < 150; index += 1) copy.run(`extra-${index}`)
  })
  const report = verify(path)
  t.match(report, { problemCount: 150, handoffs: 156 })
  t.equal(report.problems.length, 100)
})
