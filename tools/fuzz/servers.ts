/**
 * One running reference server over all its transports, and a process of it over stdio on the same store. Each way has
 * tokens of its own; all make the same call at the same time of one clock.
 */
import { join } from 'node:path'
import { makeFolder } from '../../harness/fixture/disposal.ts'
import type { Fixture } from '../../harness/fixture/driver.ts'
import { createReferenceDriver } from '../../harness/fixture/reference.ts'
import { expand } from '../../harness/vectors/expand.ts'
import { startHttpServer } from '../../server/index.ts'
import type { SetupToken } from '../vectors/format.ts'
import { microseconds } from '../vectors/goal-tokens.ts'
import { writeClock } from './clock.ts'
import type { ToolCall } from './mcp-messages.ts'
import { errorAnswer, isUnreadable } from './question.ts'
import type { Answer, AskedCall, Panel, Question } from './question.ts'
import { legacyHttp, modernHttp, plainHttp, plainPath, stdio } from './transports.ts'
import type { Transport } from './transports.ts'

export const serverNames = ['modern HTTP', 'legacy HTTP', 'stdio', 'plain HTTP', 'in turns'] as const
type ServerName = (typeof serverNames)[number]

export async function serverPanel(): Promise<Panel> {
  const folder = await makeFolder()
  const clockFile = join(folder.path, 'clock')
  // Whole seconds, so that microseconds after it are exact.
  const beginMs = Math.floor(Date.now() / 1000) * 1000
  let nowUs: number | undefined
  let fixture: Fixture | undefined
  const setClock = async (afterUs: number): Promise<void> => {
    if (afterUs === nowUs) return
    nowUs = afterUs
    const nowMs = beginMs + afterUs / 1000
    writeClock(clockFile, nowMs)
    await fixture?.setClock(nowMs)
  }
  try {
    writeClock(clockFile, beginMs)
    const command = [process.execPath, join(import.meta.dirname, 'stdio-server.ts'), clockFile]
    fixture = await createReferenceDriver({ start: startHttpServer, stdio: { command } }).open()
    const opened = fixture
    const ways = waysOf(opened)
    return {
      ask: async (question) => ask(question, ways, setClock),
      close: async () => {
        await Promise.all(Object.values(ways).map(async ({ all }) => Promise.all(all.map(async (transport) => transport.close()))))
        await opened.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await fixture?.close()
    await folder.remove()
    throw error
  }
}

/** A way uses one transport after the other, which is one and the same for all but the last. */
interface Way {
  readonly all: readonly Transport[]
}

function waysOf(fixture: Fixture): Readonly<Record<ServerName, Way>> {
  const { url } = fixture
  const { alpha: identity } = fixture.identities
  if (identity === undefined) throw new Error('the fixture has no identity')
  const overModern = modernHttp(url, identity)
  const overLegacy = legacyHttp(url, identity)
  const overStdio = stdio(fixture, identity)
  const overPlain = plainHttp(url, identity, overModern)
  return {
    'modern HTTP': { all: [overModern] },
    'legacy HTTP': { all: [overLegacy] },
    stdio: { all: [overStdio] },
    'plain HTTP': { all: [overPlain] },
    'in turns': { all: [overModern, overStdio, overLegacy, overPlain] },
  }
}

async function ask(question: Question, ways: Readonly<Record<ServerName, Way>>, setClock: (afterUs: number) => Promise<void>): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const { setup, calls } = question
  const events = [
    ...setup.tokens.map((token) => ({ atUs: microseconds(token.minted_at_s), kind: 'mint' as const, token })),
    ...calls.map((call) => ({ atUs: microseconds(call.at_s), kind: 'call' as const, call })),
  ].toSorted((one, other) => one.atUs - other.atUs)
  const asked = serverNames.filter((name) => name !== 'plain HTTP' || calls.some(({ via, input }) => via !== 'verify' && plainPath({ tool: 'accept_handoff', input: expand(input, dry(question)) }) !== undefined))
  // The same question takes the same turns.
  const turn = JSON.stringify(question).length
  const states = asked.map((name) => ({ name, all: ways[name].all, tokens: new Map<string, string>(), answers: [] as Answer[] }))
  for (const [index, event] of events.entries()) {
    await setClock(event.atUs)
    await Promise.all(states.map(async ({ all, tokens, answers }) => {
      const transport = all[(turn + index) % all.length]
      if (transport === undefined) return
      if (event.kind === 'mint') tokens.set(event.token.alias, await mint(transport, event.token))
      else answers.push(await make(transport, event.call, tokens))
    }))
  }
  return new Map(states.map(({ name, answers }) => [name, answers]))
}

/** Tokens that are none yet, to see what an input looks like. */
function dry({ setup }: Question): ReadonlyMap<string, string> {
  return new Map(setup.tokens.map(({ alias }) => [alias, '0000000000000000']))
}

/** One with a letter, so that it is another one in upper case. */
async function mint(transport: Transport, { project_id, body, ttl_s }: SetupToken): Promise<string> {
  for (;;) {
    const answer = await call(transport, { tool: 'issue_handoff_token', input: { project_id, ...(body === undefined ? {} : { body }), ttl_s } })
    const token = answer['goal_token']
    if (typeof token !== 'string') throw new Error(`no token was issued: ${JSON.stringify(answer)}`)
    if (/[a-f]/.test(token)) return token
  }
}

async function make(transport: Transport, { via, input }: AskedCall, tokens: ReadonlyMap<string, string>): Promise<Answer> {
  const answer = await call(transport, { tool: via === 'verify' ? 'verify_handoff_token' : 'accept_handoff', input: expand(input, tokens) })
  // A text that is no strict JSON is refused before anybody looks at its fields.
  return answer['rpcError'] === -32_700 && isUnreadable(input) ? errorAnswer('invalid_input', undefined) : answer
}

/** A store that another process is writing to has done nothing. */
async function call(transport: Transport, request: ToolCall): Promise<Answer> {
  for (;;) {
    const answer = await transport.call(request)
    const error = answer['error'] as { readonly code?: unknown } | undefined
    if (error?.code !== 'busy') return answer
  }
}
