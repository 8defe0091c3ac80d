/** A database that another process keeps locked: the event loop goes on, `busy` comes in time, and a retry works. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { openStore } from '../../../server/store/open.ts'
import { createHandoffService } from '../../../server/handoff/service.ts'
import { HandoffError } from '../../../server/handoff/errors.ts'
import { codeOf, policyOf, threeAgents } from '../handoff/world.ts'
import { temporaryFolder } from './temporary.ts'
import type { Teardown } from './temporary.ts'

/** Takes the lock in another process; the returned function lets it go and waits until it is gone. */
async function lock(t: Teardown, path: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'lock-holder.ts'), path], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return async () => {
    const gone = once(child, 'exit')
    child.stdin.end()
    await gone
  }
}

const input = { recipient: 'beta', title: 'T', summary: 'S', request: 'R', idempotency_key: 'locked-key' }

t.test('busy while locked, then fine', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const store = await openStore({ path, clock: Date.now })
  t.teardown(() => store.close())
  const service = createHandoffService({ store, clock: Date.now, maxDepth: 8 })
  const alpha = { agentId: 'alpha', policy: policyOf(threeAgents) }
  await service.send(alpha, { ...input, idempotency_key: 'before-the-lock' })

  const unlock = await lock(t, path)
  let ticks = 0
  const ticking = setInterval(() => { ticks += 1 }, 5)
  const started = performance.now()
  const refused = await Promise.all([0, 1, 2].map(() => service.send(alpha, input).catch((error: unknown) => error)))
  clearInterval(ticking)
  t.ok(performance.now() - started >= 1_000, 'it waited for the lock')
  t.ok(ticks >= 50, `the event loop went on (${ticks} ticks)`)
  for (const error of refused) {
    t.ok(error instanceof HandoffError)
    t.match(error, { code: 'busy', retryable: true })
    t.notMatch(String(error), /sqlite/, 'no path is told')
  }
  t.equal((await service.inbox(alpha, { box: 'sent' })).handoffs.length, 1, 'reads go on; nothing was written')

  const waiting = service.send(alpha, input)
  await unlock()
  t.match(await waiting, { replayed: false }, 'a call that waited is served once the lock is gone')
  t.match(await service.send(alpha, input), { replayed: true })
})

t.test('opening a locked database is a clear error', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  await (await openStore({ path, clock: Date.now })).close()
  const unlock = await lock(t, path)
  await t.rejects(openStore({ path, clock: Date.now }), { name: 'StoreError', code: 'locked' })
  await unlock()
  await (await openStore({ path, clock: Date.now })).close()
})

t.test('two stores on one file see each other and keep one chain', async (t) => {
  const path = join(temporaryFolder(t), 'handoffs.sqlite')
  const stores = await Promise.all([0, 1].map(() => openStore({ path, clock: Date.now })))
  for (const store of stores) t.teardown(() => store.close())
  const [first, second] = stores.map((store) => createHandoffService({ store, clock: Date.now, maxDepth: 8 }))
  if (first === undefined || second === undefined) return
  const either = (index: number) => (index % 2 === 0 ? first : second)
  const policy = policyOf(threeAgents)
  const alpha = { agentId: 'alpha', policy }
  const beta = { agentId: 'beta', policy }
  const sends = Array.from({ length: 60 }, (_, index) => either(index).send(alpha, { ...input, idempotency_key: `shared-${index % 30}` }))
  const answers = await Promise.all(sends)
  t.equal(new Set(answers.map((answer) => answer.handoff.id)).size, 30)
  t.equal(answers.filter((answer) => answer.replayed).length, 30)

  const id = answers[0]?.handoff.id ?? ''
  const claims = await Promise.all(Array.from({ length: 10 }, (_, index) => codeOf(either(index).acknowledge(beta, { handoff_id: id }))))
  t.equal(claims.filter((code) => code === 'ok').length, 1, 'one claim wins')
  t.equal(claims.filter((code) => code === 'illegal_transition').length, 9)
})
