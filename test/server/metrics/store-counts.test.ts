/** The store says how often it waited, what it could not do, and how much is open; the last without a look at a row. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { noMetrics } from '../../../server/metrics/metrics.ts'
import { openHandoffsSql } from '../../../server/store/open-handoffs.ts'
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
