/** The token in the query of the request target, alone and beside the Authorization field. */
import type { Case, Expectation } from '../../harness/run/case.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { challenged, clientErrorUnder, expectation, invalidRequest, noServerError, noSuccess, refusedWith, requirementsOf } from './expectations.ts'
import { isServed, statusOf } from './reactions.ts'
import { strangerToken, tokenOf, withoutAuthorization } from './tokens.ts'

/** Adds a parameter to the query of an origin-form target. */
export function withQuery(request: HttpRequest, name: string, value: string): HttpRequest {
  const joint = request.target.includes('?') ? '&' : '?'
  return { ...request, target: `${request.target}${joint}${name}=${encodeURIComponent(value)}` }
}

/**
 * A URI with a query is another one (RFC 3986 §3.4), and a server may have nothing there. A 404 says that, lets nobody
 * in, and is no authorization error, whose status and challenge the sources speak of.
 */
function whereThereIsSomething(given: Expectation): Expectation {
  return { ...given, applies: (reaction) => statusOf(reaction) !== 404 && given.applies?.(reaction) !== false }
}

const aloneExpect = [
  noSuccess('mcp-authorization.no-query-token'),
  noSuccess('oauth-2.1.query-token-ignored'),
  whereThereIsSomething(refusedWith(400, 401)),
  whereThereIsSomething(challenged),
]

const queryToken: Case = authCase({
  id: 'auth.query-token',
  title: 'A token in the query alone gives no access',
  requirements: requirementsOf(...aloneExpect),
  explain: {
    sends: 'The good token as the query parameters access_token, token and authorization, without an Authorization field.',
    expects: 'Status 401 (or 400) with a Bearer challenge, or 404 where the server has nothing at a URI with a query.',
    why: 'Targets are written to logs, histories and referrers, and the token with them; MCP and OAuth 2.1 rule it out.',
    failure: 'A middleware that supports every method of RFC 6750 is in use, or the query is a documented way in.',
    fix: 'Read the token from the Authorization field only.',
  },
  inputs: () => ['access_token', 'token', 'authorization'].map((name) => ({
    input: name,
    part: 'target',
    fault: (control) => withQuery(withoutAuthorization(control), name, tokenOf(control)),
    expect: aloneExpect,
  })),
})

/** OAuth 2.1 §5.1 has the query ignored, so serving the request for its field breaks no source's keyword. */
const invalidRequestIfRefused = whereThereIsSomething(expectation('rfc6750.invalid-request', 'status 400 with the error invalid_request, where it is refused', (reaction) =>
  isServed(reaction) || invalidRequest.check(reaction).ok))

const bothExpect = [clientErrorUnder('hardening.one-method'), invalidRequestIfRefused, noServerError]

const queryAndHeader: Case = authCase({
  id: 'auth.query-and-header',
  title: 'A token in the query beside the field is refused',
  requirements: requirementsOf(...bothExpect),
  explain: {
    sends: 'The good token in the Authorization field and as the query parameter access_token: the same one, and an unknown one.',
    expects: 'Status 400 with the error invalid_request.',
    why: 'Two methods at once are an invalid request in RFC 6750. OAuth 2.1 lets a server ignore the query, so that serving it is a warning only.',
    failure: 'The query is never looked at, so that a leaking client is not told.',
    fix: 'Answer 400 invalid_request where the query holds access_token.',
  },
  inputs: ({ random }) => [
    ['the same token', (token: string) => token] as const,
    ['an unknown token', (token: string) => strangerToken(token, random)] as const,
  ].map(([input, value]) => ({
    input,
    part: 'target',
    fault: (control) => withQuery(control, 'access_token', value(tokenOf(control))),
    expect: bothExpect,
  })),
})

export const presentationQuery: readonly Case[] = [queryToken, queryAndHeader]
