import type http from 'node:http'
import t from 'tap'
import { createAccessTokens } from '../../../harness/oauth/access-tokens.ts'
import type { AccessTokensOptions } from '../../../harness/oauth/access-tokens.ts'
import type { OAuthClaim } from '../../../harness/oauth/claim.ts'
import { requestToken } from '../../../harness/oauth/token-request.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import type { AuthorizationServerOptions, TestAuthorizationServer } from '../../support/authorization-server.ts'
import { deadPort } from '../../mutants/sentinel-servers.ts'

const target = new URL('http://127.0.0.1:9/mcp')
const environment = { ONE_SECRET: 'the secret of one: 100%+ü', TWO_SECRET: 'the-secret-of-two' }
const one = { clientId: 'client:one', secretEnv: 'ONE_SECRET' }
const two = { clientId: 'two', secretEnv: 'TWO_SECRET' }
const clients = { [one.clientId]: environment.ONE_SECRET, [two.clientId]: environment.TWO_SECRET }

interface Started extends TestAuthorizationServer {
  readonly secrets: string[]
  identities(claim?: Partial<OAuthClaim>, leastMs?: number, options?: Partial<AccessTokensOptions>): ReturnType<ReturnType<typeof createAccessTokens>['identities']>
}

async function start(t: { teardown(handler: () => unknown): unknown }, options: Partial<AuthorizationServerOptions> = {}): Promise<Started> {
  let count = 0
  const server = await startAuthorizationServer({ clients, issue: (client) => ({ token: `token-${(count += 1)}-of-${client.replace(':', '.')}`, expiresIn: 3_600 }), ...options })
  t.teardown(async () => server.close())
  const secrets: string[] = []
  return {
    ...server, secrets,
    identities: async (claim, leastMs = 1_000, more) => createAccessTokens({ claim: { issuer: server.issuer, alpha: one, ...claim }, environment, allowRemote: false, ...more })
      .identities(target, leastMs, (secret) => secrets.push(secret)),
  }
}

for (const authentication of ['client_secret_basic', 'client_secret_post'] as const) {
  t.test(`two clients that say who they are by ${authentication}, for the target itself`, async (t) => {
    const server = await start(t, { authentication })
    const { alpha, beta } = await server.identities({ beta: two })
    t.match([alpha, beta], [{ name: 'alpha', token: 'token-1-of-client.one', expiresAt: Number }, { name: 'beta', token: 'token-2-of-two' }])
    t.match(server.forms, [{ grant_type: 'client_credentials', resource: target.href }, { grant_type: 'client_credentials', resource: target.href }])
    t.notOk('scope' in (server.forms[0] ?? {}))
    for (const secret of [environment.ONE_SECRET, environment.TWO_SECRET, 'token-1-of-client.one', 'token-2-of-two']) t.ok(server.secrets.includes(secret))
  })
}

t.test('a token may be as long as a field', async (t) => {
  const server = await start(t, { answer: { access_token: 'a'.repeat(16_384) } })
  t.equal((await server.identities())['alpha']?.token.length, 16_384)
})

t.test('scopes and a resource of the file are sent as they are', async (t) => {
  const server = await start(t)
  await server.identities({ resource: 'https://mcp.example.com', alpha: { ...one, scopes: ['a:read', 'b'] } })
  t.match(server.forms, [{ resource: 'https://mcp.example.com', scope: 'a:read b' }])
})

const places: readonly { name: string; options: Partial<AuthorizationServerOptions>; asked: readonly string[] }[] = [
  { name: 'path insertion', options: { path: '/tenant' }, asked: ['/.well-known/oauth-authorization-server/tenant'] },
  { name: 'OpenID Connect with path insertion', options: { path: '/tenant', metadataAt: '/.well-known/openid-configuration/tenant' }, asked: ['/.well-known/oauth-authorization-server/tenant', '/.well-known/openid-configuration/tenant'] },
  { name: 'OpenID Connect behind the path', options: { path: '/tenant', metadataAt: '/tenant/.well-known/openid-configuration' }, asked: ['/.well-known/oauth-authorization-server/tenant', '/.well-known/openid-configuration/tenant', '/tenant/.well-known/openid-configuration'] },
  { name: 'OpenID Connect without a path', options: { metadataAt: '/.well-known/openid-configuration' }, asked: ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'] },
]
for (const { name, options, asked } of places) {
  t.test(`metadata by ${name}`, async (t) => {
    const server = await start(t, options)
    t.match(await server.identities(), { alpha: { token: 'token-1-of-client.one' } })
    t.same(server.paths, [...asked, `${options.path ?? ''}/token`])
  })
}

/** What a hostile server might write to whoever reads an error. */
const nasty = '\u001b[31m\u202e<b>secret planted</b>'
const reply = (status: number, body: string | Buffer, headers: http.OutgoingHttpHeaders = {}) => (request: http.IncomingMessage, response: http.ServerResponse, at: string): boolean => {
  if (request.url !== at) return false
  response.writeHead(status, headers)
  response.end(body)
  return true
}
const metadataFlaw = (act: ReturnType<typeof reply>): Partial<AuthorizationServerOptions> => ({ flaw: (request, response) => act(request, response, request.url?.startsWith('/.well-known/') === true ? request.url : '-') })
const tokenFlaw = (act: ReturnType<typeof reply>): Partial<AuthorizationServerOptions> => ({ flaw: (request, response) => act(request, response, '/token') })
const hang = (request: http.IncomingMessage, _response: http.ServerResponse, at: string): boolean => request.url === at
const big = Buffer.alloc(10 * 1024 * 1024, 0x20)

const wrong: readonly { name: string; timeoutMs?: number; options?: Partial<AuthorizationServerOptions>; claim?: Partial<OAuthClaim>; code: string; says: RegExp; remedy?: RegExp }[] = [
  { name: 'no metadata', options: metadataFlaw(reply(404, nasty)), code: 'authorization_server_unusable', says: /there are no metadata of the authorization server: \S+oauth-authorization-server answers with status 404 and no JSON object; \S+openid-configuration answers with/, remedy: /auth\.oauth\.issuer/ },
  { name: 'a page for people instead of metadata', options: metadataFlaw(reply(200, `<html>${nasty}</html>`, { 'content-type': 'text/html' })), code: 'authorization_server_unusable', says: /status 200 and an HTML page; /, remedy: /^There is another server than an authorization server there, .* auth\.oauth\.issuer/ },
  { name: 'another issuer', options: { metadata: { issuer: nasty } }, code: 'authorization_server_unusable', says: /holds metadata of another issuer than "http:\/\/127\.0\.0\.1:\d+"/ },
  { name: 'an issuer with another final slash', options: { metadata: (issuer) => ({ issuer: `${issuer}/` }) }, code: 'authorization_server_unusable', says: /they differ in the final slash/ },
  { name: 'no issuer', options: { metadata: { issuer: undefined } }, code: 'authorization_server_unusable', says: /metadata without an issuer/ },
  { name: 'a redirect', options: metadataFlaw(reply(302, '', { location: 'https://evil.example/' })), code: 'authorization_server_unusable', says: /a redirect \(status 302\), which is not followed/ },
  { name: 'metadata of ten megabytes', options: metadataFlaw(reply(200, big)), code: 'authorization_server_unusable', says: /more than 262144 bytes/ },
  { name: 'metadata that never come', timeoutMs: 1_000, options: metadataFlaw(hang), code: 'authorization_server_unusable', says: /gives no complete answer within 1000 ms/ },
  { name: 'another grant', options: { metadata: { grant_types_supported: ['authorization_code'] } }, code: 'authorization_server_unusable', says: /do not name client_credentials/, remedy: /no browser/ },
  { name: 'no token endpoint', options: { metadata: { token_endpoint: nasty } }, code: 'authorization_server_unusable', says: /hold no token_endpoint that is an address/ },
  { name: 'a token endpoint on another machine', options: { metadata: { token_endpoint: 'https://192.0.2.1/token' } }, code: 'remote_refused', says: /the token endpoint, https:\/\/192\.0\.2\.1\/token, is not on this machine/ },
  { name: 'keys alone', options: { metadata: { token_endpoint_auth_methods_supported: ['private_key_jwt', nasty] } }, code: 'authorization_server_unusable', says: /neither client_secret_basic nor client_secret_post/ },
  { name: 'a wrong secret', options: { clients: { [one.clientId]: 'another' } }, code: 'access_token_refused', says: /gives the client "client:one" no access token: invalid_client \(status 401\)/, remedy: /the environment variable ONE_SECRET holds the secret/ },
  { name: 'a scope that it may not have', options: tokenFlaw(reply(400, JSON.stringify({ error: 'invalid_scope', error_description: nasty }))), code: 'access_token_refused', says: /invalid_scope \(status 400\)$/, remedy: /under scopes/ },
  { name: 'a target that is not known', options: tokenFlaw(reply(400, '{"error":"invalid_target"}')), code: 'access_token_refused', says: /invalid_target/, remedy: /auth\.oauth\.resource/ },
  { name: 'an error code of its own', options: tokenFlaw(reply(400, JSON.stringify({ error: nasty }))), code: 'access_token_refused', says: /status 400 and no error code of a specification/ },
  { name: 'an error code that every object has', options: tokenFlaw(reply(400, '{"error":"constructor"}')), code: 'access_token_refused', says: /no error code of a specification/ },
  { name: 'a page instead of a token', options: tokenFlaw(reply(500, nasty)), code: 'access_token_refused', says: /the token endpoint answers with status 500 and no JSON object/ },
  { name: 'a redirect instead of a token', options: tokenFlaw(reply(307, '', { location: 'http://127.0.0.1:1/' })), code: 'access_token_refused', says: /a redirect \(status 307\)/ },
  { name: 'ten megabytes instead of a token', options: tokenFlaw(reply(200, big)), code: 'access_token_refused', says: /more than 262144 bytes/ },
  { name: 'a token of another type', options: { answer: { token_type: nasty } }, code: 'access_token_refused', says: /its token_type is another than Bearer/ },
  { name: 'a token without a type', options: { answer: { token_type: undefined } }, code: 'access_token_refused', says: /its token_type is missing/ },
  { name: 'no token', options: { answer: { access_token: undefined } }, code: 'access_token_refused', says: /holds no access_token/ },
  { name: 'a token that no field can carry', options: { answer: { access_token: `a\r\nb${nasty}` } }, code: 'access_token_refused', says: /can be sent as a bearer token/ },
  { name: 'a token that is longer than any field', options: { answer: { access_token: 'a'.repeat(16_385) } }, code: 'access_token_refused', says: /its access_token is longer than 16384 characters$/, remedy: /shorter tokens/ },
  { name: 'a token that has ended', options: { answer: { expires_in: 0 } }, code: 'access_token_refused', says: /has expired already/ },
  { name: 'the same token for both', options: { issue: () => ({ token: 'the-same-token' }) }, claim: { beta: two }, code: 'access_token_refused', says: /gives both clients the same access token/ },
  { name: 'no secret', claim: { alpha: { ...one, secretEnv: 'NOT_SET' } }, code: 'client_secret_missing', says: /^the environment variable NOT_SET is not set$/ },
]
for (const { name, timeoutMs, options, claim, code, says, remedy } of wrong) {
  t.test(`refused: ${name}`, async (t) => {
    const server = await start(t, options)
    const error = await server.identities(claim, 1_000, timeoutMs === undefined ? {} : { timeoutMs }).then(() => undefined, (error: unknown) => error as Error & { code: string; remedy: string })
    t.match(error, { code, message: says, ...(remedy === undefined ? {} : { remedy }) })
    t.notMatch(`${error?.message} ${error?.remedy}`, /[\u0000-\u001f\u202e<]|planted|evil/)
    for (const secret of Object.values(environment)) t.notOk(`${error?.message} ${error?.remedy}`.includes(secret))
  })
}

t.test('no answer instead of a token', async (t) => {
  const { issuer, paths } = await start(t, tokenFlaw(hang))
  // Of the token request alone: whatever is asked before it may take its time.
  const asked = requestToken({ server: { issuer, tokenEndpoint: new URL(`${issuer}/token`), authentication: 'client_secret_basic' }, client: one, secret: environment.ONE_SECRET, resource: target.href, scopes: undefined }, { allowRemote: false, timeoutMs: 2_000 })
  await t.rejects(asked, { code: 'authorization_server_unusable', message: /^the token endpoint of http:\S+ gives no complete answer within 2000 ms$/ })
  t.same(paths, ['/token'])
})

t.test('nobody there', async (t) => {
  const server = await start(t)
  await t.rejects(server.identities({ issuer: new URL((await deadPort()).url).origin }), { code: 'authorization_server_unusable', message: /cannot be reached \(ECONNREFUSED\)/, remedy: /Start the authorization server/ })
})

t.test('a token is kept while it is good for long enough, and replaced before it ends', async (t) => {
  let time = 1_000
  const issued: string[] = []
  let closed = false
  const server = await start(t, {
    issue() {
      issued.push(`token-number-${issued.length + 1}`)
      return { token: issued.at(-1) ?? '', expiresIn: 100 }
    },
    flaw(request, response) {
      if (closed && request.url === '/token') response.writeHead(503).end()
      return closed && request.url === '/token'
    },
  })
  const tokens = createAccessTokens({ claim: { issuer: server.issuer, alpha: one }, environment, allowRemote: false, now: () => time })
  const now = async (leastMs: number) => tokens.identities(target, leastMs, () => undefined)
  const { alpha: first } = await now(60_000)
  t.match(first, { token: 'token-number-1', expiresAt: 101_000 })
  time += 49_000
  t.equal((await now(60_000))['alpha'], first, 'half of its life is enough, whatever was asked for')
  time += 2_000
  t.equal((await now(40_000))['alpha'], first, 'it is good for what was asked for')
  t.match((await Promise.all([now(60_000), now(60_000), now(60_000)])).map(({ alpha }) => alpha?.token), ['token-number-2', 'token-number-2', 'token-number-2'], 'all who ask at once get the same one')
  t.equal(issued.length, 2)
  closed = true
  time += 60_000
  t.equal((await now(60_000))['alpha']?.token, 'token-number-2', 'the old one is as good as it was')
  const asked = server.paths.length
  time += 1_000
  await now(60_000)
  t.equal(server.paths.length, asked, 'a server that gave none is left alone for a while')
  time += 40_000
  await t.rejects(now(60_000), { code: 'access_token_refused', message: /status 503/ })
  closed = false
  await t.rejects(now(60_000), { code: 'access_token_refused', message: /status 503/ })
  time += 5_000
  t.equal((await now(60_000))['alpha']?.token, 'token-number-3')
  t.equal(server.paths.filter((path) => path.includes('well-known')).length, 1, 'its metadata are asked for once')
})

t.test('a token of which nobody says when it ends is kept', async (t) => {
  const server = await start(t, { answer: { expires_in: 'soon' } })
  const tokens = createAccessTokens({ claim: { issuer: server.issuer, alpha: one }, environment, allowRemote: false })
  const { alpha } = await tokens.identities(target, 1_000, () => undefined)
  t.notOk('expiresAt' in (alpha ?? {}))
  t.equal((await tokens.identities(target, 1e9, () => undefined))['alpha'], alpha)
})
