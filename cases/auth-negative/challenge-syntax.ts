/** Expectations about how a challenge is written: RFC 9110's grammar, and what RFC 6750 lets its parameters hold. */
import type { Expectation } from '../../harness/run/case.ts'
import { parseChallenges, repeatedParameter } from '../../harness/wire/challenge.ts'
import type { Challenge } from '../../harness/wire/challenge.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { expectation } from './expectations.ts'
import { bearerOf, registeredErrors, statusOf } from './reactions.ts'

const description = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/
const scope = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/
/** RFC 3986 §4.1 as far as characters go. */
const uriReference = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
const onceInBearer = ['realm', 'scope', 'error', 'error_description', 'error_uri']

/** A 401 has a challenge at all, of whatever scheme. */
export const challengeOn401: Expectation = {
  ...expectation('rfc9110.challenge-on-401', 'a WWW-Authenticate field with at least one challenge, where the status is 401', (reaction) => challengesOf(reaction).length > 0),
  applies: (reaction) => statusOf(reaction) === 401,
}

/** How a challenge is written can only be seen where one is there: that one is missing breaks another rule. */
const grammar = ofField(expectation('rfc9110.challenge-grammar', 'WWW-Authenticate as the grammar gives it, realm in quotes', (reaction) =>
  syntaxProblems(reaction).length === 0 && realmQuoted(reaction), (reaction) =>
  syntaxProblems(reaction)[0] ?? 'a realm without quotes'))

const parameterOnce = ofField(expectation('rfc9110.parameter-once', 'no parameter name twice in one challenge', (reaction) => challengesOf(reaction).every((challenge) => repeated(challenge) === 0), () => 'a parameter name twice'))

const attributesOnce = bearer('rfc6750.attributes-once', 'realm, scope, error, error_description and error_uri at most once', (challenge) =>
  onceInBearer.every((name) => valuesOf(challenge, name, ({ value }) => value).length <= 1), 'one of them twice')

const hasParameter = bearer('rfc6750.challenge-has-parameter', 'at least one parameter after Bearer', (challenge) => challenge.parameters.length > 0, 'a Bearer challenge without parameters')

const characters = bearer('rfc6750.attribute-characters', 'only the characters that error, error_description, error_uri and scope may hold', (challenge) =>
  [...texts(challenge, 'error'), ...texts(challenge, 'error_description')].every((value) => description.test(value))
  && texts(challenge, 'scope').every((value) => scope.test(value))
  && texts(challenge, 'error_uri').every((value) => uriReference.test(value)), 'another character in one of them')

const errorRegistered = bearer('rfc6749.error-registered', 'a registered error code, where there is one', (challenge) =>
  texts(challenge, 'error').every((value) => registeredErrors.includes(value)), 'an error code that is not registered')

const metadataAbsolute = bearer('hardening.challenge-metadata-absolute', 'an absolute resource_metadata URL, where there is one', (challenge) =>
  texts(challenge, 'resource_metadata').every((value) => /^https?:\/\//i.test(value) && URL.canParse(value)), 'a resource_metadata that is none')

/** Everything about the writing of a challenge, each judged where there is what it is about. */
export const wellFormed: readonly Expectation[] = [grammar, parameterOnce, attributesOnce, hasParameter, characters, errorRegistered, metadataAbsolute]

function ofField(given: Expectation): Expectation {
  return { ...given, applies: (reaction) => reaction.kind === 'response' && fieldValues(reaction.response, 'www-authenticate').length > 0 }
}

/** What holds of every Bearer challenge there is. */
function bearer(requirement: string, expected: string, holds: (challenge: Challenge) => boolean, wrong: string): Expectation {
  return {
    ...expectation(requirement, expected, (reaction) => {
      const challenge = bearerOf(reaction)
      return challenge === undefined || holds(challenge)
    }, () => wrong),
    applies: (reaction) => bearerOf(reaction) !== undefined,
  }
}

function challengesOf(reaction: Reaction): Challenge[] {
  return reaction.kind === 'response' ? parseChallenges(fieldValues(reaction.response, 'www-authenticate')).challenges : []
}

function realmQuoted(reaction: Reaction): boolean {
  return challengesOf(reaction).every((challenge) => valuesOf(challenge, 'realm', ({ quoted }) => quoted).every(Boolean))
}

/** What the parser found wrong, without repeated parameters: those are a requirement of their own. */
function syntaxProblems(reaction: Reaction): string[] {
  if (reaction.kind !== 'response') return []
  return parseChallenges(fieldValues(reaction.response, 'www-authenticate')).problems.filter((problem) => !problem.endsWith(repeatedParameter))
}

function repeated({ parameters }: Challenge): number {
  return parameters.length - new Set(parameters.map(({ name }) => name.toLowerCase())).size
}

function valuesOf<Value>({ parameters }: Challenge, name: string, of: (parameter: Challenge['parameters'][number]) => Value): Value[] {
  return parameters.filter((parameter) => parameter.name.toLowerCase() === name).map(of)
}

function texts(challenge: Challenge, name: string): string[] {
  return valuesOf(challenge, name, ({ value }) => value)
}
