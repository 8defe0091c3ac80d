/**
 * Which header fields a sentence speaks of, by the names as they are usually written: what is at fault is then shown
 * whatever else is left out, and where it is missing that is said.
 */

const names = [
  'Accept', 'Access-Control-Allow-Credentials', 'Access-Control-Allow-Headers', 'Access-Control-Allow-Origin', 'Allow', 'Authorization', 'Cache-Control', 'Connection', 'Content-Encoding',
  'Content-Length', 'Content-Type', 'Host', 'Last-Event-ID', 'Location', 'Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version', 'Mcp-Session-Id', 'Origin',
  'Retry-After', 'Server', 'Set-Cookie', 'Transfer-Encoding', 'Vary', 'WWW-Authenticate', 'X-Accel-Buffering', 'X-Powered-By',
]

/** Of them those that no response has. */
const onlyInRequests = new Set(['Accept', 'Authorization', 'Host', 'Last-Event-ID', 'Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version', 'Origin'])

export const inResponses = (name: string): boolean => !onlyInRequests.has(name)

/** @returns Each name once, as it stands in the list. In the texts only this writing of it counts: `Server` is a field, and a server is none. */
export function namedFields(...texts: readonly string[]): string[] {
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z][A-Za-z-]*/g) ?? []).map((word) => word.replace(/-+$/, '')))
  return names.filter((name) => words.has(name))
}
