import t from 'tap'
import { createBook } from '../../../../harness/fuzz/program/book.ts'
import { pageDifference } from '../../../../harness/fuzz/program/compare-page.ts'
import type { AskedFor } from '../../../../harness/fuzz/program/compare-page.ts'
import type { SeenHandoff } from '../../../../harness/handoff/contract.ts'
import { referenceAdapter } from '../../../../harness/target/adapter.ts'
import { sendTo, told } from '../model/three-agents.ts'

/** Three handoffs from alpha to beta, of which the second and third are of the same age. */
const { world } = told([['alpha', sendTo('beta')], 1, ['alpha', sendTo('beta')], ['alpha', sendTo('beta')]])
const ids = ['b', 'c', 'a']
const book = createBook(new Map([['alpha', 'alpha'], ['beta', 'beta']]))
const seen = world.handoffs.map((handoff, index): SeenHandoff => {
  const time = new Date(handoff.createdAt).toISOString()
  const shown: SeenHandoff = {
    id: ids[index] ?? '', thread_id: `thread ${index}`, depth: 0, sender: 'alpha', recipient: 'beta', ...handoff.content, sensitivity: 'internal', priority: 'normal',
    status: 'queued', version: 1, created_at: time, updated_at: time,
  }
  book.bind(handoff.number, shown.id)
  book.view(handoff.number, 1, shown)
  return shown
})
const [one, two, three] = seen as [SeenHandoff, SeenHandoff, SeenHandoff]
const strange: SeenHandoff = { ...one, id: 'x' }
const all: AskedFor = { limit: 20, after: undefined, leftovers: false }

const cases: readonly (readonly [string, readonly SeenHandoff[], string | undefined, Partial<AskedFor>, string | undefined])[] = [
  ['the newest first, of one age that with the greater id', [two, three, one], undefined, {}, undefined],
  ['of one age in the other order', [three, two, one], undefined, {}, 'h3 h2 h1'],
  ['one is missing', [two, one], undefined, {}, 'h2 h1'],
  ['one is there twice', [two, two, one], undefined, {}, 'h2 h2 h1'],
  ['something else is there', [two, three, one, strange], undefined, {}, '1 that it must not hold'],
  ['something is left from before', [two, three, one, strange], undefined, { leftovers: true }, undefined],
  ['a page and its cursor', [two], 'next', { limit: 1 }, undefined],
  ['a page without its cursor', [two], undefined, { limit: 1 }, 'none'],
  ['the last page', [one], undefined, { limit: 1, after: { createdAt: three.created_at ?? '', id: 'a' } }, undefined],
  ['the next page begins with the end of the one before', [two, three], 'next', { limit: 2, after: { createdAt: two.created_at ?? '', id: 'c' } }, 'h2 h3'],
  ['more than the limit', [two, three], undefined, { limit: 1 }, '2'],
  ['a field is another one', [{ ...two, title: 'U' }, three, one], undefined, {}, 'title another'],
]
for (const [name, handoffs, cursor, asked, got] of cases) {
  t.test(name, async (t) => {
    const found = pageDifference(world.handoffs, { handoffs, next_cursor: cursor }, { ...all, ...asked }, { book, adapter: referenceAdapter, exactTimes: true, withoutCredentials: false })
    t.equal(found?.got, got)
  })
}
