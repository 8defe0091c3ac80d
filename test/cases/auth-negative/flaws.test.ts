import t from 'tap'
import type http from 'node:http'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { startMcpServer } from '../../harness/support/mcp-server.ts'
import type { Exchange, McpServerOptions } from '../../harness/support/mcp-server.ts'
import { driverFor } from '../../harness/support/url-driver.ts'
import { runSuite, violatedBy } from './run-suite.ts'

/** One fault of a server, the case that has to see it, and what that case has to call it. */
interface Flaw {
  readonly what: string
  readonly case: string
  readonly violates: readonly string[]
  readonly speaks?: McpServerOptions['speaks']
  /** True means that it has dealt with the request. */
  readonly flaw: (exchange: Exchange) => boolean
}

const bearer = { 'www-authenticate': 'Bearer realm="test"' } as const
const invalid = { 'www-authenticate': 'Bearer realm="test", error="invalid_token"' } as const

/** Serves a tool call as this agent; anything else as not found. */
function serve({ message, perform, answer }: Exchange, agent: string): true {
  const result = perform(agent)
  if (result === undefined) answer(404, { jsonrpc: '2.0', id: message?.id, error: { code: -32_601, message: 'method not found' } })
  else answer(200, { jsonrpc: '2.0', id: message?.id, result })
  return true
}

function refuse({ answer, request }: Exchange, body: unknown = {}): true {
  answer(401, body, request.headers.authorization === undefined ? bearer : invalid)
  return true
}

/** Serves what the condition names as alpha, refuses the rest of what is not authorized. */
function also(condition: (exchange: Exchange) => boolean): Flaw['flaw'] {
  return (exchange) => {
    if (exchange.agent !== undefined) return false
    return condition(exchange) ? serve(exchange, 'alpha') : refuse(exchange)
  }
}

function presented({ request }: Exchange): string {
  return request.headers.authorization ?? ''
}

const alphaToken = 'alpha-token-0123456789'
const connections = new WeakSet<http.IncomingMessage['socket']>()

t.setTimeout(150_000)

const flaws: readonly Flaw[] = [
  { what: 'serves anybody', case: 'auth.no-credentials', violates: ['mcp-authorization.status-401', 'mcp-authorization.validate-first'], flaw: also(({ request }) => request.headers.authorization === undefined) },
  { what: 'answers 403', case: 'auth.no-credentials', violates: ['mcp-authorization.status-401'], flaw: (exchange) => exchange.agent === undefined && (exchange.answer(403, {}, bearer), true) },
  { what: 'gives an error code to whoever sent nothing', case: 'auth.no-credentials', violates: ['rfc6750.no-error-without-credentials'], flaw: (exchange) => exchange.agent === undefined && (exchange.answer(401, {}, invalid), true) },
  { what: 'sends no challenge', case: 'auth.challenge-present', violates: ['rfc9110.challenge-on-401'], flaw: (exchange) => exchange.agent === undefined && (exchange.answer(401), true) },
  { what: 'sends a challenge without parameter', case: 'auth.challenge-grammar', violates: ['rfc6750.challenge-has-parameter'], flaw: () => false },
  { what: 'forgets the quotes', case: 'auth.challenge-grammar', violates: ['rfc9110.challenge-grammar'], flaw: (exchange) => exchange.agent === undefined && (exchange.answer(401, {}, { 'www-authenticate': 'Bearer realm=test' }), true) },
  { what: 'fails on an empty token', case: 'auth.empty-credentials', violates: ['mcp-authorization.status-fits'], flaw: (exchange) => presented(exchange).trim() === 'Bearer' && (exchange.answer(500), true) },
  { what: 'reads the scheme letter by letter', case: 'auth.scheme-case', violates: ['rfc9110.scheme-case'], flaw: (exchange) => /^bearer /i.test(presented(exchange)) && !presented(exchange).startsWith('Bearer ') && refuse(exchange) },
  { what: 'leaves another case of the scheme to the tools', case: 'auth.scheme-case', violates: ['rfc9110.scheme-case'], flaw: ({ message, request, answer }) => {
    if (!/^(?:bearer|BEARER) /.test(request.headers.authorization ?? '')) return false
    answer(200, { jsonrpc: '2.0', id: message?.id, result: { isError: true, content: [{ type: 'text', text: 'unauthorized' }] } })
    return true
  } },
  { what: 'takes any scheme', case: 'auth.other-scheme', violates: ['mcp-authorization.validate-first'], flaw: also((exchange) => presented(exchange).endsWith(` ${alphaToken}`)) },
  { what: 'reads the first word only', case: 'auth.trailing-junk', violates: ['hardening.one-credential'], flaw: also((exchange) => presented(exchange).split(' ')[1] === alphaToken) },
  { what: 'reads a list', case: 'auth.list-value', violates: ['hardening.one-credential'], flaw: also((exchange) => presented(exchange).includes(alphaToken)) },
  { what: 'unquotes the token', case: 'auth.bad-characters', violates: ['mcp-authorization.validate-first'], flaw: also((exchange) => presented(exchange) === `Bearer "${alphaToken}"`) },
  { what: 'reads the query', case: 'auth.query-token', violates: ['mcp-authorization.no-query-token', 'oauth-2.1.query-token-ignored'], flaw: also(({ request }) => request.url?.includes(`access_token=${alphaToken}`) === true) },
  { what: 'reads the form', case: 'auth.form-body-token', violates: ['hardening.field-only'], flaw: also(({ body, answer }) => body.includes(`access_token=${alphaToken}`) && (answer(200), true)) },
  { what: 'reads the JSON body', case: 'auth.json-body-token', violates: ['mcp-authorization.validate-first'], flaw: also(({ body }) => body.includes(`"access_token":"${alphaToken}"`)) },
  { what: 'reads the metadata', case: 'auth.meta-token', violates: ['mcp-authorization.validate-first'], flaw: also(({ body }) => body.includes(`"access_token":"${alphaToken}"`)) },
  { what: 'reads the arguments', case: 'auth.argument-token', violates: ['mcp-authorization.validate-first'], flaw: also(({ body }) => body.includes(`"token":"${alphaToken}"`)) },
  { what: 'reads a cookie', case: 'auth.cookie-token', violates: ['mcp-authorization.validate-first'], flaw: also(({ request }) => request.headers.cookie?.includes(alphaToken) === true) },
  { what: 'reads another field', case: 'auth.custom-header-token', violates: ['mcp-authorization.validate-first'], flaw: also(({ request }) => request.headers['x-api-key'] === alphaToken) },
  { what: 'reads the proxy field', case: 'auth.proxy-authorization', violates: ['mcp-authorization.validate-first'], flaw: also(({ request }) => request.headers['proxy-authorization'] === `Bearer ${alphaToken}`) },
  { what: 'looks at the shape only', case: 'auth.unknown-token', violates: ['mcp-authorization.invalid-token-401'], flaw: also((exchange) => /^Bearer [a-z]{5}-[a-z]{5}-\d{10}$/.test(presented(exchange))) },
  { what: 'compares a prefix', case: 'auth.token-variants', violates: ['mcp-authorization.invalid-token-401'], flaw: also((exchange) => presented(exchange).startsWith(`Bearer ${alphaToken}`)) },
  { what: 'compares without case', case: 'auth.token-variants', violates: ['mcp-authorization.invalid-token-401'], flaw: also((exchange) => presented(exchange).toLowerCase() === `bearer ${alphaToken}`) },
  { what: 'believes a field about who acts', case: 'auth.identity-spoof', violates: ['hardening.identity-from-token'], flaw: (exchange) => typeof exchange.request.headers['x-agent-id'] === 'string' && exchange.agent !== undefined && serve(exchange, exchange.request.headers['x-agent-id']) },
  { what: 'repeats the token', case: 'auth.no-echo', violates: ['hardening.no-token-echo'], flaw: (exchange) => exchange.agent === undefined && refuse(exchange, { got: Buffer.from(presented(exchange)).toString('base64') }) },
  { what: 'lets caches keep refusals', case: 'auth.no-store', violates: ['hardening.not-publicly-cacheable'], flaw: (exchange) => exchange.agent === undefined && (exchange.answer(401, {}, { ...bearer, 'cache-control': 'public, max-age=60' }), true) },
  { what: 'remembers the connection', case: 'auth.each-request', violates: ['rfc9110.requests-stand-alone'], flaw: (exchange) => {
    const { socket } = exchange.request
    if (exchange.agent !== undefined) connections.add(socket)
    return exchange.agent === undefined && connections.has(socket) && serve(exchange, 'alpha')
  } },
  { what: 'reads the body first', case: 'auth.before-body', violates: ['hardening.refuse-before-body'], flaw: () => false },
  { what: 'guards POST only', case: 'auth.every-method', violates: ['mcp-security.verify-every-request'], flaw: (exchange) => exchange.request.method === 'DELETE' && (exchange.answer(204), true) },
  { what: 'opens a stream for anybody', case: 'auth.every-method', violates: ['mcp-security.verify-every-request'], flaw: ({ request, response }) => {
    if (request.method !== 'GET') return false
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': open\n\n')
    return true
  } },
  { what: 'lets the handshake through', case: 'auth.every-rpc', violates: ['mcp-security.verify-every-request'], flaw: (exchange) => exchange.agent === undefined && exchange.message?.method === 'tools/list' && (exchange.answer(200, { jsonrpc: '2.0', id: exchange.message.id, result: { tools: [] } }), true) },
  { what: 'guards one spelling of the path', case: 'auth.path-variants', violates: ['mcp-security.verify-every-request'], flaw: also(({ request }) => request.url === '/mcp/') },
  { what: 'believes a method override', case: 'auth.method-override', violates: ['hardening.method-override-ignored'], flaw: (exchange) => exchange.request.headers['x-http-method-override'] === 'OPTIONS' && (exchange.answer(204), true) },
  { what: 'shows a stack', case: 'auth.health-leak', violates: ['hardening.no-information-leak'], flaw: ({ request, answer }) => request.url === '/readyz' && (answer(503, { stack: 'Error: no\n    at load (file:///srv/app/registry.js:12:3)' }), true) },
  { what: 'tells its version', case: 'auth.health-leak', violates: ['rfc9110.server-detail'], flaw: ({ request, answer }) => request.url === '/healthz' && (answer(200, {}, { server: 'thing/1.2.3' }), true) },
  { what: 'takes a session for credentials', case: 'auth.session-needs-token', violates: ['mcp-security.sessions-authenticate-nobody'], speaks: 'sessions', flaw: (exchange) => exchange.agent === undefined && exchange.request.headers['mcp-session-id'] !== undefined && (exchange.answer(200, { jsonrpc: '2.0', id: exchange.message?.id, result: { tools: [] } }), true) },
  { what: 'lets anybody into a session', case: 'auth.session-of-another', violates: ['mcp-security.session-bound-to-user'], speaks: 'sessions', flaw: (exchange) => exchange.agent === 'beta' && exchange.message?.method === 'tools/list' && (exchange.answer(200, { jsonrpc: '2.0', id: exchange.message.id, result: { tools: [] } }), true) },
]

for (const { what, case: id, violates, speaks, flaw } of flaws) {
  t.test(`a server that ${what} fails ${id}`, async (t) => {
    const server = await startMcpServer({ flaw, ...(speaks === undefined ? {} : { speaks }) })
    t.teardown(async () => { await server.close() })
    const { results, faults } = await runSuite(driverFor(server.url), { auth: 'static-bearer', adapter: referenceAdapter }, { only: [id] })
    t.strictSame(faults, [])
    t.equal(results[0]?.outcome, 'fail', results[0]?.reason ?? '')
    const seen = violatedBy(results[0])
    for (const requirement of violates) t.ok(seen.includes(requirement), `${requirement} among ${seen.join(', ')}`)
  })
}

t.test('a server with sessions of its own callers passes the cases about them', async (t) => {
  const server = await startMcpServer({ speaks: 'sessions', flaw: (exchange) => exchange.agent === undefined && refuse(exchange) })
  t.teardown(async () => { await server.close() })
  const { results } = await runSuite(driverFor(server.url), { auth: 'static-bearer', adapter: referenceAdapter }, { only: ['auth.session-*'] })
  for (const { id, outcome, reason } of results) t.equal(outcome, 'pass', `${id}: ${reason ?? ''}`)
})

t.test('a session that is asked for before credentials are is no lack of a guard', async (t) => {
  const server = await startMcpServer({ speaks: 'sessions', flaw: (exchange) => {
    const { request, message, answer } = exchange
    if (message !== undefined && message.method !== 'initialize' && message.method !== 'server/discover' && request.headers['mcp-session-id'] === undefined) {
      answer(400, { jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: 'no session' } })
      return true
    }
    return exchange.agent === undefined && refuse(exchange)
  } })
  t.teardown(async () => { await server.close() })
  const { results } = await runSuite(driverFor(server.url), { auth: 'static-bearer' }, { only: ['auth.no-credentials', 'auth.each-request', 'auth.every-rpc', 'auth.method-override'] })
  for (const { id, outcome, reason } of results) t.equal(outcome, 'pass', `${id}: ${reason ?? ''}`)
})

t.test('a stream that is opened for anybody but not written to is no refusal', async (t) => {
  const server = await startMcpServer({ flaw: (exchange) => exchange.request.method === 'GET' || (exchange.agent === undefined && refuse(exchange)) })
  t.teardown(async () => { await server.close() })
  const { results } = await runSuite(driverFor(server.url), { auth: 'static-bearer' }, { only: ['auth.every-method'] })
  t.match(results[0], { outcome: 'inconclusive', inconclusiveInputs: [{ input: 'GET without credentials' }, { input: 'GET with an unknown token' }] })
  t.ok(results[0]?.observations.some(({ input }) => input === 'DELETE without credentials'), 'and the other methods are judged')
})

t.test('a server that has nothing at a URI with a query lets nobody in by saying so', async (t) => {
  const server = await startMcpServer({ flaw({ request, agent, answer, ...exchange }) {
    if (request.url?.includes('?') !== true) return agent === undefined && refuse({ request, agent, answer, ...exchange })
    answer(404)
    return true
  } })
  t.teardown(async () => { await server.close() })
  const { results } = await runSuite(driverFor(server.url), { auth: 'static-bearer' }, { only: ['auth.query-token', 'auth.query-and-header'] })
  t.equal(results.length, 2)
  for (const result of results) t.strictSame([result.outcome, violatedBy(result)], ['pass', []], result.id)
})

t.test('where each connection ends after one answer, nothing is said about those that carry two', async (t) => {
  const server = await startMcpServer({ flaw: (exchange) => {
    exchange.response.setHeader('connection', 'close')
    return exchange.agent === undefined && refuse(exchange)
  } })
  t.teardown(async () => { await server.close() })
  const { results } = await runSuite(driverFor(server.url), { auth: 'static-bearer' }, { only: ['auth.each-request'] })
  t.match(results[0], { outcome: 'not-applicable', reason: /closes each connection/ })
})

t.test('a limit of the rate is no fault of the harness, whatever was asked when it began', async (t) => {
  let seen = 0
  const server = await startMcpServer({ flaw: (exchange) => {
    seen += 1
    if (seen <= 10) return exchange.agent === undefined && refuse(exchange)
    exchange.answer(429, undefined, { 'retry-after': '60' })
    return true
  } })
  t.teardown(async () => { await server.close() })
  const { results, faults, exitCode } = await runSuite(driverFor(server.url), { auth: 'static-bearer' }, { only: ['auth.control-bytes', 'auth.oversized-token', 'auth.token-variants'] })
  t.strictSame(faults, [])
  t.equal(exitCode, 3)
  for (const { id, outcome } of results) t.equal(outcome, 'inconclusive', id)
})

t.test('a server that everybody is locked out of by a flood fails', async (t) => {
  let refused = 0
  const server = await startMcpServer({
    flaw: (exchange) => {
      if (exchange.agent === undefined) refused += 1
      if (refused < 100) return exchange.agent === undefined && refuse(exchange)
      exchange.answer(429)
      return true
    },
  })
  t.teardown(async () => { await server.close() })
  const { results } = await runSuite(driverFor(server.url), { auth: 'static-bearer' }, { only: ['auth.flood'] })
  t.equal(results[0]?.outcome, 'fail')
  t.strictSame(violatedBy(results[0]).filter((id) => id !== 'hardening.still-serves'), ['hardening.flood-locks-nobody-out', 'hardening.retry-after'])
})

t.test('a server that asks for no credentials has nothing said about it', async (t) => {
  const server = await startMcpServer({ tokens: {} })
  t.teardown(async () => { await server.close() })
  const { results, exitCode } = await runSuite(driverFor(server.url, { identities: {} }), {})
  t.ok(results.length > 40)
  for (const { id, outcome } of results) t.equal(outcome, 'not-applicable', id)
  t.equal(exitCode, 3, 'nothing ran, so nothing is claimed')
})
