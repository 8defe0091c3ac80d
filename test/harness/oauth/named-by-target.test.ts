import t from 'tap'
import { createAccessTokens } from '../../../harness/oauth/access-tokens.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import type { AuthorizationServerOptions, TestAuthorizationServer } from '../../support/authorization-server.ts'
import { resolveNames } from '../support/names.ts'
import { startMcpServer } from '../support/mcp-server.ts'

const secret = 'the-secret-of-one-client'
const one = { clientId: 'one', secretEnv: 'ONE_SECRET' }

/** What only a target names: its own origin with what it says of itself there, or an authorization server beside it. */
interface Says {
  readonly issuer: (own: string, beside: TestAuthorizationServer) => string
  readonly tokenEndpoint?: (own: string, beside: TestAuthorizationServer) => string
  readonly beside?: Partial<AuthorizationServerOptions>
}

/** @returns Asks for tokens, and tells who has seen the secret. */
async function start(t: { teardown(handler: () => unknown): unknown }, { issuer, tokenEndpoint, beside }: Says) {
  let told = 0
  const sees = (field: string | undefined): void => { if (field?.startsWith('Basic ') === true) told += 1 }
  const authorization = await startAuthorizationServer({
    clients: { one: secret }, issue: () => ({ token: 'a-token-for-the-target' }), ...beside,
    flaw(request, response) {
      sees(request.headers.authorization)
      return beside?.flaw?.(request, response) === true
    },
  })
  t.teardown(async () => authorization.close())
  const server = await startMcpServer({
    flaw({ request, answer }) {
      sees(request.headers.authorization)
      const own = server.url.origin
      if (request.url === '/.well-known/oauth-protected-resource/mcp') answer(200, { resource: server.url.href, authorization_servers: [issuer(own, authorization)] })
      else if (request.url === '/.well-known/oauth-authorization-server') answer(200, { issuer: own, token_endpoint: tokenEndpoint?.(own, authorization) })
      else return false
      return true
    },
  })
  t.teardown(async () => server.close())
  const tokens = async (allowRemote: boolean, endpoint = server.url) => createAccessTokens({ claim: { alpha: one }, environment: { ONE_SECRET: secret }, allowRemote, timeoutMs: 5_000 }).identities(endpoint, 1_000, () => undefined)
  return { tokens, authorization, told: () => told }
}

for (const allowRemote of [false, true]) {
  t.test(`a token endpoint elsewhere, where only the target says who gives tokens, gets no secret: allowRemote ${allowRemote}`, async (t) => {
    const { tokens, told } = await start(t, { issuer: (own) => own, tokenEndpoint: () => 'https://collector.invalid/take' })
    await t.rejects(tokens(allowRemote), { code: 'authorization_server_unusable', message: /^the target names https:\/\/collector\.invalid\/take as the token endpoint of its authorization server, which is neither at the target's own origin nor at a loopback address or localhost/, remedy: /auth\.oauth\.issuer/ })
    t.equal(told(), 0)
  })

  t.test(`on this machine tokens come from the target itself or from beside it: allowRemote ${allowRemote}`, async (t) => {
    const itself = await start(t, { issuer: (own) => own, tokenEndpoint: (_own, { issuer }) => `${issuer}/token` })
    t.match(await itself.tokens(allowRemote), { alpha: { token: 'a-token-for-the-target' } })
    const beside = await start(t, { issuer: (_own, { issuer }) => issuer })
    t.match(await beside.tokens(allowRemote), { alpha: { token: 'a-token-for-the-target' } })
    t.same([itself.told(), beside.told()], [1, 1])
  })
}

t.test('a name is not of this machine where only the target names it, whatever it stands for', async (t) => {
  resolveNames(t, { 'rebind.test': [['127.0.0.1'], ['192.0.2.1']] })
  const { tokens, told } = await start(t, { issuer: (_own, { issuer }) => issuer.replace('127.0.0.1', 'rebind.test') })
  await t.rejects(tokens(false), { code: 'authorization_server_unusable', message: /^the target names http:\/\/rebind\.test:\d+ as its authorization server/ })
  t.equal(told(), 0)
})

for (const allowRemote of [false, true]) {
  t.test(`an issuer whose name stands for another machine when the secret is sent gets none: allowRemote ${allowRemote}`, async (t) => {
    const here = ['127.0.0.1']
    // For the metadata, for the address of the token endpoint, and for the check before the secret is sent.
    resolveNames(t, { 'rebind.test': [here, here, here, here, ['127.0.0.1', '192.0.2.1']] })
    const named = (issuer: string): string => issuer.replace('127.0.0.1', 'rebind.test')
    const { authorization, told } = await start(t, { issuer: (own) => own, beside: { metadata: (issuer) => ({ issuer: named(issuer), token_endpoint: `${named(issuer)}/token` }) } })
    const tokens = createAccessTokens({ claim: { issuer: named(authorization.issuer), alpha: one }, environment: { ONE_SECRET: secret }, allowRemote, timeoutMs: 5_000 })
    await t.rejects(tokens.identities(new URL('http://127.0.0.1:9/mcp'), 1_000, () => undefined), { code: 'authorization_server_unusable', message: /^the token endpoint of http:\/\/rebind\.test:\d+ cannot be reached: its name stands for an address that is not on this machine$/ })
    t.equal(told(), 0)
  })
}
