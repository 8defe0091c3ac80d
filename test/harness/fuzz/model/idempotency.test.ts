import t from 'tap'
import { content, sendTo, told } from './three-agents.ts'
import type { Doing } from './three-agents.ts'

const keyed = sendTo('beta', { key: 'k' })
const accept = { kind: 'acknowledge', handoff: 1, key: 'a' } as const

const tables: readonly (readonly [string, readonly Doing[], readonly string[]])[] = [
  ['the same again', [['alpha', keyed], ['alpha', keyed]], ['h1 queued 1', 'h1 queued 1 replayed']],
  ['what is absent is as its default', [['alpha', keyed], ['alpha', { ...keyed, sensitivity: 'internal', priority: 'normal', expiresInS: undefined }]], ['h1 queued 1', 'h1 queued 1 replayed']],
  ['another payload', [['alpha', keyed], ['alpha', { ...keyed, content: { ...content, title: 'U' } }]], ['h1 queued 1', 'idempotency_conflict']],
  ['another identity', [['alpha', keyed], ['gamma', keyed]], ['h1 queued 1', 'h2 queued 1']],
  ['another tool', [['alpha', keyed], ['alpha', { kind: 'update_status', handoff: 1, status: 'cancelled', key: 'k' }]], ['h1 queued 1', 'idempotency_conflict']],
  ['a refusal is not kept', [['alpha', sendTo('alpha', { key: 'k' })], ['alpha', keyed]], ['not_permitted', 'h1 queued 1']],
  ['the first answer, whatever has happened since', [['alpha', keyed], ['beta', accept], ['alpha', keyed]], ['h1 queued 1', 'h1 accepted 2', 'h1 queued 1 replayed']],
  ['also where it has expired', [['alpha', sendTo('beta', { key: 'k', expiresInS: 1 })], 1_001, ['alpha', sendTo('beta', { key: 'k', expiresInS: 1 })]], ['h1 queued 1', 'h1 queued 1 replayed']],
  ['a transition again', [['alpha', sendTo('beta')], ['beta', accept], ['beta', accept]], ['h1 queued 1', 'h1 accepted 2', 'h1 accepted 2 replayed']],
  ['a transition with another note', [['alpha', sendTo('beta')], ['beta', accept], ['beta', { ...accept, note: 'n' }]], ['h1 queued 1', 'h1 accepted 2', 'idempotency_conflict']],
  ['a replay goes before the version', [['alpha', sendTo('beta')], ['beta', { ...accept, expectedVersion: 1 }], ['beta', { ...accept, expectedVersion: 1 }]], ['h1 queued 1', 'h1 accepted 2', 'h1 accepted 2 replayed']],
  ['access goes before a replay', [['alpha', sendTo('beta')], ['beta', accept], ['beta', { ceiling: 'public-safe' }], ['beta', accept]], ['h1 queued 1', 'h1 accepted 2', 'not_found']],
  ['a send whose result may not be read any more', [['alpha', keyed], ['beta', { receiveFrom: [] }], ['alpha', keyed]], ['h1 queued 1', 'not_found']],
  ['and may again', [['alpha', keyed], ['beta', { receiveFrom: [] }], ['beta', { receiveFrom: ['alpha'] }], ['alpha', keyed]], ['h1 queued 1', 'h1 queued 1 replayed']],
  ['a replay goes before policy', [['alpha', keyed], ['beta', { enabled: false }], ['alpha', keyed]], ['h1 queued 1', 'h1 queued 1 replayed']],
  ['another payload goes before policy', [['alpha', keyed], ['alpha', sendTo('alpha', { key: 'k' })]], ['h1 queued 1', 'idempotency_conflict']],
  ['a parent goes before a replay', [['alpha', sendTo('beta')], ['alpha', sendTo('beta', { parent: 1, key: 'k' })], ['alpha', sendTo('beta', { parent: 'unknown', key: 'k' })]], ['h1 queued 1', 'h2 queued 1', 'not_found']],
]
for (const [name, doings, answers] of tables) {
  t.test(name, async (t) => {
    const { answers: given, world } = told(doings)
    t.same(given, answers)
    t.equal(world.handoffs.length, new Set(answers.flatMap((answer) => /^h\d/.exec(answer)?.[0] ?? [])).size)
  })
}
