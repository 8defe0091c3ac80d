/** Sessions of 2025 targets: a session id is no credential, and it belongs to whoever opened it. */
import type { Case, CaseContext } from '../../harness/run/case.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { authCase, needsSessions, needsTwoIdentities } from './define.ts'
import { challenged, expectation, noSuccess, requirementsOf } from './expectations.ts'
import { openSession } from './legacy-session.ts'
import { isFulfilled, statusOf } from './reactions.ts'
import { strangerToken, withoutAuthorization, withToken } from './tokens.ts'

const needsToken = expectation('mcp-security.sessions-authenticate-nobody', 'status 401', (reaction) => statusOf(reaction) === 401)
const bodilessRefused = noSuccess('mcp-security.sessions-authenticate-nobody')
const survives = expectation('mcp-security.sessions-authenticate-nobody', 'the session still serves its owner', isFulfilled)

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
        context.expect(bodilessRefused, other, `${method} ${input}`)
      }
    }
    context.expect(survives, await context.wire.send(session.list()), 'the owner afterwards')
  },
})

const bound = expectation('mcp-security.session-bound-to-user', 'status 400, 401, 403 or 404', (reaction) => [400, 401, 403, 404].includes(statusOf(reaction) ?? 0))
const deleteBound = noSuccess('mcp-security.session-bound-to-user')
const keeps = expectation('mcp-security.session-bound-to-user', 'the session still serves its owner', isFulfilled)

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
