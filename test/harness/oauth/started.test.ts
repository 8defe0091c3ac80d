import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createCommandDriver } from '../../../harness/fixture/command.ts'
import type { CommandDriverOptions } from '../../../harness/fixture/command.ts'
import { startAuthorizationServer } from '../../support/authorization-server.ts'
import type { AuthorizationServerOptions } from '../../support/authorization-server.ts'
import { temporaryFolder } from '../commands/cli.ts'
import { eventually, isAlive } from '../support/alive.ts'

t.setTimeout(60_000)

/** Says who it is and which variables it has, and names its authorization server where it was told of one. */
const program = `
import http from 'node:http'
console.log(JSON.stringify({ pid: process.pid, variables: Object.keys(process.env) }))
const { PORT, ISSUER } = process.env
http.createServer((request, response) => {
  response.writeHead(request.method === 'GET' && ISSUER !== undefined ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ resource: 'http://127.0.0.1:' + PORT, authorization_servers: [ISSUER] }))
}).listen(Number(PORT), '127.0.0.1')
`

async function setUp(t: { teardown(handler: () => unknown): unknown }, options: Partial<AuthorizationServerOptions> & { readonly named?: boolean } = {}) {
  const authorization = await startAuthorizationServer({ clients: { one: 'the-secret-of-one' }, issue: () => ({ token: 'a-token-for-what-is-started' }), ...options })
  t.teardown(async () => authorization.close())
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'server.mjs'), program)
  const driver: CommandDriverOptions = {
    command: [process.execPath, join(folder, 'server.mjs')], url: 'http://127.0.0.1:{port}/mcp', identities: {},
    env: { PORT: '{port}', ISSUER: authorization.issuer },
    oauth: { ...(options.named === false ? {} : { issuer: authorization.issuer }), alpha: { clientId: 'one', secretEnv: 'STARTED_SECRET' } },
    environment: { STARTED_SECRET: 'the-secret-of-one' },
  }
  return { authorization, driver }
}

t.test('a server that is started gets a token for its own address, and never the secret', async (t) => {
  process.env['STARTED_SECRET'] = 'the-secret-of-one'
  t.teardown(() => { delete process.env['STARTED_SECRET'] })
  const { authorization, driver } = await setUp(t)
  const secrets: string[] = []
  const fixture = await createCommandDriver(driver).open({ secrets: (secret) => secrets.push(secret) })
  t.teardown(async () => fixture.close())
  t.match(fixture.identities, { alpha: { name: 'alpha', token: 'a-token-for-what-is-started' } })
  t.match(authorization.forms, [{ resource: fixture.url.href }])
  const { variables } = JSON.parse(await fixture.logs()) as { variables: string[] }
  t.ok(variables.includes('PORT'))
  t.notOk(variables.includes('STARTED_SECRET'))
  for (const secret of ['the-secret-of-one', 'a-token-for-what-is-started']) t.ok(secrets.includes(secret))
})

t.test('a server that is started may say itself where tokens are given', async (t) => {
  const { authorization, driver } = await setUp(t, { named: false })
  const fixture = await createCommandDriver(driver).open()
  t.teardown(async () => fixture.close())
  t.match(fixture.identities, { alpha: { token: 'a-token-for-what-is-started' } })
  t.match(authorization.forms, [{ resource: fixture.url.origin }], 'as its metadata call it')
})

t.test('without a token nothing of what was started stays', async (t) => {
  const folder = temporaryFolder(t)
  const { driver } = await setUp(t, { clients: {} })
  const noted = createCommandDriver({ ...driver, command: ['/bin/sh', '-c', 'echo $$ > pid && exec "$@"', 'sh', ...driver.command], cwd: folder })
  await t.rejects(noted.open(), { code: 'access_token_refused', message: /invalid_client/ })
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  t.ok(pid > 1 && await eventually(() => !isAlive(pid)))
})
