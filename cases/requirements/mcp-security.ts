/** The MCP security best practices: what they demand of servers about sessions and inbound requests. */
import type { Requirement } from '../../harness/run/requirement.ts'

export const mcpSecurity: readonly Requirement[] = [
  {
    id: 'mcp-security.verify-every-request',
    level: 'must',
    source: 'MCP security best practices 2026-07-28',
    section: 'State Handle Hijacking, Mitigation',
    url: 'https://modelcontextprotocol.io/docs/2026-07-28/tutorials/security/security_best_practices#state-handle-hijacking',
    statement: 'A server that implements authorization verifies every inbound request.',
  },
  {
    id: 'mcp-security.sessions-authenticate-nobody',
    level: 'must',
    source: 'MCP security best practices 2025-11-25',
    section: 'Session Hijacking, Mitigation',
    url: 'https://modelcontextprotocol.io/docs/2025-11-25/tutorials/security/security_best_practices#session-hijacking',
    statement: 'A session is not used to authenticate: whoever knows its id still needs a token.',
  },
  {
    id: 'mcp-security.session-bound-to-user',
    level: 'should',
    source: 'MCP security best practices 2025-11-25',
    section: 'Session Hijacking, Mitigation',
    url: 'https://modelcontextprotocol.io/docs/2025-11-25/tutorials/security/security_best_practices#session-hijacking',
    statement: 'A session id is bound to the user that the token names, so that it serves nobody else.',
  },
]
