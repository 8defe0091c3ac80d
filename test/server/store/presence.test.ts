/** Whether a store is open anywhere is known for sure: idle processes count, dead ones do not. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openStore } from '../../../server/store/open.ts'
import { claimAlone } from '../../../server/store/presence.ts'
import { temporaryFolder } from './temporary.ts'

async function holder(t: Test, path: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'store-holder.ts'), path], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** Whether the store could be had alone; lets it go again. */
function isFree(path: string): boolean {
  const alone = claimAlone(path)
  alone?.release()
  return alone !== undefined
}

t.test('an idle process counts until it ends, however it ends', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const [killed, ended] = await Promise.all([holder(t, path), holder(t, path)])
  t.equal(isFree(path), false)
  const ends = [killed, ended].map((child) => once(child, 'exit'))
  killed.kill('SIGKILL')
  await ends[0]
  t.equal(isFree(path), false, 'the other one still has it')
  ended.stdin?.end()
  await ends[1]
  t.equal(isFree(path), true, 'a killed process leaves no refusal behind')
  t.equal(statSync(`${path}-lock`).mode & 0o777, 0o600)
  t.equal(statSync(`${path}-lock`).size, 0)
})

t.test('several stores of one process count until the last is closed', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const [first, second] = await Promise.all([0, 1].map(async () => openStore({ path, clock: Date.now })))
  await first?.close()
  t.equal(isFree(path), false)
  await second?.close()
  t.equal(isFree(path), true)
})

t.test('a store that could not be opened does not count', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const store = await openStore({ path, clock: Date.now })
  await store.write((transaction) => transaction.prepare('PRAGMA user_version = 99').run())
  await store.close()
  await t.rejects(openStore({ path, clock: Date.now }), { code: 'newer_schema' })
  t.equal(isFree(path), true)
})

t.test('whoever has it alone keeps everybody out, and says why', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const alone = claimAlone(path)
  t.equal(claimAlone(path), undefined)
  await t.rejects(openStore({ path, clock: Date.now }), { code: 'locked', message: /A restore replaces it/ })
  const waiting = openStore({ path, clock: Date.now })
  alone?.release()
  await (await waiting).close()
  t.notOk(existsSync(`${path}-lock-journal`))
})

t.test('whoever may write the database may hold the lock', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  writeFileSync(path, '')
  chmodSync(path, 0o660)
  await (await openStore({ path, clock: Date.now })).close()
  t.equal(statSync(`${path}-lock`).mode & 0o777, 0o660)
  t.throws(() => claimAlone(join(path, '..', 'nowhere', 'handoffs.sqlite')), { code: 'missing_folder' })
})

t.test('one file has one lock, whatever links lead to it', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  const store = await openStore({ path: join(folder, 'link', 'handoffs.sqlite'), clock: Date.now })
  symlinkSync(join('real', 'handoffs.sqlite'), join(folder, 'other.sqlite'))
  t.equal(isFree(join(folder, 'real', 'handoffs.sqlite')), false)
  t.equal(isFree(join(folder, 'other.sqlite')), false)
  await store.close()
  t.equal(isFree(join(folder, 'other.sqlite')), true)
})
