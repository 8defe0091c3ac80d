/** Other spellings of the endpoint's path: whatever a router makes of them, none leads around the guard. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { expectation, refusesRatherThanHangs, requirementsOf } from './expectations.ts'
import { isServed, isSuccess } from './reactions.ts'
import { strangerToken, withoutAuthorization, withToken } from './tokens.ts'
import { observeUnapplied } from './unapplied.ts'

const guarded = expectation('mcp-security.verify-every-request', 'no JSON-RPC result', (reaction) => !isServed(reaction) && (isSuccess(reaction) || refusesRatherThanHangs(reaction)))

/** Spellings of a path in origin-form, and the absolute-form of it (RFC 9112 §3.2.2). */
export function pathVariants(path: string, origin: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const parent = path.slice(0, path.lastIndexOf('/') + 1)
  const first = name === '' ? '' : `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`
  const variants = [
    `${path}/`, `/${path}`, `${path}//`, `/.${path}`, `/x/..${path}`, `${path}/.`, `${path}/x/..`, `/..${path}`,
    `${parent}${name.toUpperCase()}`, `${parent}${first}`, `${path}%2f`, `/%2e${path}`, `/x/%2e%2e${path}`, `${path};x`, `${path};a=b`, `/;x${path}`,
    `${path}%00`, `${path}%20`, `${path}.json`, `${path}?x=1`, `${path}#x`, `${path}\\`, `\\${path.slice(1)}`, `/healthz/..${path}`, `/healthz/..;${path}`,
    `${origin}${path}`, `${origin}/.${path}`, `http://other.invalid${path}`,
  ]
  return [...new Set(variants)].filter((variant) => variant !== path)
}

const pathVariantsCase: Case = authCase({
  id: 'auth.path-variants',
  title: 'No spelling of the path leads around the guard',
  requirements: requirementsOf(guarded),
  explain: {
    sends: 'The control without credentials and with an unknown token to other spellings of its path: slashes, dots, case, percent-encoding, ;x, absolute-form.',
    expects: 'Whatever the status, no MCP result, and nothing takes effect.',
    why: 'Where guard and router read paths differently, one spelling is protected and another is served.',
    failure: 'The guard compares the raw path and the router a normalised one (or the other way round), or a prefix rule exempts health paths.',
    fix: 'Put the guard before the router, with an exact list of the paths that need no credentials.',
  },
  async scenario(context: CaseContext) {
    const { pathname } = context.fixture.url
    const probe = context.probe.fresh()
    const bare = withoutAuthorization(probe.request(undefined))
    const unknown = withToken(bare, strangerToken(context.alpha.token, context.random))
    const answers: Reaction[] = []
    for (const target of pathVariants(pathname, context.fixture.url.origin)) {
      for (const [request, who] of [[bare, 'without credentials'], [unknown, 'with an unknown token']] as const) {
        const answer = await context.wire.send({ ...request, target }, { sender: 'raw' })
        answers.push(answer)
        context.expect(guarded, answer, `${label(target, context.fixture.url)} ${who}`)
      }
    }
    await observeUnapplied(context, probe, 'all spellings', answers)
  },
})

/** Without the port, which differs from run to run. */
function label(target: string, url: URL): string {
  return target.replace(url.host, url.hostname)
}

export const pathCases: readonly Case[] = [pathVariantsCase]
