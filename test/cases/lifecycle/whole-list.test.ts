/** Lists that end, and each way in which one does not. */
import t from 'tap'
import { wholeList } from '../../../cases/lifecycle/whole-list.ts'
import type { ListPage } from '../../../cases/lifecycle/whole-list.ts'
import type { SeenHandoff } from '../../../harness/handoff/contract.ts'

const bounds = { pages: 5, handoffs: 10 }

/** @param next The cursor at the end of a page, by its number from 1. */
function server(size: number, next: (page: number) => string | undefined): { readonly asked: (string | undefined)[]; readonly ask: (cursor: string | undefined) => Promise<ListPage> } {
  const asked: (string | undefined)[] = []
  return {
    asked,
    ask: async (cursor) => {
      asked.push(cursor)
      const handoffs = Array.from({ length: size }, (_, at): SeenHandoff => ({ id: `${asked.length}-${at}`, sender: 'alpha', recipient: 'beta', status: 'queued' }))
      return Promise.resolve({ handoffs, next_cursor: next(asked.length) })
    },
  }
}

t.test('a list is read from page to page until there is no cursor', async (t) => {
  const { ask, asked } = server(2, (page) => (page < 3 ? `after ${page}` : undefined))
  const { pages, endless } = await wholeList(ask, bounds)
  t.same(pages.map((page) => page.map(({ id }) => id)), [['1-0', '1-1'], ['2-0', '2-1'], ['3-0', '3-1']])
  t.equal(endless, undefined)
  t.same(asked, [undefined, 'after 1', 'after 2'])
})

const cases: readonly (readonly [what: string, size: number, next: (page: number) => string, endless: RegExp, asked: number])[] = [
  ['the cursor of a page is the one before', 1, () => 'again', /^page 2 ends with a cursor that led to an earlier page$/, 2],
  ['cursors come in a circle', 1, (page) => String(page % 3), /^page 4 ends with a cursor that led to an earlier page$/, 4],
  ['there is always a new cursor', 1, String, /^it goes on after 5 pages$/, 5],
  ['pages have nothing on them', 0, String, /^it goes on after 3 pages with nothing on them$/, 3],
  ['pages are longer than the list can be', 11, String, /^it goes on after 11 handoffs$/, 1],
]
for (const [what, size, next, endless, times] of cases) {
  t.test(`a list has no end where ${what}`, async (t) => {
    const { ask, asked } = server(size, next)
    t.match((await wholeList(ask, bounds)).endless, endless)
    t.equal(asked.length, times)
  })
}

t.test('who reads it may leave it after any page', async (t) => {
  const { ask, asked } = server(1, String)
  t.match((await wholeList(ask, bounds, () => asked.length < 2)).endless, /^it goes on after 2 pages$/)
})
