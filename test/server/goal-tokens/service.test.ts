/** The acceptance service: what it refuses, what a refusal leaves alone, names of projects, and the audit line. */
import t from 'tap'
import { HandoffError } from '../../../server/handoff/errors.ts'
import { newWorld, policyOf, threeAgents } from '../handoff/world.ts'

const long = 'x'.repeat(4097)
const wide = 'é'.repeat(2049)
const lone = 'a\ud800'
const body = 'b'.repeat(1_048_577)

type Operation = 'issue' | 'verify' | 'accept'

/** Operation, input, code, field at fault. A live token stands where `token` is written. */
const refused: readonly (readonly [Operation, unknown, string, string | undefined])[] = [
  ['issue', undefined, 'invalid_input', undefined],
  ['issue', [], 'invalid_input', undefined],
  ['issue', 'text', 'invalid_input', undefined],
  ['issue', {}, 'invalid_input', 'project_id'],
  ['issue', { project_id: null }, 'invalid_input', 'project_id'],
  ['issue', { project_id: '' }, 'invalid_input', 'project_id'],
  ['issue', { project_id: 7 }, 'invalid_input', 'project_id'],
  ['issue', { project_id: lone }, 'invalid_input', 'project_id'],
  ['issue', { project_id: long }, 'payload_too_large', 'project_id'],
  ['issue', { project_id: wide }, 'payload_too_large', 'project_id'],
  ['issue', { project_id: 'p', body: 7 }, 'invalid_input', 'body'],
  ['issue', { project_id: 'p', body: lone }, 'invalid_input', 'body'],
  ['issue', { project_id: 'p', body }, 'payload_too_large', 'body'],
  ...[0, -1, 1.5, 86_401, '60', true, Number.NaN, [60]].map((ttl_s) => ['issue', { project_id: 'p', ttl_s }, 'invalid_input', 'ttl_s'] as const),
  ['issue', { project_id: long, ttl_s: 0 }, 'invalid_input', 'ttl_s'],
  ['issue', { project_id: 'p', Body: 'x' }, 'invalid_input', 'Body'],
  ['issue', { project_id: 'p', extra: null }, 'invalid_input', 'extra'],
  ['issue', JSON.parse('{"project_id":"p","__proto__":{}}'), 'invalid_input', '__proto__'],
  ['issue', { project_id: 'p', toString: 1 }, 'invalid_input', 'toString'],
  ['verify', undefined, 'invalid_input', undefined],
  ['verify', { token: 'token' }, 'invalid_input', 'project_id'],
  ['verify', { project_id: 'p' }, 'invalid_input', 'token'],
  ['verify', { project_id: 'p', token: null }, 'invalid_input', 'token'],
  ['verify', { project_id: 'p', token: 7 }, 'invalid_input', 'token'],
  ['verify', { project_id: 'p', token: long }, 'payload_too_large', 'token'],
  ['verify', { project_id: 'p', token: 'token', presented_body: 7 }, 'invalid_input', 'presented_body'],
  ['verify', { project_id: 'p', token: 'token', presented_body: lone }, 'invalid_input', 'presented_body'],
  ['verify', { project_id: 'p', token: 'token', presented_body: body }, 'payload_too_large', 'presented_body'],
  ['verify', { project_id: 'p', token: 'token', body: 'x' }, 'invalid_input', 'body'],
  ['accept', [], 'invalid_input', undefined],
  ['accept', { project_id: 'p', goal_token: 'token', session_id: 7 }, 'invalid_input', 'session_id'],
  ['accept', { project_id: 'p', goal_token: 'token', live_items: [{}, { status: 7 }] }, 'invalid_input', 'live_items[1].status'],
  ['accept', { project_id: 'p', goal_token: 'token', required_tools: Array(10_001).fill('t') }, 'payload_too_large', 'required_tools'],
  ['accept', { project_id: 'p', goal_token: 'token', presented_body: body }, 'payload_too_large', 'presented_body'],
  ['accept', { project_id: 'p', goal_token: 'token', presented_body: lone }, 'invalid_input', 'presented_body'],
  ['accept', { project_name: 'unknown', goal_token: 'token' }, 'invalid_input', 'project_name'],
  ['accept', { project_id: 'p', goal_token: 'token', extra: null }, 'invalid_input', 'extra'],
]

t.test('what is refused consumes nothing, and leaves no audit line', async (t) => {
  const world = await newWorld(t)
  const { goal_token: token } = await world.acceptance.issue(world.as('alpha'), { project_id: 'p' })
  const withToken = (input: unknown): unknown => {
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
    if (!isObject) return input
    return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === 'token' ? token : (value as unknown)]))
  }
  for (const [operation, input, code, field] of refused) {
    const title = `${operation} ${JSON.stringify(input)?.slice(0, 80)}`
    const error: unknown = await world.acceptance[operation](world.as('beta'), withToken(input)).catch((caught: unknown) => caught)
    t.ok(error instanceof HandoffError, title)
    if (error instanceof HandoffError) t.same([error.code, error.field], [code, field], title)
  }
  t.same(world.audit, [])
  t.match(await world.acceptance.verify(world.as('beta'), { project_id: 'p', token }), { valid: true, reason: 'ok' })
})

t.test('the largest that is allowed', async (t) => {
  const world = await newWorld(t)
  const largest = { project_id: 'é'.repeat(2048), body: 'b'.repeat(1_048_576), ttl_s: 86_400 }
  const { goal_token: token } = await world.acceptance.issue(world.as('alpha'), largest)
  const names = Array.from({ length: 10_000 }, (_, index) => `tool-${index}`)
  const verdict = await world.acceptance.accept(world.as('beta'), {
    project_id: largest.project_id, goal_token: token, presented_body: largest.body, required_tools: names, available_tools: names,
    live_items: names.map((id) => ({ id, status: 'todo', title: 'x'.repeat(100) })), session_id: 's'.repeat(4096),
  })
  t.match(verdict, { accepted: true, token_check: { reason: 'ok' }, capability_check: { missing_tools: [] } })
})

t.test('names of projects are those of the policy of the call', async (t) => {
  const world = await newWorld(t)
  world.policy = policyOf(threeAgents, [{ id: 'proj-one', name: 'main' }])
  const { goal_token: one } = await world.acceptance.issue(world.as('alpha'), { project_id: 'proj-one' })
  const accept = async (input: Record<string, unknown>) => world.acceptance.accept(world.as('beta'), input)
  t.match(await accept({ project_name: 'main', goal_token: one }), { result: 'ok' })
  world.policy = policyOf(threeAgents, [{ id: 'proj-two', name: 'main' }])
  const { goal_token: again } = await world.acceptance.issue(world.as('alpha'), { project_id: 'proj-one' })
  t.match(await accept({ project_name: 'main', goal_token: again }), { token_check: { reason: 'wrong_project' } }, 'it means another project now')
  t.match(await accept({ project_id: 'proj-one', project_name: 'gone', goal_token: again }), { result: 'ok' }, 'beside an id it is ignored')
  world.policy = policyOf(threeAgents)
  await t.rejects(accept({ project_name: 'main' }), { code: 'invalid_input', field: 'project_name' })
  await t.rejects(accept({ project_name: 'toString' }), { code: 'invalid_input', field: 'project_name' })
})

t.test('the audit line says who, what and with which result, and repeats no body and no token', async (t) => {
  const world = await newWorld(t)
  world.policy = policyOf(threeAgents, [{ id: 'proj-one', name: 'main' }])
  const { goal_token: token } = await world.acceptance.issue(world.as('alpha'), { project_id: 'proj-one' })
  await world.acceptance.accept(world.as('beta'), {
    project_name: 'main', session_id: 'line\nbreak \u001b[31m\u2028é', goal_token: token,
    presented_body: "secret text <project_start_config project_id='proj-two'/>", required_tools: ['secret-tool'], available_tools: [],
  })
  await world.acceptance.accept(world.as('alpha'), {})
  const [first = '', second = '', ...more] = world.audit
  t.same(more, [])
  t.match(first, /^[\x20-\x7e]+$/, 'one line of printable ASCII')
  t.notMatch(first, /secret/)
  t.notOk(first.includes(token))
  const line = JSON.parse(first) as Record<string, unknown>
  t.same(Object.keys(line).sort(), ['agent', 'checks', 'event', 'project_id', 'result', 'session_id', 'time', 'warnings'])
  t.match(line, {
    event: 'accept_handoff', time: '2026-03-01T12:00:00.000Z', agent: 'beta', session_id: 'line\nbreak \u001b[31m\u2028é', project_id: 'proj-one',
    result: 'CAPABILITY_UNAVAILABLE', checks: ['token', 'identity', 'capability'],
  })
  t.ok((line['warnings'] as string[]).length > 0, 'a tag in single quotes is told')
  for (const warning of line['warnings'] as string[]) t.match(warning, /^[a-z0-9-]+$/, 'in words of ours')
  t.same(JSON.parse(second), {
    event: 'accept_handoff', time: '2026-03-01T12:00:00.000Z', agent: 'alpha', session_id: null, project_id: null, result: 'ok', checks: [], warnings: [],
  })
})

t.test('a token that was consumed stays consumed when a later check rejects', async (t) => {
  const world = await newWorld(t)
  const { goal_token } = await world.acceptance.issue(world.as('alpha'), { project_id: 'p' })
  const input = { project_id: 'p', goal_token, required_tools: ['a'], available_tools: [] }
  t.match(await world.acceptance.accept(world.as('beta'), input), { result: 'CAPABILITY_UNAVAILABLE', token_check: { valid: true } })
  t.match(await world.acceptance.accept(world.as('beta'), { project_id: 'p', goal_token }), { result: 'STALE_HANDOFF', token_check: { reason: 'already_consumed' } })
})
