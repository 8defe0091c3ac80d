/** The order of long boards is that of short ones, and of code points where it must be. */
import * as fc from 'fast-check'
import t from 'tap'
import { compareCodePoints } from '../../../protocol/canonical-json.ts'
import { sortByCodePoints, sortByUnits, type BoardItem } from '../../../server/acceptance/board-order.ts'

type Compare = (a: string, b: string) => number

const byUnits: Compare = (a, b) => Number(a > b) - Number(a < b)

/** Insertion, one after the other: slow and plain. */
function plainly(items: readonly BoardItem[], compare: Compare): BoardItem[] {
  const sorted: BoardItem[] = []
  for (const item of items) {
    const at = sorted.findIndex((other) => (compare(item.id, other.id) || compare(item.status, other.status) || compare(item.depends_on, other.depends_on)) < 0)
    sorted.splice(at === -1 ? sorted.length : at, 0, item)
  }
  return sorted
}

const unit = fc.oneof(fc.constantFrom('a', 'b', '\u0000', '\u01fc', '\u01fd', '\u01fe', '\u01ff', '\u0200', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'), fc.string({ minLength: 1, maxLength: 1 }))
const prefix = fc.constantFrom('', 'item-', '\u{1f600}')

for (const [name, sort, compare] of [['units', sortByUnits, byUnits], ['code points', sortByCodePoints, compareCodePoints]] as const) {
  t.test(`by ${name}`, (t) => {
    fc.assert(fc.property(prefix, fc.constantFrom(0, 1, 3, 10), fc.constantFrom(0, 10, 199, 200, 300), fc.infiniteStream(fc.string({ unit, maxLength: 6 })), (start, variety, count, stream) => {
      const texts = [...stream.take(variety + 1)]
      const text = (index: number): string => texts[(index * 7) % texts.length] ?? ''
      const items = Array.from({ length: count }, (_, index) => ({ id: start + text(index) + text(index * 3), status: text(index + 1), depends_on: text(index * 5) }))
      t.strictSame(sort(items), plainly(items, compare))
    }), { numRuns: 200 })
    t.end()
  })
}

t.test('ids that are equal, or the beginning of each other', (t) => {
  for (const id of [() => '', () => 'same', (index: number) => 'a'.repeat(index), (index: number) => `item-${index}`, (index: number) => String.fromCharCode(500 + index)]) {
    const items = Array.from({ length: 300 }, (_, index) => ({ id: id((index * 37) % 300), status: String(index % 7), depends_on: '' }))
    t.strictSame(sortByUnits(items), plainly(items, byUnits))
  }
  t.end()
})
