/**
 * Which operations of a history may be the next to take effect: those that were asked before the first answer that is
 * not accounted for. A doubly linked list of calls and returns, from which placed operations are lifted and put back in
 * the reverse order, so that each step costs as much as there are operations open at once.
 */
import type { Entry } from './history.ts'

export interface Candidate<E> {
  readonly entry: E
  /** Whether it has an answer, and so must be placed. */
  readonly certain: boolean
  /** Its number among the certain ones, or among the others. */
  readonly at: number
}

export interface OpenIntervals<E> {
  /** Undefined where none may be next, as for `after`. */
  first(): Candidate<E> | undefined
  /** The next to try where this one was not placed. */
  after(candidate: Candidate<E>): Candidate<E> | undefined
  place(candidate: Candidate<E>): void
  /** Takes the last one back. @returns The one to try after it. */
  takeBack(): Candidate<E> | undefined
  /** Whether everything that has an answer is placed. */
  allPlaced(): boolean
  /** Names the set of what is placed. */
  key(): string
}

export function createOpenIntervals<Operation, Answer>(entries: readonly Entry<Operation, Answer>[]): OpenIntervals<Entry<Operation, Answer>> {
  type E = Entry<Operation, Answer>
  const byCall = entries.toSorted((one, other) => one.invokedAt - other.invokedAt)
  const certain = byCall.filter(({ returnedAt }) => returnedAt !== undefined)
  const uncertain = byCall.filter(({ returnedAt }) => returnedAt === undefined)
  const certainCandidates = certain.map((entry, at): Candidate<E> => ({ entry, certain: true, at }))
  const uncertainCandidates = uncertain.map((entry, at): Candidate<E> => ({ entry, certain: false, at }))

  // Nodes of the list: 0 is its head; calls and returns follow in the order of time.
  const events = certain.flatMap(({ invokedAt, returnedAt = 0 }, at) => [{ at, time: invokedAt, isCall: true }, { at, time: returnedAt, isCall: false }])
  // A call at the instant of a return overlaps it.
  events.sort((one, other) => one.time - other.time || Number(other.isCall) - Number(one.isCall) || one.at - other.at)
  const next = new Int32Array(events.length + 1)
  const previous = new Int32Array(events.length + 1)
  const callNode = new Int32Array(certain.length)
  const returnNode = new Int32Array(certain.length)
  events.forEach(({ at, isCall }, index) => {
    const node = index + 1
    previous[node] = index
    next[index] = node
    if (isCall) callNode[at] = node
    else returnNode[at] = node
  })
  const end = 0
  next[events.length] = end

  const placed: Candidate<E>[] = []
  const isPlaced = new Uint8Array(certain.length)
  const isUsed = new Uint8Array(uncertain.length)
  let certainPlaced = 0

  const unlink = (node: number): void => {
    next[previous[node] as number] = next[node] as number
    if (next[node] !== end) previous[next[node] as number] = previous[node] as number
  }
  const relink = (node: number): void => {
    next[previous[node] as number] = node
    if (next[node] !== end) previous[next[node] as number] = node
  }
  const callAt = (node: number): Candidate<E> | undefined => {
    const event = events[node - 1]
    return node !== end && event?.isCall === true ? certainCandidates[event.at] : undefined
  }
  /** The first return that is not accounted for; whatever is next was asked before it. */
  const limit = (): number => {
    let node = next[0] as number
    while (node !== end && events[node - 1]?.isCall === true) node = next[node] as number
    return node === end ? Infinity : (events[node - 1]?.time ?? Infinity)
  }
  const uncertainFrom = (from: number): Candidate<E> | undefined => {
    if (from >= uncertain.length) return undefined
    const before = limit()
    for (let at = from; at < uncertain.length && (uncertain[at]?.invokedAt ?? Infinity) <= before; at += 1) if (isUsed[at] === 0) return uncertainCandidates[at]
    return undefined
  }
  const after = ({ certain: isCertain, at }: Candidate<E>): Candidate<E> | undefined =>
    isCertain ? callAt(next[callNode[at] as number] as number) ?? uncertainFrom(0) : uncertainFrom(at + 1)
  return {
    first: () => callAt(next[0] as number) ?? uncertainFrom(0),
    after,
    place(candidate) {
      placed.push(candidate)
      if (!candidate.certain) {
        isUsed[candidate.at] = 1
        return
      }
      isPlaced[candidate.at] = 1
      certainPlaced += 1
      unlink(callNode[candidate.at] as number)
      unlink(returnNode[candidate.at] as number)
    },
    takeBack() {
      const candidate = placed.pop()
      if (candidate === undefined) return undefined
      if (candidate.certain) {
        isPlaced[candidate.at] = 0
        certainPlaced -= 1
        relink(returnNode[candidate.at] as number)
        relink(callNode[candidate.at] as number)
      } else {
        isUsed[candidate.at] = 0
      }
      return after(candidate)
    },
    allPlaced: () => certainPlaced === certain.length,
    key() {
      // Everything before the first that is not placed is; the list begins with its call.
      const first = events[(next[0] as number) - 1]?.at ?? certain.length
      let key = `${first}`
      for (let at = first + 1, left = certainPlaced - first; left > 0; at += 1) {
        if (isPlaced[at] === 0) continue
        key += `,${at}`
        left -= 1
      }
      if (uncertain.length > 0) for (let at = 0; at < uncertain.length; at += 1) if (isUsed[at] === 1) key += `?${at}`
      return key
    },
  }
}
