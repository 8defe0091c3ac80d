/** Messages of both eras, as a client puts them on the wire. */

export const modernVersion = '2026-07-28'

export function modernMeta(): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
}

export function modernRequest(id: unknown, method: string, params: Record<string, unknown> = {}): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: modernMeta() } }
}

/** The fields that a request of this revision needs beside the credentials. */
export function modernFields(method: string, name?: string): [string, string][] {
  return [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ['MCP-Protocol-Version', modernVersion],
    ['Mcp-Method', method],
    ...(name === undefined ? [] : [['Mcp-Name', name] as [string, string]]),
  ]
}

export function legacyFields(version: string | null = '2025-11-25'): [string, string][] {
  return [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ...(version === null ? [] : [['MCP-Protocol-Version', version] as [string, string]]),
  ]
}

export function initialize(id: unknown = 1, protocolVersion = '2025-11-25'): Record<string, unknown> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  return { jsonrpc: '2.0', id, method: 'initialize', params }
}
