import t from 'tap'
import type { Driver, Fixture } from '../../../harness/fixture/driver.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { startFixtureServer } from '../../fixture-server/start.ts'
import { runSuite, violatedBy } from './run-suite.ts'

t.setTimeout(150_000)

const claims = { auth: 'static-bearer', adapter: referenceAdapter } as const
const driver = createReferenceDriver({ start: startFixtureServer })
const takenAway = ['auth.disabled-identity', 'auth.revoked-token', 'auth.rotated-token']

for (const revision of ['2026-07-28', '2025-11-25']) {
  t.test(`the fixture server passes the cases about sessions and streams in ${revision}`, async (t) => {
    const { results, faults } = await runSuite(driver, claims, { only: [...takenAway, 'auth.session-*', 'auth.delete-endpoint'], revision })
    t.strictSame(faults, [])
    t.equal(results.length, 6)
    for (const { id, outcome, reason } of results) t.equal(outcome, 'pass', `${id}: ${reason ?? ''}`)
    for (const { id, observations } of results.filter((result) => takenAway.includes(result.id))) {
      t.ok(observations.some(({ requirement }) => requirement === 'hardening.stream-ends'), `${id} watched a stream`)
    }
  })
}

/** A fixture whose changes are acknowledged and never made. */
function acknowledgesOnly(honest: Driver): Driver {
  return {
    ...honest,
    async open(options) {
      const fixture = await honest.open(options)
      const nothing = async (): Promise<void> => { await Promise.resolve() }
      const lazy: Fixture = { ...fixture, disable: nothing, revoke: nothing, rotate: async (identity) => Promise.resolve(identity) }
      return lazy
    },
  }
}

t.test('a target that only acknowledges a change is found out, on its streams as well', async (t) => {
  const { results } = await runSuite(acknowledgesOnly(driver), claims, { only: [...takenAway, 'auth.concurrent-rotation'] })
  t.equal(results.length, 4)
  for (const result of results) {
    t.equal(result.outcome, 'fail', result.id)
    t.ok(violatedBy(result).includes('mcp-authorization.invalid-token-401'), result.id)
    if (takenAway.includes(result.id)) t.ok(violatedBy(result).includes('hardening.stream-ends'), `${result.id}: the stream goes on`)
  }
})
