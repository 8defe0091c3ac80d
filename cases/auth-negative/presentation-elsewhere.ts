/** The token in places that are no method at all: metadata, tool arguments, cookies and other header fields. */
import type { Case } from '../../harness/run/case.ts'
import { withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { noEchoOf, requirementsOf, notAuthorized } from './expectations.ts'
import { messageOf, withMessage } from './presentation-body.ts'
import { tokenOf, withAuthorization, withoutAuthorization } from './tokens.ts'

/** The message with more members in one member of its `params`. */
function withParams(request: HttpRequest, member: '_meta' | 'arguments', added: Record<string, unknown>): HttpRequest {
  const message = messageOf(request)
  const params = (message['params'] ?? {}) as Record<string, unknown>
  const inner = (params[member] ?? {}) as Record<string, unknown>
  return withMessage(request, { ...message, params: { ...params, [member]: { ...inner, ...added } } })
}

const inBody = [...requirementsOf(...notAuthorized), 'hardening.no-token-echo']

const metaToken: Case = authCase({
  id: 'auth.meta-token',
  title: 'A token in _meta gives no access',
  requirements: inBody,
  explain: {
    sends: 'The good token in params._meta, as access_token and as authorization, without an Authorization field.',
    expects: 'Status 401 with a Bearer challenge, and no trace of the token in the answer.',
    why: 'Metadata is for the protocol; a token there has passed every parser and log on its way.',
    failure: 'A handler authenticates from the message, where transports without headers put the token.',
    fix: 'Authenticate HTTP requests from the Authorization field only.',
  },
  inputs: ({ alpha }) => [
    ['access_token', (token: string) => token] as const,
    ['authorization', (token: string) => `Bearer ${token}`] as const,
  ].map(([name, value]) => ({
    input: name,
    part: 'body',
    fault: (control) => withParams(withoutAuthorization(control), '_meta', { [name]: value(tokenOf(control)) }),
    expect: [...notAuthorized, noEchoOf(alpha.token)],
  })),
})

const argumentToken: Case = authCase({
  id: 'auth.argument-token',
  title: 'A token in the arguments of a tool gives no access',
  requirements: inBody,
  explain: {
    sends: 'The good token as the arguments access_token and token, without an Authorization field.',
    expects: 'Status 401 with a Bearer challenge, and no trace of the token in the answer.',
    why: 'Arguments are written by a language model and kept in transcripts; they are no place for credentials.',
    failure: 'The guard lets tool calls through and leaves authentication to the tool.',
    fix: 'Refuse before the body is parsed, whatever its arguments are.',
  },
  inputs: ({ alpha }) => ['access_token', 'token'].map((name) => ({
    input: name,
    part: 'body',
    fault: (control) => withParams(withoutAuthorization(control), 'arguments', { [name]: tokenOf(control) }),
    expect: [...notAuthorized, noEchoOf(alpha.token)],
  })),
})

const cookieToken: Case = authCase({
  id: 'auth.cookie-token',
  title: 'A token in a cookie gives no access',
  requirements: requirementsOf(...notAuthorized),
  explain: {
    sends: 'The good token in a Cookie field under usual names, instead of Authorization.',
    expects: 'Status 401 with a Bearer challenge.',
    why: 'Browsers send cookies along on their own, so that any page could act for the user.',
    failure: 'A session middleware falls back to a cookie where the field is absent.',
    fix: 'Ignore cookies on the endpoint.',
  },
  inputs: () => ['access_token', 'token', 'Authorization', 'session'].map((name) => ({
    input: name,
    part: 'headers',
    fault: (control) => withField(withoutAuthorization(control), 'Cookie', `${name}=${tokenOf(control)}`),
    expect: notAuthorized,
  })),
})

const otherFields: readonly (readonly [string, (token: string) => string])[] = [
  ['X-Access-Token', (token) => token],
  ['X-Auth-Token', (token) => token],
  ['X-Api-Key', (token) => token],
  ['Access-Token', (token) => token],
  ['X-Authorization', (token) => `Bearer ${token}`],
  ['X-Forwarded-Authorization', (token) => `Bearer ${token}`],
  ['X-Original-Authorization', (token) => `Bearer ${token}`],
  ['Authentication', (token) => `Bearer ${token}`],
]

function inField(control: HttpRequest, name: string, value: string): HttpRequest {
  return withField(withoutAuthorization(control), name, value)
}

const customHeaderToken: Case = authCase({
  id: 'auth.custom-header-token',
  title: 'A token in another header field gives no access',
  requirements: requirementsOf(...notAuthorized),
  explain: {
    sends: 'The good token in header fields such as X-Access-Token, X-Api-Key and X-Forwarded-Authorization, instead of Authorization.',
    expects: 'Status 401 with a Bearer challenge.',
    why: 'Such fields are set by proxies and copied by tools; a way in beside the field is one that nobody guards.',
    failure: 'A fallback for older clients or for a proxy is still in place.',
    fix: 'Read the token from the Authorization field only.',
  },
  inputs: () => otherFields.map(([name, value]) => ({
    input: name, part: 'headers', fault: (control) => inField(control, name, value(tokenOf(control))), expect: notAuthorized,
  })),
})

const proxyAuthorization: Case = authCase({
  id: 'auth.proxy-authorization',
  title: 'Proxy-Authorization is not for the server',
  requirements: requirementsOf(...notAuthorized),
  explain: {
    sends: 'The good Authorization value as Proxy-Authorization, and beside an unknown scheme in Authorization.',
    expects: 'Status 401 with a Bearer challenge.',
    why: 'The field is meant for the next proxy; a server behind a proxy that forwards it would take over what was never sent to it.',
    failure: 'A helper looks for "authorization" in all field names, or falls back to the proxy field.',
    fix: 'Read the field whose name is Authorization and no other.',
  },
  inputs: () => [
    { input: 'alone', part: 'headers', fault: (control) => inField(control, 'Proxy-Authorization', `Bearer ${tokenOf(control)}`), expect: notAuthorized },
    {
      input: 'beside another scheme',
      part: 'headers',
      fault: (control) => withField(withAuthorization(control, 'Negotiate none'), 'Proxy-Authorization', `Bearer ${tokenOf(control)}`),
      expect: notAuthorized,
    },
  ],
})

export const presentationElsewhere: readonly Case[] = [metaToken, argumentToken, cookieToken, customHeaderToken, proxyAuthorization]
