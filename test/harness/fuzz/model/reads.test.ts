import t from 'tap'
import { sendTo, told } from './three-agents.ts'
import type { Doing } from './three-agents.ts'

const get = { kind: 'get', handoff: 1 } as const
const inbox = { kind: 'inbox' } as const
const sent = { kind: 'inbox', box: 'sent' } as const
const two: readonly Doing[] = [['alpha', sendTo('beta')], 1, ['alpha', sendTo('beta', { sensitivity: 'restricted' })]]

const tables: readonly (readonly [string, readonly Doing[], readonly string[]])[] = [
  ['sender and recipient, and nobody else', [['alpha', get], ['beta', get], ['gamma', get]], ['h1 queued 1', 'h1 queued 1', 'not_found']],
  ['an id that nothing has', [['alpha', { kind: 'get', handoff: 'unknown' }]], ['not_found']],
  ['the newest first', [['beta', inbox], ['alpha', sent]], ['h2 h1', 'h2 h1']],
  ['the other box', [['beta', sent], ['alpha', inbox], ['gamma', inbox], ['gamma', sent]], ['', '', '', '']],
  ['what is open, or what is asked for', [['beta', { kind: 'acknowledge', handoff: 1 }], ['beta', { kind: 'update_status', handoff: 1, status: 'completed' }], ['beta', inbox], ['beta', { ...inbox, statuses: ['completed'] }]], ['h1 accepted 2', 'h1 completed 3', 'h2', 'h1']],
  ['the caller’s ceiling alone', [['alpha', { ceiling: 'internal' }], ['alpha', sent], ['beta', inbox], ['alpha', { ...get, handoff: 2 }], ['beta', { ...get, handoff: 2 }]], ['h1', 'h2 h1', 'not_found', 'h2 queued 1']],
  ['the sender’s side of the relationship', [['alpha', { sendTo: ['gamma'] }], ['alpha', get], ['beta', get], ['beta', inbox], ['alpha', sent]], ['not_found', 'not_found', '', '']],
  ['the recipient’s side of it', [['beta', { receiveFrom: ['gamma'] }], ['alpha', get], ['beta', get]], ['not_found', 'not_found']],
  ['it comes back with the policy', [['beta', { receiveFrom: [] }], ['alpha', get], ['beta', { receiveFrom: ['alpha'] }], ['alpha', get]], ['not_found', 'h1 queued 1']],
  ['a disabled counterpart', [['beta', { enabled: false }], ['alpha', get], ['alpha', sent], ['alpha', { kind: 'update_status', handoff: 1, status: 'cancelled' }]], ['h1 queued 1', 'h2 h1', 'h1 cancelled 2']],
  ['a transition of what may not be seen', [['alpha', { sendTo: [] }], ['beta', { kind: 'acknowledge', handoff: 1 }]], ['not_found']],
  ['who I am', [['alpha', { ceiling: 'internal' }], ['alpha', { kind: 'whoami' }]], ['alpha internal']],
]
for (const [name, doings, answers] of tables) t.test(name, async (t) => t.same(told([...two, ...doings]).answers.slice(2), answers))

t.test('a handoff that expires leaves the open ones', async (t) => {
  t.same(told([['alpha', sendTo('beta', { expiresInS: 1 })], 1_001, ['beta', inbox], ['beta', { ...inbox, statuses: ['expired'] }]]).answers.slice(1), ['', 'h1'])
})
