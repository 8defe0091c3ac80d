/** Lines and columns: code points, counted on from the last place or anew. */
import t from 'tap'
import { placesIn } from '../../../server/registry/places.ts'

t.test('places are lines and code points, in whatever order they are asked for', async (t) => {
  const text = 'a\r\n\u{1f600}b\n\nxy'
  const rows: readonly (readonly [offset: number, line: number, column: number])[] = [
    [0, 1, 1], [1, 1, 2], [3, 2, 1], [5, 2, 2], [6, 2, 3], [7, 3, 1], [8, 4, 1], [10, 4, 3],
  ]
  const forward = placesIn(text)
  for (const [offset, line, column] of rows) t.same(forward.at(offset), { line, column }, `offset ${offset}`)
  const backward = placesIn(text)
  for (const [offset, line, column] of rows.toReversed()) t.same(backward.at(offset), { line, column }, `offset ${offset}, backward`)
})

t.test('half of a surrogate pair counts as one', async (t) => {
  t.same(placesIn('\ud83dx').at(1), { line: 1, column: 2 })
})
