/** Where several reasons hold at once, the contract's order decides which code is told. */
import t from 'tap'
import { codeOf, newWorld, policyOf, threeAgents } from './world.ts'

t.test('of a send: parent, replay, policy, depth', async (t) => {
  const world = await newWorld(t, { maxDepth: 0 })
  const root = await world.send('alpha', 'beta', { idempotency_key: 'first-key' })
  const hidden = await world.send('beta', 'gamma')
  const key = { idempotency_key: 'first-key' }
  t.equal(await codeOf(world.send('alpha', 'beta', { ...key, parent_id: hidden.id })), 'not_found', 'parent before replay')
  t.equal(await codeOf(world.send('alpha', 'alpha', key)), 'idempotency_conflict', 'replay before policy')
  t.equal(await codeOf(world.send('alpha', 'beta', { ...key, parent_id: root.id })), 'idempotency_conflict', 'replay before depth')
  t.equal(await codeOf(world.send('alpha', 'gamma', { parent_id: root.id })), 'not_permitted', 'policy before depth')
  t.equal(await codeOf(world.send('alpha', 'beta', { parent_id: root.id })), 'depth_exceeded')
})

t.test('of a transition: access, replay, expiry, version, lifecycle', async (t) => {
  const world = await newWorld(t)
  const beta = () => world.as('beta')
  const { id } = await world.send('alpha', 'beta', { expires_in_s: 60 })
  const done = await world.send('alpha', 'beta')
  const key = 'key-of-beta'
  await world.service.acknowledge(beta(), { handoff_id: done.id, idempotency_key: key })
  const foreign = { handoff_id: id, idempotency_key: key, expected_version: 9 }
  t.equal(await codeOf(world.service.acknowledge(world.as('gamma'), foreign)), 'not_found', 'access before all')
  t.equal(await codeOf(world.service.acknowledge(beta(), foreign)), 'idempotency_conflict', 'replay before version')
  world.now += 60_001
  t.equal(await codeOf(world.service.acknowledge(beta(), foreign)), 'idempotency_conflict', 'replay before expiry')
  t.equal(await codeOf(world.service.acknowledge(beta(), { handoff_id: id, expected_version: 1 })), 'version_conflict', 'expiry before version')
  const after = await world.service.get(beta(), { handoff_id: id })
  t.match(after, { handoff: { status: 'expired', version: 2 } }, 'the expiry stays although the call was refused')
  t.equal(after.events.length, 2)
  t.equal(await codeOf(world.service.acknowledge(beta(), { handoff_id: id, expected_version: 2 })), 'illegal_transition')
  t.equal(await codeOf(world.service.updateStatus(beta(), { handoff_id: done.id, status: 'cancelled', expected_version: 1 })), 'version_conflict', 'version before lifecycle')
})

t.test('time that is up shows in every reading', async (t) => {
  for (const look of ['get', 'received', 'sent', 'cancel'] as const) {
    const world = await newWorld(t)
    const { id, expires_at } = await world.send('alpha', 'beta', { expires_in_s: 1 })
    t.equal(expires_at, '2026-03-01T12:00:01.000Z')
    world.now += 999
    t.equal((await world.service.inbox(world.as('beta'), {})).handoffs.length, 1, 'not yet')
    world.now += 1
    if (look === 'get') t.match(await world.service.get(world.as('alpha'), { handoff_id: id }), { handoff: { status: 'expired' } })
    if (look === 'received') t.equal((await world.service.inbox(world.as('beta'), {})).handoffs.length, 0)
    if (look === 'sent') {
      t.match(await world.service.inbox(world.as('alpha'), { box: 'sent', statuses: ['expired'] }), { handoffs: [{ id, version: 2 }] })
    }
    if (look === 'cancel') {
      t.equal(await codeOf(world.service.updateStatus(world.as('alpha'), { handoff_id: id, status: 'cancelled' })), 'illegal_transition')
    }
    const { events } = await world.service.get(world.as('alpha'), { handoff_id: id })
    t.match(events.at(-1), { actor: 'server', from_status: 'queued', to_status: 'expired', seq: 2 })
  }
})

t.test('an accepted handoff does not expire, and one that may not be seen is not touched', async (t) => {
  const world = await newWorld(t)
  const { id } = await world.send('alpha', 'beta', { expires_in_s: 1 })
  await world.service.acknowledge(world.as('beta'), { handoff_id: id })
  const other = await world.send('alpha', 'beta', { expires_in_s: 1 })
  world.now += 5_000
  t.match(await world.service.get(world.as('beta'), { handoff_id: id }), { handoff: { status: 'accepted' } })
  t.equal(await codeOf(world.service.acknowledge(world.as('gamma'), { handoff_id: other.id })), 'not_found')
  world.policy = policyOf({ ...threeAgents, alpha: {} })
  t.match((await world.service.get(world.as('beta'), { handoff_id: other.id })).events, { length: 2 })
})

t.test('a clock that goes back never takes updated_at back', async (t) => {
  const world = await newWorld(t)
  const { id, created_at } = await world.send('alpha', 'beta')
  world.now -= 3_600_000
  const { handoff } = await world.service.acknowledge(world.as('beta'), { handoff_id: id })
  t.equal(handoff.updated_at, created_at)
})
