/**
 * The fault that must be caught: one server object and one transport for all requests, with answers routed by JSON-RPC
 * id, so that of two requests with the same id the later one gets the answers of both.
 */
import { Server } from '@modelcontextprotocol/server'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { callerOf } from '../../../server/http/caller.ts'
import type { McpFactory } from '../../../server/http/stack.ts'

class SharedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly routes = new Map<unknown, Transport>()

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message) await this.routes.get(message.id)?.send(message)
  }

  async close(): Promise<void> {}
}

/** Makes the bad twin of a factory. It must be given the old revisions, which need no negotiation. */
export async function shareTransport(mcp: McpFactory): Promise<McpFactory> {
  const shared = new SharedTransport()
  await mcp({ era: 'legacy', callerOf }).connect(shared)
  return () => {
    const face = new Server({ name: 'shared', version: '1' }, { capabilities: { tools: {} } })
    face.connect = async (transport: Transport): Promise<void> => {
      await transport.start()
      transport.onmessage = (message, extra) => {
        if ('id' in message) shared.routes.set(message.id, transport)
        shared.onmessage?.(message, extra)
      }
    }
    face.close = async (): Promise<void> => {}
    return face
  }
}
