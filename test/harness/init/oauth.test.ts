import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseTargetFile } from '../../../harness/target/target-file.ts'
import { callMain, temporaryFolder } from '../commands/cli.ts'
import { startMcpServer, twoTokens } from '../support/mcp-server.ts'
import type { McpServer } from '../support/mcp-server.ts'

t.setTimeout(60_000)

/** A server that names this issuer to everybody who has no token. */
async function start(t: { teardown(handler: () => unknown): unknown }, issuer: string): Promise<McpServer> {
  const server = await startMcpServer({
    flaw({ request, agent, answer }) {
      if (request.url === '/meta') answer(200, { resource: server.url.href, authorization_servers: [issuer] })
      else if (agent === undefined) answer(401, {}, { 'www-authenticate': `Bearer resource_metadata="${server.url.origin}/meta"` })
      else return false
      return true
    },
  })
  t.teardown(async () => server.close())
  return server
}

t.test('a server that lets nobody in: a file that only lacks a client', async (t) => {
  const server = await start(t, 'https://auth.example.com/tenant')
  const file = join(temporaryFolder(t), 'target.yaml')
  const { code, stdout, stderr } = await callMain(['init', '--url', server.url.href, '--file', file, '--no-workflow', '--rate', '7'])
  t.same([code, stderr], [0, ''])
  t.match(stdout, /names the authorization server "https:\/\/auth\.example\.com\/tenant"/)
  t.match(stdout, /check that this authorization server is the one that knows your client, and then take the # from the line "issuer:" in \S+target\.yaml/)
  t.match(stdout, /write the name of a client .* under client_id in \S+target\.yaml, and put its secret into the environment variable CLIENT_SECRET/)
  const text = readFileSync(file, 'utf8')
  const oauth = { alpha: { clientId: 'CLIENT_ID', secretEnv: 'CLIENT_SECRET' } }
  const wanted = { target: { name: server.url.host, ratePerSecond: 7, claims: { auth: 'oauth' } }, connection: { kind: 'url', options: { url: server.url, oauth } } }
  const written = parseTargetFile(text, file)
  t.match(written, wanted)
  t.same(written.connection.kind === 'url' ? written.connection.options.oauth : undefined, oauth, 'what the server alone says counts for nothing until somebody has looked at it')
  t.match(parseTargetFile(text.replace(/^( *)# (issuer: .*)$/m, '$1$2'), file), { connection: { options: { oauth: { issuer: 'https://auth.example.com/tenant' } } } })
  t.match(await callMain(['run', '--target', file, '--only', 'auth.no-credentials', '--evidence', `${file}.evidence`, '--allow-remote'], { CLIENT_SECRET: 'a-secret-that-stays-here' }), { code: 2, stderr: /the target names https:\/\/auth\.example\.com\/tenant as its authorization server, .*a secret goes to no other/s })
})

t.test('with a token the same stands there to be put in its place', async (t) => {
  const server = await start(t, 'http://127.0.0.1:1')
  const file = join(temporaryFolder(t), 'target.yaml')
  const [token = ''] = Object.keys(twoTokens)
  const { code, stderr } = await callMain(['init', '--url', server.url.href, '--token-env', 'ALPHA', '--file', file, '--no-workflow'], { ALPHA: token })
  t.same([code, stderr], [0, ''])
  const text = readFileSync(file, 'utf8')
  t.match(parseTargetFile(text, file), { target: { claims: { auth: 'static-bearer' } }, connection: { options: { identities: { alpha: { name: 'ALPHA' } } } } })
  const block = /^# auth:\n(?:# .*\n)*/m.exec(text)?.[0] ?? ''
  const other = text.replace(block, '').replace(/^auth:\n(?: .*\n)*/m, block.replaceAll(/^# /gm, ''))
  t.match(parseTargetFile(other, file), { target: { claims: { auth: 'oauth' } }, connection: { options: { oauth: { alpha: { clientId: 'CLIENT_ID' } } } } })
  t.match(other, /^    # issuer: "http:\/\/127\.0\.0\.1:1"   # /m)
})

for (const issuer of ['nowhere', 'https://auth.example.com/\u001b[31m\nversion: 2', 'https://user:secret@auth.example.com']) {
  t.test(`a server that names ${JSON.stringify(issuer)} names nobody`, async (t) => {
    const server = await start(t, issuer)
    const { code, stderr } = await callMain(['init', '--url', server.url.href, '--file', join(temporaryFolder(t), 'target.yaml')])
    t.equal(code, 2)
    t.match(stderr, 'server_unasked')
    t.notMatch(stderr, 'auth.example.com')
  })
}
