/** MCP 2026-07-28, server/discover and what is declared there. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const root = 'https://modelcontextprotocol.io/specification/2026-07-28'

function of(name: string, level: Level, section: string, path: string, rows: readonly string[], statement: string): Requirement {
  return { id: `mcp-2026-07-28.${name}`, level, source, section, url: `${root}${path}`, statement, rows }
}

export const mcp20260728Discover: readonly Requirement[] = [
  of('discover', 'must', 'server/discover, Overview', '/server/discover', ['DISC-01'],
    'server/discover is implemented, and tells the revisions that the server supports, among them the one in which it was asked, and its capabilities.'),
  of('discover-server-info', 'should', 'server/discover, DiscoverResult', '/server/discover#discoverresult', ['DISC-08'],
    'The result of server/discover names the server software and its version in _meta.'),
  of('capability-served', 'must', 'server/tools, server/prompts, server/resources, Capabilities', '/server/tools#capabilities', ['DISC-03', 'DISC-04', 'DISC-05'],
    'A server that declares tools, prompts or resources answers the request for their list, and one that declares completions knows the method for them.'),
  of('capability-declared', 'must', 'server/tools, server/prompts, server/resources, server/utilities/completion, Capabilities', '/server/tools#capabilities', ['DISC-03', 'DISC-04', 'DISC-05', 'COMP-01'],
    'A server that offers tools, prompts, resources or completions declares them. An empty list offers nothing.'),
  of('undeclared-method', 'must', 'basic/transports/streamable-http, Protocol Version Header; schema, MethodNotFoundError', '/basic/transports/streamable-http#protocol-version-header', ['DISC-03', 'DISC-04', 'DISC-05'],
    'Where the list of something that is not declared is refused, then as an unknown method (-32601).'),
  of('extension-identifiers', 'must', 'basic/versioning, Extension Negotiation', '/basic/versioning#extension-negotiation', ['DISC-06'],
    'The extensions that a server declares have identifiers with a prefix in the shape of keys of _meta, each with an object of settings.'),
]
