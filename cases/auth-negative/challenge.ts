/** The challenge of a refusal: that it is there, that it is well-formed, and that it gives the right reason. */
import type { Case, CaseContext, Expectation, NegativeInput } from '../../harness/run/case.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { challengeOn401, wellFormed } from './challenge-syntax.ts'
import { authCase } from './define.ts'
import { errorFitsStatus, invalidRequest, invalidTokenError, noErrorCode, notServed, refusedWith, requirementsOf } from './expectations.ts'
import { strangerToken, tokenOf, withAuthorization, withoutAuthorization, withToken } from './tokens.ts'

/** Every way to be refused that needs nothing but the endpoint. */
function refusals({ random }: CaseContext, expect: readonly Expectation[]): NegativeInput[] {
  const faults: readonly (readonly [string, (control: HttpRequest) => HttpRequest])[] = [
    ['no credentials', withoutAuthorization],
    ['unknown token', (control) => withToken(control, strangerToken(tokenOf(control), random))],
    ['another scheme', (control) => withAuthorization(control, 'Basic dXNlcjpwYXNz')],
    ['no token after the scheme', (control) => withAuthorization(control, 'Bearer')],
    ['a character that no token has', (control) => withToken(control, `${tokenOf(control)}"`)],
    ['two fields', (control) => withAuthorization(control, `Bearer ${tokenOf(control)}`, 'Bearer other')],
  ]
  return faults.map(([input, fault]) => ({ input, part: 'headers', sender: 'raw', fault, expect }))
}

const onPresence = [refusedWith(400, 401), challengeOn401]

const challengePresent: Case = authCase({
  id: 'auth.challenge-present',
  title: 'Every 401 carries a challenge',
  requirements: requirementsOf(...onPresence),
  passesOn: { requirements: [challengeOn401.requirement], otherwise: 'no refusal had the status 401, which alone must carry a challenge' },
  explain: {
    sends: 'Requests without credentials, with an unknown token, another scheme, no token, a bad character and two fields.',
    expects: 'Wherever the status is 401, WWW-Authenticate is there with at least one challenge.',
    why: 'Without it a client cannot tell how to authenticate; MCP clients find the authorization server through it.',
    failure: 'Some paths to the refusal (an error handler, a catch block) answer 401 on their own.',
    fix: 'Send every 401 through one function that adds the challenge.',
  },
  inputs: (context) => refusals(context, onPresence).filter(({ input }) => input !== 'two fields'),
})

const onGrammar = [notServed, ...wellFormed]

const challengeGrammar: Case = authCase({
  id: 'auth.challenge-grammar',
  title: 'Challenges are well-formed',
  requirements: requirementsOf(...onGrammar),
  passesOn: { requirements: requirementsOf(...wellFormed), otherwise: 'no refusal carried a challenge, so that none could be looked at' },
  explain: {
    sends: 'The same requests as auth.challenge-present; their challenges are parsed strictly.',
    expects: 'The grammar of RFC 9110, no parameter twice, a registered error code, the allowed characters, an absolute resource_metadata.',
    why: 'Clients parse challenges with little code; one stray quote hides the parameter that they need.',
    failure: 'The value is glued together from strings: quotes are missing or not escaped, commas are missing, a text holds line breaks or quotes.',
    fix: 'Build the value in one place that quotes each parameter and refuses characters that it must not hold.',
  },
  inputs: (context) => refusals(context, onGrammar).filter(({ input }) => input !== 'two fields'),
})

const reasons: readonly (readonly [string, readonly Expectation[]])[] = [
  ['no credentials', [noErrorCode]],
  ['another scheme', [noErrorCode]],
  ['unknown token', [invalidTokenError, errorFitsStatus]],
  ['no token after the scheme', [invalidRequest]],
  ['two fields', [invalidRequest]],
  ['a character that no token has', [errorFitsStatus]],
]

const challengeReason: Case = authCase({
  id: 'auth.challenge-reason',
  title: 'The error code fits the fault',
  requirements: [...new Set(reasons.flatMap(([, expect]) => requirementsOf(...expect)))],
  explain: {
    sends: 'The same requests as auth.challenge-present.',
    expects: 'No error code without credentials, 401 invalid_token for an unknown token, 400 invalid_request for a malformed presentation.',
    why: 'A client renews its token on invalid_token, mends its code on invalid_request, and starts to authenticate where there is no code.',
    failure: 'One error code is used for everything, or the code and the status do not belong together.',
    fix: 'Choose the code from the kind of fault, and the status from the code, as RFC 6750 §3.1 pairs them.',
  },
  inputs: (context) => refusals(context, []).map((input) => ({ ...input, expect: reasons.find(([name]) => name === input.input)?.[1] ?? [] })),
})

export const challengeCases: readonly Case[] = [challengePresent, challengeGrammar, challengeReason]
