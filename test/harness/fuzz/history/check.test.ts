import t, { type Test } from 'tap'
import { checkHistory } from '../../../../harness/fuzz/history/check.ts'
import type { Entry, Specification } from '../../../../harness/fuzz/history/history.ts'
import { findLinearization, patienceOf } from '../../../../harness/fuzz/history/search.ts'
import { isLinearizable } from './brute-force.ts'
import { history, lock, queue, register } from './objects.ts'
import type { Line, LockOperation, QueueOperation, RegisterOperation } from './objects.ts'

type Known<Operation, Answer> = readonly [what: string, linearizable: boolean, lines: readonly Line<Operation, Answer>[]]

const registers: readonly Known<RegisterOperation, number | 'ok' | 'no'>[] = [
  ['nothing', true, []],
  ['a read of the initial value', true, [['a', 1, 2, 'read', 0]]],
  ['a read that overlaps a write sees either value', true, [['a', 1, 10, { write: 1 }, 'ok'], ['b', 2, 3, 'read', 0], ['b', 4, 5, 'read', 1]]],
  ['two reads that overlap a write and see it undone', false, [['a', 1, 10, { write: 1 }, 'ok'], ['b', 2, 3, 'read', 1], ['b', 4, 5, 'read', 0]]],
  ['a stale read', false, [['a', 1, 2, { write: 1 }, 'ok'], ['b', 3, 4, 'read', 0]]],
  ['two writes and two readers who disagree about their order', false, [['a', 1, 20, { write: 1 }, 'ok'], ['b', 2, 21, { write: 2 }, 'ok'], ['c', 3, 4, 'read', 1], ['c', 5, 6, 'read', 2], ['d', 7, 8, 'read', 1], ['d', 9, 10, 'read', 2]]],
  ['two readers who see overlapping writes in one order', true, [['a', 1, 20, { write: 1 }, 'ok'], ['b', 2, 21, { write: 2 }, 'ok'], ['c', 3, 8, 'read', 1], ['d', 4, 9, 'read', 2], ['d', 10, 11, 'read', 2]]],
  ['two swaps from the same value that both succeed', false, [['a', 1, 5, { swap: [0, 1] }, 'ok'], ['b', 2, 6, { swap: [0, 2] }, 'ok']]],
  ['two swaps of which one succeeds', true, [['a', 1, 5, { swap: [0, 1] }, 'no'], ['b', 2, 6, { swap: [0, 2] }, 'ok']]],
  ['a lost write that takes effect long after it was sent', true, [['a', 1, undefined, { write: 1 }], ['b', 2, 3, 'read', 0], ['b', 4, 5, 'read', 0], ['b', 6, 7, 'read', 1]]],
  ['a lost write that never does', true, [['a', 1, undefined, { write: 1 }], ['b', 2, 3, { write: 2 }, 'ok'], ['b', 4, 5, 'read', 2]]],
  ['a lost write seen before it was sent', false, [['b', 1, 2, 'read', 1], ['a', 3, undefined, { write: 1 }]]],
  ['a lost write that takes effect twice', false, [['a', 1, undefined, { write: 1 }], ['b', 2, 3, 'read', 1], ['b', 4, 5, { write: 2 }, 'ok'], ['b', 6, 7, 'read', 1]]],
  ['an answer at the instant of the next question overlaps it', true, [['a', 1, 3, { write: 1 }, 'ok'], ['b', 3, 4, 'read', 0]]],
]

const queues: readonly Known<QueueOperation, string>[] = [
  ['Herlihy and Wing, history 1: puts that overlap, taken in either order', true, [['a', 1, 4, { put: 'x' }], ['b', 2, 3, { put: 'y' }], ['b', 5, 6, 'take', 'x'], ['a', 7, 8, 'take', 'y'], ['a', 9, 10, { put: 'z' }]]],
  ['Herlihy and Wing, history 2: taken out of order', false, [['a', 1, 2, { put: 'x' }], ['b', 3, 4, { put: 'y' }], ['b', 5, 6, 'take', 'y']]],
  ['Herlihy and Wing, history 3: taken while it is put', true, [['a', 1, 4, { put: 'x' }], ['b', 2, 3, 'take', 'x']]],
  ['Herlihy and Wing, history 4: taken twice', false, [['a', 1, 4, { put: 'x' }], ['b', 2, 3, { put: 'y' }], ['a', 5, 6, 'take', 'y'], ['b', 7, 8, 'take', 'y']]],
  ['empty although something was put', false, [['a', 1, 2, { put: 'x' }], ['b', 3, 4, 'take', 'empty']]],
  ['a lost take', true, [['a', 1, 2, { put: 'x' }], ['b', 3, undefined, 'take'], ['c', 4, 5, 'take', 'empty']]],
]

const locks: readonly Known<LockOperation, boolean>[] = [
  ['two who hold it at once', false, [['a', 1, 4, 'lock', true], ['b', 2, 5, 'lock', true]]],
  ['one of two', true, [['a', 1, 4, 'lock', true], ['b', 2, 5, 'lock', false]]],
  ['handed over while both wait', true, [['a', 1, 2, 'lock', true], ['b', 3, 9, 'lock', true], ['a', 4, 8, 'unlock', true]]],
  ['refused although nobody can hold it', false, [['a', 1, 2, 'lock', true], ['a', 3, 4, 'unlock', true], ['b', 5, 6, 'lock', false]]],
  ['refused since a lost question took it', true, [['a', 1, undefined, 'lock'], ['b', 5, 6, 'lock', false]]],
]

function proveKnown<State, Operation, Answer>(name: string, specification: Specification<State, Operation, Answer>, known: readonly Known<Operation, Answer>[]): void {
  t.test(name, async (t) => {
    for (const [what, linearizable, lines] of known) {
      const entries = history(lines)
      const verdict = checkHistory(specification, entries)
      t.equal(verdict.kind, linearizable ? 'linearizable' : 'not-linearizable', what)
      t.equal(isLinearizable(specification, entries), linearizable, `${what}: by its definition`)
      if (verdict.kind === 'linearizable') proveOrder(t, specification, entries, verdict.order)
      else if (verdict.kind === 'not-linearizable') proveWitness(t, specification, verdict)
    }
  })
}

proveKnown('registers', register, registers)
proveKnown('queues', queue, queues)
proveKnown('locks', lock, locks)

/** The order is one that the clock allows, has all that was answered, and is right. */
function proveOrder<State, Operation, Answer>(t: Test, specification: Specification<State, Operation, Answer>, entries: readonly Entry<Operation, Answer>[], order: readonly Entry<Operation, Answer>[]): void {
  t.ok(entries.every((entry) => entry.returnedAt === undefined || order.includes(entry)), 'everything that was answered is placed')
  // As a history of itself it can only be read in one way.
  t.ok(isLinearizable(specification, order.map((entry, at) => ({ ...entry, invokedAt: 2 * at, returnedAt: 2 * at + 1 }))), 'it is right')
  t.notOk(order.some((later, at) => order.slice(0, at).some((earlier) => (later.returnedAt ?? Infinity) < earlier.invokedAt)), 'the clock allows it')
}

function proveWitness<State, Operation, Answer>(t: Test, specification: Specification<State, Operation, Answer>, { failing, unplaced, rest }: { readonly failing: readonly Entry<Operation, Answer>[]; readonly unplaced: Entry<Operation, Answer>; readonly rest: readonly Entry<Operation, Answer>[] | undefined }): void {
  const others = failing.filter((entry) => entry !== unplaced)
  t.notOk(isLinearizable(specification, failing), 'the part that is shown is not linearizable')
  t.ok(isLinearizable(specification, others), 'without the operation that is named it is')
  t.ok(failing.every(({ returnedAt }) => (returnedAt ?? 0) <= (unplaced.returnedAt ?? 0)), 'whose answer is the last')
  proveOrder(t, specification, others, rest ?? [])
}

t.test('a witness is as short as can be', async (t) => {
  const entries = history<RegisterOperation, number | 'ok' | 'no'>([
    ['a', 1, 2, { write: 1 }, 'ok'], ['b', 3, 4, 'read', 1], ['b', 5, 6, 'read', 1], ['c', 5.5, 30, { write: 3 }, 'ok'], ['a', 7, 8, { write: 2 }, 'ok'],
    ['b', 9, 10, 'read', 1], ['a', 11, 12, { write: 4 }, 'ok'], ['b', 13, 14, 'read', 0],
  ])
  const verdict = checkHistory(register, entries)
  if (verdict.kind !== 'not-linearizable') throw new Error(verdict.kind)
  t.strictSame(verdict.failing.map(({ index }) => index), [1, 4, 5, 6], 'up to the first stale read, without the reads that explain nothing')
  t.equal(verdict.unplaced.index, 6)
  t.equal(verdict.failing.find(({ index }) => index === 4)?.returnedAt, undefined, 'what had no answer by then has none')
})

t.test('a search that takes too long is given up', async (t) => {
  const many = Array.from({ length: 24 }, (_, at): Line<QueueOperation, string> => [`c${at}`, at, 100 + at, { put: `v${at}` }])
  const entries = history<QueueOperation, string>([...many, ['z', 200, 201, 'take', 'nothing']])
  const began = performance.now()
  t.match(checkHistory(queue, entries, patienceOf(50)), { kind: 'unknown', why: /50 ms/ })
  t.ok(performance.now() - began < 30_000)
  t.match(checkHistory(queue, entries, patienceOf(60_000, 1000)), { kind: 'unknown', why: /1000 steps/ })
  t.match(findLinearization(queue, entries, patienceOf(0)), { kind: 'given-up' })
})

t.test('a shortening that takes too long shows the longer part', async (t) => {
  const entries = history<RegisterOperation, number | 'ok' | 'no'>([['a', 1, 2, { write: 1 }, 'ok'], ['b', 3, 4, 'read', 0], ['b', 5, 6, 'read', 1]])
  // Enough for the whole and no more.
  let left = 4
  const verdict = checkHistory(register, entries, { step: () => (left -= 1) >= 0, why: 'it is over' })
  t.match(verdict, { kind: 'not-linearizable', failing: { length: 3 } })
})
