import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import { targetDriver } from '../../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../../harness/target/target-file.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { withoutEndedCredentials } from '../../../harness/run/ended-credentials.ts'
import type { EndedCredentialsOptions } from '../../../harness/run/ended-credentials.ts'
import type { RunEvent } from '../../../harness/run/events.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { runConformance } from '../../../harness/run/run.ts'
import type { RunSummary } from '../../../harness/run/run.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import type { McpServerOptions } from '../support/mcp-server.ts'

t.setTimeout(60_000)

const catalogue = createCatalogue({ cases, requirements })
process.env['SHORT_LIVED_SECRET'] = 'the-secret-of-one-client'
const only = ['auth.no-credentials', 'auth.unknown-token', 'auth.token-variants', 'auth.other-scheme', 'auth.query-token']

interface Ran {
  readonly summary: RunSummary
  readonly findings: readonly string[]
  readonly issued: readonly string[]
  readonly secrets: ReadonlySet<string>
  readonly sessions: { readonly opened: number; readonly ended: number; readonly most: number }
}

interface Lives {
  /** What the answer says, in seconds. */
  readonly expiresIn: number
  /** So many are given, and then none. */
  readonly most?: number
  /** The target does not know this one, counted from 1. */
  readonly unknown?: number
  readonly speaks?: McpServerOptions['speaks']
  /** The target serves everybody. */
  readonly open?: boolean
}

/** The target serves none but the token that was given last, so that nobody gets far with one that is kept too long. */
async function run(t: { teardown(handler: () => unknown): unknown }, { expiresIn, most = Infinity, unknown, speaks, open = false }: Lives): Promise<Ran> {
  const tokens: Record<string, string> = { 'a-token-that-nobody-is-given': 'nobody' }
  const issued: string[] = []
  const sessions = { opened: 0, ended: 0, most: 0 }
  const server = await startMcpServer({
    tokens,
    ...(speaks === undefined ? {} : { speaks }),
    flaw({ request, message, agent, answer, perform }) {
      if (open && agent === undefined && message !== undefined) {
        const result = message.method === 'tools/list' ? { tools: [{ name: 'handoff_whoami', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] } : perform('nobody')
        answer(200, { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', ...result } })
        return true
      }
      if (agent === undefined) {
        answer(401, {}, { 'www-authenticate': request.headers.authorization?.startsWith('Bearer ') === true ? 'Bearer error="invalid_token"' : 'Bearer' })
        return true
      }
      if (speaks === 'sessions' && message?.method === 'initialize') sessions.opened += 1
      if (request.method === 'DELETE') sessions.ended += 1
      // Discovery has those of several revisions open.
      if (message?.method === 'tools/call') sessions.most = Math.max(sessions.most, sessions.opened - sessions.ended)
      return false
    },
  })
  t.teardown(async () => server.close())
  const authorization = await startAuthorizationServer({
    clients: { one: 'the-secret-of-one-client' },
    issue() {
      const last = issued.at(-1)
      if (last !== undefined) delete tokens[last]
      const token = `short-lived-token-${issued.length + 1}-0123456789`
      issued.push(token)
      if (issued.length !== unknown) tokens[token] = 'alpha'
      return { token, expiresIn }
    },
    flaw(request, response) {
      if (request.url !== '/token' || issued.length < most) return false
      response.writeHead(503).end()
      return true
    },
  })
  t.teardown(async () => authorization.close())
  const file = parseTargetFile(`version: 1\nurl: ${server.url.href}\nauth: { kind: oauth, oauth: { issuer: "${authorization.issuer}", client_id: one, client_secret_env: SHORT_LIVED_SECRET } }\n`, 'target.yaml')
  const secrets = new Set<string>()
  const findings: string[] = []
  const summary = await runConformance({
    catalogue, driver: targetDriver(file), target: file.target, level: 'hardening', concurrency: 1, select: { only },
    emit(event: RunEvent) { if (event.type === 'finding') findings.push(event.finding.id) },
    secrets: (secret) => { secrets.add(secret) },
  })
  return { summary, findings, issued, secrets, sessions }
}

const outcomes = ({ summary }: Pick<Ran, 'summary'>): Record<string, string> => Object.fromEntries(summary.results.map(({ id, outcome }) => [id, outcome]))

for (const speaks of ['modern', 'sessions'] as const) {
  t.test(`a run whose tokens end with each case goes on with fresh ones, and blames nobody: ${speaks}`, async (t) => {
    const [short, long] = [await run(t, { expiresIn: 0.001, speaks }), await run(t, { expiresIn: 3_600, speaks })]
    t.equal(long.issued.length, 1)
    t.equal(short.issued.length, 1 + only.length, 'one to begin with, and one a case')
    t.same(outcomes(short), outcomes(long))
    t.ok(Object.values(outcomes(short)).includes('pass'))
    t.same(short.findings, [])
    for (const token of [...short.issued, 'the-secret-of-one-client']) t.ok(short.secrets.has(token), token)
    t.equal(short.sessions.ended, short.sessions.opened, 'no session stays, whatever token it began with')
    if (speaks === 'sessions') t.ok(short.sessions.opened > only.length && short.sessions.most <= 2, `a session ends with its token: ${short.sessions.most} at once`)
  })
}

t.test('where there is no fresh token any more, the rest was not run', async (t) => {
  const { summary, findings } = await run(t, { expiresIn: 0.001, most: 3 })
  t.same(findings, ['credentials-ended'])
  t.match(summary.results.slice(2).map(({ outcome, rootCause }) => [outcome, rootCause]), only.slice(2).map(() => ['not-run', 'credentials-ended']))
  t.match(summary.results.at(-1)?.reason, /^There is no fresh access token, and the last one has ended: .* status 503/)
  t.match(summary.results.slice(0, 2).map(({ outcome }) => outcome), ['pass', 'pass'])
  t.same([summary.exitCode, summary.failures], [3, []])
})

t.test('a case whose fresh token the target does not know was not run, and the next ones are', async (t) => {
  const { summary, findings } = await run(t, { expiresIn: 0.001, unknown: 3 })
  t.same(findings, ['control-refused'])
  t.match(summary.results.map(({ outcome }) => outcome === 'not-run'), [false, true, false, false, false])
  t.equal(summary.results[1]?.rootCause, 'control-refused')
})

const observation = { requirement: 'rfc6750.x', level: 'must', expected: '200', actual: 'status 401' } as const
const failed: CaseResult = { id: 'auth.x', suite: 'auth-negative', title: 'x', outcome: 'fail', reason: 'expected 200, got status 401', observations: [{ ...observation, ok: true }, { ...observation, ok: false, input: 'a' }, { ...observation, ok: false, input: 'a' }, { ...observation, ok: false }], durationMs: 1, exchanges: [] }
const alpha = { name: 'alpha', agentId: undefined, token: 'x', expiresAt: 1_000 }

const late = { at: 1_000, withToken: true }
const judged = (result: CaseResult, { identities = [alpha, undefined] as const, now = 1_000, sighting = () => late, level = 'must' }: Partial<EndedCredentialsOptions> = {}): CaseResult => withoutEndedCredentials(result, { identities, now, sighting, level })

t.test('what failed with a token that had ended tells nothing of the target', async (t) => {
  const reason = 'the access token of alpha ended while the case ran'
  const { exchanges: _, ...rest } = failed
  t.same(judged(failed), { ...rest, outcome: 'inconclusive', reason, observations: [{ ...observation, ok: true }], inconclusiveInputs: [{ input: 'a', reason }, { input: '', reason }] })
  for (const [result, options] of [
    [failed, { now: 999 }],
    [failed, { identities: [{ name: 'alpha', agentId: undefined, token: 'x' }], now: 1e9 }],
    [{ ...failed, outcome: 'pass' }, {}],
    [{ ...failed, outcome: 'not-run' }, {}],
    [failed, { sighting: () => ({ at: 999, withToken: true }) }],
    [failed, { sighting: () => ({ at: 2_000, withToken: false }) }],
  ] as const) t.equal(judged(result, options), result)
})

t.test('what was seen before a token ended, or without one, stays a failure', async (t) => {
  const reason = 'the access token of alpha ended while the case ran'
  const [held, early, ended, anonymous] = [{ ...observation, ok: true }, { ...observation, ok: false, input: 'early' }, { ...observation, ok: false, input: 'ended' }, { ...observation, ok: false, input: 'anonymous', level: 'should' as const }]
  const shown = (input: string) => ({ input, sent: [], received: [] })
  const result: CaseResult = { ...failed, observations: [held, early, ended, anonymous], exchanges: [shown('early'), shown('ended')] }
  const sighting = (each: unknown) => (each === early ? { at: 999, withToken: true } : each === anonymous ? { at: 1_001, withToken: false } : late)
  t.match(judged(result, { sighting }), { outcome: 'fail', reason: 'early: expected 200, got status 401', observations: [held, early, anonymous], inconclusiveInputs: [{ input: 'ended', reason }], exchanges: [shown('early')] })
  t.match(judged({ ...result, observations: [held, ended, anonymous] }, { sighting }), { outcome: 'inconclusive', reason, observations: [held, anonymous] }, 'a warning says less than what cannot be told')
  t.match(judged({ ...result, observations: [held, ended, anonymous] }, { sighting, level: 'should' }), { outcome: 'fail', reason: /^anonymous: / })
})

t.test('a server that lets everybody in fails for it, however short its tokens live', async (t) => {
  const { summary } = await run(t, { expiresIn: 0.001, open: true })
  t.match(outcomes({ summary }), { 'auth.no-credentials': 'fail', 'auth.unknown-token': 'fail' })
  t.ok(summary.failures.some((failure) => failure.case === 'auth.no-credentials'))
  t.match(summary.results.find(({ id }) => id === 'auth.no-credentials')?.exchanges, [{ sent: Array }])
})
