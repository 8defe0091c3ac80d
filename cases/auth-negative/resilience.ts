/** What one caller can do to the others: flood the server with bad credentials, or delete the endpoint. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { describe, isFulfilled, statusOf } from './reactions.ts'
import { sessionIdOf } from './session-of.ts'
import { strangerToken, withToken } from './tokens.ts'

const lockout = 'hardening.flood-locks-nobody-out'
const retryAfter = 'hardening.retry-after'
const noServerError = 'mcp-authorization.status-fits'

const floods = 300
const atOnce = 12
const goodEvery = 60

const flood: Case = authCase({
  id: 'auth.flood',
  title: 'A flood of bad credentials locks nobody out',
  requirements: [lockout, retryAfter, noServerError],
  fixture: 'own',
  fixtureOptions: { rateLimits: 'default' },
  explain: {
    sends: `${floods} requests without credentials or with unknown tokens, ${atOnce} at once, and good ones in between and after, with the target's own limits.`,
    expects: 'The good ones are served; each 429 carries Retry-After; no server error.',
    why: 'A limit by address that also counts against good tokens lets a stranger behind the same proxy take the service away.',
    failure: 'The limit is checked before the credentials, without looking at who is calling.',
    fix: 'Let only refused credentials spend the budget of an address, and never refuse a good token by it.',
  },
  async scenario(context: CaseContext) {
    const seen: Reaction[] = []
    let number = 0
    const caller = async (): Promise<void> => {
      while (number < floods && !context.signal.aborted) {
        number += 1
        const own = number
        seen.push(await context.wire.send(badRequest(context, own)))
        if (own % goodEvery === 0) await observeGood(context, `after ${own} bad requests`)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, caller))
    await observeGood(context, 'after the flood')
    observeRefusals(context, seen)
  },
})

function badRequest(context: CaseContext, number: number): ReturnType<CaseContext['request']> {
  const bare = context.request(undefined)
  return number % 3 === 0 ? bare : withToken(bare, strangerToken(context.alpha.token, context.random))
}

async function observeGood(context: CaseContext, input: string): Promise<void> {
  const reaction = await context.wire.send(context.request(context.alpha))
  context.observe({ requirement: lockout, input, ok: isFulfilled(reaction), expected: 'the good request is served', actual: isFulfilled(reaction) ? 'served' : describe(reaction) }, reaction)
}

function observeRefusals(context: CaseContext, seen: readonly Reaction[]): void {
  const limited = seen.filter((reaction) => statusOf(reaction) === 429)
  const mute = limited.filter((reaction) => reaction.kind === 'response' && !fieldValues(reaction.response, 'retry-after').some(isRetryAfter))
  if (limited.length > 0) {
    context.observe({ requirement: retryAfter, ok: mute.length === 0, expected: 'Retry-After on each 429', actual: `${mute.length} of ${limited.length} without it` }, mute.slice(0, 1))
  }
  const failed = seen.filter((reaction) => (statusOf(reaction) ?? 0) >= 500)
  context.observe({ requirement: noServerError, ok: failed.length === 0, expected: 'no server error', actual: `${failed.length} of ${seen.length} with a 5xx status` }, failed.slice(0, 1))
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function isRetryAfter(value: string): boolean {
  return /^\d+$/.test(value.trim()) || !Number.isNaN(Date.parse(value))
}

const endsNothing = 'hardening.delete-ends-nothing'

const deleteEndpoint: Case = authCase({
  id: 'auth.delete-endpoint',
  title: 'A DELETE by one agent ends nothing for the others',
  requirements: [endsNothing],
  fixture: 'own',
  explain: {
    sends: 'DELETE of the endpoint with good credentials: bare, with a made-up session id, and with that of another agent where there are sessions.',
    expects: 'Whatever the status, the next good request of each agent is served.',
    why: 'DELETE ends a session in MCP; a server that closes a shared transport instead ends everybody.',
    failure: 'One transport or server object is shared by all callers, and DELETE closes it.',
    fix: 'Keep a transport for each session, or for each request, and let DELETE reach only the one of its own session and identity.',
  },
  async scenario(context: CaseContext) {
    const { alpha, beta } = context
    const other = beta ?? alpha
    await context.control(other)
    const otherSession = sessionIdOf(context, other)
    await deleteAndLook(context, 'without a session', undefined, other)
    await deleteAndLook(context, 'with a made-up session', '00000000-0000-4000-8000-000000000000', other)
    if (beta !== undefined && otherSession !== undefined) await deleteAndLook(context, 'with the session of another', otherSession, other)
  },
})

async function deleteAndLook(context: CaseContext, input: string, sessionId: string | undefined, other: Identity): Promise<void> {
  const { fixture, target, alpha } = context
  const headers = [['MCP-Protocol-Version', target.revision] as const, ...(sessionId === undefined ? [] : [['Mcp-Session-Id', sessionId] as const])]
  const answer = await context.wire.send(withToken({ method: 'DELETE', target: fixture.url.pathname + fixture.url.search, headers }, alpha.token))
  const reaction = await context.wire.send(context.request(other))
  context.observe({
    requirement: endsNothing,
    input,
    ok: isFulfilled(reaction),
    expected: 'the next good request is served',
    actual: `DELETE: ${statusOf(answer) ?? answer.kind}; then ${isFulfilled(reaction) ? 'served' : describe(reaction)}`,
  }, [answer, reaction])
}

export const resilienceCases: readonly Case[] = [flood, deleteEndpoint]
