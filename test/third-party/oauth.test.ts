/**
 * Official packages on both sides of an authorization server: the harness gets its tokens where an official resource
 * server says, and the official client gets one from the authorization server that our tests use.
 */
import type { AddressInfo } from 'node:net'
import { Client, ClientCredentialsProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpExpressApp, getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter, requireBearerAuth } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'
import t from 'tap'
import { cases, requirements } from '../../cases/index.ts'
import { createCatalogue } from '../../harness/run/catalogue.ts'
import { runConformance } from '../../harness/run/run.ts'
import { targetDriver } from '../../harness/target/target-driver.ts'
import { parseTargetFile } from '../../harness/target/target-file.ts'
import { startAuthorizationServer } from '../support/authorization-server.ts'
import { authInfo } from './tokens.ts'

t.setTimeout(60_000)

// Without characters that the official client does not encode (RFC 6749 section 2.3.1).
const secret = 'the-secret-of-one_0123'
const tokens = new Map<string, string>()
const authorization = await startAuthorizationServer({
  clients: { 'client-one': secret },
  issue(client) {
    const token = `token-${tokens.size + 1}-0123456789`
    tokens.set(token, client)
    return { token, expiresIn: 3_600 }
  },
  metadata: { response_types_supported: ['code'], authorization_endpoint: 'https://auth.example.com/authorize' },
})
t.teardown(async () => authorization.close())

const app = createMcpExpressApp()
const listening = app.listen(0, '127.0.0.1')
await new Promise((resolve) => { listening.once('listening', resolve) })
t.teardown(() => {
  listening.close()
  listening.closeAllConnections()
})
const url = new URL(`http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`)

const oauthMetadata = { issuer: authorization.issuer, authorization_endpoint: 'https://auth.example.com/authorize', token_endpoint: `${authorization.issuer}/token`, response_types_supported: ['code'] }
app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: url, scopesSupported: ['mcp:call'] }))
const verifyAccessToken = async (token: string): Promise<ReturnType<typeof authInfo>> => {
  const client = tokens.get(token)
  if (client === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'unknown token')
  return Promise.resolve(authInfo(token, client))
}
const serve = toNodeHandler(createMcpHandler(({ authInfo: caller }) => {
  const server = new McpServer({ name: 'behind-oauth', version: '1' })
  server.registerTool('whoami', { description: 'Names the caller', annotations: { readOnlyHint: true } }, () => ({ content: [{ type: 'text', text: caller?.clientId ?? 'nobody' }] }))
  return server
}))
app.all('/mcp', requireBearerAuth({ verifier: { verifyAccessToken }, resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url) }), (request, response) => { void serve(request, response, request.body) })

t.test('the harness finds the authorization server where an official resource server names it', async (t) => {
  process.env['THIRD_PARTY_SECRET'] = secret
  t.teardown(() => { delete process.env['THIRD_PARTY_SECRET'] })
  const file = parseTargetFile(`version: 1\nurl: ${url.href}\nauth: { kind: oauth, oauth: { client_id: client-one, client_secret_env: THIRD_PARTY_SECRET } }\n`, 'target.yaml')
  const { results } = await runConformance({
    catalogue: createCatalogue({ cases, requirements }), driver: targetDriver(file), target: file.target, level: 'must',
    select: { only: ['auth.unknown-token', 'auth.token-variants'] }, emit: () => undefined, secrets: () => undefined,
  })
  t.same(results.map(({ id, outcome, reason }) => [id, outcome, reason]).filter(([, outcome]) => outcome !== 'pass'), [])
  t.equal(results.length, 2)
  t.same(authorization.forms, [{ grant_type: 'client_credentials', resource: url.href, scope: 'mcp:call' }])
})

t.test('the official client gets a token from the same authorization server', async (t) => {
  const client = new Client({ name: 'official', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: new ClientCredentialsProvider({ clientId: 'client-one', clientSecret: secret, expectedIssuer: authorization.issuer }) }))
  t.teardown(async () => client.close())
  t.match(await client.callTool({ name: 'whoami' }), { content: [{ text: 'client-one' }] })
  t.match(authorization.forms.at(-1), { grant_type: 'client_credentials', resource: url.href })
})
