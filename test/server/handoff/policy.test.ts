/** Who may send to whom and who may still read, by the policy in force at each operation. */
import t from 'tap'
import { codeOf, newWorld, policyOf, threeAgents } from './world.ts'
import type { AgentPatch } from './world.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

type Patches = Record<string, AgentPatch>

const sends: readonly (readonly [string, Patches, 'ok' | 'not_permitted'])[] = [
  ['by name on both sides', { alpha: { sendTo: ['beta'] }, beta: { receiveFrom: ['alpha'] } }, 'ok'],
  ['by star on both sides', { alpha: {}, beta: {} }, 'ok'],
  ['sender does not name the recipient', { alpha: { sendTo: ['gamma'] }, beta: {}, gamma: {} }, 'not_permitted'],
  ['recipient does not name the sender', { alpha: {}, beta: { receiveFrom: ['gamma'] }, gamma: {} }, 'not_permitted'],
  ['empty lists', { alpha: { sendTo: [] }, beta: { receiveFrom: [] } }, 'not_permitted'],
  ['only the other direction', { alpha: { sendTo: [] }, beta: { sendTo: ['alpha'], receiveFrom: [] } }, 'not_permitted'],
  ['unknown recipient', { alpha: {} }, 'not_permitted'],
  ['unknown sender', { beta: {} }, 'not_permitted'],
  ['disabled recipient', { alpha: {}, beta: { enabled: false } }, 'not_permitted'],
  ['disabled sender', { alpha: { enabled: false }, beta: {} }, 'not_permitted'],
  ['expired recipient', { alpha: {}, beta: { expiresAt: start } }, 'not_permitted'],
  ['expired sender', { alpha: { expiresAt: start - 1 }, beta: {} }, 'not_permitted'],
  ['recipient that expires later', { alpha: {}, beta: { expiresAt: start + 1 } }, 'ok'],
  ['above the ceiling of the sender', { alpha: { disclosureCeiling: 'public-safe' }, beta: {} }, 'not_permitted'],
  ['above the ceiling of the recipient', { alpha: {}, beta: { disclosureCeiling: 'public-safe' } }, 'not_permitted'],
  ['under both ceilings', { alpha: { disclosureCeiling: 'restricted' }, beta: { disclosureCeiling: 'restricted' } }, 'ok'],
]

t.test('sending', async (t) => {
  const world = await newWorld(t)
  const refusals = new Set<string>()
  for (const [name, patches, expected] of sends) {
    world.policy = policyOf(patches)
    const call = world.send('alpha', 'beta')
    t.equal(await codeOf(call), expected, name)
    await call.catch((error: unknown) => refusals.add(String(error)))
  }
  world.policy = policyOf(threeAgents)
  t.equal(await codeOf(world.send('alpha', 'alpha')), 'not_permitted', 'to oneself')
  t.equal(await codeOf(world.send('alpha', '*')), 'not_permitted', 'a star is no agent')
  t.equal(await codeOf(world.send('alpha', 'toString')), 'not_permitted')
  t.equal(await codeOf(world.send('alpha', 'beta', { sensitivity: 'restricted' })), 'not_permitted')
  t.equal(refusals.size, 1, 'every refusal reads the same')
})

const reads: readonly (readonly [string, Patches, 'ok' | 'not_found', 'ok' | 'not_found'])[] = [
  ['nothing changed', {}, 'ok', 'ok'],
  ['the sender lost the recipient', { alpha: { sendTo: [] } }, 'not_found', 'not_found'],
  ['the recipient lost the sender', { beta: { receiveFrom: ['gamma'] } }, 'not_found', 'not_found'],
  ['the sender sees less', { alpha: { disclosureCeiling: 'public-safe' } }, 'not_found', 'ok'],
  ['the recipient sees less', { beta: { disclosureCeiling: 'public-safe' } }, 'ok', 'not_found'],
  ['the sender is disabled', { alpha: { enabled: false } }, 'not_found', 'ok'],
  ['the recipient is disabled', { beta: { enabled: false } }, 'ok', 'not_found'],
  ['the recipient is expired', { beta: { expiresAt: start } }, 'ok', 'not_found'],
]

t.test('every operation on a handoff is authorised again', async (t) => {
  const world = await newWorld(t)
  const { id } = await world.send('alpha', 'beta', { idempotency_key: 'key-of-alpha' })
  for (const [name, patches, alpha, beta] of reads) {
    world.policy = policyOf({ ...threeAgents, ...patches })
    for (const [agent, expected] of [['alpha', alpha], ['beta', beta]] as const) {
      const caller = world.as(agent)
      t.equal(await codeOf(world.service.get(caller, { handoff_id: id })), expected, `${name}: ${agent} reads`)
      const list = await world.service.inbox(caller, { box: agent === 'alpha' ? 'sent' : 'received' })
      t.equal(list.handoffs.some((handoff) => handoff.id === id), expected === 'ok', `${name}: ${agent} lists`)
      const update = world.service.updateStatus(caller, { handoff_id: id, status: 'completed' })
      t.equal(await codeOf(update), expected === 'ok' ? 'illegal_transition' : 'not_found', `${name}: ${agent} moves`)
      const continued = await codeOf(world.send(agent, agent === 'alpha' ? 'beta' : 'alpha', { parent_id: id }))
      t.equal(continued === 'not_found', expected === 'not_found', `${name}: ${agent} continues`)
    }
    const replay = world.send('alpha', 'beta', { idempotency_key: 'key-of-alpha' })
    t.equal(await codeOf(replay), alpha, `${name}: alpha replays`)
  }
  world.policy = policyOf(threeAgents)
  t.equal(await codeOf(world.service.get(world.as('beta'), { handoff_id: id })), 'ok', 'it comes back with the policy')
})

t.test('what may not be seen looks like what does not exist', async (t) => {
  const world = await newWorld(t)
  const { id } = await world.send('alpha', 'beta')
  const texts = new Set<string>()
  for (const handoff_id of [id, '00000000-0000-4000-8000-000000000000', 'no id at all']) {
    const caller = world.as('gamma')
    for (const call of [
      () => world.service.get(caller, { handoff_id }),
      () => world.service.acknowledge(caller, { handoff_id }),
      () => world.service.updateStatus(caller, { handoff_id, status: 'completed' }),
    ]) {
      const error: unknown = await call().catch((caught: unknown) => caught)
      texts.add(JSON.stringify({ text: String(error), ...(error as object) }))
    }
  }
  t.equal(texts.size, 1)
})

t.test('children', async (t) => {
  const world = await newWorld(t, { maxDepth: 2, policy: policyOf({ ...threeAgents, alpha: { disclosureCeiling: 'restricted' }, beta: { disclosureCeiling: 'restricted' } }) })
  const root = await world.send('alpha', 'beta', { sensitivity: 'internal' })
  t.match(root, { depth: 0, version: 1 })
  t.notHas(root, 'parent_id')
  const child = await world.send('beta', 'alpha', { parent_id: root.id, sensitivity: 'restricted' })
  t.match(child, { depth: 1, thread_id: root.thread_id, parent_id: root.id })
  const grandchild = await world.send('alpha', 'beta', { parent_id: child.id, sensitivity: 'restricted' })
  t.match(grandchild, { depth: 2, thread_id: root.thread_id })
  t.equal(await codeOf(world.send('beta', 'alpha', { parent_id: grandchild.id, sensitivity: 'restricted' })), 'depth_exceeded')
  t.equal(await codeOf(world.send('alpha', 'gamma', { parent_id: root.id })), 'not_permitted', 'to a third party')
  t.equal(await codeOf(world.send('alpha', 'beta', { parent_id: child.id })), 'not_permitted', 'less sensitive than its parent')
  t.equal(await codeOf(world.send('gamma', 'beta', { parent_id: root.id })), 'not_found', 'by a third party')
  t.equal(await codeOf(world.send('alpha', 'beta', { parent_id: 'nothing' })), 'not_found')
  t.not((await world.send('alpha', 'beta')).thread_id, root.thread_id, 'another root is another thread')
})

t.test('who am I', async (t) => {
  const world = await newWorld(t, { policy: policyOf({ alpha: { sendTo: ['beta'], receiveFrom: [] }, beta: {} }) })
  t.same(await world.service.whoami(world.as('alpha')), {
    agent_id: 'alpha', display_name: 'ALPHA', disclosure_ceiling: 'internal', send_to: ['beta'], receive_from: [],
    policy_revision: world.policy.revision,
  })
  t.equal(await codeOf(world.service.whoami(world.as('nobody'))), 'not_permitted')
})
