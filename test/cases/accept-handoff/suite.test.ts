import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import type { Ability, Driver } from '../../../harness/fixture/driver.ts'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { AcceptanceMapping } from '../../../harness/target/acceptance.ts'
import type { TargetClaims } from '../../../harness/target/target-input.ts'
import { startHttpServer } from '../../../server/index.ts'

const catalogue = createCatalogue({ cases, requirements })
const reference = createReferenceDriver({ start: startHttpServer })
const plain: AcceptanceMapping = { tool: 'accept_handoff', path: '/projects/{project_id}/handoff/accept' }
const tools: AcceptanceMapping = { ...plain, issueTool: 'issue_handoff_token', verifyTool: 'verify_handoff_token' }

async function run(driver: Driver, acceptHandoff: TargetClaims['acceptHandoff'], ...only: readonly string[]): Promise<{ readonly result: (id: string) => CaseResult | undefined; readonly secrets: readonly string[] }> {
  const secrets: string[] = []
  const { results } = await runConformance({
    catalogue, driver, target: { name: 'test', claims: { auth: 'static-bearer', ...(acceptHandoff === undefined ? {} : { acceptHandoff }) } },
    select: { only }, level: 'hardening', emit: () => undefined, secrets: (secret) => { secrets.push(secret) },
  })
  return { result: (id) => results.find((each) => each.id === id), secrets }
}

/** The same with other abilities. */
function having(abilities: (known: ReadonlySet<Ability>) => ReadonlySet<Ability>, more: Partial<Awaited<ReturnType<Driver['open']>>> = {}): Driver {
  return {
    ...reference,
    abilities: abilities(reference.abilities),
    open: async (options) => {
      const fixture = await reference.open(options)
      return { ...fixture, ...more, abilities: abilities(fixture.abilities) }
    },
  }
}

t.test('a target that names no acceptance tool, and whose adapter knows none', async (t) => {
  const { result } = await run(reference, undefined, 'accept.vectors-gates', 'accept.single-use')
  for (const id of ['accept.vectors-gates', 'accept.single-use']) t.match(result(id), { outcome: 'not-applicable', reason: /has no acceptance tool/ })
})

t.test('a tool that the target file names and the target does not have', async (t) => {
  const { result } = await run(reference, { tool: 'no_such_tool' }, 'accept.vectors-capability', 'accept.annotations')
  t.match(result('accept.vectors-capability'), { outcome: 'fail', reason: /JSON-RPC error -32602|a tool error/ })
  t.match(result('accept.annotations'), { outcome: 'fail', reason: /no such tool is listed/ })
})

t.test('nobody issues tokens: what needs none is shown, the rest is set aside', async (t) => {
  const { result } = await run(reference, plain, 'accept.vectors-gates', 'accept.vectors-body-binding', 'accept.single-use', 'accept.plain-http-project', 'accept.issued-tokens')
  const gates = result('accept.vectors-gates')
  t.equal(gates?.outcome, 'pass')
  t.ok(gates?.setAside?.some(({ input, reason }) => /^\d+ vectors over 2026-07-28 over HTTP$/.test(input) && /no tool that issues goal tokens, and the driver cannot issue_goal_token/.test(reason)))
  for (const id of ['accept.single-use', 'accept.plain-http-project', 'accept.issued-tokens']) t.match(result(id), { outcome: 'not-applicable', reason: /issues goal tokens/ })
})

t.test('a driver that issues tokens itself', async (t) => {
  const never = 'ffffffffffffffff'
  const driver = having((known) => new Set([...known, 'issueGoalToken']), { issueGoalToken: async () => Promise.resolve(never) })
  const { result, secrets } = await run(driver, plain, 'accept.stays-consumed')
  t.match(result('accept.stays-consumed'), { outcome: 'fail', reason: /got not_found/ }, 'the token of the driver is the one that is presented')
  t.ok(secrets.includes(never), 'and it is known as a secret')
})

t.test('without a clock, what real time can wait for is run and the rest is set aside', async (t) => {
  const driver = having((known) => new Set([...known].filter((ability) => ability !== 'setClock')))
  const { result, secrets } = await run(driver, tools, 'accept.vectors-token-time', 'accept.expiry')
  const time = result('accept.vectors-token-time')
  t.equal(time?.outcome, 'pass')
  t.ok(time?.observations.some(({ input }) => input === 'time-ttl-one-second'))
  t.ok(time?.setAside?.some(({ reason }) => /needs a clock that can be set/.test(reason)))
  t.match(result('accept.expiry'), { outcome: 'pass' })
  t.ok(secrets.some((secret) => /^[0-9a-f]{16}$/.test(secret)), 'every issued token is known as a secret')
})
