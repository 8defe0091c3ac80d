/** MCP 2026-07-28: the version field, and what a server says of the revisions that it serves. */
import type { Requirement } from '../../harness/run/requirement.ts'

const site = 'https://modelcontextprotocol.io/specification/2026-07-28'
const field = { source: 'MCP 2026-07-28', section: 'basic/transports/streamable-http, Protocol Version Header, Server Validation', url: `${site}/basic/transports/streamable-http#protocol-version-header` } as const
const negotiation = { source: 'MCP 2026-07-28', section: 'basic/versioning, Protocol Version Negotiation', url: `${site}/basic/versioning#protocol-version-negotiation` } as const
const eras = { source: 'MCP 2026-07-28', section: 'basic/versioning, Backward Compatibility', url: `${site}/basic/versioning#backward-compatibility-with-initialization-based-versions` } as const

export const mcp20260728Versions: readonly Requirement[] = [
  { ...field, id: 'mcp-2026-07-28.version-field-required', level: 'must', statement: 'A request without MCP-Protocol-Version is refused with 400 and the error HeaderMismatch (-32020), unless the server also serves clients from before the field.', rows: ['VER-01'] },
  { ...field, id: 'mcp-2026-07-28.version-field-matches', level: 'must', statement: 'A request whose MCP-Protocol-Version is not the revision of its envelope is refused with 400.', rows: ['VER-02'] },
  { ...field, id: 'mcp-2026-07-28.version-mismatch-code', level: 'must', statement: 'That refusal carries the JSON-RPC error HeaderMismatch (-32020). Where one of the two revisions is not served either, the error for that (-32022) is as true.', rows: ['VER-03', 'VER-12'] },
  { ...negotiation, id: 'mcp-2026-07-28.unsupported-version-status', level: 'must', statement: 'A request in a revision that the server does not serve is refused with 400.', rows: ['VER-04'] },
  { ...negotiation, id: 'mcp-2026-07-28.unsupported-version-code', level: 'must', statement: 'That refusal carries the JSON-RPC error UnsupportedProtocolVersion (-32022).', rows: ['VER-05'] },
  { ...negotiation, id: 'mcp-2026-07-28.unsupported-version-data', level: 'must', statement: 'That error lists the revisions that the server serves, and repeats the one that was asked for.', rows: ['VER-06'] },
  { ...negotiation, id: 'mcp-2026-07-28.older-version-in-envelope', level: 'must', statement: 'A known older revision that the server does not serve is refused like an unknown one, also where a request names it in its envelope.', rows: ['VER-07'] },
  { ...eras, id: 'mcp-2026-07-28.initialize-names-versions', level: 'should', statement: 'A server of this revision alone names the revisions that it serves in the error that it answers initialize with.', rows: ['VER-09'] },
  { ...eras, id: 'mcp-2026-07-28.initialize-stays-legacy', level: 'must', statement: 'What initialize negotiates is one of the revisions that have it, never this one.', rows: ['VER-10'] },
]
