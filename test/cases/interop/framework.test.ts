import t from 'tap'
import { tallyOf } from '../../../harness/external/framework/tally.ts'
import { patient, referenceDriver, runInterop, spoiled, violations } from './run.ts'

t.test('the reference server passes what applies to it, and nothing else counts', patient, async (t) => {
  const results = await runInterop(referenceDriver(), 'interop.framework-*')
  for (const result of results) t.match(result, { outcome: 'pass' }, result.id)
  t.match(results.map(tallyOf).toSorted((a, b) => (a?.scored ?? 0) - (b?.scored ?? 0)), [
    { revision: '2025-11-25', scored: 30, applicable: 4, passed: 4, failed: [] },
    { revision: '2026-07-28', scored: 37, applicable: 6, passed: 6, failed: [] },
  ])
  const aside = results.find(({ id }) => id.endsWith('2026-07-28'))?.setAside ?? []
  for (const reason of [/^not testable: .* reported FAILURE$/, /^the framework tested nothing; .* reported SKIPPED$/, /^not scored by the framework \(pending\)/, /lists no tool test_simple_text.* reported FAILURE$/]) {
    t.ok(aside.some((each) => reason.test(each.reason)), String(reason))
  }
})

t.test('a server that takes any host fails, and one is not blamed for a tool without a description', patient, async (t) => {
  const [result] = await runInterop(await spoiled(t), 'interop.framework-2026-07-28')
  t.match(result, { outcome: 'fail' })
  t.ok(result !== undefined && violations(result).includes('dns-rebinding-protection: localhost-host-rebinding-rejected'))
  t.notOk(result !== undefined && violations(result).includes('tools-list: tools-list'))
  t.match(result?.setAside?.find(({ input }) => input === 'tools-list: tools-list'), { reason: /^a check that is wrong: the schema requires/ })
})

t.test('a server that does not speak the revision is not judged by its requirements', patient, async (t) => {
  const [result] = await runInterop(await spoiled(t), 'interop.framework-2025-11-25')
  t.match(result, { outcome: 'not-applicable' })
})

t.test('a framework that does not end is no verdict', patient, async (t) => {
  const [result] = await runInterop(await spoiled(t), 'interop.framework-2026-07-28', { timeoutMs: 1 })
  t.match(result, { outcome: 'inconclusive', reason: /did not end within 1 ms/ })
})
