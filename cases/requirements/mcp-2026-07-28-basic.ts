/** MCP 2026-07-28, basic/index: messages, `_meta`, results and errors. */
import type { Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const page = 'https://modelcontextprotocol.io/specification/2026-07-28/basic'

export const mcp20260728Basic: readonly Requirement[] = [
  {
    id: 'mcp-2026-07-28.meta-required',
    level: 'must',
    source,
    section: 'basic/index, _meta',
    url: `${page}#meta`,
    statement: 'A request without the required members of its envelope is refused as invalid parameters (-32602).',
    rows: ['META-01', 'META-02', 'META-03'],
  },
  {
    id: 'mcp-2026-07-28.meta-required-status',
    level: 'must',
    source,
    section: 'basic/index, _meta',
    url: `${page}#meta`,
    statement: 'Over HTTP the refusal of a request without the required members of its envelope has status 400.',
    rows: ['META-01', 'META-02', 'META-03'],
  },
]
