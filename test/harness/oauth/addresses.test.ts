import t from 'tap'
import { canonicalResource, isIssuer, isPlainAddress, requireNear, requireSecure, resourceMetadataUrls, serverMetadataUrls, shownAddress } from '../../../harness/oauth/addresses.ts'

t.test('the metadata of an authorization server are looked for where the specifications put them', async (t) => {
  const table = [
    ['https://auth.example.com', ['https://auth.example.com/.well-known/oauth-authorization-server', 'https://auth.example.com/.well-known/openid-configuration']],
    ['https://auth.example.com/', ['https://auth.example.com/.well-known/oauth-authorization-server', 'https://auth.example.com/.well-known/openid-configuration']],
    ['https://auth.example.com/tenant1', ['https://auth.example.com/.well-known/oauth-authorization-server/tenant1', 'https://auth.example.com/.well-known/openid-configuration/tenant1', 'https://auth.example.com/tenant1/.well-known/openid-configuration']],
    ['https://auth.example.com:8443/a/b/', ['https://auth.example.com:8443/.well-known/oauth-authorization-server/a/b', 'https://auth.example.com:8443/.well-known/openid-configuration/a/b', 'https://auth.example.com:8443/a/b/.well-known/openid-configuration']],
    // Never at the origin that the path looks like.
    ['http://127.0.0.1:1//evil.example', ['http://127.0.0.1:1/.well-known/oauth-authorization-server//evil.example', 'http://127.0.0.1:1/.well-known/openid-configuration//evil.example', 'http://127.0.0.1:1//evil.example/.well-known/openid-configuration']],
  ] as const
  for (const [issuer, urls] of table) t.same(serverMetadataUrls(issuer).map(({ href }) => href), urls, issuer)
})

t.test('the metadata of a target are looked for at its path, then at the root', async (t) => {
  const urls = (text: string): string[] => resourceMetadataUrls(new URL(text)).map(({ href }) => href)
  t.same(urls('https://example.com/public/mcp'), ['https://example.com/.well-known/oauth-protected-resource/public/mcp', 'https://example.com/.well-known/oauth-protected-resource'])
  t.same(urls('https://example.com/'), ['https://example.com/.well-known/oauth-protected-resource'])
  t.same(urls('https://example.com/mcp?a=b')[0], 'https://example.com/.well-known/oauth-protected-resource/mcp?a=b')
})

t.test('the canonical name of a target', async (t) => {
  for (const [url, name] of [['https://MCP.example.com/', 'https://mcp.example.com'], ['http://127.0.0.1:80/mcp', 'http://127.0.0.1/mcp'], ['https://a.example:8443/mcp/', 'https://a.example:8443/mcp/'], ['https://a.example/mcp#x', 'https://a.example/mcp']] as const) {
    t.equal(canonicalResource(new URL(url)), name)
  }
})

t.test('what can be an issuer, and what can name a resource', async (t) => {
  for (const text of ['auth.example.com', 'ftp://a.example', 'https://user@a.example', 'https://a.example/#x', 'https://a.example/#', 'file:///etc/passwd', 'https://a.example/\nx', ' https://a.example', 'https://a.example/\u202e', 'https://a.example/<b>']) t.notOk(isPlainAddress(text) || isIssuer(text), text)
  t.same([isPlainAddress('https://a.example/?x'), isIssuer('https://a.example/?x'), isIssuer('http://127.0.0.1:1/x')], [true, false, true])
})

t.test('a secret goes to this machine, or over TLS to one that was allowed', async (t) => {
  const allowed = { allowRemote: true }
  await requireSecure(new URL('http://127.0.0.1:1/'), { allowRemote: false }, 'it')
  await requireSecure(new URL('https://192.0.2.1/'), allowed, 'it')
  await t.rejects(requireSecure(new URL('http://192.0.2.1/token?x=1'), allowed, 'the token endpoint'), { code: 'authorization_server_unusable', message: 'the token endpoint, http://192.0.2.1/token, is on another machine and has no TLS' })
  await t.rejects(requireSecure(new URL('https://192.0.2.1/token'), { allowRemote: false }, 'the token endpoint'), { code: 'remote_refused', message: /the token endpoint, https:\/\/192\.0\.2\.1\/token, is not on this machine/ })
})

t.test('an address that a server wrote is shown in ASCII and not at length', async (t) => {
  const shown = shownAddress(new URL(`https://ex\u00e4mple.com/\u001b[31m\u202e"<b>${'a'.repeat(1_000)}?secret=1`))
  t.match(shown, /^[\x21-\x7e]{200}…$/)
  t.notMatch(shown, /[<>"]/)
})

t.test('what only a target names is near: at its own origin or, of a target on this machine, on this machine', async (t) => {
  const near = (url: string, endpoint: string): boolean => {
    try {
      requireNear(new URL(url), new URL(endpoint), { what: 'its authorization server', written: url })
      return true
    } catch {
      return false
    }
  }
  const local = 'http://127.0.0.1:1/mcp'
  for (const [url, endpoint, wanted] of [
    ['http://127.0.0.1:2/', local, true], ['http://localhost:2/', local, true], ['https://[::1]/', 'http://localhost:1/mcp', true], ['http://127.0.0.1:1/token', local, true],
    ['http://name.test/', local, false], ['https://192.0.2.1/', local, false],
    ['https://mcp.example.com/token', 'https://mcp.example.com/mcp', true], ['http://mcp.example.com/token', 'https://mcp.example.com/mcp', false], ['https://mcp.example.com:1/token', 'https://mcp.example.com/mcp', false],
    ['http://127.0.0.1:2/', 'https://mcp.example.com/mcp', false], ['http://localhost/', 'http://name.test/mcp', false],
  ] as const) t.equal(near(url, endpoint), wanted, `${url} for ${endpoint}`)
  t.throws(() => { requireNear(new URL('http://127.0.0.1:2/'), new URL('https://mcp.example.com/mcp'), { what: 'its authorization server', written: 'http://127.0.0.1:2' }) }, { message: /^the target names http:\/\/127\.0\.0\.1:2 as its authorization server, which is not at the target's own origin, / })
})
