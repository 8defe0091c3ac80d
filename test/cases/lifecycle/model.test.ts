import t from 'tap'
import { requirements } from '../../../cases/index.ts'
import { cases } from '../../../cases/lifecycle/model.ts'
import type { Driver, Fixture } from '../../../harness/fixture/driver.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import type { ReferenceStartOptions } from '../../../harness/fixture/reference.ts'
import type { Failure } from '../../../harness/fuzz/failure.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunOptions, RunSummary } from '../../../harness/run/run.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { startHttpServer } from '../../../server/index.ts'
import { lifecycleModel } from '../../mutants/mutants/lifecycle-model.ts'
import { faultyTarget } from '../../mutants/targets.ts'

async function runCase(id: string, driver: Driver, options: Partial<RunOptions> = {}): Promise<RunSummary> {
  const entries = cases.filter((entry) => entry.id === id)
  const used = new Set(entries.flatMap((entry) => entry.requirements))
  return runConformance({
    catalogue: createCatalogue({ cases: entries, requirements: requirements.filter((requirement) => used.has(requirement.id)) }),
    driver, target: { name: 'reference', claims: { auth: 'static-bearer', adapter: referenceAdapter } },
    select: {}, level: 'hardening', emit: () => undefined, secrets: () => undefined, ...options,
  })
}

const clean = createReferenceDriver({ start: startHttpServer })

async function faulty(id: string): Promise<Driver> {
  const mutant = lifecycleModel.find((each) => each.id === id)
  if (mutant === undefined) throw new Error(`there is no ${id}`)
  return (await faultyTarget('reference', { kind: 'patch', id, patch: mutant.patch })).driver
}

/** The reference driver whose fixtures are passed through something first. */
function through(change: (fixture: Fixture) => Fixture, start: typeof startHttpServer = startHttpServer): Driver {
  const driver = createReferenceDriver({ start })
  return { ...driver, open: async (options) => change(await driver.open(options)) }
}

t.test('a finding is kept, found again by its program alone, and gone on a server without the fault', async (t) => {
  const found = await runCase('lifecycle.model', await faulty('model-sender-takes-queued-to-accepted'), { runs: 40 })
  t.match(found.results, [{ outcome: 'fail' }])
  const [failure] = found.failures
  t.match(failure, { kind: 'program', case: 'lifecycle.model', title: 'An operation is not answered as the contract says.', lines: [/^\w+ sends h1 to \w+$/, /^\w+ acknowledges h1$/, '→ expected illegal_transition, got ok'] })
  const replaying = JSON.parse(JSON.stringify(failure)) as Failure
  const again = await runCase('lifecycle.model', await faulty('model-sender-takes-queued-to-accepted'), { replaying })
  t.match(again.results, [{ outcome: 'fail' }])
  t.equal(again.failures[0]?.id, failure?.id)
  const fixed = await runCase('lifecycle.model', clean, { replaying })
  t.match(fixed.results, [{ outcome: 'pass' }])
})

t.test('what was saved and is no program is not run', async (t) => {
  const replaying: Failure = { id: 'x', case: 'lifecycle.model', seed: 1, kind: 'program', title: 'x', lines: [], data: { program: 7 } }
  t.match((await runCase('lifecycle.model', clean, { replaying })).results, [{ outcome: 'not-run', reason: 'what was saved of the failure holds no program' }])
})

t.test('a target that dies in the middle is judged by that alone', async (t) => {
  const driver = through((fixture) => {
    let edits = 0
    return { ...fixture, renew: async (identities) => {
      edits += 1
      if (edits === 2) await fixture.stop()
      return fixture.renew(identities)
    } }
  })
  const { results, failures } = await runCase('lifecycle.model', driver, { runs: 40 })
  t.match(results, [{ outcome: 'fail', inconclusiveInputs: [{ reason: /after \d+ programs: / }] }])
  t.same(results[0]?.observations.map(({ requirement }) => requirement), ['hardening.still-serves'])
  t.same(failures.filter(({ kind }) => kind === 'program'), [])
})

/** The same two agents play again and again, with nothing around them. */
function ableToDoNothing(start: typeof startHttpServer = startHttpServer): Driver {
  const without = new Set(['issueToken', 'setPolicy', 'setClock', 'restart'])
  const fewer = (abilities: Fixture['abilities']): Fixture['abilities'] => new Set([...abilities].filter((ability) => !without.has(ability)))
  const driver = through((fixture) => ({ ...fixture, abilities: fewer(fixture.abilities) }), start)
  return { ...driver, abilities: fewer(driver.abilities), abilitiesWith: () => fewer(driver.abilities) }
}

t.test('one that limits its callers is not judged', async (t) => {
  const { results } = await runCase('lifecycle.model', ableToDoNothing(async (options: ReferenceStartOptions) => startHttpServer({ ...options, ratePerMinute: 150 })), { runs: 40 })
  t.match(results, [{ inconclusiveInputs: [{ reason: /after \d+ programs: the target answers rate_limited/ }] }])
  t.same(results[0]?.observations.filter(({ requirement }) => requirement.startsWith('handoff.')), [])
})

t.test('where nobody new can be made, what other programs left is told apart', async (t) => {
  t.match((await runCase('lifecycle.model', ableToDoNothing(), { runs: 12 })).results, [{ outcome: 'pass' }])
  t.match((await runCase('lifecycle.model-time', ableToDoNothing(), { runs: 8 })).results, [{ outcome: 'pass' }])
})
