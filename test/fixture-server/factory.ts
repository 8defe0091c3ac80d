/** The fixture's MCP server: the tools of the reference, one that streams, and an event on every open stream now and then. */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import type { McpFactory } from '../../server/http/stack.ts'
import type { ToolTable } from '../../server/tools/tool.ts'
import { streamingTool, streamProgress } from './streaming-tool.ts'

/** How often a session's stream gets an event, in ms. */
export const eventIntervalMs = 100

export function createFixtureFactory(table: ToolTable): McpFactory {
  const listing = { tools: [...table.tools, streamingTool] } as unknown as ListToolsResult
  return ({ era, callerOf }) => {
    const server = new Server({ name: 'fixture-server', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } })
    server.setRequestHandler('tools/list', () => listing)
    server.setRequestHandler('tools/call', async ({ params }, request): Promise<CallToolResult> => {
      const caller = callerOf(request)
      if (params.name === streamingTool.name) return streamProgress(params.arguments ?? {}, request)
      const tool = table.find(params.name)
      if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool.')
      return (await table.call(tool, params.arguments ?? {}, caller)) as CallToolResult
    })
    if (era === 'legacy') announceOften(server)
    return server
  }
}

/** From the end of the handshake to the end of the session. */
function announceOften(server: Server): void {
  server.oninitialized = () => {
    const timer = setInterval(() => void server.sendToolListChanged().catch(() => undefined), eventIntervalMs)
    timer.unref()
    const onclose = server.onclose
    server.onclose = () => {
      clearInterval(timer)
      onclose?.()
    }
  }
}
