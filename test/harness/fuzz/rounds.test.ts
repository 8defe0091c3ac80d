import t from 'tap'
import { roundSeed, runRounds } from '../../../harness/fuzz/rounds.ts'
import type { Round } from '../../../harness/fuzz/rounds.ts'
import { divideTime } from '../../../harness/fuzz/shares.ts'
import type { CaseResult, Outcome } from '../../../harness/run/outcome.ts'

const result = (outcome: Outcome): CaseResult => ({ id: 'test.fuzzed', suite: 'lifecycle', title: 'T', outcome, observations: [], durationMs: 1, ...(outcome === 'pass' ? {} : { reason: `it is ${outcome}` }) })

/** Rounds that end at once; the share is spent after the last of them. */
async function rounds(outcomes: readonly Outcome[], options: { abortAfter?: number } = {}): Promise<{ ended: CaseResult; seen: readonly Round[] }> {
  const seen: Round[] = []
  const stop = new AbortController()
  let time = 0
  const ended = await runRounds({
    seed: 7, signal: stop.signal, end: 1_000, now: () => time,
    run: async (round) => {
      seen.push(round)
      if (seen.length === options.abortAfter) stop.abort()
      if (seen.length === outcomes.length) time = 1_000
      return Promise.resolve(result(outcomes[seen.length - 1] ?? 'pass'))
    },
  })
  return { ended, seen }
}

t.test('every round has its own seed, which comes from the first', async (t) => {
  const { ended, seen } = await rounds(['pass', 'pass', 'pass'])
  t.match(ended, { outcome: 'pass', rounds: 3 })
  t.same(seen.map(({ seed }) => seed), [7, roundSeed(7, 1), roundSeed(7, 2)])
  t.equal(new Set(seen.map(({ seed }) => seed)).size, 3)
  t.ok(seen.every(({ seed }) => Number.isInteger(seed) && seed >= 0 && seed <= 0xffff_ffff))
  t.not(roundSeed(7, 1), roundSeed(8, 1))
})

const ends: readonly { name: string; outcomes: readonly Outcome[]; abortAfter?: number; want: Partial<CaseResult> }[] = [
  { name: 'the first failure is the last round', outcomes: ['pass', 'fail', 'pass'], want: { outcome: 'fail', rounds: 2, reason: 'it is fail', flaky: true } },
  { name: 'what fails at once is not flaky, and no later round mends it', outcomes: ['fail', 'pass'], want: { outcome: 'fail', rounds: 1, flaky: undefined as never } },
  { name: 'a round that cannot tell is not lost among those that pass', outcomes: ['pass', 'inconclusive', 'pass'], want: { outcome: 'inconclusive', rounds: 3, reason: `round 2 (seed ${roundSeed(7, 1)}): it is inconclusive` } },
  { name: 'a failure outweighs it', outcomes: ['inconclusive', 'fail'], want: { outcome: 'fail', rounds: 2, flaky: undefined as never } },
  { name: 'three in a row that cannot tell are enough', outcomes: ['pass', 'not-run', 'inconclusive', 'not-run', 'pass'], want: { outcome: 'inconclusive', rounds: 4 } },
  { name: 'what does not apply will not', outcomes: ['not-applicable', 'pass'], want: { outcome: 'not-applicable', rounds: 1 } },
  { name: 'an interrupt starts nothing more', outcomes: ['pass', 'pass', 'pass'], abortAfter: 2, want: { outcome: 'pass', rounds: 2 } },
]
for (const { name, outcomes, abortAfter, want } of ends) {
  t.test(name, async (t) => { t.match((await rounds(outcomes, abortAfter === undefined ? {} : { abortAfter })).ended, want) })
}

t.test('one round there is always, and none is longer than its share', async (t) => {
  const end = performance.now() - 1
  const seen: Round[] = []
  const ended = await runRounds({ seed: 1, end, signal: new AbortController().signal, run: async (round) => { seen.push(round); return Promise.resolve(result('pass')) } })
  t.equal(ended.rounds, 1)
  t.equal(seen[0]?.deadline, end)
})

const divided: readonly { name: string; beside: number; alone: number; shares: readonly number[] }[] = [
  { name: 'as many as run side by side have it all', beside: 4, alone: 0, shares: [600, 600, 600, 600] },
  { name: 'of two more the turns are halved', beside: 6, alone: 0, shares: [300, 300, 600, 600, 600, 600] },
  { name: 'those alone come after the others', beside: 2, alone: 1, shares: [300, 300, 600] },
]
for (const { name, beside, alone, shares } of divided) {
  t.test(`the time is divided: ${name}`, async (t) => {
    const jobs = [...Array.from({ length: beside }, () => ({ alone: false })), ...Array.from({ length: alone }, () => ({ alone: true }))]
    const running: number[] = []
    let time = 0
    const { next } = divideTime(jobs, { end: 630_000, concurrency: 4, now: () => time })
    const ends = jobs.map((job) => {
      // As the scheduler does: whoever is alone waits for all others, the rest for a free place.
      if (job.alone) time = Math.max(0, ...running)
      else if (running.length >= 4) time = running.toSorted((one, other) => one - other)[running.length - 4] ?? 0
      running.push(next(job))
      return (running.at(-1) ?? 0) / 1_000
    })
    t.same(ends, shares)
  })
}

t.test('a short budget keeps a quarter back, and one that is spent gives nothing', async (t) => {
  t.equal(divideTime([{ alone: false }], { end: 8_000, concurrency: 4, now: () => 0 }).next({ alone: false }), 6_000)
  let time = 0
  const late = divideTime([{ alone: false }], { end: 8_000, concurrency: 4, now: () => time })
  time = 9_000
  t.equal(late.next({ alone: false }), 9_000)
})
