/**
 * Where each refused presentation leads (RFC 6750 §3.1).
 *
 * | presentation | status | error |
 * | --- | --- | --- |
 * | no Authorization field | 401 | none: nothing was presented that could be wrong |
 * | another scheme | 401 | none: the challenge says which scheme is wanted |
 * | `Bearer` without a token, an empty field | 400 | `invalid_request`: a parameter is missing |
 * | two Authorization fields, a list, more words, a comma, a tab | 400 | `invalid_request`: more than one reading |
 * | `access_token` in the query or the body, with a header or alone | 400 | `invalid_request`: that method is not supported |
 * | one word with characters outside of `b64token`, or too long | 401 | `invalid_token`: §3.1 names a malformed token |
 * | unknown, expired, disabled, revoked | 401 | `invalid_token`: one text for all of them |
 */
import type { PresentationFault } from './bearer.ts'
import { bearerChallenge, type BearerError } from './challenge.ts'

export interface Refusal {
  readonly status: 400 | 401
  /** Undefined where no bearer token was presented at all. */
  readonly error: BearerError | undefined
  /** For people; the same for every token that is not good. */
  readonly message: string
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string
}

export const realm = 'handoff'

export type RefusalReason = PresentationFault | 'not-accepted'

/** @param reason `not-accepted`: the token is well-formed, and unknown, expired, disabled or revoked. */
export function refusalFor(reason: RefusalReason): Refusal {
  switch (reason) {
    case 'absent': return refusal(401, undefined, 'Bearer credentials are required.')
    case 'other-scheme': return refusal(401, undefined, 'Bearer credentials are required.')
    case 'empty': return refusal(400, 'invalid_request', 'The Authorization field holds no token.')
    case 'several-fields': return refusal(400, 'invalid_request', 'There is more than one Authorization field.')
    case 'malformed': return refusal(400, 'invalid_request', 'The Authorization field is not one Bearer token.')
    case 'in-query': return refusal(400, 'invalid_request', 'A token in the query is not accepted; send it in the Authorization field.')
    case 'in-body': return refusal(400, 'invalid_request', 'A token in the body is not accepted; send it in the Authorization field.')
    case 'malformed-token': return refusal(401, 'invalid_token', 'The access token is not valid.')
    case 'not-accepted': return refusal(401, 'invalid_token', 'The access token is not valid.')
    default: {
      const unknown: never = reason
      throw new Error(`unknown reason ${String(unknown)}`)
    }
  }
}

function refusal(status: 400 | 401, error: BearerError | undefined, message: string): Refusal {
  const errorDescription = error === undefined ? undefined : message
  return { status, error, message, challenge: bearerChallenge({ realm, error, errorDescription }) }
}
