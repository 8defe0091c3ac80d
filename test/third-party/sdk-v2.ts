/**
 * A server as the second-generation SDK's own guides build one: `createMcpExpressApp`, `requireBearerAuth` and
 * `createMcpHandler`, with a tool that only reads; without tokens anybody is let in. Nothing of ours stands between.
 */
import { createMcpExpressApp, requireBearerAuth } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'
import type { RequestHandler } from 'express'
import { authInfo, knownTokens } from './tokens.ts'

const tokens = knownTokens(process.env)

const handler = createMcpHandler(({ authInfo: caller }) => {
  const server = new McpServer({ name: 'sdk-v2-server', version: '2.4.0' })
  server.registerTool('whoami', { description: 'Names the caller', annotations: { readOnlyHint: true } }, () => ({
    content: [{ type: 'text', text: caller?.clientId ?? 'nobody' }],
  }))
  return server
})

const verifyAccessToken = async (token: string): ReturnType<Parameters<typeof requireBearerAuth>[0]['verifier']['verifyAccessToken']> => {
  const client = tokens.get(token)
  if (client === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'unknown token')
  return authInfo(token, client)
}

const guard: RequestHandler[] = tokens.size === 0 ? [] : [requireBearerAuth({ verifier: { verifyAccessToken } })]
const app = createMcpExpressApp()
const serve = toNodeHandler(handler)
app.all('/mcp', ...guard, (request, response) => {
  void serve(request, response, request.body)
})
const listening = app.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => {
  listening.close()
  listening.closeAllConnections()
})
