/**
 * A stateless server of the first-generation SDK, in the version that the environment names, with one transport for
 * all clients or one for each request. Its tool list takes a turn of the event loop, as reading a table would.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type * as ServerModule from '@modelcontextprotocol/sdk/server/index.js'
import type * as TransportModule from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type * as TypesModule from '@modelcontextprotocol/sdk/types.js'

const { SDK = '', SHARED = '', PORT = '' } = process.env
const { Server } = (await import(`${SDK}/server/index.js`)) as typeof ServerModule
const { StreamableHTTPServerTransport } = (await import(`${SDK}/server/streamableHttp.js`)) as typeof TransportModule
const { ListToolsRequestSchema } = (await import(`${SDK}/types.js`)) as typeof TypesModule

async function connected(): Promise<InstanceType<typeof StreamableHTTPServerTransport>> {
  const server = new Server({ name: 'shared-transport', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    await delay(5)
    return { tools: [{ name: 'look', inputSchema: { type: 'object' as const }, annotations: { readOnlyHint: true } }] }
  })
  const transport = new StreamableHTTPServerTransport({})
  await server.connect(transport)
  return transport
}

const shared = SHARED === 'true' ? await connected() : undefined

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await (shared ?? await connected()).handleRequest(request, response)
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => { if (!response.headersSent) response.writeHead(500).end() })
})
server.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
