/** What must hold of a refusal, each judged with its reason and not only by its status. */
import type { Expectation } from '../../harness/run/case.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { leaksIn } from './leaks.ts'
import { bearerOf, describe, isFulfilled, keepsFromSharedCaches, maySucceed, parameter, statusOf, textOf } from './reactions.ts'

/**
 * An expectation about one reaction. A 429 tells nothing about credentials, and neither does a target that cannot be
 * reached: both leave the input without a verdict.
 *
 * @param wrong What is seen where it does not hold, if status and challenge do not say it.
 */
export function expectation(requirement: string, expected: string, holds: (reaction: Reaction) => boolean, wrong?: (reaction: Reaction) => string): Expectation {
  return {
    requirement,
    expected,
    check(reaction) {
      if (statusOf(reaction) === 429) throw new Inconclusive('the target limits the rate, so that its answer tells nothing about the credentials')
      if (reaction.kind === 'unreachable') throw new Inconclusive('no connection could be made')
      const ok = holds(reaction)
      const seen = ok ? undefined : wrong?.(reaction)
      return { ok, actual: seen === undefined ? describe(reaction) : `${describeReaction(reaction)}, ${seen}` }
    },
  }
}

/**
 * No success whatever. Silence is no refusal: a stream that was opened but has not been written to looks the same, so
 * that where nothing came at all nothing can tell.
 */
export function noSuccess(requirement: string): Expectation {
  return expectation(requirement, 'no success', refusesRatherThanHangs)
}

/** @throws Inconclusive where nothing came before the deadline. */
export function refusesRatherThanHangs(reaction: Reaction): boolean {
  if (reaction.kind === 'timeout' && reaction.received === 0) throw new Inconclusive(`nothing came within ${reaction.afterMs} ms, neither a refusal nor a success`)
  return !maySucceed(reaction)
}

/** Status 401, since authorization is needed. */
export const unauthorized = expectation('mcp-authorization.status-401', 'status 401', (reaction) => statusOf(reaction) === 401)

/** Status 401, since the token is not valid. */
export const invalidToken401 = expectation('mcp-authorization.invalid-token-401', 'status 401', (reaction) => statusOf(reaction) === 401)

export const challenged = expectation('rfc6750.challenge-on-refusal', 'a WWW-Authenticate field with a Bearer challenge', (reaction) => bearerOf(reaction) !== undefined)

export const noErrorCode = expectation('rfc6750.no-error-without-credentials', 'a Bearer challenge without error, error_description and error_uri', (reaction) => {
  const challenge = bearerOf(reaction)
  return challenge !== undefined && ['error', 'error_description', 'error_uri'].every((name) => parameter(challenge, name) === undefined)
})

export const invalidTokenError = expectation('rfc6750.error-for-failed-token', 'a Bearer challenge with the error invalid_token', (reaction) =>
  parameter(bearerOf(reaction), 'error') === 'invalid_token')

export const invalidRequest = expectation('rfc6750.invalid-request', 'status 400 with the error invalid_request', (reaction) =>
  statusOf(reaction) === 400 && parameter(bearerOf(reaction), 'error') === 'invalid_request')

/** Where there is an error code, it has the status that belongs to it. */
export const errorFitsStatus = expectation('rfc6750.error-fits-status', 'invalid_request with 400, invalid_token with 401, insufficient_scope with 403', (reaction) => {
  switch (parameter(bearerOf(reaction), 'error')) {
    case 'invalid_request':
      return statusOf(reaction) === 400
    case 'invalid_token':
    case 'insufficient_user_authentication':
      return statusOf(reaction) === 401
    case 'insufficient_scope':
      return statusOf(reaction) === 403
    case undefined:
    default:
      return true
  }
})

/** No success whatever, so that nobody without a valid token is given data. */
export const notServed = noSuccess('mcp-authorization.validate-first')

/** An authorization error with one of these statuses. */
export function refusedWith(...statuses: number[]): Expectation {
  return expectation('mcp-authorization.status-fits', `status ${statuses.join(' or ')}`, (reaction) => statuses.includes(statusOf(reaction) ?? 0))
}

/** Refused with 400 or 401, under a requirement that asks for the refusal. */
export function refusedUnder(requirement: string): Expectation {
  return expectation(requirement, 'refused with status 400 or 401', (reaction) => statusOf(reaction) === 400 || statusOf(reaction) === 401)
}

/** The request is served, for the reason that the requirement gives. */
export function servedUnder(requirement: string): Expectation {
  return expectation(requirement, 'the request is served', isFulfilled)
}

/** Status 4xx, without any doubt about success or a fault of the server. */
export function clientErrorUnder(requirement: string): Expectation {
  return expectation(requirement, 'a 4xx status', (reaction) => Math.floor((statusOf(reaction) ?? 0) / 100) === 4)
}

export const noServerError = expectation('mcp-authorization.status-fits', 'no server error', (reaction) => (statusOf(reaction) ?? 0) < 500)

/** A shorter token stands in many texts by chance. In characters. */
export const shortestTold = 8
export const tooShort = `a token shorter than ${shortestTold} characters cannot be told from ordinary words`

/** No form of these secrets in fields or body. */
export function noEchoOf(...secrets: string[]): Expectation {
  return {
    requirement: 'hardening.no-token-echo',
    expected: 'no form of the token in fields or body',
    check(reaction) {
      if (secrets.some((secret) => secret.length < shortestTold)) throw new Inconclusive(tooShort)
      const found = new Set(secrets.flatMap((secret) => leaksIn(textOf(reaction), secret)))
      return { ok: found.size === 0, actual: found.size === 0 ? `${describe(reaction)}, no form of it` : `the token ${[...found].join(', ')}` }
    },
  }
}

export const notCacheable = expectation('hardening.not-publicly-cacheable', 'Cache-Control with no-store or private', (reaction) =>
  reaction.kind === 'response' && keepsFromSharedCaches(reaction.response), (reaction) =>
  (reaction.kind === 'response' && fieldValues(reaction.response, 'cache-control').length > 0 ? 'Cache-Control with neither of them' : 'no Cache-Control'))

/** What a request that is not authorized must come to, whatever stands elsewhere in it. */
export const notAuthorized: readonly Expectation[] = [unauthorized, challenged, notServed]

/** What a request without credentials, or with those of another scheme, must come to. */
export const withoutCredentials: readonly Expectation[] = [...notAuthorized, noErrorCode]

/** What a request with a token that is not valid must come to. */
export const withInvalidToken: readonly Expectation[] = [invalidToken401, challenged, invalidTokenError, notServed]

/** The requirements of a list of expectations, each once, for a case's own list. */
export function requirementsOf(...expectations: readonly Expectation[]): string[] {
  return [...new Set(expectations.map(({ requirement }) => requirement))]
}
