import t from 'tap'
import { sideBySide } from '../../../cases/lifecycle/acting.ts'

t.test('work side by side keeps the order of its items', async (t) => {
  const results = await sideBySide([3, 1, 2, 0], async (item, index) => {
    for (let turn = 0; turn < item * 5; turn += 1) await Promise.resolve()
    return `${index}:${item}`
  })
  t.same(results, ['0:3', '1:1', '2:2', '3:0'])
  t.same(await sideBySide([], async () => Promise.resolve(1)), [])
})

t.test('not all of it is under way at once', async (t) => {
  let now = 0
  let most = 0
  await sideBySide(Array.from({ length: 40 }), async () => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => { setImmediate(resolve) })
    now -= 1
  })
  t.ok(most > 1 && most <= 8)
})

t.test('a failure is told once everything under way has ended, and nothing more is begun', async (t) => {
  let begun = 0
  let ended = 0
  await t.rejects(sideBySide(Array.from({ length: 40 }, (_, index) => index), async (index) => {
    begun += 1
    if (index === 1) throw new Error('the second')
    await new Promise((resolve) => { setImmediate(resolve) })
    ended += 1
  }), { message: 'the second' })
  t.equal(ended, begun - 1)
  t.ok(begun < 20)
})
