/** Sessions of 2025 targets: a session id is no credential, and it belongs to whoever opened it. */
import type { Identity } from '../../harness/fixture/driver.ts'
import type { Case, CaseContext } from '../../harness/run/case.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { initializeParams, rpcAnswer, rpcRequest } from '../../harness/wire/mcp.ts'
import { authCase, needsSessions, needsTwoIdentities } from './define.ts'
import { challenged, expectation, requirementsOf } from './expectations.ts'
import { describe, isServed, maySucceed, statusOf } from './reactions.ts'
import { revisionOf } from './rpc.ts'
import { strangerToken, withoutAuthorization, withToken } from './tokens.ts'

interface Session {
  readonly id: string
  /** A request in it, with the credentials of whoever opened it. */
  list(): HttpRequest
  /** GET or DELETE in it, with the same credentials. */
  bodiless(method: 'GET' | 'DELETE'): HttpRequest
}

/** A session of its own for the identity. */
async function openSession(context: CaseContext, identity: Identity): Promise<Session> {
  const revision = revisionOf(context.target, 'legacy')
  if (revision === undefined) context.notApplicable('the target speaks no revision with sessions')
  const call = { endpoint: context.fixture.url, era: 'legacy', revision, token: identity.token } as const
  const reaction = await context.wire.send(rpcRequest({ ...call, method: 'initialize', params: initializeParams(revision), id: 'initialize' }))
  const [id] = reaction.kind === 'response' ? fieldValues(reaction.response, 'mcp-session-id') : []
  if (id === undefined || rpcAnswer(reaction, 'initialize').kind !== 'result') context.inconclusive(`no session was opened: ${describe(reaction)}`)
  await context.wire.send(rpcRequest({ ...call, sessionId: id, method: 'notifications/initialized' }))
  const session: Session = {
    id,
    list: () => rpcRequest({ ...call, sessionId: id, method: 'tools/list', params: {}, id: 'list' }),
    bodiless: (method) => withToken({
      method,
      target: context.fixture.url.pathname + context.fixture.url.search,
      headers: [['Accept', 'text/event-stream'], ['MCP-Protocol-Version', revision], ['Mcp-Session-Id', id]],
    }, identity.token),
  }
  const works = await context.wire.send(session.list())
  if (!isServed(works)) context.inconclusive(`the session does not serve its owner: ${describe(works)}`)
  return session
}

const needsToken = expectation('mcp-security.sessions-authenticate-nobody', 'status 401', (reaction) => statusOf(reaction) === 401)
const noSuccess = expectation('mcp-security.sessions-authenticate-nobody', 'no success', (reaction) => !maySucceed(reaction))
const survives = expectation('mcp-security.sessions-authenticate-nobody', 'the session still serves its owner', isServed)

const sessionNeedsToken: Case = authCase({
  id: 'auth.session-needs-token',
  title: 'A session id is no credential',
  requirements: requirementsOf(needsToken, challenged),
  appliesTo: needsSessions,
  explain: {
    sends: 'A request, a GET and a DELETE with the id of an open session, without credentials and with an unknown token.',
    expects: 'Status 401 with a challenge for the request, no success for the others, and the session still serves its owner.',
    why: 'Session ids are logged and shared more freely than tokens, and live longer.',
    failure: 'Only initialize is authenticated, and later requests are found by their session.',
    fix: 'Authenticate every request, and only then look for its session.',
  },
  async scenario(context: CaseContext) {
    const session = await openSession(context, context.alpha)
    const stranger = strangerToken(context.alpha.token, context.random)
    for (const [input, change] of [
      ['without credentials', withoutAuthorization] as const,
      ['with an unknown token', (request: HttpRequest) => withToken(request, stranger)] as const,
    ]) {
      const reaction = await context.wire.send(change(session.list()))
      for (const expected of [needsToken, challenged]) context.expect(expected, reaction, `tools/list ${input}`)
      for (const method of ['GET', 'DELETE'] as const) {
        const other = await context.wire.send(change(session.bodiless(method)), { limits: { timeoutMs: 5_000 } })
        context.expect(noSuccess, other, `${method} ${input}`)
      }
    }
    context.expect(survives, await context.wire.send(session.list()), 'the owner afterwards')
  },
})

const bound = expectation('mcp-security.session-bound-to-user', 'status 400, 401, 403 or 404', (reaction) => [400, 401, 403, 404].includes(statusOf(reaction) ?? 0))
const deleteBound = expectation('mcp-security.session-bound-to-user', 'no success', (reaction) => !maySucceed(reaction))
const keeps = expectation('mcp-security.session-bound-to-user', 'the session still serves its owner', isServed)

const sessionOfAnother: Case = authCase({
  id: 'auth.session-of-another',
  title: 'A session serves nobody but its owner',
  requirements: requirementsOf(bound),
  appliesTo: (target) => needsSessions(target) ?? needsTwoIdentities(target),
  explain: {
    sends: 'A request, a GET and a DELETE with the session id of one identity and the good token of another.',
    expects: 'No success for any of them, and the session still serves its owner.',
    why: 'Whoever learns the id could otherwise read the streams of another agent, act in its session or end it.',
    failure: 'Sessions are found by their id alone, and the token only has to be good.',
    fix: 'Store the identity with the session and answer 404 where it is not that of the token.',
  },
  async scenario(context: CaseContext) {
    const { alpha, beta } = context
    if (beta === undefined) context.notApplicable('there is no second identity')
    const session = await openSession(context, alpha)
    context.expect(bound, await context.wire.send(withToken(session.list(), beta.token)), 'tools/list by another')
    for (const method of ['GET', 'DELETE'] as const) {
      const reaction = await context.wire.send(withToken(session.bodiless(method), beta.token), { limits: { timeoutMs: 5_000 } })
      context.expect(deleteBound, reaction, `${method} by another`)
    }
    context.expect(keeps, await context.wire.send(session.list()), 'the owner afterwards')
  },
})

export const sessionCases: readonly Case[] = [sessionNeedsToken, sessionOfAnother]
