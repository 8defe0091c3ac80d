/** Pages: nothing lost, nothing twice, stable while handoffs arrive, and only what the caller may see counts. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import t from 'tap'
import { statuses } from '../../../server/handoff/types.ts'
import type { Handoff } from '../../../server/handoff/types.ts'
import type { InboxInput } from '../../../server/handoff/inputs.ts'
import { codeOf, newWorld, policyOf, threeAgents } from './world.ts'
import type { World } from './world.ts'

async function pages(world: World, agent: string, input: InboxInput, between: () => Promise<unknown> = async () => undefined): Promise<Handoff[][]> {
  const all: Handoff[][] = []
  let cursor: string | undefined
  do {
    const page = await world.service.inbox(world.as(agent), { ...input, ...(cursor === undefined ? {} : { cursor }) })
    all.push([...page.handoffs])
    cursor = page.next_cursor
    await between()
  } while (cursor !== undefined)
  return all
}

function newestFirst(a: Handoff, b: Handoff): number {
  const left = `${a.created_at} ${a.id}`
  const right = `${b.created_at} ${b.id}`
  return left < right ? 1 : -1
}

t.test('stable while handoffs arrive, many of them in one millisecond', async (t) => {
  const world = await newWorld(t)
  const sent: Handoff[] = []
  for (let index = 0; index < 23; index += 1) {
    if (index % 4 === 0) world.now += 1
    sent.push(await world.send('alpha', 'beta'))
  }
  world.now += 1
  const got = await pages(world, 'beta', { limit: 5 }, () => world.send('alpha', 'beta'))
  t.same(got.map((page) => page.length), [5, 5, 5, 5, 3])
  t.same(got.flat().map((handoff) => handoff.id), sent.sort(newestFirst).map((handoff) => handoff.id))
})

t.test('a last page that is just full has no cursor', async (t) => {
  const world = await newWorld(t)
  for (let index = 0; index < 4; index += 1) await world.send('alpha', 'beta')
  t.same((await pages(world, 'beta', { limit: 2 })).map((page) => page.length), [2, 2])
  t.notHas(await world.service.inbox(world.as('beta'), { limit: 4 }), 'next_cursor')
  t.same(await world.service.inbox(world.as('gamma'), {}), { handoffs: [] })
  t.same(await world.service.inbox(world.as('beta'), { statuses: [] }), { handoffs: [] })
})

t.test('the access filter comes before the limit', async (t) => {
  const world = await newWorld(t)
  for (let index = 0; index < 6; index += 1) {
    world.now += 1
    await world.send(index % 2 === 0 ? 'alpha' : 'gamma', 'beta')
  }
  world.policy = policyOf({ ...threeAgents, gamma: { sendTo: [] } })
  const got = await pages(world, 'beta', { limit: 2 })
  t.same(got.map((page) => page.map((handoff) => handoff.sender)), [['alpha', 'alpha'], ['alpha']])
})

t.test('boxes and states', async (t) => {
  const world = await newWorld(t)
  const [queued, accepted, cancelled] = [await world.send('alpha', 'beta'), await world.send('alpha', 'beta'), await world.send('alpha', 'beta')]
  await world.service.acknowledge(world.as('beta'), { handoff_id: accepted.id })
  await world.service.updateStatus(world.as('alpha'), { handoff_id: cancelled.id, status: 'cancelled' })
  const ids = async (agent: string, input: InboxInput) => (await world.service.inbox(world.as(agent), input)).handoffs.map((handoff) => handoff.id).sort()
  t.same(await ids('beta', {}), [queued.id, accepted.id].sort())
  t.same(await ids('alpha', {}), [])
  t.same(await ids('alpha', { box: 'sent' }), [queued.id, accepted.id].sort())
  t.same(await ids('alpha', { box: 'sent', statuses: ['cancelled', 'cancelled'] }), [cancelled.id])
  t.same(await ids('alpha', { box: 'sent', statuses }), [queued.id, accepted.id, cancelled.id].sort())
})

t.test('a cursor is for the list and the caller that it was given for', async (t) => {
  const world = await newWorld(t)
  for (let index = 0; index < 3; index += 1) await world.send('alpha', 'beta')
  for (let index = 0; index < 3; index += 1) await world.send('beta', 'alpha')
  const cursor = (await world.service.inbox(world.as('beta'), { limit: 1 })).next_cursor ?? ''
  const ask = (agent: string, input: InboxInput) => codeOf(world.service.inbox(world.as(agent), { limit: 1, ...input }))
  t.equal(await ask('beta', { cursor }), 'ok')
  t.equal(await ask('beta', { cursor, limit: 2, statuses: ['blocked', 'queued', 'accepted'] }), 'ok', 'another limit, states in another order')
  t.equal(await ask('alpha', { cursor }), 'invalid_input')
  t.equal(await ask('beta', { cursor, box: 'sent' }), 'invalid_input')
  t.equal(await ask('beta', { cursor, statuses: ['queued'] }), 'invalid_input')
  for (const other of ['x', `${cursor}=`, `${cursor} `, cursor.slice(1), cursor.slice(0, -2), Buffer.from('2026~x~y').toString('base64url'), '%%%']) {
    t.equal(await ask('beta', { cursor: other }), 'invalid_input', other)
  }
  for (let index = 0; index < cursor.length; index += 1) {
    const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1)
    if ((await ask('beta', { cursor: changed })) !== 'invalid_input') t.fail(`accepted with another character at ${index}`)
  }
  await t.rejects(world.service.inbox(world.as('beta'), { cursor: 'x' }), { code: 'invalid_input', field: 'cursor' })
})

t.test('any mix of arrivals and page sizes', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(2), { maxLength: 25 }), fc.integer({ min: 1, max: 7 }), async (steps, limit) => {
      const cleanup: (() => unknown)[] = []
      const world = await newWorld({ teardown: (work) => cleanup.unshift(work) })
      const sent: Handoff[] = []
      for (const step of steps) {
        world.now += step
        sent.push(await world.send('alpha', 'beta'))
      }
      const got = (await pages(world, 'beta', { limit })).flat()
      for (const work of cleanup) await work()
      return isDeepStrictEqual(got, sent.sort(newestFirst).map((handoff) => ({ ...handoff })))
    }),
    { numRuns: 15 },
  )
  t.pass()
})
