import t from 'tap'
import * as fc from 'fast-check'
import { seededOrder, seededRandom } from '../../../harness/run/random.ts'
import { schedule } from '../../../harness/run/schedule.ts'

interface Numbered {
  readonly alone: boolean
  readonly number: number
  /** How many turns of the event loop it takes. */
  readonly turns: number
}

const jobs = fc.array(fc.record({ alone: fc.boolean(), turns: fc.nat(4) }), { maxLength: 30 })
  .map((list) => list.map((job, number): Numbered => ({ ...job, number })))

async function turn(): Promise<void> {
  await new Promise((resolve) => { setImmediate(resolve) })
}

t.test('never more at once than allowed, alone is alone, and everything runs once', async () => {
  await fc.assert(fc.asyncProperty(jobs, fc.integer({ min: 1, max: 5 }), async (list, concurrency) => {
    const running = new Set<Numbered>()
    const ran: number[] = []
    const left = await schedule(list, {
      concurrency, signal: new AbortController().signal,
      async run(job) {
        running.add(job)
        if (running.size > concurrency) throw new Error(`${running.size} at once`)
        if (running.size > 1 && [...running].some(({ alone }) => alone)) throw new Error('not alone')
        ran.push(job.number)
        for (let count = 0; count < job.turns; count += 1) await turn()
        running.delete(job)
      },
    })
    if (left.length > 0) throw new Error('left over')
    return ran.toSorted((one, other) => one - other).every((number, index) => number === index) && ran.length === list.length
  }), { numRuns: 60 })
})

t.test('after an abort nothing more starts, what runs is waited for, and the rest is given back', async () => {
  await fc.assert(fc.asyncProperty(jobs, fc.integer({ min: 1, max: 5 }), fc.nat(30), async (list, concurrency, stopAfter) => {
    const controller = new AbortController()
    if (stopAfter === 0) controller.abort()
    let started = 0
    let ended = 0
    const left = await schedule(list, {
      concurrency, signal: controller.signal,
      async run(job) {
        if (controller.signal.aborted) throw new Error('started after the abort')
        started += 1
        if (started === stopAfter) controller.abort()
        for (let count = 0; count < job.turns; count += 1) await turn()
        ended += 1
      },
    })
    return started === ended && started + left.length === list.length && (stopAfter === 0 || stopAfter > list.length || started === stopAfter)
  }), { numRuns: 60 })
})

t.test('it really does run side by side', async (t) => {
  let running = 0
  let most = 0
  await schedule([1, 2, 3, 4].map(() => ({ alone: false })), {
    concurrency: 3, signal: new AbortController().signal,
    async run() {
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
    },
  })
  t.equal(most, 3)
})

t.test('the order is the seed\'s: the same again, another with another, and always all of them', async (t) => {
  const items = Array.from({ length: 40 }, (_, index) => index)
  t.strictSame(seededOrder(items, 7), seededOrder(items, 7))
  t.notSame(seededOrder(items, 7), seededOrder(items, 8))
  t.strictSame(seededOrder(items, 7).toSorted((one, other) => one - other), items)
  t.strictSame(items, Array.from({ length: 40 }, (_, index) => index), 'the input is left alone')
})

t.test('random numbers are the seed\'s and the name\'s, within [0, 1)', async (t) => {
  const draw = (seed: number, name: string): number[] => Array.from({ length: 50 }, seededRandom(seed, name))
  t.strictSame(draw(1, 'a'), draw(1, 'a'))
  t.notSame(draw(1, 'a'), draw(1, 'b'))
  t.notSame(draw(1, 'a'), draw(2, 'a'))
  t.ok(draw(1, 'a').every((number) => number >= 0 && number < 1))
})
