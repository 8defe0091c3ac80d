/** MCP authorization, revision 2026-07-28; the same statements stand in revision 2025-11-25. */
import type { Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const page = 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization'

export const mcpAuthorization: readonly Requirement[] = [
  {
    id: 'mcp-authorization.status-401',
    level: 'must',
    source,
    section: 'basic/authorization, Error Handling',
    url: `${page}#error-handling`,
    statement: 'A request that lacks the authorization that it needs is answered with status 401.',
  },
  {
    id: 'mcp-authorization.status-fits',
    level: 'must',
    source,
    section: 'basic/authorization, Error Handling',
    url: `${page}#error-handling`,
    statement: 'An authorization error has the fitting status: 401 where authorization is missing or invalid, 400 where the request is malformed; never a success and never a server error.',
  },
  {
    id: 'mcp-authorization.invalid-token-401',
    level: 'must',
    source,
    section: 'basic/authorization, Token Handling',
    url: `${page}#token-handling`,
    statement: 'An invalid or expired token is answered with status 401.',
  },
  {
    id: 'mcp-authorization.validate-first',
    level: 'must',
    source,
    section: 'basic/authorization/security-considerations, Access Token Privilege Restriction',
    url: `${page}/security-considerations#access-token-privilege-restriction`,
    statement: 'A server validates the token before it processes a request, and gives no data to anybody without a valid one.',
  },
  {
    id: 'mcp-authorization.no-query-token',
    level: 'must',
    source,
    section: 'basic/authorization, Token Requirements',
    url: `${page}#token-requirements`,
    statement: 'Access tokens do not travel in the query of the URI, so one that stands only there authorizes nothing.',
  },
  {
    id: 'mcp-authorization.token-storage',
    level: 'must',
    source,
    section: 'basic/authorization/security-considerations, Token Theft',
    url: `${page}/security-considerations#token-theft`,
    statement: 'A server stores tokens securely; a token that it writes to a log can be stolen from there.',
  },
]
