/** The cases of the suite on validators and targets that are not as they should be, and on those that it is not about. */
import t from 'tap'
import { basename } from 'node:path'
import { registry } from '../../../cases/registry/index.ts'
import { registryRequirements } from '../../../cases/requirements/registry.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { Ability, Driver } from '../../../harness/fixture/driver.ts'
import type { RegistryValidator, ValidatorEnd } from '../../../harness/registry/validator.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import type { RegistryClaim } from '../../../harness/target/profile.ts'
import { readRegistryVectors } from '../../../harness/vectors/registry/read.ts'
import { startHttpServer } from '../../../server/index.ts'
import { validatorOf } from '../../mutants/registry-validator.ts'

t.setTimeout(300_000)

const catalogue = createCatalogue({ cases: registry, requirements: registryRequirements })
const secrets = 'registry.vectors-secrets'

async function run(claim: RegistryClaim | undefined, only = 'registry.vectors-version', { driver = createReferenceDriver({ start: startHttpServer }), running = false }: { readonly driver?: Driver; readonly running?: boolean } = {}) {
  // Without an adapter nothing is shown of the running target, which costs the most.
  const claims = { auth: 'static-bearer', ...(running ? { adapter: referenceAdapter } : {}), ...(claim === undefined ? {} : { registry: claim }) } as const
  const { results } = await runConformance({ catalogue, driver, target: { name: 'reference', claims }, select: { only: [only] }, level: 'hardening', emit: () => undefined, secrets: () => undefined })
  const [result] = results
  if (result === undefined) throw new Error('there is no result')
  return result
}

/** What the real validator says of each vector, asked once: each run has a folder of its own, and the same files. */
const said = new Map<string, string>()
const clean: RegistryValidator = {
  many: true,
  async run(files, signal) {
    if (files.some((file) => !said.has(basename(file)))) {
      const end = await validatorOf(undefined).run(files, signal)
      if (end.kind === 'ended') for (const line of end.stdout.split('\n')) said.set(basename((JSON.parse(line) as { registry: string }).registry), line)
    }
    const lines = files.map((file) => JSON.stringify({ ...JSON.parse(said.get(basename(file)) ?? '{}') as object, registry: file }))
    return { kind: 'ended', code: lines.every((line) => line.includes('"ok":true')) ? 0 : 1, stdout: lines.join('\n'), stderr: '' }
  },
}
/** The clean validator with something done to what it says. */
const changed = (change: (end: ValidatorEnd, files: readonly string[]) => ValidatorEnd): RegistryClaim => ({
  format: 'agents-yaml', validator: { many: true, run: async (files, signal) => change(await clean.run(files, signal), files) },
})
const rewritten = (rewrite: (stdout: string) => string): RegistryClaim => changed((end) => (end.kind === 'ended' ? { ...end, stdout: rewrite(end.stdout) } : end))
const theme = 'registry.vectors-version'

const rows: readonly (readonly [name: string, claim: RegistryClaim, only: string, outcome: string, requirement: string | undefined])[] = [
  ['a good one', { format: 'agents-yaml', validator: clean }, theme, 'pass', undefined],
  ['one that takes everything', changed((_, files) => ({ kind: 'ended', code: 0, stdout: files.map((file) => JSON.stringify({ registry: file, ok: true })).join('\n'), stderr: '' })), theme, 'fail', 'registry.refused'],
  ['one that refuses everything', changed((_, files) => ({ kind: 'ended', code: 1, stdout: files.map((file) => JSON.stringify({ registry: file, ok: false })).join('\n'), stderr: '' })), theme, 'fail', 'registry.taken'],
  ['one that counts wrongly', rewritten((text) => text.replaceAll('"agents":2', '"agents":3')), theme, 'fail', 'registry.taken'],
  ['one that tells no more than good and bad', rewritten((text) => text.replaceAll(/"error":\{.*/g, '"x":1}')), theme, 'pass', undefined],
  ['one that tells one problem for two', rewritten((text) => text.replaceAll(/(?<="problems":\[\{[^}]*\}),.*?(?=\]\}\})/g, '')), 'registry.vectors-together', 'fail', 'registry.all-problems'],
  ['one that tells other lines', rewritten((text) => text.replaceAll(/"line":\d+/g, '"line":77')), theme, 'fail', 'registry.all-problems'],
  ['one that tells other columns', rewritten((text) => text.replaceAll(/"column":\d+/g, '"column":77')), theme, 'fail', 'hardening.registry-problem-place'],
  ['one that has codes of its own and other columns', rewritten((text) => text.replaceAll(/"code":"(?!registry)\w+"/g, '"code":"odd"').replaceAll(/"column":\d+/g, '"column":77')), theme, 'pass', undefined],
  ['one that ends with 3', changed((end) => ({ ...end, code: 3 }) as ValidatorEnd), theme, 'inconclusive', undefined],
  ['one that is broken', changed(() => ({ kind: 'broken', why: 'it is' })), theme, 'inconclusive', undefined],
]

for (const [name, claim, only, outcome, requirement] of rows) {
  t.test(`a validator: ${name}`, async (t) => {
    const result = await run(claim, only)
    t.equal(result.outcome, outcome, result.reason ?? '')
    const violated = result.observations.filter(({ ok }) => !ok).map((observation) => observation.requirement)
    t.ok(requirement === undefined ? violated.length === 0 : violated.includes(requirement), violated.join(' '))
  })
}

t.test('a running target is enough, and so is a validator, and one of them there has to be', async (t) => {
  const running = await run({ format: 'agents-yaml' }, theme, { running: true })
  t.equal(running.outcome, 'pass', running.reason ?? '')
  t.ok(running.setAside?.some(({ reason }) => reason.includes('none is named')))
  const neither = await run({ format: 'agents-yaml' })
  t.equal(neither.outcome, 'not-applicable')
  t.match(neither.reason, /names no validator of registries, and does not show/)
})

t.test('a validator that shows a secret on stderr', async (t) => {
  const vector = (await readRegistryVectors()).get('secrets')?.vectors[0]
  const result = await run(changed((end) => ({ ...end, stderr: `the value ${vector?.secrets[0] ?? ''} is wrong` }) as ValidatorEnd), secrets)
  t.equal(result.outcome, 'fail')
  t.same(result.observations.filter(({ ok }) => !ok).map(({ requirement, input }) => [requirement, input]), [['registry.no-secret', vector?.id]])
})

t.test('a validator that takes one file at a time is asked about a sample', async (t) => {
  let asked = 0
  const one: RegistryValidator = { many: false, async run(files, signal) {
    asked += 1
    return clean.run(files, signal)
  } }
  const result = await run({ format: 'agents-yaml', validator: one })
  t.equal(result.outcome, 'pass', result.reason ?? '')
  t.equal(asked, 4)
  t.ok(result.setAside?.some(({ reason }) => reason.includes('one file at a time')))
})

t.test('targets that the suite is not about', async (t) => {
  const without = (ability: Ability): Driver => {
    const driver = createReferenceDriver({ start: startHttpServer })
    const fewer = (abilities: ReadonlySet<Ability>): ReadonlySet<Ability> => new Set([...abilities].filter((each) => each !== ability))
    return { ...driver, abilities: fewer(driver.abilities), abilitiesWith: () => fewer(driver.abilities), async open(options) {
      const fixture = await driver.open(options)
      return { ...fixture, abilities: fewer(fixture.abilities) }
    } }
  }
  for (const [name, claim, only, reason, driver] of [
    ['no registry', undefined, theme, /does not write the registry/],
    ['JSON', { format: 'agents-json' }, theme, /no agents\.yaml/],
    ['no projects', { format: 'agents-yaml', projects: false }, theme, /knows no projects/],
    ['no validator', { format: 'agents-yaml' }, 'registry.file-mode', /names no validator/],
    ['a driver that cannot write it', { format: 'agents-yaml' }, theme, /cannot write_registry/, without('writeRegistry')],
  ] as const) {
    const result = await run(claim, only, driver === undefined ? {} : { driver })
    t.equal(result.outcome, 'not-applicable', name)
    t.match(result.reason, reason, name)
  }
})
