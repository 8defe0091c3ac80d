/** The schemas of the revisions, by which every message is judged. */
import type { Requirement } from '../../harness/run/requirement.ts'

export const mcpSchemas: readonly Requirement[] = [
  {
    id: 'mcp-2026-07-28.messages-match-schema',
    level: 'must',
    source: 'MCP 2026-07-28',
    section: 'basic/index, Messages and Schema',
    url: 'https://modelcontextprotocol.io/specification/2026-07-28/schema',
    statement: 'Every message that a server sends is a JSON-RPC message and fits the definition of its method in the schema of the revision, which the specification calls the source of truth. Members that the schema does not name may stand beside the others.',
    rows: ['CACHE-01', 'CACHE-02', 'CACHE-03', 'CACHE-04', 'CACHE-05', 'TOOL-15', 'TOOL-16', 'PROM-04'],
  },
  {
    id: 'mcp-2025-11-25.messages-match-schema',
    level: 'must',
    source: 'MCP 2025-11-25',
    section: 'basic/index, Messages and Schema',
    url: 'https://modelcontextprotocol.io/specification/2025-11-25/schema',
    statement: 'In 2025-11-25, 2025-06-18 and 2025-03-26 every message that a server sends is a JSON-RPC message and fits the definition of its method in the schema of the revision that is spoken.',
    rows: ['VER-11'],
  },
]
