/**
 * Histories for fast-check: linearizable ones, made by asking one thing after the other and then stretching the time that
 * each question was open; and what becomes of one when something in it is changed.
 */
import * as fc from 'fast-check'
import type { Entry, Specification } from '../../../../harness/fuzz/history/history.ts'
import { oneHandoff } from '../../../../harness/fuzz/history/one-handoff.ts'
import type { HandoffQuestion, HandoffSight, MaybeHandoff } from '../../../../harness/fuzz/history/one-handoff.ts'
import { openStatuses, requestableStatuses, statuses } from '../../../../harness/handoff/contract.ts'
import { queue, register } from './objects.ts'
import type { QueueOperation, RegisterOperation } from './objects.ts'

/** An object, what may be asked of it, and every answer worth trying. */
export interface Subject<State, Operation, Answer> {
  readonly specification: Specification<State, Operation, Answer>
  readonly operations: fc.Arbitrary<Operation>
  answers(operation: Operation): readonly Answer[]
}

export const registers: Subject<number, RegisterOperation, number | 'ok' | 'no'> = {
  specification: register,
  operations: fc.oneof(fc.record({ write: fc.integer({ min: 1, max: 3 }) }), fc.constant('read' as const), fc.record({ swap: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })) })),
  answers: (operation) => (operation === 'read' ? [0, 1, 2, 3] : 'write' in operation ? ['ok'] : ['ok', 'no']),
}

export const queues: Subject<readonly string[], QueueOperation, string> = {
  specification: queue,
  operations: fc.oneof(fc.record({ put: fc.constantFrom('x', 'y') }), fc.constant('take' as const)),
  answers: (operation) => (operation === 'take' ? ['empty', 'x', 'y'] : ['ok']),
}

const versions = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const codes = ['version_conflict', 'illegal_transition', 'idempotency_conflict', 'not_found', 'busy'] as const

const moves: fc.Arbitrary<HandoffQuestion['what']> = fc.record({
  kind: fc.constant('move' as const),
  to: fc.constantFrom('accepted' as const, ...requestableStatuses),
  expectedVersion: fc.integer({ min: 1, max: 4 }),
  key: fc.record({ key: fc.constantFrom('k1', 'k2'), payload: fc.constantFrom('p', 'q'), elsewhere: fc.constant(false) }),
}, { requiredKeys: ['kind', 'to'] })

export const handoffs: Subject<MaybeHandoff, HandoffQuestion, HandoffSight> = {
  specification: oneHandoff,
  operations: fc.record({
    role: fc.constantFrom('sender' as const, 'recipient' as const, 'recipient' as const),
    what: fc.oneof(
      { arbitrary: fc.constant({ kind: 'send' as const, key: 's' }), weight: 1 },
      { arbitrary: moves, weight: 5 },
      { arbitrary: fc.constant({ kind: 'get' as const }), weight: 2 },
      { arbitrary: fc.constant({ kind: 'list' as const, statuses: openStatuses }), weight: 1 },
    ),
  }),
  answers({ what }) {
    const refused = codes.map((code) => ({ kind: 'refused' as const, code }))
    switch (what.kind) {
      case 'send': return [false, true].map((replayed) => ({ kind: 'changed' as const, status: 'queued' as const, version: 1, replayed }))
      case 'get': return [...refused, ...statuses.flatMap((status) => versions.map((version) => ({ kind: 'read' as const, status, version, events: version, lastEvent: status })))]
      case 'list': return [{ kind: 'absent' }, ...statuses.flatMap((status) => versions.map((version) => ({ kind: 'listed' as const, status, version })))]
      case 'move': return [...statuses.flatMap((status) => versions.flatMap((version) => [false, true].map((replayed) => ({ kind: 'changed' as const, status, version, replayed })))), ...refused]
    }
  },
}

/** How one question was stretched, and what became of its answer. */
const stretch = fc.record({ early: fc.nat(30), late: fc.nat(30), lost: fc.nat(9), happens: fc.boolean() })

/** Linearizable histories. @param lost Whether some have no answer. */
export function linearizable<State, Operation, Answer>(subject: Subject<State, Operation, Answer>, options: { readonly maxLength: number; readonly lost?: boolean }): fc.Arbitrary<Entry<Operation, Answer>[]> {
  const { specification: { initial, step } } = subject
  return fc.array(fc.tuple(subject.operations, stretch), { maxLength: options.maxLength }).map((plan) => {
    let state = initial
    const entries: Entry<Operation, Answer>[] = []
    for (const [at, [operation, { early, late, lost, happens }]] of plan.entries()) {
      const point = 10 * at
      const common = { client: `c${at % 4}`, operation, invokedAt: point - early - 0.3 }
      if (options.lost === true && lost === 0) {
        state = (happens ? step(state, operation, undefined) : undefined) ?? state
        entries.push({ ...common, index: at + 1, ending: 'unknown', returnedAt: undefined, answer: undefined })
        continue
      }
      const answer = subject.answers(operation).find((each) => step(state, operation, each) !== undefined)
      // What nobody could have answered at this point is not asked.
      if (answer === undefined) continue
      state = step(state, operation, answer) ?? state
      entries.push({ ...common, index: at + 1, ending: 'ok', returnedAt: point + late + 0.3, answer })
    }
    return entries
  })
}

type Change = { readonly kind: 'answer' | 'swap' | 'twice' | 'drop' | 'later' | 'narrow'; readonly at: number; readonly with: number }

/** A changed answer, two answers exchanged, the same success twice, a change that is lost, one that is late, intervals that shrink. */
const change: fc.Arbitrary<Change> = fc.record({ kind: fc.constantFrom('answer', 'swap', 'twice', 'drop', 'later', 'narrow'), at: fc.nat(100), with: fc.nat(100) })

/** Histories with something wrong in them, most of the time. */
export function changed<State, Operation, Answer>(subject: Subject<State, Operation, Answer>, maxLength: number): fc.Arbitrary<Entry<Operation, Answer>[]> {
  return fc.tuple(linearizable(subject, { maxLength, lost: true }), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([entries, changes]) => changes.reduce((history, each) => apply(subject, history, each, maxLength), entries))
}

function apply<State, Operation, Answer>(subject: Subject<State, Operation, Answer>, entries: Entry<Operation, Answer>[], { kind, at, with: other }: Change, maxLength: number): Entry<Operation, Answer>[] {
  const one = entries[at % Math.max(1, entries.length)]
  const two = entries[other % Math.max(1, entries.length)]
  if (one === undefined || two === undefined) return entries
  const replaced = (entry: Entry<Operation, Answer>, by: Partial<Entry<Operation, Answer>>): Entry<Operation, Answer>[] => entries.map((each) => (each === entry ? { ...each, ...by } : each))
  switch (kind) {
    case 'answer': {
      const answers = subject.answers(one.operation)
      return one.returnedAt === undefined ? entries : replaced(one, { answer: answers[other % answers.length] })
    }
    case 'swap': return one.returnedAt === undefined || two.returnedAt === undefined ? entries : entries.map((each) => (each === one ? { ...each, operation: two.operation, answer: two.answer } : each === two ? { ...each, operation: one.operation, answer: one.answer } : each))
    case 'twice': return entries.length < maxLength ? [...entries, { ...one, index: 100, client: 'c9', invokedAt: one.invokedAt + 0.1 }] : entries
    case 'drop': return entries.filter((each) => each !== one)
    case 'later': return replaced(one, { invokedAt: one.invokedAt + 25, ...(one.returnedAt === undefined ? {} : { returnedAt: one.returnedAt + 25 }) })
    case 'narrow': return entries.map((each) => (each.returnedAt === undefined ? each : { ...each, invokedAt: each.returnedAt - 0.2 }))
  }
}
