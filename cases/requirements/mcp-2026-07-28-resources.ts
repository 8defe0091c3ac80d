/** MCP 2026-07-28, server/resources: how resources are listed, read and refused. */
import type { Requirement } from '../../harness/run/requirement.ts'

const page = 'https://modelcontextprotocol.io/specification/2026-07-28/server/resources'
const source = 'MCP 2026-07-28'
const errors = { source, section: 'server/resources, Error Handling', url: `${page}#error-handling` } as const
const security = { source, section: 'server/resources, Security Considerations', url: `${page}#security-considerations` } as const
const ours = { level: 'hardening', source: 'handoff-conformance' } as const

export const mcp20260728Resources: readonly Requirement[] = [
  { id: 'mcp-2026-07-28.resources-listed', level: 'must', source, section: 'server/resources, Capabilities', url: `${page}#capabilities`, statement: 'A server that declares resources answers resources/list with a list of them, which may be empty.', rows: ['RES-04'] },
  { id: 'mcp-2026-07-28.resources-list-stable', level: 'must', source, section: 'server/resources, Capabilities', url: `${page}#capabilities`, statement: 'The set of resources differs neither from connection to connection nor after other requests; it may differ by credentials, and change with time.' },
  { ...errors, id: 'mcp-2026-07-28.resource-not-found', level: 'must', statement: 'Reading a resource that does not exist is refused with the JSON-RPC error -32602.', rows: ['RES-01'] },
  { ...errors, id: 'mcp-2026-07-28.resource-not-found-not-empty', level: 'must', statement: 'Reading a resource that does not exist is not answered with an empty list of contents.', rows: ['RES-02'] },
  {
    ...ours, id: 'hardening.resource-not-found-names-uri', section: 'MCP 2026-07-28, server/resources, Error Handling', url: `${page}#error-handling`, rows: ['RES-03'],
    statement: 'The error for a resource that does not exist names its URI in data.uri.',
    reason: 'The page shows it in its example only; a client that reads many resources at once can tell by it which one is gone.',
  },
  {
    ...ours, id: 'hardening.resource-uri-required', section: 'MCP 2026-07-28, schema, ReadResourceRequestParams', url: 'https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourcerequestparams', rows: ['RES-05'],
    statement: 'resources/read without a uri, or with one that is no string, is refused for invalid parameters, as an invalid request or for a header that does not match.',
    reason: 'The schema requires the member, without a keyword for what happens otherwise; an internal error (-32603) tells a client that the fault is not its own.',
  },
  { ...security, id: 'mcp-2026-07-28.resource-traversal', level: 'must', statement: 'URIs are validated and paths in them sanitised, so that no URI leads out of what the server offers to a file of its host.', rows: ['RES-06'] },
  {
    ...ours, id: 'hardening.resource-host-file', section: 'MCP 2026-07-28, server/resources, Security Considerations', url: `${page}#security-considerations`, rows: ['RES-06'],
    statement: 'The absolute address of a system file is not served.',
    reason: 'A server may offer the whole of its disk on purpose; whoever did not mean to wants to know.',
  },
  { ...security, id: 'mcp-2026-07-28.resource-data-encoded', level: 'must', statement: 'What a resource contains is text, or a blob in base64.', rows: ['RES-07'] },
  { id: 'mcp-2026-07-28.resource-uri-syntax', level: 'must', source, section: 'server/resources, Custom URI Schemes', url: `${page}#custom-uri-schemes`, statement: 'URIs with a scheme of the server\'s own follow RFC 3986.', rows: ['RES-08'] },
  {
    ...ours, id: 'hardening.resource-uri-syntax', section: 'MCP 2026-07-28, schema, Resource', url: 'https://modelcontextprotocol.io/specification/2026-07-28/schema#resource', rows: ['RES-08'],
    statement: 'URIs with a common scheme (file, https, git) follow RFC 3986 as well, with what it does not allow percent-encoded.',
    reason: 'The schema gives the format without a keyword; a client that parses them refuses a space or a letter outside ASCII.',
  },
]
