/** Ids are UUIDs of version 7: in the order of time, and random beyond it. */
import t from 'tap'
import { newId } from '../../../server/handoff/ids.ts'
import { newWorld } from './world.ts'

t.test('time first, then chance', async (t) => {
  t.match(newId(0), /^00000000-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  // The example of RFC 9562, appendix A.6: Tuesday, February 22, 2022 2:22:22.00 PM GMT-05:00.
  t.match(newId(Date.parse('2022-02-22T19:22:22.000Z') + 0.75), /^017f22e2-79b0-7/)
  const ids = Array.from({ length: 1000 }, (_, index) => newId(1_800_000_000_000 + index))
  t.same(ids.toSorted(), ids)
  t.equal(new Set(Array.from({ length: 1000 }, () => newId(1).slice(14))).size, 1000)
})

t.test('handoffs and events have the time at which they came to be', async (t) => {
  const world = await newWorld(t)
  const first = await world.send('alpha', 'beta')
  world.now += 1
  const second = await world.send('alpha', 'beta')
  t.ok(first.id < second.id)
  world.now += 1
  await world.service.acknowledge(world.as('beta'), { handoff_id: first.id })
  const { events } = await world.service.get(world.as('beta'), { handoff_id: first.id })
  t.same(events.map(({ id }) => id.slice(0, 13)), [newId(world.now - 2).slice(0, 13), newId(world.now).slice(0, 13)])
})
