/** RFC 6749 and OAuth 2.1, which MCP authorization binds its servers to: what concerns a resource server. */
import type { Requirement } from '../../harness/run/requirement.ts'

export const oauth: readonly Requirement[] = [
  {
    id: 'rfc6749.error-registered',
    level: 'must',
    source: 'RFC 6749',
    section: '§8.5',
    url: 'https://www.rfc-editor.org/rfc/rfc6749.html#section-8.5',
    statement: 'The error code of a challenge of a registered token type is one that the OAuth extensions error registry knows.',
  },
  {
    id: 'oauth-2.1.query-token-ignored',
    level: 'must',
    source: 'OAuth 2.1 (draft 13)',
    section: '§5.1',
    url: 'https://datatracker.ietf.org/doc/html/draft-ietf-oauth-v2-1-13#section-5.1',
    statement: 'A token in the query of the URI gives no access: a resource server pays it no heed.',
  },
]
