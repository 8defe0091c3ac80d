import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import { targetDriver } from '../../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import type { RunEvent } from '../../../harness/run/events.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunSummary } from '../../../harness/run/run.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import { startMcpServer } from '../support/mcp-server.ts'

t.setTimeout(60_000)

const catalogue = createCatalogue({ cases, requirements })
process.env['UNSAID_SECRET'] = 'the-secret-of-one-client'
const only = ['auth.no-credentials', 'auth.unknown-token', 'auth.other-scheme', 'auth.query-token']

interface Lives {
  /** The target serves each token so often, and then no more. */
  readonly uses: readonly number[]
  /** The authorization server gives the same token for ever. */
  readonly same?: boolean
}

interface Ran {
  readonly summary: RunSummary
  readonly findings: readonly string[]
  readonly issued: number
}

/** Nobody says when a token ends. */
async function run(t: { teardown(handler: () => unknown): unknown }, { uses, same = false }: Lives): Promise<Ran> {
  const tokens: Record<string, string> = { 'a-token-that-nobody-is-given': 'nobody' }
  const served = new Map<string, number>()
  const refusal = { 'www-authenticate': 'Bearer error="invalid_token"' }
  const server = await startMcpServer({
    tokens,
    flaw({ request, agent, answer }) {
      const field = request.headers.authorization ?? ''
      if (agent === undefined) {
        answer(401, {}, field.startsWith('Bearer ') ? refusal : { 'www-authenticate': 'Bearer' })
        return true
      }
      const count = (served.get(field) ?? 0) + 1
      served.set(field, count)
      if (count <= (uses[Number(/\d+/.exec(field)?.[0]) - 1] ?? 0)) return false
      answer(401, {}, refusal)
      return true
    },
  })
  t.teardown(async () => server.close())
  let issued = 0
  const authorization = await startAuthorizationServer({
    clients: { one: 'the-secret-of-one-client' },
    issue() {
      issued += 1
      const token = `${same ? 1 : issued}-token-without-an-end-0123456789`
      tokens[token] = 'alpha'
      return { token }
    },
  })
  t.teardown(async () => authorization.close())
  const file = parseTargetFile(`version: 1\nurl: ${server.url.href}\nauth: { kind: oauth, oauth: { issuer: "${authorization.issuer}", client_id: one, client_secret_env: UNSAID_SECRET } }\n`, 'target.yaml')
  const findings: string[] = []
  const summary = await runConformance({
    catalogue, driver: targetDriver(file), target: file.target, level: 'hardening', concurrency: 1, select: { only }, secrets: () => undefined,
    emit(event: RunEvent) { if (event.type === 'finding') findings.push(event.finding.id) },
  })
  return { summary, findings, issued }
}

const outcomes = ({ summary }: Ran): Record<string, string> => Object.fromEntries(summary.results.map(({ id, outcome }) => [id, outcome]))

t.test('a token that ends though nobody said when is replaced, and the case that met its end runs again', async (t) => {
  const long = await run(t, { uses: [1e9] })
  t.equal(long.issued, 1, 'it is kept while it is served')
  // Each in the middle of some case, where the one before is not.
  for (const first of [5, 7, 10]) {
    const ended = await run(t, { uses: [first, 1e9] })
    t.same(outcomes(ended), outcomes(long), `after ${first} uses`)
    t.same([ended.issued, ended.findings, ended.summary.failures.length], [2, [], long.summary.failures.length], `after ${first} uses`)
  }
})

t.test('a target that refuses the new token too is asked with no third one', async (t) => {
  const { issued, summary } = await run(t, { uses: [7] })
  t.equal(issued, 2)
  t.notOk(summary.results.slice(2).some(({ outcome }) => outcome === 'pass'))
})

t.test('an authorization server that gives the refused token again is asked once more', async (t) => {
  const { issued } = await run(t, { uses: [7], same: true })
  t.equal(issued, 2)
})
