/**
 * Judges a history: linearizable, with an order that shows it; not, with the shortest part of it that is not and the
 * operation that finds no place there; or unknown, where the search was not over in time.
 */
import type { Entry, Specification } from './history.ts'
import { findLinearization, patienceOf } from './search.ts'
import type { Patience } from './search.ts'

export type Verdict<E> =
  | { readonly kind: 'linearizable'; /** What took effect, in that order. */ readonly order: readonly E[] }
  | {
    readonly kind: 'not-linearizable'
    /** As much of the history as it takes; what had no answer by then has none here. */
    readonly failing: readonly E[]
    /** The one whose answer ends it: without it, the rest fits. */
    readonly unplaced: E
    /** An order of the rest; undefined where time was over before it was found. */
    readonly rest: readonly E[] | undefined
  }
  | { readonly kind: 'unknown'; readonly why: string }

export const defaultDeadlineMs = 5_000

/** @param patience Shared by checks that have one deadline together (default: 5 s for this one). */
export function checkHistory<State, Operation, Answer>(
  specification: Specification<State, Operation, Answer>,
  entries: readonly Entry<Operation, Answer>[],
  patience: Patience = patienceOf(defaultDeadlineMs),
): Verdict<Entry<Operation, Answer>> {
  const search = findLinearization(specification, entries, patience)
  switch (search.kind) {
    case 'found': return { kind: 'linearizable', order: search.order }
    case 'given-up': return { kind: 'unknown', why: search.why }
    case 'none': return witness(specification, entries, patience)
  }
}

/**
 * What a history was when the last of these answers had come (of a linearizable history, each beginning is so too:
 * Herlihy and Wing, 1990).
 */
function beginning<Operation, Answer>(entries: readonly Entry<Operation, Answer>[], answered: readonly Entry<Operation, Answer>[]): Entry<Operation, Answer>[] {
  const until = answered.at(-1)?.returnedAt ?? -Infinity
  const known = new Set(answered)
  return entries.flatMap((entry) => {
    if (entry.invokedAt > until) return []
    return [entry.returnedAt === undefined || known.has(entry) ? entry : { ...entry, returnedAt: undefined }]
  })
}

function witness<State, Operation, Answer>(
  specification: Specification<State, Operation, Answer>,
  entries: readonly Entry<Operation, Answer>[],
  patience: Patience,
): Verdict<Entry<Operation, Answer>> {
  type E = Entry<Operation, Answer>
  const fails = (some: readonly E[]): boolean => findLinearization(specification, some, patience).kind === 'none'
  const answered = entries.filter(({ returnedAt }) => returnedAt !== undefined).toSorted((one, other) => (one.returnedAt ?? 0) - (other.returnedAt ?? 0))
  // The whole fails; where time runs out on the way, the shortest beginning that is known to fail is shown.
  let [from, to] = [0, answered.length - 1]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (fails(beginning(entries, answered.slice(0, middle + 1)))) to = middle
    else from = middle + 1
  }
  const unplaced = answered[to]
  if (unplaced === undefined) return { kind: 'unknown', why: 'nothing was answered' }
  const failing = withoutReads(specification, beginning(entries, answered.slice(0, to + 1)), unplaced, fails)
  const rest = findLinearization(specification, failing.filter((entry) => entry !== unplaced), patience)
  return { kind: 'not-linearizable', failing, unplaced, rest: rest.kind === 'found' ? rest.order : undefined }
}

/** What leaves every state as it is explains nothing: it goes where the others fail without it. */
function withoutReads<State, Operation, Answer>(
  specification: Specification<State, Operation, Answer>,
  entries: readonly Entry<Operation, Answer>[],
  unplaced: Entry<Operation, Answer>,
  fails: (some: readonly Entry<Operation, Answer>[]) => boolean,
): readonly Entry<Operation, Answer>[] {
  const mayGo = (entry: Entry<Operation, Answer>): boolean => entry !== unplaced && specification.isRead?.(entry.operation, entry.answer) === true
  const changes = entries.filter((entry) => !mayGo(entry))
  if (fails(changes)) return changes
  let kept = entries
  for (const entry of entries.filter(mayGo)) {
    const fewer = kept.filter((other) => other !== entry)
    if (fails(fewer)) kept = fewer
  }
  return kept
}
