import t from 'tap'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { Case } from '../../../harness/run/case.ts'
import { engineRequirements } from '../../../harness/run/engine-requirements.ts'
import { matchesGlob } from '../../../harness/run/glob.ts'
import { planCases, selectCases, selectedSuites } from '../../../harness/run/plan.ts'
import type { Selection } from '../../../harness/run/plan.ts'
import type { TargetProfile } from '../../../harness/target/profile.ts'
import { explain, makeCase, requirements } from '../support/catalogue.ts'

const nothing = { scenario: async () => { await Promise.resolve() } }
const cases: readonly Case[] = [
  makeCase({ id: 'auth.one', ...nothing }),
  makeCase({ id: 'auth.one-more', ...nothing }),
  makeCase({ id: 'spec.one', suite: 'spec', ...nothing }),
  makeCase({ id: 'interop.one', suite: 'interop', ...nothing }),
]

const globs: readonly [pattern: string, id: string, matches: boolean][] = [
  ['auth.*', 'auth.one', true], ['auth.*', 'authentic', false], ['*one', 'auth.one', true], ['*', 'anything', true],
  ['auth.on?', 'auth.one', true], ['auth.on?', 'auth.on', false], ['auth.one', 'auth.one-more', false], ['auth+', 'auth', false], ['a.th', 'auth', false],
]
t.test('globs', async (t) => {
  for (const [pattern, id, matches] of globs) t.equal(matchesGlob(pattern, id), matches, `${pattern} and ${id}`)
})

const selections: readonly { select: Selection; ids?: readonly string[]; code?: string }[] = [
  { select: {}, ids: ['auth.one', 'auth.one-more', 'spec.one'] },
  { select: { suites: ['interop'] }, ids: ['interop.one'] },
  { select: { suites: ['spec', 'auth-negative'] }, ids: ['auth.one', 'auth.one-more', 'spec.one'] },
  { select: { only: ['auth.*'] }, ids: ['auth.one', 'auth.one-more'] },
  { select: { only: ['auth.*'], skip: ['*more'] }, ids: ['auth.one'] },
  { select: { only: ['spec.one', 'auth.one'] }, ids: ['auth.one', 'spec.one'] },
  { select: { suites: ['stdio'] }, code: 'unknown_suite' },
  { select: { suites: ['no-such'] }, code: 'unknown_suite' },
  { select: { only: ['no-such.*'] }, code: 'unknown_case' },
  { select: { skip: ['no-such'] }, code: 'unknown_case' },
]
for (const { select, ids, code } of selections) {
  t.test(`select ${JSON.stringify(select)}`, async (t) => {
    if (code === undefined) t.strictSame(selectCases(cases, select).map(({ id }) => id), ids)
    else t.throws(() => selectCases(cases, select), { code })
  })
}

t.test('only suites that have cases are named to whoever asks for another one', async (t) => {
  for (const wanted of ['policy', 'no-such']) {
    t.throws(() => selectCases(cases, { suites: [wanted] }), { message: `there is no suite "${wanted}"; there are auth-negative, spec, interop` })
  }
})

t.test('of a target that is given by its URL no driver is spoken', async (t) => {
  const planned = planCases([makeCase({ id: 'auth.ability', needs: ['rotate'], ...nothing })], {} as TargetProfile, () => new Set(), 'url')
  t.match(planned, [{ kind: 'not-applicable', missingAbility: 'rotate', reason: /^the target is given by its URL: .* so that nobody can rotate$/ }])
})

t.test('every suite but interop by default', async (t) => {
  t.notOk(selectedSuites({}).includes('interop'))
  t.ok(selectedSuites({}).includes('auth-negative'))
})

t.test('claims rule a case out before abilities do, each with its reason', async (t) => {
  const target = { auth: 'none' } as TargetProfile
  const planned = planCases([
    makeCase({ id: 'auth.runs', needs: ['logs'], ...nothing }),
    makeCase({ id: 'auth.claim', needs: ['kill'], appliesTo: ({ auth }) => (auth === 'none' ? 'it demands no credentials' : undefined), ...nothing }),
    makeCase({ id: 'auth.ability', needs: ['logs', 'setClock'], ...nothing }),
  ], target, () => new Set(['logs']))
  t.strictSame(planned.map((each) => (each.kind === 'run' ? [each.kind] : [each.kind, each.reason, each.missingAbility])), [
    ['run'], ['not-applicable', 'it demands no credentials', undefined], ['not-applicable', 'the driver cannot set_clock', 'setClock'],
  ])
})

const good = makeCase({ id: 'auth.good', ...nothing })
const broken: readonly { name: string; cases: readonly Case[]; says: RegExp }[] = [
  { name: 'a repeated id', cases: [good, good], says: /case auth\.good is there twice/ },
  { name: 'an id that is no slug', cases: [makeCase({ id: 'Auth Good', ...nothing })], says: /is no slug/ },
  { name: 'an unknown requirement', cases: [{ ...good, requirements: [...good.requirements, 'test.other'] }], says: /unknown requirement test\.other/ },
  { name: 'an unused requirement', cases: [{ ...good, requirements: ['test.must'] }], says: /test\.may is used by no case/ },
  { name: 'neither inputs nor scenario', cases: [makeCase({ id: 'auth.good' })], says: /inputs or a scenario/ },
  { name: 'both inputs and scenario', cases: [{ ...good, inputs: () => [] }], says: /inputs or a scenario/ },
  { name: 'an empty explanation', cases: [{ ...good, explain: { ...explain, fix: ' ' } }], says: /does not explain: fix/ },
  { name: 'several at once', cases: [good, good, makeCase({ id: 'auth.bad' })], says: /twice.*inputs or a scenario/ },
]
for (const { name, cases: wrong, says } of broken) {
  t.test(`a catalogue with ${name} is refused`, async (t) => {
    t.throws(() => createCatalogue({ cases: wrong, requirements }), { code: 'catalogue_invalid', message: says })
  })
}
t.test('a requirement of hardening needs a reason, and none may be there twice', async (t) => {
  const [must] = requirements
  if (must === undefined) throw new Error('no requirement')
  t.throws(() => createCatalogue({ cases: [good], requirements: [...requirements, must] }), { message: /requirement test\.must is there twice/ })
  t.throws(() => createCatalogue({ cases: [good], requirements: requirements.map((each) => ({ ...each, level: 'hardening' as const })) }), { message: /hardening without a reason/ })
})
t.test('the catalogue finds by id, holds the engine\'s own requirements, and its digest follows what it says', async (t) => {
  const catalogue = createCatalogue({ cases: [good], requirements })
  t.equal(catalogue.find('auth.good'), good)
  t.equal(catalogue.find('auth.bad'), undefined)
  for (const { id } of engineRequirements) t.equal(catalogue.requirement(id)?.id, id)
  t.match(catalogue.digest, /^[0-9a-f]{64}$/)
  t.equal(createCatalogue({ cases: [good], requirements: [...requirements].toReversed() }).digest, catalogue.digest, 'whatever the order')
  t.not(createCatalogue({ cases: [good], requirements: requirements.map((each) => ({ ...each, statement: 'Another.' })) }).digest, catalogue.digest)
})
