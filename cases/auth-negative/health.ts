/** What a server tells strangers about itself: health endpoints, error pages, and the fields of its refusals. */
import type { Case, CaseContext, Expectation } from '../../harness/run/case.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { strangerToken, withoutAuthorization, withToken } from './tokens.ts'
import { statusOf, textOf } from './reactions.ts'

const noLeak = 'hardening.no-information-leak'
const serverDetail = 'rfc9110.server-detail'
const healthPaths = ['/healthz', '/readyz', '/livez', '/health', '/ready', '/live', '/status', '/ping', '/metrics', '/info', '/version']

/** What must not stand in an answer to a stranger, each with its name. */
export const leaks: readonly (readonly [string, RegExp])[] = [
  ['a path of the file system', /(?:^|[\s"'(=:[])(?:\/(?:home|root|tmp|var|usr|opt|etc|srv|app|work|private|Users|mnt|data)\/[\w.@~-]+|[A-Za-z]:\\\\?[\w.-]+\\|file:\/\/)/m],
  ['a stack trace', /\bat (?:async )?[\w$.<>[\] ]+ \(?(?:node:|file:|\/|[A-Za-z]:)[^\n)]*:\d+|Traceback \(most recent call last\)|\.(?:js|mjs|ts|py|go|java|rb|php):\d+/],
  ['the version of a component', /\b(?:node(?:\.js)?|express|fastify|hono|koa|undici|openssl|nginx|apache|python|uvicorn|starlette|sqlite|@modelcontextprotocol\/[\w-]+)["']?\s*[/:@ ]\s*["']?v?\d+\.\d+/i],
]

const healthLeak: Case = authCase({
  id: 'auth.health-leak',
  title: 'Health endpoints and error pages tell strangers nothing',
  requirements: [noLeak, serverDetail],
  fixture: 'own',
  explain: {
    sends: 'GET of usual health paths, of an unknown path, and refused requests, all without credentials or with an unknown token.',
    expects: 'No agent, path, reason of the policy, stack or version of a component in fields or body.',
    why: 'It is the first thing that an attacker reads, and nobody else needs it there.',
    failure: 'The health answer lists agents or the state of the registry, or error pages of the framework show stacks.',
    fix: 'Answer a status only, set your own error handler, and turn off X-Powered-By and a Server field with versions.',
  },
  async scenario(context: CaseContext) {
    const { pathname } = context.fixture.url
    const get = (target: string): HttpRequest => ({ method: 'GET', target, headers: [['Accept', '*/*']] })
    for (const path of healthPaths) {
      const reaction = await context.wire.send(get(path))
      // An endpoint that is not there is covered by the unknown path.
      if (statusOf(reaction) !== 404) observe(context, `GET ${path}`, reaction)
    }
    const bare = withoutAuthorization(context.request(undefined))
    observe(context, 'an unknown path', await context.wire.send(get('/no-such-path')))
    observe(context, 'a broken escape in the path', await context.wire.send(get('/%zz'), { sender: 'raw' }))
    observe(context, 'GET of the endpoint', await context.wire.send(get(pathname), { limits: { timeoutMs: 5_000 } }))
    observe(context, 'no credentials', await context.wire.send(bare))
    observe(context, 'unknown token', await context.wire.send(withToken(bare, strangerToken(context.alpha.token, context.random))))
    observe(context, 'a broken request line', await context.wire.send({ ...bare, method: 'P OST' }, { sender: 'raw' }))
    observe(context, 'a body that is no JSON', await context.wire.send({ ...bare, body: Buffer.from('{"jsonrpc":') }))
    await observeReason(context, get)
  },
})

const canary = 'conformance-canary'

/** A parser that quotes the text shows the canary of the first; a reason in words names the key of the second. */
const brokenEdits: readonly (readonly [string, string])[] = [
  ['a broken edit', `version: 1\n${canary}: [`],
  ['an edit with an unknown key', `${canary}: 1\nversion: 1\n`],
]

/** A registry that cannot be read any more: the reason is for the log, and not for strangers. */
async function observeReason(context: CaseContext, get: (target: string) => HttpRequest): Promise<void> {
  if (!context.fixture.abilities.has('writeRegistry')) return
  for (const [edit, text] of brokenEdits) {
    await context.fixture.writeRegistry(text)
    await context.control()
    for (const path of healthPaths) {
      const reaction = await context.wire.send(get(path))
      if (statusOf(reaction) === 404) continue
      observe(context, `GET ${path} after ${edit}`, reaction, [canary, 'yaml', 'YAML', 'line 2', 'column'])
    }
  }
}

function observe(context: CaseContext, input: string, reaction: Reaction, words: readonly string[] = []): void {
  context.expect(leakExpectation(agentsOf(context), words), reaction, input)
  if (reaction.kind !== 'response') return
  const server = fieldValues(reaction.response, 'server').some((value) => /\d+\.\d+/.test(value))
  const powered = fieldValues(reaction.response, 'x-powered-by').some((value) => /\d+\.\d+/.test(value))
  context.observe({ requirement: serverDetail, input, ok: !server, expected: 'a Server field without a version, or none', actual: server ? 'a version' : 'no version' }, reaction)
  if (powered) context.observe({ requirement: noLeak, input, ok: false, expected: 'no version in X-Powered-By', actual: 'a version' }, reaction)
}

function agentsOf({ fixture }: CaseContext): string[] {
  return Object.values(fixture.identities).flatMap(({ agentId }) => (agentId === undefined || agentId.length < 3 ? [] : [agentId]))
}

/** Fields and body, which leak each by itself. */
function partsOf(reaction: Reaction): [fields: string, body: string] {
  const text = textOf(reaction)
  const end = text.indexOf('\n\n')
  return [text.slice(0, end), text.slice(end + 2)]
}

/** Nothing of an answer names an agent, or one of these words, or looks like what only an operator may see. */
export function leakExpectation(agents: readonly string[], words: readonly string[]): Expectation {
  const leaksOf = (text: string, where: string): string[] => [
    ...leaks.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : [])),
    ...(agents.some((agent) => new RegExp(`(?<![\\w-])${agent.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(text)) ? ['the name of an agent'] : []),
    ...(words.some((word) => text.includes(word)) ? ['a reason of the policy'] : []),
  ].map((what) => `${what} ${where}`)
  return {
    requirement: noLeak,
    expected: 'no agent, path, reason, stack or version',
    check(reaction) {
      const [fields, body] = partsOf(reaction)
      const found = [...leaksOf(fields, 'in a field'), ...leaksOf(body, 'in the body')]
      const status = statusOf(reaction)
      return { ok: found.length === 0, actual: `${status === undefined ? reaction.kind : `status ${status}`}, ${found.length === 0 ? 'nothing of it' : found.join(', ')}` }
    },
  }
}

export const healthCases: readonly Case[] = [healthLeak]
