/** Every state × every target × every role, on real handoffs, against the table of the lifecycle written out anew. */
import t from 'tap'
import type { Status } from '../../../server/handoff/types.ts'
import { codeOf, newWorld, policyOf, threeAgents } from './world.ts'
import type { World } from './world.ts'

const states = ['queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired'] as const
const targets = ['accepted', 'blocked', 'completed', 'cancelled'] as const
const roles = ['alpha', 'beta', 'gamma', 'outsider'] as const

const legal = new Set([
  'beta: queued → accepted', 'beta: blocked → accepted', 'beta: queued → blocked', 'beta: accepted → blocked',
  'beta: accepted → completed', 'beta: blocked → completed', 'alpha: queued → cancelled',
])

/** A handoff from alpha to beta that has come to this state by legal moves. */
async function handoffIn(world: World, state: Status): Promise<string> {
  const { id } = await world.send('alpha', 'beta', { expires_in_s: 60 })
  const { service } = world
  switch (state) {
    case 'queued':
      break
    case 'accepted':
      await service.acknowledge(world.as('beta'), { handoff_id: id })
      break
    case 'blocked':
    case 'completed':
      await service.acknowledge(world.as('beta'), { handoff_id: id })
      await service.updateStatus(world.as('beta'), { handoff_id: id, status: state })
      break
    case 'cancelled':
      await service.updateStatus(world.as('alpha'), { handoff_id: id, status: state })
      break
    case 'expired':
      world.now += 61_000
  }
  return id
}

function move(world: World, role: string, id: string, to: (typeof targets)[number]): Promise<unknown> {
  if (to === 'accepted') return world.service.acknowledge(world.as(role), { handoff_id: id })
  return world.service.updateStatus(world.as(role), { handoff_id: id, status: to })
}

t.test('every state, target and role', async (t) => {
  const world = await newWorld(t)
  for (const state of states) {
    for (const to of targets) {
      for (const role of roles) {
        const id = await handoffIn(world, state)
        const before = await world.service.get(world.as('alpha'), { handoff_id: id })
        t.equal(before.handoff.status, state)
        const name = `${role}: ${state} → ${to}`
        const isParty = role === 'alpha' || role === 'beta'
        const expected = legal.has(name) ? 'ok' : isParty ? 'illegal_transition' : 'not_found'
        t.equal(await codeOf(move(world, role, id, to)), expected, name)
        const after = await world.service.get(world.as('alpha'), { handoff_id: id })
        if (expected === 'ok') {
          t.match(after, { handoff: { status: to, version: before.handoff.version + 1 } }, `${name}: moved`)
          t.match(after.events.at(-1), { from_status: state, to_status: to, actor: role, seq: before.events.length + 1 })
        } else {
          t.same(after, before, `${name}: a refusal changes nothing`)
        }
      }
    }
  }
})

t.test('a disabled agent can do nothing, and takes nothing away from the other', async (t) => {
  const world = await newWorld(t)
  const { id } = await world.send('alpha', 'beta')
  world.policy = policyOf({ ...threeAgents, alpha: { enabled: false } })
  t.equal(await codeOf(move(world, 'alpha', id, 'cancelled')), 'not_found')
  t.equal(await codeOf(world.send('alpha', 'beta')), 'not_permitted')
  t.equal(await codeOf(world.service.whoami(world.as('alpha'))), 'not_permitted')
  t.equal(await codeOf(move(world, 'beta', id, 'accepted')), 'ok')
})
