/**
 * Reads what a request presents as credentials, from the header lines as they were received, so that a repeated field
 * is seen (RFC 6750 §2.1, RFC 9110 §11.4). Only the form is judged here; whether a token is good is for `authenticate`.
 */

/** What is wrong with a presentation. Where each of them leads stands in `refusal.ts`. */
export type PresentationFault =
  /** No Authorization field at all. */
  | 'absent'
  /** Credentials of another scheme. */
  | 'other-scheme'
  /** An Authorization field without a token in it. */
  | 'empty'
  /** More than one Authorization field. */
  | 'several-fields'
  /** Not `Bearer`, spaces, one token: a list, more words, a tab or a comma. */
  | 'malformed'
  /** One word after the scheme, but with characters that a token cannot have, or far too long. */
  | 'malformed-token'
  /** `access_token` in the query. */
  | 'in-query'
  /** `access_token` in the body. */
  | 'in-body'

export type Credentials =
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'fault'; readonly fault: PresentationFault }

/** Longer tokens are refused unread; a header section as a whole is bounded by the HTTP server. */
const maxTokenLength = 8192

/** RFC 6750 §2.1: `b64token`. */
const b64token = /^[A-Za-z0-9._~+/-]+=*$/
/** RFC 9110 §11.1: an `auth-scheme` is a token (§5.6.2). */
const schemeAndRest = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)(.*)$/s

/**
 * @param rawHeaders Names and values in turn, as `IncomingMessage.rawHeaders` has them.
 * @param requestTarget The request target as it stands in the request line, query included.
 */
export function readCredentials(rawHeaders: readonly string[], requestTarget: string): Credentials {
  const fields = authorizationFields(rawHeaders)
  if (fields.length > 1) return { kind: 'fault', fault: 'several-fields' }
  if (hasQueryToken(requestTarget)) return { kind: 'fault', fault: 'in-query' }
  const [field] = fields
  if (field === undefined) return { kind: 'fault', fault: 'absent' }
  return parseField(field)
}

function authorizationFields(rawHeaders: readonly string[]): string[] {
  const values: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}

/** Names are compared decoded, so that `access%5Ftoken` is found too. */
function hasQueryToken(requestTarget: string): boolean {
  const question = requestTarget.indexOf('?')
  if (question === -1) return false
  return new URLSearchParams(requestTarget.slice(question + 1)).has('access_token')
}

function parseField(field: string): Credentials {
  // Optional white space around a field value is no part of it (RFC 9110 §5.5).
  const value = field.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '')
  if (value === '') return { kind: 'fault', fault: 'empty' }
  const match = schemeAndRest.exec(value)
  if (match === null) return { kind: 'fault', fault: 'malformed' }
  const [, scheme = '', rest = ''] = match
  if (scheme.toLowerCase() !== 'bearer') return { kind: 'fault', fault: 'other-scheme' }
  if (rest === '') return { kind: 'fault', fault: 'empty' }
  if (!rest.startsWith(' ')) return { kind: 'fault', fault: 'malformed' }
  const token = rest.replace(/^ +/, '')
  if (/[ \t,]/.test(token)) return { kind: 'fault', fault: 'malformed' }
  if (token.length > maxTokenLength) return { kind: 'fault', fault: 'malformed-token' }
  if (!b64token.test(token)) return { kind: 'fault', fault: 'malformed-token' }
  return { kind: 'bearer', token }
}
