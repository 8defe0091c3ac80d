import t from 'tap'
import { type Coverage, coverageOf } from '../../../harness/commands/coverage.ts'
import { catalogueOf, makeCase } from '../support/catalogue.ts'
import { callMain } from './cli.ts'

t.test('each requirement has its cases and their mutants; what lacks either is named', async (t) => {
  const one = makeCase({ id: 'a.one', requirements: ['test.must', 'test.should'], scenario: async () => {} })
  const two = makeCase({ id: 'a.two', requirements: ['test.must', 'test.hardening', 'test.may'], scenario: async () => {} })
  const catalogue = catalogueOf(one, two)
  const { requirements, unchecked, unproven } = coverageOf(catalogue, catalogue.cases, { 'a.one': ['late', 'early'] })
  t.match(requirements.find(({ id }) => id === 'test.must'), { cases: ['a.one', 'a.two'], mutants: ['early', 'late'] })
  t.match(requirements.find(({ id }) => id === 'test.may'), { cases: ['a.two'], mutants: [] })
  t.same([unchecked, unproven], [[], ['a.two']])
  t.ok(requirements.some(({ cases }) => cases === 'every'), 'what the engine observes is there')
  t.same(coverageOf(catalogue, [one], {}).requirements.map(({ id }) => id), ['test.must', 'test.should'], 'of some cases only what they observe')
})

t.test('the whole catalogue: nothing that could be observed is not, and only cases that speak to no server of ours lack mutants', async (t) => {
  const { code, stdout, stderr } = await callMain(['coverage', '--json'])
  t.same([code, stderr], [0, ''])
  const { requirements, unchecked, unproven } = JSON.parse(stdout) as Coverage
  t.same(unchecked, [])
  t.same(unproven.filter((id) => !id.startsWith('interop.') && !id.startsWith('manifest.')), [])
  t.match(requirements.find(({ id }) => id === 'handoff.key-is-not-shown'), { cases: ['lifecycle.key-not-shown'], mutants: ['rules-key-in-event'] })
})

t.test('for people', async (t) => {
  const { code, stdout } = await callMain(['coverage', '--only', 'auth.two-headers'])
  t.equal(code, 0)
  t.match(stdout, /^hardening\.one-credential +hardening +1 case {2}\d+ mutants?$/m)
  t.match(stdout, /^\d+ requirements, 1 cases?, \d+ mutants\./m)
  t.match(await callMain(['coverage', '--suite', 'auht-negative']), { code: 2, stderr: /auth-negative/ })
})
