/** A list that is read page by page to its end, or to where it is plain that it has none. */
import type { SeenHandoff } from '../../harness/handoff/contract.ts'

export interface ListPage {
  readonly handoffs: readonly SeenHandoff[]
  readonly next_cursor: string | undefined
}

export interface WholeList {
  readonly pages: readonly (readonly SeenHandoff[])[]
  /** Why it is taken to have no end, in words of ours; undefined where it was read to its end. */
  readonly endless: string | undefined
}

/** Access is looked at before a page is cut, so that no page but the last is empty. */
const mostEmpty = 3

export interface ListBounds {
  /** More pages than the list can have. */
  readonly pages: number
  /** More handoffs than it can hold: a page may be of any size, whatever was asked for. */
  readonly handoffs: number
}

/**
 * @param ask Reads one page: the first, or the one that a cursor leads to.
 * @param goesOn Asked after each page that another follows; false leaves the list where it is.
 */
export async function wholeList(ask: (cursor: string | undefined) => Promise<ListPage>, bounds: ListBounds, goesOn: () => boolean = () => true): Promise<WholeList> {
  const pages: (readonly SeenHandoff[])[] = []
  const given = new Set<string>()
  let count = 0
  let empty = 0
  let cursor: string | undefined
  for (;;) {
    const { handoffs, next_cursor: next } = await ask(cursor)
    pages.push(handoffs)
    count += handoffs.length
    empty = handoffs.length === 0 ? empty + 1 : 0
    if (next === undefined) return { pages, endless: undefined }
    if (given.has(next)) return { pages, endless: `page ${pages.length} ends with a cursor that led to an earlier page` }
    if (empty >= mostEmpty) return { pages, endless: `it goes on after ${empty} pages with nothing on them` }
    if (count > bounds.handoffs) return { pages, endless: `it goes on after ${count} handoffs` }
    if (pages.length >= bounds.pages || !goesOn()) return { pages, endless: `it goes on after ${pages.length} pages` }
    given.add(next)
    cursor = next
  }
}
