/** The token in the request body: as a member of the JSON message, in a form, in a multipart part. */
import type { Case, Expectation, NegativeInput } from '../../harness/run/case.ts'
import { withField } from '../../harness/wire/message.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'
import { authCase } from './define.ts'
import { challenged, clientErrorUnder, expectation, invalidRequest, noServerError, noSuccess, notServed, refusedWith, requirementsOf } from './expectations.ts'
import { tokenOf, withoutAuthorization } from './tokens.ts'

/** The JSON-RPC message of a request; an error of the case where it has none. */
export function messageOf(request: HttpRequest): Record<string, unknown> {
  return JSON.parse(Buffer.from(request.body ?? []).toString('utf8')) as Record<string, unknown>
}

export function withMessage(request: HttpRequest, message: Record<string, unknown>): HttpRequest {
  return { ...request, body: Buffer.from(JSON.stringify(message)) }
}

type Carry = (control: HttpRequest, token: string) => HttpRequest

const asMember: Carry = (control, token) => withMessage(control, { ...messageOf(control), access_token: token })

const asForm: Carry = (control, token) => {
  const message = Buffer.from(control.body ?? []).toString('utf8')
  const body = Buffer.from(new URLSearchParams({ message, access_token: token }).toString())
  return withType({ ...control, body }, 'application/x-www-form-urlencoded')
}

const asMultipart: Carry = (control, token) => {
  const boundary = 'handoff-conformance-boundary'
  const part = (name: string, value: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const text = `${part('access_token', token)}${part('message', Buffer.from(control.body ?? []).toString('utf8'))}--${boundary}--\r\n`
  return withType({ ...control, body: Buffer.from(text) }, `multipart/form-data; boundary=${boundary}`)
}

/** Replaces the content type where it stands, so that the order of the fields stays. */
function withType(request: HttpRequest, type: string): HttpRequest {
  const held = request.headers.some(([name]) => name.toLowerCase() === 'content-type')
  if (!held) return withField(request, 'Content-Type', type)
  return { ...request, headers: request.headers.map(([name, value]) => [name, name.toLowerCase() === 'content-type' ? type : value] as const) }
}

function alone(carry: Carry, expect: readonly Expectation[]): NegativeInput {
  return { input: 'alone', part: 'body', fault: (control) => withoutAuthorization(carry(control, tokenOf(control))), expect }
}

function beside(carry: Carry, expect: readonly Expectation[]): NegativeInput {
  return { input: 'beside the field', part: 'body', fault: (control) => carry(control, tokenOf(control)), expect }
}

const jsonAlone = [refusedWith(400, 401), challenged, notServed]
/** Beside the field, where no source knows the method: the same refusal as for two methods that RFC 6750 does know. */
const besideUnknown = [
  expectation('hardening.body-token-refused', 'status 400 with the error invalid_request', (reaction) => invalidRequest.check(reaction).ok),
  noServerError,
]

const jsonBody: Case = authCase({
  id: 'auth.json-body-token',
  title: 'A token in the JSON body gives no access',
  requirements: requirementsOf(...jsonAlone, ...besideUnknown),
  explain: {
    sends: 'The JSON-RPC message with the good token as its member access_token, without an Authorization field and beside it.',
    expects: 'Alone: status 401 (or 400) with a Bearer challenge. Beside the field: status 400 with the error invalid_request.',
    why: 'No source knows this method; a body parser that merges it into the credentials makes one by accident.',
    failure: 'A generic OAuth middleware reads access_token from whatever the body parser made.',
    fix: 'Authenticate from the header section, before the body is parsed, and refuse messages with members that JSON-RPC does not have.',
  },
  inputs: () => [alone(asMember, jsonAlone), beside(asMember, besideUnknown)],
})

const fieldOnly = noSuccess('hardening.field-only')
const formAlone = [fieldOnly, refusedWith(400, 401, 415)]
const formBeside = [clientErrorUnder('hardening.one-method'), invalidRequest, noServerError]

const formBody: Case = authCase({
  id: 'auth.form-body-token',
  title: 'A token in a form body gives no access',
  requirements: requirementsOf(...formAlone, ...formBeside),
  explain: {
    sends: 'A form body with the good token as access_token, without an Authorization field and beside it.',
    expects: 'Alone: refused with 401, 400 or 415. Beside the field: status 400 with the error invalid_request.',
    why: 'A form can be posted by any web site; and two methods at once are an invalid request in RFC 6750.',
    failure: 'The middleware supports the form method of RFC 6750 §2.2, or bodies of another type are not looked at.',
    fix: 'Refuse from the header section without credentials; with them, answer 400 invalid_request where a form holds access_token.',
  },
  inputs: () => [alone(asForm, formAlone), beside(asForm, formBeside)],
})

const multipartBody: Case = authCase({
  id: 'auth.multipart-body-token',
  title: 'A token in a multipart body gives no access',
  requirements: requirementsOf(...formAlone, ...besideUnknown),
  explain: {
    sends: 'A multipart body with the good token as the part access_token, without an Authorization field and beside it.',
    expects: 'Alone: refused with 401, 400 or 415. Beside the field: status 400 with the error invalid_request.',
    why: 'RFC 6750 rules multipart bodies out; a parser that treats them like forms lets them in again.',
    failure: 'A body parser turns the parts into fields, and the middleware finds access_token among them.',
    fix: 'Treat multipart bodies like forms: never a method, and a malformed request where they hold a token.',
  },
  inputs: () => [alone(asMultipart, formAlone), beside(asMultipart, besideUnknown)],
})

export const presentationBody: readonly Case[] = [jsonBody, formBody, multipartBody]
