/** Changes that come together share a commit, each is answered after it, and none holds up the event loop for long. */
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { WriteQueue } from '../../../server/store/write-queue.ts'
import { temporaryFolder } from './temporary.ts'
import type { Teardown } from './temporary.ts'

interface Opened {
  readonly queue: WriteQueue
  /** Adds a row; its number is the answer. */
  readonly add: (number: number) => Promise<number>
  readonly commits: () => number
  /** What anybody else sees. */
  readonly seen: () => number[]
}

function open(t: Teardown): Opened {
  const path = join(temporaryFolder(t), 'rows.sqlite')
  let commits = 0
  class Counted extends DatabaseSync {
    override exec(sql: string): void {
      super.exec(sql)
      if (sql === 'COMMIT') commits += 1
    }
  }
  const db = new Counted(path)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (number INTEGER)')
  const other = new DatabaseSync(path, { readOnly: true })
  t.teardown(() => {
    other.close()
    db.close()
  })
  const queue = new WriteQueue(db)
  return {
    queue,
    add: async (number) => queue.add(() => {
      db.prepare('INSERT INTO rows VALUES (?)').run(number)
      if (number < 0) throw new Error('a negative number')
      return number
    }),
    commits: () => commits,
    seen: () => other.prepare('SELECT number FROM rows ORDER BY number').all().map((row) => Number(row['number'])),
  }
}

t.test('what comes turn after turn shares a commit', async (t) => {
  const { add, commits, seen } = open(t)
  const answers: Promise<number>[] = []
  for (let number = 0; number < 10; number += 1) {
    answers.push(add(number))
    await nextTurn()
  }
  t.same(await Promise.all(answers), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  t.ok(commits() <= 2, `${commits()} commits`)
  t.equal(seen().length, 10)
})

t.test('an answer comes after its commit, and a failure undoes itself alone', async (t) => {
  const { add, seen } = open(t)
  const told: number[][] = []
  const results = await Promise.allSettled([1, -2, 3].map(async (number) => add(number).finally(() => told.push(seen()))))
  t.same(results.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled'])
  t.same(told, [[1, 3], [1, 3], [1, 3]])
})

t.test('however much waits, others have their turn', async (t) => {
  const { queue, add, commits } = open(t)
  let turns = 0
  let ticking = true
  const tick = (): void => {
    turns += 1
    if (ticking) setImmediate(tick)
  }
  setImmediate(tick)
  await Promise.all(Array.from({ length: 640 }, (_, number) => add(number)))
  await queue.idle()
  ticking = false
  t.equal(commits(), 10)
  t.ok(turns >= 9, `${turns} turns`)
})

t.test('who never stops adding is answered all the same', async (t) => {
  const { add } = open(t)
  const first = { isAnswered: false }
  const answer = add(0).finally(() => { first.isAnswered = true })
  for (let number = 1; !first.isAnswered && number < 1000; number += 1) {
    void add(number)
    await nextTurn()
  }
  t.ok(first.isAnswered)
  await answer
})

t.test('where somebody takes the lock while a failed batch is tried one by one, all of it waits and is done', async (t) => {
  const path = join(temporaryFolder(t), 'rows.sqlite')
  const [db, other] = [new DatabaseSync(path), new DatabaseSync(path)]
  t.teardown(() => {
    other.close()
    db.close()
  })
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (number INTEGER)')
  let putOff = 0
  const queue = new WriteQueue(db, () => {
    putOff += 1
    if (other.isTransaction) other.exec('ROLLBACK')
  })
  let tries = 0
  const spoiling = queue.add(() => {
    tries += 1
    db.prepare('INSERT INTO rows VALUES (1)').run()
    if (tries > 1) return 1
    // As a full disk does: the whole transaction is over.
    db.exec('ROLLBACK')
    other.exec('BEGIN IMMEDIATE')
    throw new Error('the first try')
  })
  const behind = queue.add(() => {
    db.prepare('INSERT INTO rows VALUES (2)').run()
    return 2
  })
  t.same(await Promise.all([spoiling, behind]), [1, 2])
  t.equal(putOff, 1)
  t.same(other.prepare('SELECT number FROM rows ORDER BY number').all().map((row) => row['number']), [1, 2])
})
