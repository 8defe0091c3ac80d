import t from 'tap'
import { clean, patient, referenceDriver, runInterop, spoiled, violations } from './run.ts'

// Each generation once, and each transport; `npm run conformance` runs all four, with some thirty processes.
for (const id of ['interop.sdk-1-stdio', 'interop.sdk-2-http']) {
  t.test(`${id}: a whole handoff through the reference server`, clean, async (t) => {
    const [result] = await runInterop(referenceDriver(), id)
    t.match(result, { outcome: 'pass' })
    const inputs = result?.observations.flatMap(({ input }) => input ?? []) ?? []
    for (const mode of id.includes('sdk-2') ? ['default', 'auto', 'pinned'] : ['default']) t.ok(inputs.includes(`${mode}: handoff_get by alpha`), mode)
  })
}

t.test('a server that lacks tools and states fails step by step, and an era that it does not speak is set aside', patient, async (t) => {
  const [result] = await runInterop(await spoiled(t), 'interop.sdk-2-http')
  t.equal(result?.outcome, 'fail')
  t.ok(result !== undefined && violations(result).some((input) => input.startsWith('pinned: ')))
  t.match(result?.setAside, [{ input: 'default', reason: /does not speak the legacy era/ }])
})

t.test('a server that the client cannot speak to at all is no case for it', patient, async (t) => {
  t.match(await runInterop(await spoiled(t), 'interop.sdk-1-http'), [{ outcome: 'not-applicable', reason: /legacy era/ }])
})
