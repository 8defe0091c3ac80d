/** The definition of linearizability, tried out on every order of every choice of operations: slow, and plainly right. */
import type { Entry, Specification } from '../../../../harness/fuzz/history/history.ts'

export function isLinearizable<State, Operation, Answer>(specification: Specification<State, Operation, Answer>, entries: readonly Entry<Operation, Answer>[]): boolean {
  const certain = entries.filter(({ returnedAt }) => returnedAt !== undefined)
  const uncertain = entries.filter(({ returnedAt }) => returnedAt === undefined)
  for (let chosen = 0; chosen < 2 ** uncertain.length; chosen += 1) {
    const those = [...certain, ...uncertain.filter((_, index) => (chosen >> index) % 2 === 1)]
    for (const order of permutations(those)) if (keepsTime(order) && runs(specification, order)) return true
  }
  return false
}

function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries()) for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest]
}

/** What was answered before something else was asked comes before it. */
function keepsTime<Operation, Answer>(order: readonly Entry<Operation, Answer>[]): boolean {
  return order.every((later, index) => order.slice(0, index).every((earlier) => (later.returnedAt ?? Infinity) >= earlier.invokedAt))
}

function runs<State, Operation, Answer>({ initial, step }: Specification<State, Operation, Answer>, order: readonly Entry<Operation, Answer>[]): boolean {
  let state: State | undefined = initial
  for (const { operation, answer } of order) {
    state = step(state, operation, answer)
    if (state === undefined) return false
  }
  return true
}
