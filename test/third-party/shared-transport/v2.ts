/**
 * A stateless server of the second-generation SDK, in the version that the environment names, with one transport for
 * all clients or one for each request. Its tool list takes a turn of the event loop, as reading a table would.
 */
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type * as ServerPackage from '@modelcontextprotocol/server'

const { SDK = '', SHARED = '', PORT = '' } = process.env
const { Server, WebStandardStreamableHTTPServerTransport } = (await import(SDK)) as typeof ServerPackage

async function connected(): Promise<InstanceType<typeof WebStandardStreamableHTTPServerTransport>> {
  const server = new Server({ name: 'shared-transport', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', async () => {
    await delay(5)
    return { tools: [{ name: 'look', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] }
  })
  const transport = new WebStandardStreamableHTTPServerTransport({})
  await server.connect(transport)
  return transport
}

const shared = SHARED === 'true' ? await connected() : undefined
const handle = toNodeHandler({ fetch: async (request: Request) => (shared ?? await connected()).handleRequest(request) })

const server = createServer((request, response) => {
  handle(request as Parameters<typeof handle>[0], response).catch(() => { if (!response.headersSent) response.writeHead(500).end() })
})
server.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
