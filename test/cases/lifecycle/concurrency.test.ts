import { cases, requirements } from '../../../cases/index.ts'
import type { Driver, Fixture } from '../../../harness/fixture/driver.ts'
import type { Failure } from '../../../harness/fuzz/failure.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { TargetInput } from '../../../harness/target/target-input.ts'
import { lifecycleConcurrent } from '../../mutants/mutants/lifecycle-concurrent.ts'
import { faultyTarget } from '../../mutants/targets.ts'
import type { Fault } from '../../mutants/targets.ts'
import { seedVariable, testSeed } from '../../support/seed.ts'

/** Each run of all tests has other seeds, so that fewer do there; by itself the file takes as many as tell something at once. */
const times = process.env[seedVariable] === undefined ? 20 : 8
const ids = ['lifecycle.concurrent']
const entries = cases.filter(({ id }) => ids.includes(id))
const catalogue = createCatalogue({ cases: entries, requirements: requirements.filter(({ id }) => entries.some((entry) => entry.requirements.includes(id))) })
const firstSeed = testSeed() % 1_000_000

interface Lent {
  readonly driver: Driver
  readonly target: TargetInput
  readonly close: () => Promise<void>
}

/** The same running server for every run: each of them makes handoffs of its own. */
async function lend(fault: Fault): Promise<Lent> {
  const { driver, target } = await faultyTarget('reference', fault)
  const fixture = await driver.open({ rateLimits: 'generous' })
  const lent: Fixture = { ...fixture, close: async () => Promise.resolve() }
  return { driver: { ...driver, open: async () => Promise.resolve(lent) }, target, close: async () => fixture.close() }
}

interface Told {
  readonly seed: number | undefined
  /** By the ids of the cases. */
  readonly outcomes: Readonly<Record<string, string>>
  /** For whoever has to mend it. */
  readonly reasons: string
  readonly failures: readonly Failure[]
}

async function run({ driver, target }: Lent, options: { readonly seed?: number; readonly runs?: number; readonly replaying?: Failure }): Promise<Told> {
  const { results, failures, faults } = await runConformance({ catalogue, driver, target, select: { only: ids }, level: 'hardening', emit: () => undefined, secrets: () => undefined, ...options })
  return {
    seed: options.seed,
    outcomes: Object.fromEntries(results.map(({ id, outcome }) => [id, outcome])),
    reasons: [...results.map(({ reason = '' }) => reason), ...faults.map(({ error }) => String(error)), ...failures.flatMap(({ lines }) => lines)].join('\n'),
    failures,
  }
}

async function runs(lent: Lent, options: { readonly runs?: number }): Promise<readonly Told[]> {
  const told: Told[] = []
  for (let round = 0; round < times; round += 1) told.push(await run(lent, { ...options, seed: firstSeed + round }))
  return told
}

const nonAtomic = lifecycleConcurrent.find(({ id }) => id === 'concurrent-two-acknowledgements') ?? (() => { throw new Error('there is no such mutant') })()

// All of it happens before tap is loaded, which watches every promise and so doubles what the runs cost.
const clean = await lend({ kind: 'none' })
const faulty = await lend({ kind: 'patch', id: nonAtomic.id, patch: nonAtomic.patch })
const onClean = await runs(clean, { runs: 1 })
const onFaulty = await runs(faulty, {})
const found = onFaulty.flatMap(({ failures }) => failures)
const [first] = found
const again = first === undefined ? undefined : { faulty: await run(faulty, { replaying: first }), clean: await run(clean, { replaying: first }) }
await Promise.all([clean.close(), faulty.close()])

const { default: t } = await import('tap')

t.test(`${times} runs in a row on a clean server find nothing (seeds from ${firstSeed})`, async (t) => {
  t.equal(onClean.length, times)
  for (const { seed, outcomes, reasons } of onClean) t.strictSame(outcomes, Object.fromEntries(ids.map((id) => [id, 'pass'])), `seed ${String(seed)}: ${reasons}`)
})

t.test(`each of ${times} runs in a row finds that a change is looked up outside of its transaction (seeds from ${firstSeed})`, async (t) => {
  t.equal(onFaulty.length, times)
  for (const { seed, outcomes, reasons } of onFaulty) t.strictSame(outcomes, Object.fromEntries(ids.map((id) => [id, 'fail'])), `seed ${String(seed)}: ${reasons.split('\n')[0] ?? ''}`)
})

t.test('what is found is kept as a history with its witness', async (t) => {
  for (const { kind, lines, data } of found) {
    t.equal(kind, 'history')
    t.match(lines.at(-2), /^There is no order of these, one after the other, in which the last answer is right: #\d+ /)
    t.notMatch(JSON.stringify({ lines, data }), /[0-9a-f]{8}-[0-9a-f]{4}-/, 'no id of the target and no key is kept')
  }
})

t.test('what is found is found again by its plan, and not on a clean server', async (t) => {
  t.equal(again?.faulty.outcomes[first?.case ?? ''], 'fail')
  t.equal(again?.clean.outcomes[first?.case ?? ''], 'pass')
})
