import t from 'tap'
import { statuses } from '../../../../harness/handoff/contract.ts'
import type { Status } from '../../../../harness/handoff/contract.ts'
import { sendTo, start, told } from './three-agents.ts'
import type { Doing } from './three-agents.ts'

const accept = { kind: 'acknowledge', handoff: 1 } as const
const to = (status: 'blocked' | 'completed' | 'cancelled') => ({ kind: 'update_status', handoff: 1, status }) as const

const ways: Readonly<Record<Status, readonly Doing[]>> = {
  queued: [],
  accepted: [['beta', accept]],
  blocked: [['beta', to('blocked')]],
  completed: [['beta', accept], ['beta', to('completed')]],
  cancelled: [['alpha', to('cancelled')]],
  expired: [60_001],
}

/** The table of the contract: who may take what where; everything else is illegal. */
const legal = [
  'beta: queued to accepted', 'beta: queued to blocked', 'alpha: queued to cancelled', 'beta: accepted to blocked', 'beta: accepted to completed',
  'beta: blocked to accepted', 'beta: blocked to completed',
]

for (const from of statuses) {
  for (const agent of ['alpha', 'beta', 'gamma']) {
    for (const step of [accept, to('blocked'), to('completed'), to('cancelled')]) {
      const target = step.kind === 'acknowledge' ? 'accepted' : step.status
      const name = `${agent}: ${from} to ${target}`
      t.test(name, async (t) => {
        const before = told([['alpha', sendTo('beta', { expiresInS: 60 })], ...ways[from]])
        const after = told([[agent, step]], before.world)
        const version = (before.world.handoffs[0]?.version ?? 0) + 1
        t.same(after.answers, [agent === 'gamma' ? 'not_found' : legal.includes(name) ? `h1 ${target} ${version}` : 'illegal_transition'])
        if (!legal.includes(name)) t.equal(after.world.handoffs, before.world.handoffs)
      })
    }
  }
}

t.test('an event says who, from where, to where and with what note', async (t) => {
  const { world } = told([['alpha', sendTo('beta')], 5, ['beta', { ...accept, note: 'mine' }]])
  t.strictSame(world.handoffs[0]?.events, [
    { actor: 'alpha', from: undefined, to: 'queued', note: undefined, at: start },
    { actor: 'beta', from: 'queued', to: 'accepted', note: 'mine', at: start + 5 },
  ])
})

t.test('what is checked first, of a version and an arrow', async (t) => {
  const cases: readonly (readonly [Doing, string])[] = [
    [['beta', { ...accept, expectedVersion: 1 }], 'h1 accepted 2'],
    [['beta', { ...accept, expectedVersion: 2 }], 'version_conflict'],
    [['alpha', { ...accept, expectedVersion: 2 }], 'version_conflict'],
    [['alpha', { ...accept, expectedVersion: 1 }], 'illegal_transition'],
    [['gamma', { ...accept, expectedVersion: 2 }], 'not_found'],
    [['beta', { ...accept, handoff: 'unknown', expectedVersion: 9 }], 'not_found'],
  ]
  for (const [step, answer] of cases) t.same(told([['alpha', sendTo('beta')], step]).answers.slice(1), [answer])
})

t.test('a handoff that has expired', async (t) => {
  const sent: Doing = ['alpha', sendTo('beta', { expiresInS: 60 })]
  t.same(told([sent, 59_999, ['beta', accept]]).answers, ['h1 queued 1', 'h1 accepted 2'])
  t.same(told([sent, 60_001, ['beta', accept], ['beta', { ...accept, expectedVersion: 1 }]]).answers.slice(1), ['illegal_transition', 'version_conflict'])
  t.match(told([sent, 60_001]).world.handoffs[0]?.events[1], { actor: 'server', from: 'queued', to: 'expired', at: start + 60_000 })
  t.same(told([sent, ['beta', accept], 60_001, ['beta', { kind: 'get', handoff: 1 }]]).answers.at(-1), 'h1 accepted 2')
})
