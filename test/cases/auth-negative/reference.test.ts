import t from 'tap'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { startHttpServer } from '../../../server/index.ts'
import { runSuite, violatedBy } from './run-suite.ts'

/** Ruled out by what the reference server claims: it gives out no sessions. */
const ruledOut = ['auth.session-needs-token', 'auth.session-of-another']

// A few thousand requests, on a host that may be busy.
t.setTimeout(150_000)

t.test('the reference server passes the whole suite at level hardening', async (t) => {
  const { results, faults, exitCode } = await runSuite(createReferenceDriver({ start: startHttpServer }), { auth: 'static-bearer', adapter: referenceAdapter })
  t.strictSame(faults, [])
  for (const result of results) {
    t.equal(result.outcome, ruledOut.includes(result.id) ? 'not-applicable' : 'pass', `${result.id}: ${result.reason ?? 'pass'}; ${violatedBy(result).join(', ')}`)
  }
  t.equal(exitCode, 0)
})

t.test('a target whose driver cannot provision leaves out what needs it, and says so', async (t) => {
  const reference = await createReferenceDriver({ start: startHttpServer }).open()
  t.teardown(async () => { await reference.close() })
  const driver = { kind: 'url', abilities: new Set<never>(), open: async () => Promise.resolve({ ...reference, abilities: new Set<never>(), close: async () => { await Promise.resolve() } }) } as const
  const { results } = await runSuite(driver, { auth: 'static-bearer' }, { only: ['auth.*rotat*', 'auth.*expir*', 'auth.revoked-token', 'auth.identity-spoof'] })
  t.ok(results.length >= 5)
  for (const { id, outcome, reason } of results) t.match({ outcome, reason }, { outcome: 'not-applicable', reason: /the target is given by its URL: nothing can be provisioned|no adapter/ }, id)
})
