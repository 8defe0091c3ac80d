import t from 'tap'
import { content, sendTo, start, told, threeAgents } from './three-agents.ts'
import type { Doing } from './three-agents.ts'

t.test('a root and its children', async (t) => {
  const { answers, world } = told([
    ['alpha', sendTo('beta')],
    ['beta', sendTo('alpha', { parent: 1 })],
    ['alpha', sendTo('beta', { parent: 2, expiresInS: 60, priority: 'urgent' })],
    ['alpha', sendTo('beta', { parent: 3 })],
  ])
  t.same(answers, ['h1 queued 1', 'h2 queued 1', 'h3 queued 1', 'depth_exceeded'])
  t.match(world.handoffs, [
    { thread: 1, parent: undefined, depth: 0, sensitivity: 'internal', priority: 'normal', expiresAt: undefined },
    { thread: 1, parent: 1, depth: 1, sender: 'beta', recipient: 'alpha' },
    { thread: 1, parent: 2, depth: 2, priority: 'urgent', expiresAt: start + 60_000 },
  ])
  t.equal(world.handoffs.length, 3)
})

const refusals: readonly (readonly [string, readonly Doing[], string])[] = [
  ['to itself', [['alpha', sendTo('alpha')]], 'not_permitted'],
  ['to nobody', [['alpha', sendTo('nobody')]], 'not_permitted'],
  ['to a disabled one', [['beta', { enabled: false }], ['alpha', sendTo('beta')]], 'not_permitted'],
  ['to an expired one', [['beta', { expiresAt: start }], ['alpha', sendTo('beta')]], 'not_permitted'],
  ['from a disabled one', [['alpha', { enabled: false }], ['alpha', sendTo('beta')]], 'unauthenticated'],
  ['from an expired one', [['alpha', { expiresAt: start }], ['alpha', sendTo('beta')]], 'unauthenticated'],
  ['without the sender’s consent', [['alpha', { sendTo: ['gamma'] }], ['alpha', sendTo('beta')]], 'not_permitted'],
  ['without the recipient’s consent', [['beta', { receiveFrom: [] }], ['alpha', sendTo('beta')]], 'not_permitted'],
  ['with the consent of both by name', [['alpha', { sendTo: ['beta'] }], ['beta', { receiveFrom: ['alpha'] }], ['alpha', sendTo('beta')]], 'h1 queued 1'],
  ['above the sender’s ceiling', [['alpha', { ceiling: 'public-safe' }], ['alpha', sendTo('beta')]], 'not_permitted'],
  ['above the recipient’s ceiling', [['beta', { ceiling: 'internal' }], ['alpha', sendTo('beta', { sensitivity: 'restricted' })]], 'not_permitted'],
  ['at both ceilings', [['alpha', { ceiling: 'internal' }], ['beta', { ceiling: 'internal' }], ['alpha', sendTo('beta')]], 'h1 queued 1'],
  ['a child of nothing', [['alpha', sendTo('beta', { parent: 'unknown' })]], 'not_found'],
  ['a child of what others share', [['alpha', sendTo('beta')], ['gamma', sendTo('beta', { parent: 1 })]], 'not_found'],
  ['a child to a third party', [['alpha', sendTo('beta')], ['beta', sendTo('gamma', { parent: 1 })]], 'not_permitted'],
  ['a child to itself', [['alpha', sendTo('beta')], ['beta', sendTo('beta', { parent: 1 })]], 'not_permitted'],
  ['a less sensitive child', [['alpha', sendTo('beta')], ['beta', sendTo('alpha', { parent: 1, sensitivity: 'public-safe' })]], 'not_permitted'],
  ['a more sensitive child', [['alpha', sendTo('beta')], ['beta', sendTo('alpha', { parent: 1, sensitivity: 'restricted' })]], 'h2 queued 1'],
  ['a child of what is over', [['alpha', sendTo('beta')], ['alpha', { kind: 'update_status', handoff: 1, status: 'cancelled' }], ['beta', sendTo('alpha', { parent: 1 })]], 'h2 queued 1'],
  ['a blank title', [['alpha', sendTo('alpha', { content: { ...content, title: ' ' } })]], 'invalid_input'],
]
for (const [name, doings, answer] of refusals) t.test(name, async (t) => t.equal(told(doings).answers.at(-1), answer))

t.test('policy is asked before depth', async (t) => {
  const answers = [['alpha', sendTo('beta')], ['beta', sendTo('gamma', { parent: 1 })], ['beta', sendTo('alpha', { parent: 1 })]] as const
  t.same(told(answers, threeAgents(0)).answers, ['h1 queued 1', 'not_permitted', 'depth_exceeded'])
})
