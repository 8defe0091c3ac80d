import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createReferenceDriver } from '../../../harness/fixture/reference.ts'
import { startHttpServer } from '../../../server/index.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { callMain, runCli, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

const secrets = { ONE_SECRET: 'secret+of/one: 100%', TWO_SECRET: 'secret-of-two-0123456789' }
const clients = { one: secrets.ONE_SECRET, two: secrets.TWO_SECRET }

/** The reference server, and an authorization server that gives its tokens: what it then checks of them is its own affair. */
async function start() {
  const fixture = await createReferenceDriver({ start: startHttpServer }).open()
  t.teardown(async () => fixture.close())
  const issued: string[] = []
  const authorization = await startAuthorizationServer({
    clients,
    async issue() {
      const { token } = await fixture.issueToken({ expiresInMs: 3_600_000 })
      issued.push(token)
      return { token, expiresIn: 3_600 }
    },
  })
  t.teardown(async () => authorization.close())
  const cwd = temporaryFolder(t)
  const auth = (more = ''): string => `auth:\n  kind: oauth\n  oauth:\n    issuer: ${authorization.issuer}\n    client_id: one\n    client_secret_env: ONE_SECRET\n${more}`
  writeFileSync(join(cwd, 'target.yaml'), `version: 1\nname: behind-oauth\nurl: ${fixture.url.href}\nhandoff: { adapter: reference }\n${auth('    beta: { client_id: two, client_secret_env: TWO_SECRET }\n')}`)
  writeFileSync(join(cwd, 'one.yaml'), `version: 1\nname: behind-oauth\nurl: ${fixture.url.href}\n${auth()}`)
  return { cwd, fixture, authorization, issued }
}

const setting = await start()

/** Everything in a folder, as text. */
function contentOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n')
}

t.test('a server behind an authorization server, for two clients', async (t) => {
  const { cwd, fixture, authorization, issued } = setting
  const { code, stdout, stderr } = await runCli(['run', '--target', 'target.yaml', ...['unknown-token', 'expired-token', 'rotated-token', 'revoked-token', 'disabled-identity', 'no-*', 'identity-spoof', 'other-scheme'].flatMap((name) => ['--only', `auth.${name}`]), '--level', 'hardening', '--evidence-detail', 'exchanges', '--evidence', 'evidence', '--json'], { cwd, env: secrets })
  t.equal(code, 0, stdout + stderr)
  const { results, target } = JSON.parse(stdout) as { results: { id: string; outcome: string; reason?: string; missingAbility?: string }[]; target: { auth: string } }
  t.equal(target.auth, 'oauth')
  t.same(results.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable'), [])
  t.ok(results.filter(({ outcome }) => outcome === 'pass').length >= 4)
  for (const id of ['auth.expired-token', 'auth.rotated-token', 'auth.disabled-identity', 'auth.revoked-token']) {
    t.match(results.find((result) => result.id === id), { outcome: 'not-applicable', missingAbility: 'issueToken', reason: String }, id)
  }
  t.equal(issued.length, 2)
  t.match(authorization.forms, [{ grant_type: 'client_credentials', resource: fixture.url.href }, {}])
  const written = contentOf(join(cwd, 'evidence')) + stdout + stderr
  const forms = Object.values(secrets).flatMap((secret) => [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString().slice(1)])
  for (const form of [...issued, ...forms, ...[['one', secrets.ONE_SECRET], ['two', secrets.TWO_SECRET]].map((pair) => Buffer.from(pair.map((part) => encodeURIComponent(part ?? '')).join(':')).toString('base64'))]) t.notOk(written.includes(form), 'no secret and no token in any file or output')
})

t.test('one client is one identity', async (t) => {
  const { cwd } = setting
  const { code, stdout } = await callMain(['run', '--target', join(cwd, 'one.yaml'), '--only', 'auth.identity-spoof', '--only', 'auth.no-credentials', '--evidence', join(cwd, 'evidence-one'), '--json'], secrets)
  t.equal(code, 0)
  const { results } = JSON.parse(stdout) as { results: { id: string; outcome: string; reason?: string }[] }
  t.same(results.map(({ id, outcome }) => [id, outcome]).toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)), [['auth.identity-spoof', 'not-applicable'], ['auth.no-credentials', 'pass']])
})

t.test('what is wrong with the client is told before anything runs: what, where, and how to mend it', async (t) => {
  const { cwd, authorization } = setting
  const run = async (env: Record<string, string>, file = 'one.yaml') => callMain(['run', '--target', join(cwd, file), '--only', 'auth.no-credentials', '--evidence', join(cwd, 'evidence-none')], env)
  const wrong = await run({ ONE_SECRET: 'not-the-secret-of-one' })
  t.equal(wrong.code, 2)
  t.match(wrong.stderr, `${authorization.issuer} gives the client "one" no access token: invalid_client (status 401)`)
  t.match(wrong.stderr, /Check client_id, and that the environment variable ONE_SECRET holds the secret of that client\./)
  t.notOk((wrong.stderr + wrong.stdout).includes('not-the-secret-of-one'))
  t.notOk(existsSync(join(cwd, 'evidence-none')), 'no evidence of a run that was none')
  const missing = await run({})
  t.match(missing, { code: 2, stderr: /the environment variable ONE_SECRET is not set/s })
  await authorization.close()
  const gone = await run(secrets)
  t.match(gone, { code: 2, stderr: /the authorization server cannot be reached \(ECONNREFUSED\).*Start the authorization server/s })
})

t.test('a target that says itself where its authorization server is, and one that is not there', async (t) => {
  const tokens: Record<string, string> = { 'a-token-that-nobody-is-given': 'nobody' }
  const authorization = await startAuthorizationServer({ clients, issue: (client) => ({ token: (tokens['a-token-of-one-0123456789'] = client, 'a-token-of-one-0123456789') }) })
  t.teardown(async () => authorization.close())
  const server = await startMcpServer({
    tokens,
    flaw({ request, agent, answer }) {
      if (request.url === '/.well-known/oauth-protected-resource/mcp') answer(200, { resource: server.url.href, authorization_servers: [authorization.issuer], scopes_supported: ['mcp:call'] })
      else if (agent === undefined) answer(401, {}, { 'www-authenticate': `Bearer resource_metadata="${server.url.origin}/.well-known/oauth-protected-resource/mcp"` })
      else return false
      return true
    },
  })
  t.teardown(async () => server.close())
  const cwd = temporaryFolder(t)
  const file = join(cwd, 'target.yaml')
  writeFileSync(file, `version: 1\nurl: ${server.url.href}\nauth: { kind: oauth, oauth: { client_id: one, client_secret_env: ONE_SECRET } }\n`)
  const run = async () => callMain(['run', '--target', file, '--only', 'auth.no-credentials', '--evidence', join(cwd, 'evidence')], secrets)
  const there = await run()
  t.equal(there.code, 0, there.stdout + there.stderr)
  t.match(authorization.forms, [{ resource: server.url.href, scope: 'mcp:call' }])
  await server.close()
  const gone = await run()
  t.match(gone, { code: 3, stdout: /Nothing answers at http:\/\/127\.0\.0\.1/ }, 'that is the target, and no mistake of configuration')
})
