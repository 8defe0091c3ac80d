/** The endpoint for callers that do not speak MCP: its path, the guards before it, and how it says no. */
import t from 'tap'
import type { Test } from 'tap'
import { HandoffError } from '../../../server/handoff/errors.ts'
import type { ErrorCode } from '../../../server/handoff/errors.ts'
import { startHttpServer } from '../../../server/index.ts'
import { errorResult } from '../../../server/tools/table.ts'
import { initialize, legacyFields } from '../support/messages.ts'
import { rawExchange, rawRequest } from '../support/raw-http.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import { startTestStack } from '../support/stack.ts'
import { mcpHttpCaller } from '../support/tool-callers.ts'

interface Place {
  readonly token: string
  /** Sends a body, a character a byte, with good fields unless others are given. */
  readonly post: (body: string, options?: { target?: string; fields?: readonly (readonly [string, string])[]; method?: string; host?: string }) => Promise<RawAnswer>
  readonly issue: () => Promise<string>
}

const target = '/projects/proj/handoff/accept'

async function start(t: Test): Promise<Place> {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, ratePerMinute: 1_000_000, refusalsPerMinute: 1_000_000, log: () => undefined })
  t.teardown(() => server.close())
  const port = Number(server.url.port)
  const token = registry.token('alice')
  const caller = mcpHttpCaller(server.url, token)
  t.teardown(() => caller.close())
  const good = [['Authorization', `Bearer ${token}`], ['Content-Type', 'application/json']] as const
  return {
    token,
    post: async (body, { fields = good, ...options } = {}) => {
      const length = fields.some(([name]) => name === 'Content-Length') ? [] : [['Content-Length', String(body.length)] as const]
      return rawExchange(port, rawRequest(port, { target, fields: [...fields, ...length], body, ...options }))
    },
    issue: async () => String((await caller.call('issue_handoff_token', { project_id: 'proj' })).content['goal_token']),
  }
}

function json(answer: RawAnswer): Record<string, unknown> {
  return JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')) as Record<string, unknown>
}

void t.test('a verdict', async (t) => {
  const { post, issue } = await start(t)
  const goal_token = await issue()
  const answer = await post(JSON.stringify({ goal_token, session_id: 's' }))
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'application/json')
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.match(json(answer), { accepted: true, result: 'ok', token_check: { valid: true, reason: 'ok' }, is_trusted_channel: false })
  const rejected = await post(JSON.stringify({ goal_token }))
  t.equal(rejected.status, 200, 'a rejection is a verdict too')
  t.match(json(rejected), { accepted: false, result: 'STALE_HANDOFF' })
})

void t.test('paths', async (t) => {
  const { post } = await start(t)
  const project = async (segment: string): Promise<unknown> => {
    const body = JSON.stringify({ presented_body: '<project_start_config project_id="?"/>' })
    const answer = await post(body, { target: `/projects/${segment}/handoff/accept` })
    const reasons = (json(answer)['identity_check'] as { reasons?: string[] } | undefined)?.reasons ?? []
    return answer.status === 200 ? /verified against \((.*)\)$/s.exec(reasons[0] ?? '')?.[1] : answer.status
  }
  t.equal(await project('proj'), "'proj'")
  t.equal(await project('a%2Fb%20c%25'), "'a/b c%'", 'percent-decoded, once')
  t.equal(await project('%E2%82%AC%F0%9F%98%80'), "'€😀'")
  t.equal(await project("a+b;c=d,e:f@g!$&'()*"), `"a+b;c=d,e:f@g!$&'()*"`, 'nothing else is decoded')
  t.equal(await project('%2e%2e'), "'..'")
  t.equal(await project('..'), "'..'")
  t.equal(await project('%00'), String.raw`'\x00'`)
  t.equal(await project('x'.repeat(4097)), 413)
  for (const segment of ['', '%', '%4', '%zz', '%ff', '%C3', '%ED%A0%80', 'a/b', 'a"b', 'a[b']) t.equal(await project(segment), 404, segment)
  const elsewhere = ['/projects/proj/handoff/accept/', '/projects/proj/handoff', '/Projects/proj/handoff/accept', '/projects/proj/handoff/Accept', '//projects/proj/handoff/accept', '/mcp/projects/proj/handoff/accept', '/projects/proj/handoff/%61ccept']
  for (const path of elsewhere) {
    const answer = await post('{}', { target: path })
    t.equal(answer.status, 404, path)
    t.match(json(answer), { error: 'not_found' })
  }
  t.equal((await post('{}', { target: `${target}?x=1` })).status, 200, 'a query is not looked at')
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await post('{}', { method })
    t.equal(answer.status, 405, method)
    t.equal(answer.headers.get('allow'), 'POST', method)
  }
})

void t.test('what is refused consumes nothing, whatever refuses it', async (t) => {
  const { post, issue, token } = await start(t)
  const goal_token = await issue()
  const good = { goal_token }
  const body = JSON.stringify(good)
  const authorization = ['Authorization', `Bearer ${token}`] as const
  const type = ['Content-Type', 'application/json'] as const
  const bytes = (...values: number[]): string => String.fromCharCode(...values)
  const deep = `${'['.repeat(65)}${']'.repeat(65)}`
  type Refused = readonly [name: string, status: number, error: unknown, send: () => Promise<RawAnswer>]
  const invalid = (field?: string): unknown => ({ code: 'invalid_input', retryable: false, ...(field === undefined ? {} : { field }) })
  const table: readonly Refused[] = [
    ['a foreign host', 403, 'host_not_allowed', async () => post(body, { host: 'evil.example' })],
    ['a foreign origin', 403, 'origin_not_allowed', async () => post(body, { fields: [authorization, type, ['Origin', 'https://evil.example']] })],
    ['no credentials', 401, 'unauthorized', async () => post(body, { fields: [type] })],
    ['a wrong token', 401, 'invalid_token', async () => post(body, { fields: [['Authorization', 'Bearer handoff_wrong'], type] })],
    ['two tokens', 400, 'invalid_request', async () => post(body, { fields: [authorization, authorization, type] })],
    ['a token in the query', 400, 'invalid_request', async () => post(body, { target: `${target}?access_token=${token}`, fields: [type] })],
    ['a token in the body as well', 400, 'invalid_request', async () => post(JSON.stringify({ ...good, access_token: token }))],
    ['another type', 415, 'unsupported_media_type', async () => post(body, { fields: [authorization, ['Content-Type', 'text/plain']] })],
    ['a form', 415, 'unsupported_media_type', async () => post(`goal_token=${goal_token}`, { fields: [authorization, ['Content-Type', 'application/x-www-form-urlencoded']] })],
    ['a body that is too large', 413, 'content_too_large', async () => post('', { fields: [authorization, type, ['Content-Length', String(9 * 1024 * 1024)]] })],
    ['nothing', 400, invalid(), async () => post('')],
    ['half of it', 400, invalid(), async () => post(body.slice(0, -1))],
    ['text behind it', 400, invalid(), async () => post(`${body}x`)],
    ['a list', 400, invalid(), async () => post(`[${body}]`)],
    ['null', 400, invalid(), async () => post('null')],
    ['a string', 400, invalid(), async () => post(JSON.stringify(body))],
    ['the same key twice', 400, invalid(), async () => post(`{"goal_token":"x",${body.slice(1)}`)],
    ['a byte order mark', 400, invalid(), async () => post(`${bytes(0xef, 0xbb, 0xbf)}${body}`)],
    ['bytes that are no UTF-8', 400, invalid(), async () => post(`{"session_id":"${bytes(0xff)}",${body.slice(1)}`)],
    ['half of a surrogate pair', 400, invalid(), async () => post(String.raw`{"session_id":"\ud800",${body.slice(1)}`)],
    ['nesting', 400, invalid(), async () => post(`{"live_items":${deep},${body.slice(1)}`)],
    ['another project', 400, invalid('project_id'), async () => post(JSON.stringify({ ...good, project_id: 'other' }))],
    ['an empty project', 400, invalid('project_id'), async () => post(JSON.stringify({ ...good, project_id: '' }))],
    ['a project of another type', 400, invalid('project_id'), async () => post(JSON.stringify({ ...good, project_id: ['proj'] }))],
    ['an unknown argument', 400, invalid('toString'), async () => post(JSON.stringify({ ...good, toString: null }))],
    ['__proto__', 400, invalid('__proto__'), async () => post(`{"__proto__":{},${body.slice(1)}`)],
    ['a wrong type', 400, invalid('required_tools[0]'), async () => post(JSON.stringify({ ...good, required_tools: [7] }))],
    ['too much of a text', 413, { code: 'payload_too_large', field: 'session_id' }, async () => post(JSON.stringify({ ...good, session_id: 'x'.repeat(4097) }))],
  ]
  for (const [name, status, error, send] of table) {
    const answer = await send()
    t.match({ status: answer.status, error: json(answer)['error'] }, { status, error }, name)
    if (typeof error === 'object' && error !== null && !('field' in error)) t.notOk('field' in (json(answer)['error'] as object), `${name}: no field`)
    t.equal(answer.headers.get('cache-control'), 'no-store', name)
    t.equal(answer.headers.has('www-authenticate'), status === 401 || error === 'invalid_request', name)
    t.notOk(answer.text.includes(goal_token) || answer.text.includes(token), `${name}: nothing is repeated`)
  }
  for (const project_id of [null, 'other']) t.equal((await post(JSON.stringify({ project_id }))).status, project_id === null ? 200 : 400, 'null is absent')
  t.match(json(await post(JSON.stringify({ ...good, project_id: 'proj' }))), { result: 'ok' })
})

void t.test('a code has its status', async (t) => {
  let code: ErrorCode = 'internal'
  const stack = await startTestStack({ acceptHandoff: async () => errorResult(new HandoffError(code, 'No.')) })
  t.teardown(() => stack.close())
  const fields = [['Authorization', `Bearer ${stack.registry.token('alice')}`], ['Content-Type', 'application/json']] as const
  for (const [each, status] of [['invalid_input', 400], ['payload_too_large', 413], ['not_permitted', 403], ['busy', 503], ['internal', 500]] as const) {
    code = each
    const answer = await rawExchange(stack.port, rawRequest(stack.port, { target, fields, body: '{}' }))
    t.equal(answer.status, status, each)
    t.match(json(answer), { error: { code: each, message: 'No.' } })
    t.equal(answer.headers.get('retry-after'), each === 'busy' ? '1' : undefined, each)
  }
})

void t.test('the limit of an identity is one for this endpoint and MCP', async (t) => {
  let accepted = 0
  const stack = await startTestStack({
    acceptHandoff: async () => {
      accepted += 1
      return { content: [], structuredContent: {} }
    },
    limits: { maxBodyBytes: 1000, ratePerMinute: 2, refusalsPerMinute: 100 },
  })
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const accept = async (): Promise<RawAnswer> => rawExchange(stack.port, rawRequest(stack.port, { target, fields: [authorization, ['Content-Type', 'application/json']], body: '{}' }))
  const mcp = async (): Promise<RawAnswer> => rawExchange(stack.port, rawRequest(stack.port, { fields: [authorization, ...legacyFields()], body: JSON.stringify(initialize()) }))
  t.equal((await accept()).status, 200)
  t.equal((await mcp()).status, 200)
  for (const answer of [await accept(), await mcp()]) {
    t.equal(answer.status, 429)
    t.ok(answer.headers.has('retry-after'))
  }
  stack.clock.now += 60_000
  t.equal((await accept()).status, 200)
  t.equal(accepted, 2)
})

void t.test('without a domain there is no such path', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  t.equal((await rawExchange(stack.port, rawRequest(stack.port, { target, body: '{}' }))).status, 404)
})
