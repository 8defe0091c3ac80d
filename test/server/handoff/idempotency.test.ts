/** A key does a thing once: the same call is answered as it was first, another one is refused. */
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { createHandoffService } from '../../../server/handoff/service.ts'
import { openStore } from '../../../server/store/open.ts'
import { codeOf, newWorld, policyOf, threeAgents } from './world.ts'
import type { World } from './world.ts'

const input = { recipient: 'beta', title: 'T', summary: 'S', request: 'R', idempotency_key: 'a-key-1234' }

function rows(world: World): string {
  const db = new DatabaseSync(world.store.path, { readOnly: true })
  const counts = ['handoffs', 'events', 'idempotency_records'].map((table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
  db.close()
  return counts.join(' ')
}

t.test('of a send', async (t) => {
  const world = await newWorld(t)
  const alpha = world.as('alpha')
  const first = await world.service.send(alpha, input)
  t.equal(first.replayed, false)
  const before = rows(world)
  world.now += 1_000
  t.same(await world.service.send(alpha, input), { ...first, replayed: true })
  t.same(await world.service.send(alpha, { ...input, priority: 'normal', tags: [] }), { ...first, replayed: true }, 'a default written out')
  for (const other of [{ title: 'other' }, { tags: ['x'] }, { expires_in_s: 9 }, { recipient: 'gamma' }, { recipient: 'nobody' }]) {
    t.equal(await codeOf(world.service.send(alpha, { ...input, ...other })), 'idempotency_conflict', JSON.stringify(other))
  }
  t.equal(rows(world), before, 'nothing was written')
  const other = await world.service.send(world.as('gamma'), input)
  t.equal(other.replayed, false, "another identity's key is its own")
  t.not(other.handoff.id, first.handoff.id)
  t.notMatch(JSON.stringify(await world.service.inbox(world.as('beta'), {})), 'a-key-1234', 'the key is never shown')
})

t.test('of transitions, and one key over several tools', async (t) => {
  const world = await newWorld(t)
  const beta = world.as('beta')
  const sent = await world.service.send(world.as('alpha'), input)
  const id = sent.handoff.id
  const acknowledge = { handoff_id: id, note: 'n', expected_version: 1, idempotency_key: 'acknowledge-1' }
  const first = await world.service.acknowledge(beta, acknowledge)
  await world.service.updateStatus(beta, { handoff_id: id, status: 'blocked' })
  const before = rows(world)
  t.same(await world.service.acknowledge(beta, acknowledge), { ...first, replayed: true }, 'as first answered')
  t.equal(await codeOf(world.service.acknowledge(beta, { ...acknowledge, note: 'm' })), 'idempotency_conflict')
  t.equal(await codeOf(world.service.updateStatus(beta, { ...acknowledge, status: 'completed' })), 'idempotency_conflict')
  t.equal(await codeOf(world.service.send(beta, { ...input, recipient: 'alpha', idempotency_key: 'acknowledge-1' })), 'idempotency_conflict')
  t.equal(await codeOf(world.service.acknowledge(world.as('alpha'), { ...acknowledge, expected_version: 3 })), 'illegal_transition', 'the key is not of alpha')
  t.equal(rows(world), before)
})

t.test('only successes are remembered', async (t) => {
  const world = await newWorld(t)
  world.policy = policyOf({ ...threeAgents, beta: { enabled: false } })
  t.equal(await codeOf(world.service.send(world.as('alpha'), input)), 'not_permitted')
  world.policy = policyOf(threeAgents)
  const sent = await world.service.send(world.as('alpha'), { ...input, title: 'another' })
  t.equal(sent.replayed, false)
  const refused = { handoff_id: sent.handoff.id, expected_version: 7, idempotency_key: 'refused-key' }
  t.equal(await codeOf(world.service.acknowledge(world.as('beta'), refused)), 'version_conflict')
  t.match(await world.service.acknowledge(world.as('beta'), { ...refused, expected_version: 1 }), { replayed: false })
})

t.test('after a change of policy and after opening the store again', async (t) => {
  const world = await newWorld(t)
  const first = await world.service.send(world.as('alpha'), input)
  world.policy = policyOf({ ...threeAgents, beta: { enabled: false } })
  t.same(await world.service.send(world.as('alpha'), input), { ...first, replayed: true }, 'replay comes before the policy')
  world.policy = policyOf({ ...threeAgents, alpha: { sendTo: ['gamma'] } })
  t.equal(await codeOf(world.service.send(world.as('alpha'), input)), 'not_found', 'but not where it may not be read any more')
  world.policy = policyOf(threeAgents)
  await world.store.close()
  const store = await openStore({ path: world.store.path, clock: Date.now })
  t.teardown(() => store.close())
  const service = createHandoffService({ store, clock: Date.now, maxDepth: 8 })
  t.same(await service.send(world.as('alpha'), input), { ...first, replayed: true })
})

t.test('the same call many times at once is done once', async (t) => {
  const world = await newWorld(t)
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.service.send(world.as('alpha'), input)))
  t.equal(new Set(answers.map((answer) => answer.handoff.id)).size, 1)
  t.equal(answers.filter((answer) => !answer.replayed).length, 1)
})
