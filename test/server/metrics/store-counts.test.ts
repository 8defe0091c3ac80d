/** The store says how often it waited, what it could not do, and how much is open; the last without a look at a row. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { isoTime } from '../../../server/handoff/changes.ts'
import { noMetrics } from '../../../server/metrics/metrics.ts'
import { openHandoffsSql, readOpenHandoffs } from '../../../server/store/open-handoffs.ts'
import { openStore } from '../../../server/store/open.ts'
import { newWorld } from '../handoff/world.ts'
import { temporaryFolder } from '../store/temporary.ts'

void t.test('a lock is counted as what it costs', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const other = new DatabaseSync(path)
  const counted: string[] = []
  let unlock: () => void = () => undefined
  const store = await openStore({
    path, clock: Date.now,
    metrics: { ...noMetrics, storeFailed: (code) => counted.push(code), storeRetried: () => { counted.push('retry'); unlock() } },
  })
  const write = async (): Promise<unknown> => store.write((transaction) => transaction.prepare("INSERT INTO meta (name, value) VALUES (hex(randomblob(8)), '')").run())
  other.exec('BEGIN IMMEDIATE')
  unlock = () => other.exec('ROLLBACK')
  await write()
  t.same(counted, ['retry'])
  unlock = () => undefined
  other.exec('BEGIN IMMEDIATE')
  await t.rejects(write(), { code: 'busy' })
  t.ok(counted.length > 3)
  t.equal(counted.at(-1), 'locked')
  t.equal(counted.filter((each) => each === 'locked').length, 1)
  other.close()
  renameSync(path, `${path}.kept`)
  await t.rejects(write(), { code: 'gone' })
  t.equal(counted.at(-1), 'gone')
  await store.close()
  await t.rejects(write(), { code: 'closed' })
})

void t.test('open handoffs are told from one index', async (t) => {
  const world = await newWorld(t)
  const { queued, oldest, moved } = openHandoffsSql
  for (const [sql, parameters] of [[queued, ['x']], [oldest, ['x']], [moved.accepted, []], [moved.blocked, []]] as const) {
    const plan = await world.store.read((transaction) => transaction.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters))
    t.same(plan.map(({ detail }) => detail), ['SEARCH handoffs USING COVERING INDEX handoffs_open (status=?)'])
  }
})

void t.test('what is overdue waits for nobody any more', async (t) => {
  const world = await newWorld(t)
  const read = async () => world.store.read((transaction) => readOpenHandoffs(transaction, isoTime(world.now)))
  await world.send('alpha', 'beta', { expires_in_s: 60 })
  world.now += 1000
  const { id, created_at: created } = await world.send('alpha', 'beta', { expires_in_s: 3600 })
  world.now += 58_999
  t.match(await read(), { counts: { queued: 2, accepted: 0, blocked: 0 } })
  world.now += 1
  t.same(await read(), { counts: { queued: 1, accepted: 0, blocked: 0 }, oldestQueuedAt: created })
  await world.service.updateStatus(world.as('beta'), { handoff_id: id, status: 'blocked' })
  t.same(await read(), { counts: { queued: 0, accepted: 0, blocked: 1 }, oldestQueuedAt: undefined })
})

void t.test('what is undone is not counted', async (t) => {
  const counted: string[] = []
  const store = await openStore({ path: join(temporaryFolder(t), 'handoffs.sqlite'), clock: Date.now, metrics: { ...noMetrics, changed: (change) => counted.push(change) } })
  t.teardown(() => store.close())
  const change = async (fails: boolean): Promise<void> => store.write((transaction) => {
    transaction.changes?.push(fails ? 'expired' : 'created')
    if (fails) throw new Error('undone')
  })
  const [undone, done] = await Promise.allSettled([change(true), change(false)])
  t.same([undone?.status, done?.status, counted], ['rejected', 'fulfilled', ['created']])
})
