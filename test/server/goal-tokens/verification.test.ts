/** Goal tokens over time: what they are bound to, which answer comes first, when they are forgotten, and what consumes them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { codeOf, newWorld, policyOf, threeAgents } from '../handoff/world.ts'
import type { World } from '../handoff/world.ts'

const second = 1000
const day = 24 * 60 * 60 * second
/** ms */
const microsecond = 0.001

async function issue(world: World, more: Record<string, unknown> = {}): Promise<string> {
  return (await world.acceptance.issue(world.as('alpha'), { project_id: 'proj', ...more })).goal_token
}

async function verify(world: World, token: string, more: Record<string, unknown> = {}): Promise<string> {
  return (await world.acceptance.verify(world.as('beta'), { project_id: 'proj', token, ...more })).reason
}

t.test('what is issued', async (t) => {
  const world = await newWorld(t)
  const plain = await world.acceptance.issue(world.as('alpha'), { project_id: 'proj' })
  t.match(plain, { goal_token: /^[0-9a-f]{16}$/, expires_at: '2026-03-01T12:05:00.000Z' })
  t.same(Object.keys(plain), ['goal_token', 'expires_at'], 'no hash where there is no body')
  t.match(await world.acceptance.issue(world.as('alpha'), { project_id: 'proj', body: '/goal\nhello', ttl_s: 1 }), {
    expires_at: '2026-03-01T12:00:01.000Z',
    body_hash: 'addfa178d8e9ebf5a81483488671f71b4cbacab7de24ce74be940227397651e1',
  })
  t.match(await world.acceptance.issue(world.as('alpha'), { project_id: 'proj', body: '', ttl_s: 86_400 }), {
    expires_at: '2026-03-02T12:00:00.000Z',
    body_hash: createHash('sha256').digest('hex'),
  }, 'an empty body is one')
  t.match(await world.acceptance.issue(world.as('alpha'), { project_id: 'proj', body: null, ttl_s: null }), { expires_at: plain.expires_at }, 'null is absent')
  world.now += 1.999
  t.match(await world.acceptance.issue(world.as('alpha'), { project_id: 'proj' }), { expires_at: '2026-03-01T12:05:00.001Z' }, 'rounded down, never up')
})

t.test('neither a token nor a body is in the file', async (t) => {
  const world = await newWorld(t)
  const body = 'a body that nobody else would write'
  const token = await issue(world, { body })
  await verify(world, token, { presented_body: body })
  for (const file of [world.store.path, `${world.store.path}-wal`]) {
    const bytes = readFileSync(file)
    t.notOk(bytes.includes(token), 'no token')
    t.notOk(bytes.includes(body), 'no body')
  }
  t.ok(readFileSync(`${world.store.path}-wal`).includes(createHash('sha256').update(token).digest('hex')), 'but its hash is')
})

t.test('the first rule that hits answers', async (t) => {
  const world = await newWorld(t)
  const wrong = { project_id: 'other', presented_body: 'other' }
  t.equal(await verify(world, '0'.repeat(16), wrong), 'not_found')
  const token = await issue(world, { body: 'body' })
  t.equal(await verify(world, token, wrong), 'wrong_project')
  t.equal(await verify(world, token, { project_id: '' }), 'wrong_project')
  t.equal(await verify(world, token, { presented_body: 'other' }), 'body_mismatch')
  t.equal(await verify(world, token, { presented_body: '' }), 'body_mismatch', 'an empty body is presented')
  t.equal(await verify(world, token, { presented_body: 'body' }), 'ok', 'nothing before consumed it')
  t.equal(await verify(world, token, wrong), 'already_consumed')
  world.now += 301 * second
  t.equal(await verify(world, token, wrong), 'already_consumed', 'also when it is past its time')
  const late = await issue(world)
  world.now += 301 * second
  t.equal(await verify(world, late, wrong), 'expired')
  t.equal(await verify(world, late, wrong), 'not_found', 'an expired one is forgotten at once')
})

t.test('what fits a token', async (t) => {
  const world = await newWorld(t)
  const banner = '\n<goal_token>0123456789abcdef</goal_token>\n<!-- SECURITY: once -->'
  const table: readonly (readonly [name: string, issued: Record<string, unknown>, presented: Record<string, unknown>, reason: string])[] = [
    ['no body on either side', {}, {}, 'ok'],
    ['an unbound token takes any body', {}, { presented_body: 'any' }, 'ok'],
    ['a bound one takes none', { body: 'body' }, {}, 'ok'],
    ['null is none', { body: 'body' }, { presented_body: null }, 'ok'],
    ['an empty body', { body: '' }, { presented_body: '' }, 'ok'],
    ['line ends count', { body: 'a\n' }, { presented_body: 'a\r\n' }, 'body_mismatch'],
    ['composition counts', { body: 'é' }, { presented_body: 'e\u0301' }, 'body_mismatch'],
    ['every scalar value', { project_id: '\u0000\u007f\ufeff😀', body: '\u0000\ufeff😀' }, { project_id: '\u0000\u007f\ufeff😀', presented_body: '\u0000\ufeff😀' }, 'ok'],
    ['a project is not trimmed', { project_id: 'proj ' }, {}, 'wrong_project'],
    ['nor folded', { project_id: 'Proj' }, {}, 'wrong_project'],
    ['a banner is stripped from what is presented', { body: '/goal\nrest' }, { presented_body: `/goal${banner}\nrest` }, 'ok'],
    ['once', { body: `/goal${banner}\nrest` }, { presented_body: `/goal${banner}${banner}\nrest` }, 'ok'],
    ['and from nothing that is issued', { body: `/goal${banner}` }, { presented_body: `/goal${banner}` }, 'body_mismatch'],
  ]
  for (const [name, issued, presented, reason] of table) t.equal(await verify(world, await issue(world, issued), presented), reason, name)
  const token = await issue(world)
  t.equal(await verify(world, token.toUpperCase() === token ? `${token}x` : token.toUpperCase()), 'not_found', 'a token is not folded')
  t.equal(await verify(world, ` \n\t${token}\r\n`), 'ok', 'but it is trimmed here')
  t.equal(await verify(world, ''), 'not_found')
})

t.test('accept_handoff takes the token as it is', async (t) => {
  const world = await newWorld(t)
  const token = await issue(world)
  const accept = async (goal_token: string) => world.acceptance.accept(world.as('beta'), { project_id: 'proj', goal_token })
  t.match(await accept(` ${token}`), { result: 'STALE_HANDOFF', token_check: { reason: 'not_found' } })
  t.match(await accept(token), { result: 'ok', token_check: { valid: true, reason: 'ok' } })
  t.match(await accept(token), { result: 'STALE_HANDOFF', token_check: { reason: 'already_consumed' } })
})

t.test('time is compared in microseconds', async (t) => {
  const world = await newWorld(t)
  const begin = world.now
  const at = async (offset: number): Promise<string> => {
    world.now = begin
    const token = await issue(world, { ttl_s: 1 })
    world.now = begin + offset
    return verify(world, token)
  }
  t.equal(await at(second - microsecond), 'ok')
  t.equal(await at(second), 'ok', 'the last moment is good')
  t.equal(await at(second + microsecond), 'expired')
})

t.test('a day later a token is forgotten, whether or not it was cleared away', async (t) => {
  const world = await newWorld(t)
  const begin = world.now
  const consumed = async (offset: number): Promise<string> => {
    world.now = begin
    const token = await issue(world, { ttl_s: 10 })
    await verify(world, token)
    world.now = begin + offset
    return verify(world, token)
  }
  const unconsumed = async (offset: number): Promise<string> => {
    world.now = begin
    const token = await issue(world, { ttl_s: 10 })
    world.now = begin + offset
    return verify(world, token)
  }
  t.equal(await consumed(day - microsecond), 'already_consumed')
  t.equal(await consumed(day), 'not_found')
  t.equal(await unconsumed(day + 10 * second - microsecond), 'expired')
  t.equal(await unconsumed(day + 10 * second), 'not_found')
})

t.test('every call clears away what is over', async (t) => {
  const world = await newWorld(t)
  for (let count = 0; count < 3; count += 1) await issue(world)
  await verify(world, await issue(world))
  const rows = async (): Promise<number> => Number((await world.store.read((transaction) => transaction.prepare('SELECT count(*) AS n FROM goal_tokens').get()))?.['n'])
  t.equal(await rows(), 4)
  world.now += day
  await verify(world, '0'.repeat(16))
  t.equal(await rows(), 3, 'a day after it was consumed')
  world.now += 300 * second
  await issue(world)
  t.equal(await rows(), 1, 'a day after they expired')
})

t.test('who may: any agent that is enabled and unexpired, and nobody else', async (t) => {
  const world = await newWorld(t)
  const token = await issue(world)
  for (const beta of [{ enabled: false }, { expiresAt: world.now }]) {
    world.policy = policyOf({ ...threeAgents, beta })
    t.equal(await codeOf(verify(world, token)), 'not_permitted')
    t.equal(await codeOf(world.acceptance.accept(world.as('beta'), { project_id: 'proj', goal_token: token })), 'not_permitted')
    t.equal(await codeOf(world.acceptance.issue(world.as('beta'), { project_id: 'proj' })), 'not_permitted')
  }
  t.equal(await codeOf(world.acceptance.accept(world.as('nobody'), {})), 'not_permitted')
  world.policy = policyOf({ alpha: { sendTo: [], receiveFrom: [], disclosureCeiling: 'public-safe' }, beta: { sendTo: [], receiveFrom: [] } })
  t.equal(await verify(world, token), 'ok', 'whatever it may send or receive, and nothing of the above consumed it')
})
