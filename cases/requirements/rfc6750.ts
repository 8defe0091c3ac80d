/** RFC 6750: how a bearer token is presented, and how a resource server refuses one. */
import type { Requirement } from '../../harness/run/requirement.ts'

const source = 'RFC 6750'
const link = (section: string) => `https://www.rfc-editor.org/rfc/rfc6750.html#section-${section}`

export const rfc6750: readonly Requirement[] = [
  {
    id: 'rfc6750.header-method',
    level: 'must',
    source,
    section: '§2.1',
    url: link('2.1'),
    statement: 'A resource server supports bearer tokens in the Authorization field, as its grammar gives it: the scheme, one or more spaces, the token.',
  },
  {
    id: 'rfc6750.challenge-on-refusal',
    level: 'must',
    source,
    section: '§3',
    url: link('3'),
    statement: 'A request without credentials, or without a token that gives access, is answered with a WWW-Authenticate field that challenges for Bearer.',
  },
  {
    id: 'rfc6750.challenge-has-parameter',
    level: 'must',
    source,
    section: '§3',
    url: link('3'),
    statement: 'The Bearer scheme of a challenge is followed by at least one parameter.',
  },
  {
    id: 'rfc6750.attributes-once',
    level: 'must',
    source,
    section: '§3',
    url: link('3'),
    statement: 'Within a Bearer challenge realm, scope, error, error_description and error_uri stand at most once each.',
  },
  {
    id: 'rfc6750.attribute-characters',
    level: 'must',
    source,
    section: '§3',
    url: link('3'),
    statement: 'error and error_description hold only %x20-21, %x23-5B and %x5D-7E; scope is a list of scope tokens with one space between two; error_uri is a URI reference.',
  },
  {
    id: 'rfc6750.error-for-failed-token',
    level: 'should',
    source,
    section: '§3, §3.1',
    url: link('3.1'),
    statement: 'Where a token was presented and is expired, revoked, malformed or otherwise invalid, the challenge carries the error invalid_token.',
  },
  {
    id: 'rfc6750.no-error-without-credentials',
    level: 'should',
    source,
    section: '§3.1',
    url: link('3.1'),
    statement: 'The challenge to a request that carries no authentication information, or that of another scheme, has no error code and no other error information.',
  },
  {
    id: 'rfc6750.invalid-request',
    level: 'should',
    source,
    section: '§3.1',
    url: link('3.1'),
    statement: 'A malformed request, one that repeats a parameter or presents a token by more than one method, is answered with status 400 and the error invalid_request.',
  },
  {
    id: 'rfc6750.error-fits-status',
    level: 'should',
    source,
    section: '§3.1',
    url: link('3.1'),
    statement: 'invalid_request comes with status 400, invalid_token with 401 and insufficient_scope with 403.',
  },
]
