/**
 * A driver whose server is the reference server but for its inboxes, which have no end: its argument says what their pages
 * hold, which cursor stands on them, and whether that is so from the beginning or only of lists that cases ask for. Every
 * first page is true, so that only what comes after it tells.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { AgentPolicy, Fixture, Identity } from '../../../../harness/fixture/driver.ts'
import { createReferenceDriver } from '../../../../harness/fixture/reference.ts'
import { startHttpServer } from '../../../../server/index.ts'
import { startRewriting } from '../../../mutants/rewrite/http-proxy.ts'
import type { RunningProxy } from '../../../mutants/rewrite/http-proxy.ts'
import { objectOr } from '../../../mutants/rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../../../mutants/rewrite/rewrite.ts'
import { everything } from './planted.ts'

const [, , folder = '.', pages = 'empty', cursors = 'new', when = 'later'] = process.argv

/** Ten thousand that nobody sent, each with markup and terminal codes in its title. */
const made = pages === 'huge' ? Array.from({ length: 10_000 }, (_, count) => ({
  id: `made-${count}`, sender: 'alpha', recipient: 'beta', status: 'queued', created_at: '2020-01-01T00:00:00.000Z', title: count % 1_000 === 0 ? everything : 'Made.',
})) : []

const own = 'without-end-'
let given = 0

/** The harness's own control reads twenty at a time, and a target whose control fails meets no case. */
const asksInbox = ({ method, params }: Pick<Exchange, 'method' | 'params'>): boolean => method === 'tools/call' && params['name'] === 'handoff_inbox' && (when === 'always' || objectOr(params['arguments'])['limit'] !== 20)
const cursorOf = (params: JsonObject): unknown => objectOr(params['arguments'])['cursor']
const isOwn = (cursor: unknown): boolean => typeof cursor === 'string' && cursor.startsWith(own)

const rewrite: Rewrite = {
  // The server behind it has never given such a cursor.
  request(message, { method, params }) {
    if (!asksInbox({ method, params }) || !isOwn(cursorOf(params))) return undefined
    const { cursor: _, ...rest } = objectOr(params['arguments'])
    return { forward: [{ ...message, params: { ...params, arguments: rest } }] }
  },
  response(message, { method, params }) {
    const result = objectOr(message['result'])
    const { handoffs } = objectOr(result['structuredContent'])
    if (!asksInbox({ method, params }) || !Array.isArray(handoffs)) return undefined
    const first = !isOwn(cursorOf(params))
    const listed = pages === 'again' || first ? handoffs : []
    given += 1
    return { ...message, result: { ...result, content: [], structuredContent: { handoffs: [...listed, ...made] as readonly object[], next_cursor: `${own}${cursors === 'new' ? given : 0}` } } }
  },
}

const driver = createReferenceDriver({ start: startHttpServer })
const people = new Map<string, Identity>()
let running: { readonly fixture: Fixture; readonly proxy: RunningProxy } | undefined

interface Request {
  readonly id: number
  readonly method: string
  readonly params: { readonly identity?: { readonly name: string }; readonly expires_in_ms?: number; readonly policy?: WirePolicy }
}
interface WirePolicy {
  readonly enabled?: boolean
  readonly send_to?: readonly string[]
  readonly receive_from?: readonly string[]
  readonly ceiling?: AgentPolicy['ceiling']
  readonly expires_at_ms?: number
}

function known(identity: Identity): { readonly name: string; readonly agent_id: string; readonly token: string } {
  people.set(identity.name, identity)
  appendFileSync(`${folder}/tokens`, `${identity.token}\n`)
  return { name: identity.name, agent_id: identity.agentId ?? identity.name, token: identity.token }
}

function policyOf({ enabled, send_to: sendTo, receive_from: receiveFrom, ceiling, expires_at_ms: expiresAt }: WirePolicy = {}): Partial<AgentPolicy> {
  return Object.fromEntries(Object.entries({ enabled, sendTo, receiveFrom, ceiling, expiresAt }).filter(([, value]) => value !== undefined))
}

async function open(): Promise<object> {
  const fixture = await driver.open({ rateLimits: 'generous' })
  const proxy = await startRewriting(Number(fixture.url.port), rewrite)
  running = { fixture, proxy }
  const { alpha, beta } = fixture.identities
  if (alpha === undefined || beta === undefined) throw new Error('the fixture has no two identities')
  const [one, other] = [known(alpha), known(beta)]
  return { url: `http://127.0.0.1:${proxy.port}/mcp`, identities: { alpha: { agent_id: one.agent_id, token: one.token }, beta: { agent_id: other.agent_id, token: other.token } } }
}

async function answer({ method, params }: Request): Promise<object> {
  if (method === 'hello') return { protocol: 1, transport: 'http', abilities: ['start', 'set_limits', 'issue_token', 'set_policy', 'kill', 'restart'] }
  if (method === 'open') return open()
  if (running === undefined) return {}
  const { fixture, proxy } = running
  switch (method) {
    case 'issue_token': return { identity: known(await fixture.issueToken({ expiresInMs: params.expires_in_ms ?? 0, policy: policyOf(params.policy) })) }
    case 'set_policy': {
      const identity = people.get(params.identity?.name ?? '')
      if (identity !== undefined) await fixture.setPolicy(identity, policyOf(params.policy))
      return {}
    }
    case 'kill': return { ...await fixture.stop(), code: undefined, signal: undefined }
    case 'restart':
      await fixture.restart()
      return {}
    case 'close':
      await proxy.close()
      await fixture.close()
      return {}
    default: throw new Error(`it cannot ${method}`)
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request
  process.stdout.write(`${JSON.stringify({ id: request.id, result: await answer(request) })}\n`)
}
