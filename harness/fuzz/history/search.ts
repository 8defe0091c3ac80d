/**
 * Looks for an order in which the operations of a history could have happened one after the other: the depth-first
 * search of Wing and Gong (Testing and Verifying Concurrent Objects, 1993) with Lowe's memory of what was reached before
 * (Testing for Linearizability, 2017), a pair of which operations have happened and the state that they left.
 */
import type { Entry, Specification } from './history.ts'
import { createOpenIntervals } from './open-intervals.ts'

/** Bounds a search, or several together. */
export interface Patience {
  /** Counts one step. @returns False once it is over. */
  step(): boolean
  /** Why it is over. */
  readonly why: string
}

export type Search<E> =
  /** In the order in which they took effect; what never did is not there. */
  | { readonly kind: 'found'; readonly order: readonly E[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'given-up'; readonly why: string }

/** Steps between two looks at the clock. */
const stride = 256

/** @param deadlineMs From now. @param maxSteps Bounds the memory that a search may need. */
export function patienceOf(deadlineMs: number, maxSteps = 4_000_000): Patience {
  const until = performance.now() + deadlineMs
  let steps = 0
  let over = deadlineMs <= 0
  return {
    step() {
      steps += 1
      if (!over && steps % stride === 0) over = performance.now() >= until
      return !over && steps <= maxSteps
    },
    get why() { return over ? `the search was not over within ${deadlineMs} ms` : `the search was not over after ${maxSteps} steps` },
  }
}

/** Every operation that has an answer is placed; one without may be placed too, where that helps. */
export function findLinearization<State, Operation, Answer>(
  specification: Specification<State, Operation, Answer>,
  entries: readonly Entry<Operation, Answer>[],
  patience: Patience,
): Search<Entry<Operation, Answer>> {
  const open = createOpenIntervals(entries)
  const reached = new Set<string>()
  const states: State[] = [specification.initial]
  const order: Entry<Operation, Answer>[] = []
  let candidate = open.first()
  while (!open.allPlaced()) {
    if (!patience.step()) return { kind: 'given-up', why: patience.why }
    if (candidate === undefined) {
      if (order.pop() === undefined) return { kind: 'none' }
      states.pop()
      candidate = open.takeBack()
      continue
    }
    const state = states[states.length - 1] as State
    const { entry, certain } = candidate
    const next = specification.step(state, entry.operation, entry.answer)
    // What nobody knows of and changes nothing need not have happened.
    const worthwhile = next !== undefined && (certain || specification.key(next) !== specification.key(state))
    if (worthwhile) {
      open.place(candidate)
      const place = `${open.key()}\n${specification.key(next)}`
      if (!reached.has(place)) {
        reached.add(place)
        states.push(next)
        order.push(entry)
        candidate = open.first()
        continue
      }
      candidate = open.takeBack()
      continue
    }
    candidate = open.after(candidate)
  }
  return { kind: 'found', order }
}
