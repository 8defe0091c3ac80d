import t from 'tap'
import { judgeHistory } from '../../../../harness/fuzz/history/judge.ts'
import { createNames, violationLines, violationOperations } from '../../../../harness/fuzz/history/lines.ts'
import { createRecorder } from '../../../../harness/fuzz/history/record.ts'
import { acknowledge, get, handoffHistory, inbox, list, ok, refused, replay, seen, send, update } from './handoff-lines.ts'
import type { HandoffLine } from './handoff-lines.ts'

const sent: HandoffLine = ['alpha', 0, 1, send(), ok('x', 'queued', 1)]
const all = ['queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired'] as const

const known: readonly (readonly [what: string, fits: boolean, lines: readonly HandoffLine[]])[] = [
  ['a life', true, [sent, ['beta', 2, 3, acknowledge('x'), ok('x', 'accepted', 2)], ['beta', 4, 5, update('x', 'completed'), ok('x', 'completed', 3)], ['alpha', 6, 7, get('x'), seen('x', 'completed', 3)]]],
  ['two acknowledgements win', false, [sent, ['beta', 2, 5, acknowledge('x'), ok('x', 'accepted', 2)], ['beta', 3, 4, acknowledge('x'), ok('x', 'accepted', 2)]]],
  ['one of two acknowledgements wins', true, [sent, ['beta', 2, 5, acknowledge('x'), refused('illegal_transition')], ['beta', 3, 4, acknowledge('x'), ok('x', 'accepted', 2)]]],
  ['none of two acknowledgements wins', false, [sent, ['beta', 2, 5, acknowledge('x'), refused('illegal_transition')], ['beta', 3, 4, acknowledge('x'), refused('illegal_transition')]]],
  ['two acknowledgements with one key: one wins, and both are told', true, [sent, ['beta', 2, 5, acknowledge('x', { key: 'k' }), replay('x', 'accepted', 2)], ['beta', 3, 4, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)]]],
  ['two acknowledgements with one key that are both the first', false, [sent, ['beta', 2, 5, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)], ['beta', 3, 4, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)]]],
  ['a key whose record lags behind the change', false, [sent, ['beta', 2, 5, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)], ['beta', 3, 4, acknowledge('x', { key: 'k' }), refused('illegal_transition')]]],
  ['a key with another input', true, [sent, ['beta', 2, 5, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)], ['beta', 3, 8, acknowledge('x', { key: 'k', note: 'n' }), refused('idempotency_conflict')]]],
  ['a replay of a state that was never answered', false, [sent, ['beta', 2, 3, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)], ['beta', 4, 5, update('x', 'blocked'), ok('x', 'blocked', 3)], ['beta', 6, 7, acknowledge('x', { key: 'k' }), replay('x', 'blocked', 3)]]],
  ['a cancellation and an acknowledgement that both win', false, [sent, ['alpha', 2, 5, update('x', 'cancelled'), ok('x', 'cancelled', 2)], ['beta', 3, 6, acknowledge('x'), ok('x', 'accepted', 2)]]],
  ['a version that is expected by two, and fits both', false, [sent, ['beta', 2, 5, acknowledge('x', { version: 1 }), ok('x', 'accepted', 2)], ['beta', 3, 6, update('x', 'blocked', { version: 1 }), ok('x', 'blocked', 3)]]],
  ['a version that fits one of two', true, [sent, ['beta', 2, 5, acknowledge('x', { version: 1 }), refused('version_conflict')], ['beta', 3, 6, update('x', 'blocked', { version: 1 }), ok('x', 'blocked', 2)]]],
  ['a version conflict that nothing explains', false, [sent, ['beta', 2, 5, acknowledge('x', { version: 1 }), refused('version_conflict')]]],
  ['a lost update: two changes with one version', false, [sent, ['beta', 2, 5, acknowledge('x'), ok('x', 'accepted', 2)], ['beta', 3, 6, update('x', 'blocked'), ok('x', 'blocked', 2)]]],
  ['a stale read', false, [sent, ['beta', 2, 3, acknowledge('x'), ok('x', 'accepted', 2)], ['alpha', 4, 5, get('x'), seen('x', 'queued', 1)]]],
  ['a read beside a change', true, [sent, ['beta', 2, 5, acknowledge('x'), ok('x', 'accepted', 2)], ['alpha', 3, 6, get('x'), seen('x', 'queued', 1)]]],
  ['a read with a change and without its event', false, [sent, ['beta', 2, 5, acknowledge('x'), ok('x', 'accepted', 2)], ['alpha', 3, 6, get('x'), seen('x', 'accepted', 2, 1)]]],
  ['an inbox without what was sent', false, [sent, ['beta', 2, 3, inbox(), list()]]],
  ['an inbox without what is being sent', true, [['alpha', 0, 5, send(), ok('x', 'queued', 1)], ['beta', 2, 3, inbox(), list()]]],
  ['an inbox with what was completed', false, [sent, ['beta', 2, 3, acknowledge('x'), ok('x', 'accepted', 2)], ['beta', 4, 5, update('x', 'completed'), ok('x', 'completed', 3)], ['beta', 6, 7, inbox(), list(['x', 'accepted', 2])]]],
  ['a lost acknowledgement that took effect', true, [sent, ['beta', 2, 3, acknowledge('x'), undefined], ['alpha', 4, 5, get('x'), seen('x', 'queued', 1)], ['alpha', 6, 7, get('x'), seen('x', 'accepted', 2)]]],
  ['a lost acknowledgement that took effect twice', false, [sent, ['beta', 2, 3, acknowledge('x'), undefined], ['beta', 4, 5, update('x', 'blocked'), ok('x', 'blocked', 3)], ['alpha', 6, 7, get('x'), seen('x', 'accepted', 4)]]],
  ['a lost send that is in the inbox', true, [['alpha', 0, 1, send(), undefined], ['beta', 2, 3, inbox(), list(['x', 'queued', 1])]]],
  ['a handoff that nobody sent', false, [['beta', 2, 3, inbox(), list(['x', 'queued', 1])]]],
  ['two sends with one key', true, [['alpha', 0, 5, send('k'), replay('x', 'queued', 1)], ['alpha', 1, 4, send('k'), ok('x', 'queued', 1)]]],
  ['two sends with one key that make two handoffs', false, [['alpha', 0, 5, send('k'), ok('x', 'queued', 1)], ['alpha', 1, 4, send('k'), ok('y', 'queued', 1)]]],
  ['two sends with one key that are told two ids', false, [['alpha', 0, 5, send('k'), ok('x', 'queued', 1)], ['alpha', 1, 4, send('k'), replay('y', 'queued', 1)]]],
  ['a replay of a send whose first answer was lost', true, [['alpha', 0, 5, send('k'), undefined], ['alpha', 1, 4, send('k'), replay('x', 'queued', 1)], ['beta', 6, 7, acknowledge('x'), ok('x', 'accepted', 2)]]],
  ['a send with a used key and another input', true, [['alpha', 0, 5, send('k'), ok('x', 'queued', 1)], ['alpha', 6, 7, send('k', 'other'), refused('idempotency_conflict')]]],
  ['the same, and it is sent', false, [['alpha', 0, 5, send('k'), ok('x', 'queued', 1)], ['alpha', 6, 7, send('k', 'other'), ok('y', 'queued', 1)]]],
  ['one key for two handoffs', true, [sent, ['alpha', 0, 1, send(), ok('y', 'queued', 1)], ['beta', 2, 5, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)], ['beta', 3, 6, acknowledge('y', { key: 'k' }), refused('idempotency_conflict')]]],
  ['one key for two handoffs, both moved', false, [sent, ['alpha', 0, 1, send(), ok('y', 'queued', 1)], ['beta', 2, 5, acknowledge('x', { key: 'k' }), ok('x', 'accepted', 2)], ['beta', 3, 6, acknowledge('y', { key: 'k' }), ok('y', 'accepted', 2)]]],
  ['somebody else sees it', false, [sent, ['gamma', 2, 3, get('x'), seen('x', 'queued', 1)]]],
  ['somebody else does not', true, [sent, ['gamma', 2, 3, get('x'), refused('not_found')]]],
  ['a party does not', false, [sent, ['beta', 2, 3, get('x'), refused('not_found')]]],
  ['the sender acknowledges', false, [sent, ['alpha', 2, 3, acknowledge('x'), ok('x', 'accepted', 2)]]],
  ['a store that is locked', true, [sent, ['beta', 2, 3, acknowledge('x'), refused('busy')], ['beta', 4, 5, inbox(all), list(['x', 'queued', 1])]]],
  ['an error that says nothing of what was written', true, [sent, ['beta', 2, 3, acknowledge('x'), refused('internal')], ['alpha', 6, 7, get('x'), seen('x', 'accepted', 2)]]],
]

t.test('histories of handoffs', async (t) => {
  for (const [what, fits, lines] of known) t.equal(judgeHistory(handoffHistory(lines)).kind, fits ? 'linearizable' : 'not-linearizable', what)
})

t.test('an order for each object', async (t) => {
  const verdict = judgeHistory(handoffHistory([sent, ['beta', 2, 5, acknowledge('x'), refused('illegal_transition')], ['beta', 3, 4, acknowledge('x'), ok('x', 'accepted', 2)]]))
  t.match(verdict, { kind: 'linearizable', orders: [{ object: { kind: 'handoff', id: 'x' }, order: [1, 3, 2] }] })
})

t.test('what cannot be is shown as a person reads it, without ids and keys', async (t) => {
  const history = handoffHistory([
    ['alpha', 0, 1, send('the-key'), ok('an-id', 'queued', 1)], ['alpha', 1.5, 1.75, send(), ok('other-id', 'queued', 1)], ['alpha', 2, 3, get('an-id'), seen('an-id', 'queued', 1)],
    ['beta', 4, 8, acknowledge('an-id', { version: 1, key: 'my-key' }), ok('an-id', 'accepted', 2)], ['beta', 5, 7, update('an-id', 'blocked', { version: 1 }), ok('an-id', 'blocked', 3)],
    ['alpha', 9, 10, get('an-id'), seen('an-id', 'blocked', 3)],
  ])
  const verdict = judgeHistory(history)
  if (verdict.kind !== 'not-linearizable') throw new Error(verdict.kind)
  const lines = violationLines(history, verdict.violation, createNames())
  const drawn = violationOperations(history, verdict.violation, createNames())
  t.same(drawn.map(({ index }) => index), verdict.violation.failing, 'what is drawn is what is listed')
  for (const { index, client, label, outcome } of drawn) t.ok(lines.some((line) => [`#${index} `, client, label, outcome].every((part) => line.includes(part))), label)
  t.same(drawn.filter(({ unplaced }) => unplaced === true).map(({ index }) => index), [verdict.violation.unplaced])
  t.strictSame(lines, [
    'What was asked of h1, between which two instants, and what came of it:',
    '   #1      0.00 -     1.00 ms  alpha         send to beta, key k1                          ok: h1 queued, version 1',
    '   #4      4.00 -     8.00 ms  beta          acknowledge h1, expecting version 1, key k2   later, ok: h1 accepted, version 2',
    '   #5      5.00 -     7.00 ms  beta          update h1 to blocked, expecting version 1     ok: h1 blocked, version 3',
    'There is no order of these, one after the other, in which the last answer is right: #5 update h1 to blocked, expecting version 1 was answered ok: h1 blocked, version 3',
    'The others fit in this order: #1',
  ])
})

t.test('of a list only what is in it of the one handoff is shown', async (t) => {
  const history = handoffHistory([
    ['alpha', 0, 1, send(), ok('x', 'queued', 1)], ['alpha', 2, 3, send(), ok('y', 'queued', 1)], ['beta', 4, 5, acknowledge('y'), ok('y', 'accepted', 2)],
    ['beta', 6, 7, inbox(all), list(['x', 'queued', 1], ['y', 'queued', 1])],
  ])
  const verdict = judgeHistory(history)
  if (verdict.kind !== 'not-linearizable') throw new Error(verdict.kind)
  t.strictSame(violationLines(history, verdict.violation).slice(2), [
    '   #3      4.00 -     5.00 ms  beta          acknowledge h1                                ok: h1 accepted, version 2',
    '   #4      6.00 -     7.00 ms  beta          inbox received, in any state                  ok: h1 queued, version 1',
    'There is no order of these, one after the other, in which the last answer is right: #4 inbox received, in any state was answered ok: h1 queued, version 1',
    'The others fit in this order: #2 #3',
  ])
})

t.test('what was there before the history is left out where it is said so', async (t) => {
  const history = handoffHistory([sent, ['beta', 2, 3, inbox(all), list(['x', 'queued', 1], ['older', 'accepted', 2])]])
  t.equal(judgeHistory(history).kind, 'not-linearizable')
  t.equal(judgeHistory(history, { isAbout: ({ id }) => id === 'x' }).kind, 'linearizable')
})

t.test('a history is recorded while it happens', async (t) => {
  let time = 5
  const recorder = createRecorder<string, string | undefined>((answer) => (answer === undefined ? 'unknown' : answer === 'no' ? 'fail' : 'ok'), () => time)
  const { promise, resolve } = Promise.withResolvers<string>()
  const slow = recorder.record('a', 'slow', async () => promise)
  const never = recorder.record('d', 'never', async () => Promise.reject(new Error('gone')))
  await t.rejects(never, /gone/)
  time = 6
  t.equal(await recorder.record('b', 'quick', async () => 'no'), 'no')
  await recorder.record('c', 'lost', async () => undefined)
  time = 3
  resolve('yes')
  await slow
  const entries = recorder.entries()
  t.match(entries, [
    { index: 1, client: 'a', operation: 'slow', ending: 'ok', answer: 'yes' }, { index: 2, ending: 'unknown', returnedAt: undefined },
    { index: 3, ending: 'fail', answer: 'no' }, { index: 4, ending: 'unknown', answer: undefined },
  ])
  const instants = entries.flatMap(({ invokedAt, returnedAt }) => (returnedAt === undefined ? [invokedAt] : [invokedAt, returnedAt]))
  t.equal(new Set(instants).size, instants.length, 'no instant comes twice, even where the clock stands still or goes back')
  t.ok((entries[0]?.returnedAt ?? 0) > (entries[2]?.returnedAt ?? 0))
})
