/** The list leaves out what may not be seen before it reads it: by the law of access, along its index, and without a pause. */
import * as fc from 'fast-check'
import t from 'tap'
import { mayAccess, viewOf } from '../../../server/handoff/access.ts'
import { statuses } from '../../../server/handoff/types.ts'
import type { Handoff, Status } from '../../../server/handoff/types.ts'
import { ceilings } from '../../../server/registry/policy.ts'
import { dueSql, listHandoffs, listSql } from '../../../server/store/handoffs.ts'
import { newWorld, policyOf, threeAgents } from './world.ts'
import type { AgentPatch, World } from './world.ts'

const boxes = ['received', 'sent'] as const

async function planOf(world: World, sql: string, parameters: readonly (string | number)[]): Promise<string[]> {
  const rows = await world.store.read((transaction) => transaction.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters))
  return rows.map((row) => String(row['detail']))
}

t.test('every list is read along its index, nothing is sorted', async (t) => {
  const world = await newWorld(t)
  const sets: readonly (readonly Status[])[] = [['queued'], ['accepted', 'blocked', 'queued'], statuses]
  for (const box of boxes) {
    for (const set of sets) {
      for (const position of [[], ['2026-03-01T12:00:00.000Z', 'x']]) {
        const plan = await planOf(world, listSql(box, set, position.length > 0), set.flatMap(() => ['alpha', '["beta"]', '["internal"]', ...position]))
        const agent = box === 'received' ? 'recipient' : 'sender'
        const range = position.length > 0 ? ' AND (created_at,id)<(?,?)' : ''
        const parts = plan.filter((line) => line.includes('handoffs'))
        t.same(parts, set.map(() => `SEARCH handoffs USING INDEX handoffs_${box} (${agent}=? AND status=?${range})`), `${box} ${set.join(', ')}`)
        t.notMatch(plan.join('\n'), 'TEMP B-TREE')
      }
    }
  }
  t.same(await planOf(world, dueSql, ['2026-03-01T12:00:00.000Z', 1]), ['SEARCH handoffs USING INDEX handoffs_due (expires_at>? AND expires_at<?)'])
})

t.test('what may not be seen is never read', async (t) => {
  const world = await newWorld(t, { policy: policyOf({ ...threeAgents, beta: { disclosureCeiling: 'restricted' }, alpha: { disclosureCeiling: 'restricted' } }) })
  for (let index = 0; index < 40; index += 1) {
    world.now += 1
    await world.send(index % 10 === 0 ? 'gamma' : 'alpha', 'beta')
    if (index % 8 === 0) await world.send('alpha', 'beta', { sensitivity: 'restricted' })
  }
  const read = async (agentId: string, box: (typeof boxes)[number]): Promise<Handoff[]> => {
    const view = viewOf(world.policy, agentId, box, world.now)
    return world.store.read((transaction) => [...listHandoffs(transaction, { agentId, box, statuses: ['queued'], after: undefined, ...view })])
  }
  t.equal((await read('beta', 'received')).length, 45)
  world.policy = policyOf(threeAgents)
  t.equal((await read('beta', 'received')).length, 40, 'above the ceiling')
  world.policy = policyOf({ ...threeAgents, alpha: { sendTo: [] } })
  t.equal((await read('beta', 'received')).length, 4, 'no relationship')
  t.equal((await read('alpha', 'sent')).length, 0)
  t.equal((await read('gamma', 'sent')).length, 4)
  world.policy = policyOf({ beta: {}, gamma: {} })
  t.equal((await read('beta', 'received')).length, 4, 'a party that is gone')
  world.policy = policyOf({ ...threeAgents, beta: { enabled: false } })
  t.equal((await read('beta', 'received')).length, 0, 'disabled')
})

const agentIds = Object.keys(threeAgents)
const someAgent = fc.constantFrom(...agentIds)
const patch: fc.Arbitrary<AgentPatch> = fc.record({
  enabled: fc.boolean(),
  sendTo: fc.oneof(fc.constant(['*']), fc.subarray(agentIds)),
  receiveFrom: fc.oneof(fc.constant(['*']), fc.subarray(agentIds)),
  disclosureCeiling: fc.constantFrom(...ceilings),
})

t.test('under any policy the list is what the law of access leaves of it', async (t) => {
  const world = await newWorld(t, { policy: policyOf(Object.fromEntries(agentIds.map((id) => [id, { disclosureCeiling: 'restricted' as const }]))) })
  const sent: Handoff[] = []
  for (const sender of agentIds) {
    for (const recipient of agentIds) {
      for (const sensitivity of ceilings) {
        world.now += 1
        if (sender !== recipient) sent.push(await world.send(sender, recipient, { sensitivity }))
      }
    }
  }
  await t.resolves(fc.assert(fc.asyncProperty(fc.array(patch, { minLength: 2, maxLength: 3 }), someAgent, fc.constantFrom(...boxes), fc.integer({ min: 1, max: 4 }), async (patches, agentId, box, limit) => {
    world.policy = policyOf(Object.fromEntries(patches.map((each, index) => [agentIds[index] ?? '', each])))
    const visible = sent.filter((handoff) => (box === 'received' ? handoff.recipient : handoff.sender) === agentId && mayAccess(world.policy, agentId, handoff, world.now))
    const got: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.service.inbox(world.as(agentId), { box, limit, ...(cursor === undefined ? {} : { cursor }) })
      got.push(...page.handoffs.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== undefined)
    return got.join() === visible.map(({ id }) => id).reverse().join()
  }), { numRuns: 150 }))
})

t.test('expiring what is overdue lets others have their turn between the batches', async (t) => {
  const world = await newWorld(t)
  const count = 600
  await Promise.all(Array.from({ length: count }, () => world.send('alpha', 'beta', { expires_in_s: 1 })))
  world.now += 1000
  let turns = 0
  let ticking = true
  const tick = (): void => {
    turns += 1
    if (ticking) setImmediate(tick)
  }
  setImmediate(tick)
  t.same(await world.service.inbox(world.as('gamma'), {}), { handoffs: [] }, 'whoever asks')
  ticking = false
  t.ok(turns >= 4, `${turns} turns`)
  t.equal((await world.service.inbox(world.as('beta'), { statuses: ['expired'], limit: 100 })).handoffs.length, 100)
})
