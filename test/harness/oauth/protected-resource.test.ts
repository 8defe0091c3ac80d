import t from 'tap'
import { findAuthorizationServer } from '../../../harness/oauth/protected-resource.ts'
import type { OAuthRules } from '../../../harness/oauth/addresses.ts'
import { deadPort } from '../../mutants/sentinel-servers.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import type { McpServer } from '../support/mcp-server.ts'

const here: OAuthRules = { allowRemote: false, timeoutMs: 5_000 }
const issuer = 'http://127.0.0.1:1/issuer'

interface Says {
  /** Metadata by path; a string is sent as it is. */
  readonly documents?: Readonly<Record<string, object | string>>
  /** With `ORIGIN` for that of the server. */
  readonly challenge?: string
}

/** An honest server with challenges and documents of the test's choice, in which `ORIGIN` stands for its own origin. */
async function start(t: { teardown(handler: () => unknown): unknown }, { documents = {}, challenge }: Says): Promise<McpServer & { readonly asked: string[] }> {
  const asked: string[] = []
  const server = await startMcpServer({
    flaw({ request, response, agent, answer }) {
      const filled = (text: string): string => text.replaceAll('ORIGIN', server.url.origin)
      if (request.method === 'GET') {
        asked.push(request.url ?? '')
        const document = documents[request.url ?? '']
        if (typeof document === 'string') response.writeHead(200).end(document)
        else answer(document === undefined ? 404 : 200, document === undefined ? {} : JSON.parse(filled(JSON.stringify(document))))
        return true
      }
      if (agent !== undefined || challenge === undefined) return false
      answer(401, {}, { 'www-authenticate': filled(challenge) })
      return true
    },
  })
  t.teardown(async () => server.close())
  return Object.assign(server, { asked })
}

const atPath = '/.well-known/oauth-protected-resource/mcp'
const atRoot = '/.well-known/oauth-protected-resource'
const good = { resource: 'ORIGIN/mcp', authorization_servers: [issuer] }

const found: readonly (Says & { name: string; asked: readonly string[]; resource?: string; scopes?: readonly string[] })[] = [
  { name: 'where its challenge says', challenge: 'Bearer resource_metadata="ORIGIN/meta", scope="a:read b"', documents: { '/meta': { ...good, scopes_supported: ['c'] } }, asked: ['/meta'], scopes: ['a:read', 'b'] },
  { name: 'by one of several challenges', challenge: 'Basic realm="x", Bearer error="invalid_token", Resource_Metadata="ORIGIN/meta"', documents: { '/meta': { ...good, scopes_supported: ['c', 'd"', 3] } }, asked: ['/meta'], scopes: ['c'] },
  { name: 'at its own path', documents: { [atPath]: good }, asked: [atPath] },
  { name: 'at the root', challenge: 'Bearer', documents: { [atRoot]: { resource: 'ORIGIN', authorization_servers: [issuer] } }, asked: [atPath, atRoot], resource: 'ORIGIN' },
  { name: 'at the root behind a page for people', documents: { [atPath]: '<html>', [atRoot]: good }, asked: [atPath, atRoot] },
  { name: 'at its own origin', documents: { [atPath]: { ...good, authorization_servers: ['ORIGIN'] } }, asked: [atPath] },
]
for (const { name, asked, scopes, resource = 'ORIGIN/mcp', ...says } of found) {
  t.test(`a target says what its authorization server is: ${name}`, async (t) => {
    const server = await start(t, says)
    const answer = await findAuthorizationServer(server.url, here)
    t.match(answer, { issuer: name.includes('own origin') ? server.url.origin : issuer, resource: resource.replace('ORIGIN', server.url.origin) })
    t.same(answer?.scopes, scopes)
    t.same(server.asked, asked)
  })
}

const nasty = '\u001b[31m\u202e<b>planted'
const wrong: readonly (Says & { name: string; says: RegExp })[] = [
  { name: 'nowhere', says: /does not say where its authorization server is: \S+\/mcp answers with status 404; \S+resource answers with status 404$/ },
  { name: 'on another origin', challenge: 'Bearer resource_metadata="https://evil.example/meta"', says: /not at the target's own origin, which are not fetched/ },
  { name: 'by what is no address', challenge: `Bearer resource_metadata="file:///etc/passwd"`, says: /not at the target's own origin/ },
  { name: 'of another resource', documents: { [atPath]: { ...good, resource: nasty } }, says: /are of another resource than http:\/\/127\.0\.0\.1:\d+\/mcp$/ },
  { name: 'of a resource whose name only begins alike', documents: { [atPath]: { ...good, resource: 'ORIGIN/mc' } }, says: /are of another resource/ },
  { name: 'of another origin', documents: { [atPath]: { ...good, resource: 'https://evil.example/mcp' } }, says: /are of another resource/ },
  { name: 'without a server', documents: { [atPath]: { resource: 'ORIGIN/mcp', authorization_servers: [] } }, says: /name no authorization server/ },
  { name: 'with two servers', documents: { [atPath]: { ...good, authorization_servers: [issuer, nasty] } }, says: /name 2 authorization servers, and a client is known to one/ },
  { name: 'with a server that is no address', documents: { [atPath]: { ...good, authorization_servers: [nasty] } }, says: /by what is no address/ },
  { name: 'with a server far away', documents: { [atPath]: { ...good, authorization_servers: ['https://evil.example/tenant'] } }, says: /the target names https:\/\/evil\.example\/tenant as its authorization server, .* a secret goes to no other that the target alone names/ },
  { name: 'with a server far away and a text in its address', documents: { [atPath]: { ...good, authorization_servers: [`https://192.0.2.1/${nasty}`] } }, says: /by what is no address/ },
]
for (const { name, says, ...spoken } of wrong) {
  t.test(`a target that names it ${name} is told so`, async (t) => {
    const server = await start(t, spoken)
    const error = await findAuthorizationServer(server.url, here).then(() => undefined, (thrown: unknown) => thrown as Error & { remedy: string })
    t.match(error, { code: 'authorization_server_unusable', message: says, remedy: /auth\.oauth\.issuer/ })
    t.notMatch(error?.message, /[\u0000-\u001f\u202e<]/)
  })
}

t.test('a target that does not answer is left to the run to tell', async (t) => {
  t.equal(await findAuthorizationServer(new URL((await deadPort()).url), here), undefined)
})
