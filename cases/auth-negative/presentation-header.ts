/** How credentials stand in the Authorization field: absent, empty, in other letters, with spaces, of another scheme. */
import type { Case } from '../../harness/run/case.ts'
import { authCase } from './define.ts'
import { challenged, invalidRequest, notServed, refusedWith, requirementsOf, servedUnder, withoutCredentials } from './expectations.ts'
import { tokenOf, withAuthorization, withoutAuthorization } from './tokens.ts'

const noCredentials: Case = authCase({
  id: 'auth.no-credentials',
  title: 'A request without credentials is refused',
  requirements: requirementsOf(...withoutCredentials),
  explain: {
    sends: 'The control without its Authorization field.',
    expects: 'Status 401 with a Bearer challenge that carries no error code.',
    why: 'A client learns from the challenge that it needs a token; an error code would tell it that it had sent a wrong one.',
    failure: 'No guard stands before the endpoint, or it answers with 403, a redirect, or a 401 without WWW-Authenticate.',
    fix: 'Answer 401 with WWW-Authenticate: Bearer and a realm (or resource_metadata) as soon as Authorization is absent.',
  },
  inputs: () => [{ input: 'no Authorization field', part: 'headers', fault: withoutAuthorization, expect: withoutCredentials }],
})

const emptyExpect = [refusedWith(400, 401), challenged, invalidRequest, notServed]

const emptyCredentials: Case = authCase({
  id: 'auth.empty-credentials',
  title: 'A Bearer scheme without a token is refused',
  requirements: requirementsOf(...emptyExpect),
  explain: {
    sends: 'An Authorization field that holds the scheme Bearer alone, and one with a space after it.',
    expects: 'Status 400 or 401 with a Bearer challenge, best 400 with invalid_request; never a success or a server error.',
    why: 'The request names a scheme and then lacks what the scheme needs: it is malformed in the sense of RFC 6750.',
    failure: 'The value is split at the space and an empty or undefined token is looked up, or the code throws.',
    fix: 'Match the whole value against the grammar of RFC 6750 §2.1 and answer 400 invalid_request where it does not fit.',
  },
  inputs: () => ['Bearer', 'Bearer '].map((value) => ({
    input: JSON.stringify(value), part: 'headers', sender: 'raw', fault: (control) => withAuthorization(control, value), expect: emptyExpect,
  })),
})

const schemeCase: Case = authCase({
  id: 'auth.scheme-case',
  title: 'The scheme is recognised in any case of its letters',
  requirements: ['rfc9110.scheme-case'],
  explain: {
    sends: 'The good token after the scheme bearer, and after BEARER.',
    expects: 'Both are served like the control.',
    why: 'Scheme names are case-insensitive; a client that writes them otherwise is right.',
    failure: 'The value is compared with the string "Bearer " letter by letter.',
    fix: 'Compare the scheme without case, and only the scheme: the token stays case-sensitive.',
  },
  inputs: () => ['bearer', 'BEARER'].map((scheme) => ({
    input: scheme,
    part: 'headers',
    fault: (control) => withAuthorization(control, `${scheme} ${tokenOf(control)}`),
    expect: [servedUnder('rfc9110.scheme-case')],
    mayTakeEffect: true,
  })),
})

const schemeSpaces: Case = authCase({
  id: 'auth.scheme-spaces',
  title: 'Several spaces may stand between scheme and token',
  requirements: ['rfc6750.header-method'],
  explain: {
    sends: 'The good token after Bearer and two spaces.',
    expects: 'It is served like the control.',
    why: 'The grammar has one or more spaces there, and a resource server has to support the method as the grammar gives it.',
    failure: 'The value is split at the first space, so that the token begins with a space or is empty.',
    fix: 'Skip every space after the scheme before the token is read.',
  },
  inputs: () => [{
    input: 'two spaces',
    part: 'headers',
    sender: 'raw',
    fault: (control) => withAuthorization(control, `Bearer  ${tokenOf(control)}`),
    expect: [servedUnder('rfc6750.header-method')],
    mayTakeEffect: true,
  }],
})

const surrounding: readonly (readonly [string, string, string])[] = [
  ['spaces before', '   ', ''], ['a tab before', '\t', ''], ['spaces after', '', '  '], ['a tab after', '', '\t'],
]

const headerWhitespace: Case = authCase({
  id: 'auth.header-whitespace',
  title: 'White space around the field value is no part of it',
  requirements: ['rfc9110.field-whitespace'],
  explain: {
    sends: 'The good Authorization value with spaces or a tab before or after it.',
    expects: 'Each is served like the control.',
    why: 'Optional white space around a field value is framing; it has to be left out before the value is evaluated.',
    failure: 'A hand-written parser keeps the white space, so that the token does not match.',
    fix: 'Trim spaces and tabs from both ends of every field value.',
  },
  inputs: () => surrounding.map(([input, before, after]) => ({
    input,
    part: 'headers',
    sender: 'raw',
    fault: (control) => withAuthorization(control, `${before}Bearer ${tokenOf(control)}${after}`),
    expect: [servedUnder('rfc9110.field-whitespace')],
    mayTakeEffect: true,
  })),
})

const otherSchemes: readonly (readonly [string, (token: string) => string])[] = [
  ['Basic', (token) => `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
  ['Basic with the token as the password', (token) => `Basic ${Buffer.from(`user:${token}`).toString('base64')}`],
  ['Digest', (token) => `Digest username="user", realm="mcp", nonce="0", uri="/mcp", response="${token}"`],
  ['BearerX', (token) => `BearerX ${token}`],
  ['Token', (token) => `Token ${token}`],
  ['no scheme', (token) => token],
]

const otherScheme: Case = authCase({
  id: 'auth.other-scheme',
  title: 'The token is refused under another scheme',
  requirements: requirementsOf(...withoutCredentials, refusedWith(400, 401)),
  explain: {
    sends: 'The good token as Basic, Digest, BearerX and Token credentials, and without any scheme.',
    expects: 'Status 401 with a Bearer challenge that carries no error code.',
    why: 'A scheme that the server does not support is no authentication information; the token must not count all the same.',
    failure: 'The scheme is not looked at, only what follows the space; or a prefix test takes BearerX for Bearer.',
    fix: 'Compare the whole scheme name, and treat every other scheme like absent credentials.',
  },
  inputs: () => otherSchemes.map(([input, value]) => ({
    input,
    part: 'headers',
    fault: (control) => withAuthorization(control, value(tokenOf(control))),
    // A value without a scheme may as well be called malformed, so only the refusal is asked for there.
    expect: input === 'no scheme' ? [refusedWith(400, 401), challenged, notServed] : withoutCredentials,
  })),
})

export const presentationHeader: readonly Case[] = [noCredentials, emptyCredentials, schemeCase, schemeSpaces, headerWhitespace, otherScheme]
