import t from 'tap'
import * as fc from 'fast-check'
import type { Case } from '../../../harness/run/case.ts'
import { casesOfPart, planDigest, shardOf } from '../../../harness/run/shard.ts'
import { makeCase } from '../support/catalogue.ts'

const plans = fc.uniqueArray(fc.record({
  id: fc.integer({ min: 0, max: 500 }).map((number) => `x.n${number}`),
  fixture: fc.constantFrom('shared' as const, 'own' as const, 'alone' as const),
  suite: fc.constantFrom('spec' as const, 'stdio' as const, 'lifecycle' as const),
  last: fc.constantFrom(true, false, false, false),
}), { selector: ({ id }) => id, maxLength: 60 }).map((list): Case[] => list.map((each) => makeCase({ ...each, scenario: async () => { await Promise.resolve() } })))

t.test('the parts are the plan: nothing is missing, nothing is there twice but what judges the others, and they are of one size', async () => {
  fc.assert(fc.property(plans, fc.integer({ min: 1, max: 9 }), (plan, of) => {
    const parts = Array.from({ length: of }, (_, at) => casesOfPart(plan, { index: at + 1, of }))
    const last = plan.filter((entry) => entry.last === true)
    const dealt = parts.map((part) => part.filter((entry) => entry.last !== true))
    const ids = dealt.flat().map(({ id }) => id)
    const sizes = dealt.map(({ length }) => length)
    const owns = dealt.map((part) => part.filter(({ fixture }) => fixture === 'own').length)
    return ids.toSorted().join() === plan.filter((entry) => entry.last !== true).map(({ id }) => id).toSorted().join()
      && parts.every((part) => last.every((entry) => part.includes(entry)))
      && Math.max(...sizes) - Math.min(...sizes) <= 1
      && Math.max(...owns) - Math.min(...owns) <= 1
  }))
})

t.test('the order in which a plan is given does not decide who gets what', async () => {
  fc.assert(fc.property(plans, (plan) => {
    const ids = (list: readonly Case[]): string => casesOfPart(list, { index: 1, of: 3 }).map(({ id }) => id).toSorted().join()
    return ids(plan) === ids(plan.toReversed())
  }))
})

t.test('a part says which plan it is of', async (t) => {
  const plan = [makeCase({ id: 'a.one' }), makeCase({ id: 'a.two' })]
  t.strictSame(shardOf(plan, { index: 2, of: 3 }), { index: 2, of: 3, planned: 2, plan: planDigest(['a.two', 'a.one']) })
  t.not(planDigest(['a.one']), planDigest(['a.two']))
})
