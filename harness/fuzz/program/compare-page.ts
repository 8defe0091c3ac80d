/**
 * One page of a box, held against everything that the box holds: the newest first by time of creation and id, after the
 * place where the page before it ended, cut at the limit. Access and status have been looked at before the cut.
 */
import type { SeenHandoff } from '../../handoff/contract.ts'
import type { ModelHandoff } from '../model/world.ts'
import type { Book } from './book.ts'
import { handoffDifference } from './compare-handoff.ts'
import type { Comparing } from './compare-handoff.ts'
import { difference } from './difference.ts'
import type { Difference } from './difference.ts'

/** The limit where none is asked for. */
export const defaultLimit = 20

/** Where a page ended: the time of creation and the id of its last handoff. */
export interface PageEnd {
  readonly createdAt: string
  readonly id: string
}

export interface AskedFor {
  readonly limit: number
  readonly after: PageEnd | undefined
  /** Whether the box may hold what other programs have left there. */
  readonly leftovers: boolean
}

export interface GivenPage {
  readonly handoffs: readonly SeenHandoff[]
  readonly next_cursor: string | undefined
}

export function pageDifference(all: readonly ModelHandoff[], page: GivenPage, asked: AskedFor, comparing: Comparing): Difference | undefined {
  const { book, adapter } = comparing
  const { limit, after, leftovers } = asked
  const following = inOrder(all, book).filter((handoff) => after === undefined || isAfter(endOf(handoff, book), after))
  const known = page.handoffs.filter(({ id }) => book.numberOf(id) !== undefined)
  const strange = page.handoffs.length - known.length
  if (strange > 0 && !leftovers) return difference('boxes', `${listed(following.slice(0, limit))} and nothing else`, `${strange} that it must not hold`)
  if (page.handoffs.length > limit) return difference('boxes', `${limit} handoffs at most`, String(page.handoffs.length))
  // What others left is older, and so comes after all of ours.
  const wanted = following.slice(0, limit)
  const got = known.map(({ id }) => book.numberOf(id) ?? 0)
  const want = wanted.map(({ number }) => number)
  const same = adapter.newestFirst ? got.join() === want.join() : got.length === want.length && (following.length > limit || sorted(got) === sorted(want))
  if (!same) return difference('boxes', listed(wanted), got.length === 0 ? 'nothing' : got.map((number) => `h${number}`).join(' '))
  if (adapter.operations.inbox.results['next_cursor'] !== undefined && following.length > limit && page.next_cursor === undefined) {
    return difference('boxes', `a cursor, since ${following.length - limit} more follow`, 'none')
  }
  for (const seen of known) {
    const model = all.find(({ number }) => number === book.numberOf(seen.id))
    const found = model === undefined ? undefined : handoffDifference(model, seen, comparing, true)
    if (found !== undefined) return found
  }
  return undefined
}

function sorted(numbers: readonly number[]): string {
  return numbers.toSorted((one, other) => one - other).join()
}

/** Where a page ends with that handoff. */
export function pageEnd(seen: SeenHandoff): PageEnd {
  return { createdAt: seen.created_at ?? '', id: seen.id }
}

function listed(handoffs: readonly ModelHandoff[]): string {
  return handoffs.length === 0 ? 'nothing' : handoffs.map(({ number }) => `h${number}`).join(' ')
}

function endOf({ number }: ModelHandoff, book: Book): PageEnd {
  return { createdAt: book.last(number)?.created_at ?? '', id: book.idOf(number) }
}

function inOrder(all: readonly ModelHandoff[], book: Book): ModelHandoff[] {
  const ends = new Map(all.map((handoff) => [handoff, endOf(handoff, book)]))
  return all.toSorted((one, other) => {
    const [a, b] = [ends.get(one), ends.get(other)]
    return a === undefined || b === undefined || a === b ? 0 : isAfter(a, b) ? 1 : -1
  })
}

/** Older, or of the same age with a smaller id. */
function isAfter(one: PageEnd, other: PageEnd): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt
}
