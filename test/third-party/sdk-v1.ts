/**
 * A server as the first-generation SDK's examples build one: Express, sessions kept in a map, and, where tokens are
 * given, its own `requireBearerAuth`. Nothing of ours stands between.
 */
import { randomUUID } from 'node:crypto'
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js'
import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Request, RequestHandler, Response } from 'express'
import { authInfo, knownTokens } from './tokens.ts'

const tokens = knownTokens(process.env)
const transports = new Map<string, StreamableHTTPServerTransport>()

function newServer(): McpServer {
  const server = new McpServer({ name: 'sdk-v1-server', version: '1.32.2' })
  server.registerTool('whoami', { description: 'Names the caller', annotations: { readOnlyHint: true } }, (extra) => ({
    content: [{ type: 'text', text: extra.authInfo?.clientId ?? 'nobody' }],
  }))
  return server
}

async function openTransport(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => { transports.set(id, transport) },
  })
  transport.onclose = () => { if (transport.sessionId !== undefined) transports.delete(transport.sessionId) }
  await newServer().connect(transport)
  return transport
}

async function route(request: Request, response: Response): Promise<void> {
  const id = request.headers['mcp-session-id']
  const known = typeof id === 'string' ? transports.get(id) : undefined
  if (known === undefined && (id !== undefined || !isInitializeRequest(request.body))) {
    response.status(id === undefined ? 400 : 404).json({ jsonrpc: '2.0', error: { code: -32_000, message: 'No such session' }, id: null })
    return
  }
  await (known ?? await openTransport()).handleRequest(request, response, request.body)
}

const verifyAccessToken = async (token: string): ReturnType<Parameters<typeof requireBearerAuth>[0]['verifier']['verifyAccessToken']> => {
  const client = tokens.get(token)
  if (client === undefined) throw new InvalidTokenError('unknown token')
  return authInfo(token, client)
}

const guard: RequestHandler[] = tokens.size === 0 ? [] : [requireBearerAuth({ verifier: { verifyAccessToken } })]
const app = createMcpExpressApp()
app.all('/mcp', ...guard, (request, response) => { void route(request, response) })
const listening = app.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => {
  listening.close()
  listening.closeAllConnections()
})
