import t from 'tap'
import { lastFew } from '../../../harness/run/last-few.ts'

for (const most of [1, 2, 3]) {
  t.test(`of many the last ${most}, the earliest first`, async (t) => {
    const few = lastFew<number>(most)
    t.same(few.all(), [])
    for (const each of [1, 2, 3, 4]) few.add(each)
    t.same(few.all(), [1, 2, 3, 4].slice(-most))
  })
}
