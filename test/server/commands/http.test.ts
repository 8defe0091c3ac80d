import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { main } from '../../../server/main.ts'
import { fixtureServer, serverBinary, serverEnvironment, startProcess } from '../support/reference.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import type { RegistryFile } from '../support/registry-file.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

interface Failure {
  readonly name: string
  readonly environment: (registry: RegistryFile) => Record<string, string>
  readonly code: number
  readonly text: RegExp
}

const failures: readonly Failure[] = [
  { name: 'an open address without a list of hosts', environment: () => ({ HANDOFF_MCP_HOST: '0.0.0.0' }), code: 2, text: /ALLOWED_HOSTS/ },
  { name: 'a port that is none', environment: () => ({ HANDOFF_MCP_PORT: 'http' }), code: 2, text: /HANDOFF_MCP_PORT/ },
  { name: 'no registry', environment: ({ folder }) => ({ HANDOFF_MCP_REGISTRY: join(folder, 'none.yaml') }), code: 1, text: /registry .*none\.yaml.*Remedy/ },
  { name: 'a registry that is a folder', environment: ({ folder }) => ({ HANDOFF_MCP_REGISTRY: folder }), code: 1, text: /registry .*Remedy/ },
  {
    name: 'a registry that is not valid',
    environment: (registry) => {
      registry.breakFile()
      return {}
    },
    code: 1,
    text: /registry .*Remedy/,
  },
  {
    name: 'a database that is none',
    environment: ({ db }) => {
      writeFileSync(db, 'something else entirely, and long enough to be looked at as a database file'.repeat(20))
      return {}
    },
    code: 1,
    text: /handoffs\.sqlite/,
  },
  {
    name: 'a database that is a folder',
    environment: ({ db }) => {
      mkdirSync(db)
      return {}
    },
    code: 1,
    text: /handoffs\.sqlite/,
  },
]

for (const { name, environment, code, text } of failures) {
  void t.test(`does not start: ${name}`, async (t) => {
    const registry = createRegistryFile()
    t.teardown(() => registry.remove())
    t.intercept(process, 'env', { value: serverEnvironment(registry, environment(registry)) })
    const [stdout, stderr]: [string[], string[]] = [[], []]
    const output = { stdout: (line: string) => void stdout.push(line), stderr: (line: string) => void stderr.push(line) }
    t.equal(await main(['http'], output), code)
    t.equal(stderr.length, 1)
    t.match(stderr[0], text)
    t.notMatch(stderr[0], '\n', 'one line')
    t.strictSame(stdout, [])
  })
}

for (const [name, args] of [['the reference', [serverBinary, 'http']], ['the fixture server', [fixtureServer]]] as const) {
  void t.test(`${name}: a port in use is one clear line and exit 1`, async (t) => {
    const registry = createRegistryFile()
    t.teardown(() => registry.remove())
    const other = createServer()
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve))
    t.teardown(() => void other.close())
    const { port } = other.address() as AddressInfo
    const server = startProcess(args, serverEnvironment(registry, { HANDOFF_MCP_PORT: String(port) }))
    t.teardown(() => server.kill())
    t.equal((await server.exited).code, 1)
    t.match(server.stderr(), new RegExp(`127\\.0\\.0\\.1:${port} is in use`))
  })
}

void t.test('--json prints where it serves, and nothing else goes to stdout', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const options = ['--registry', registry.path, '--db', join(registry.folder, 'new', 'handoffs.sqlite'), '--json']
  const server = startProcess([serverBinary, 'http', ...options], { PATH: process.env['PATH'] ?? '', HANDOFF_MCP_PORT: '0' })
  t.teardown(() => server.kill())
  const [line] = await server.untilStdout(/.*\n/)
  t.match(JSON.parse(line), { ok: true, command: 'http', url: /^http:\/\/127\.0\.0\.1:\d+\/mcp$/ })
  server.child.kill('SIGTERM')
  t.equal((await server.exited).code, 0)
  t.equal(server.stdout(), line)
})

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))

void t.test('an IPv6 address in brackets is one to bind', { skip: hasIPv6 ? false : 'this host has no ::1' }, async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const server = startProcess([serverBinary, 'http'], serverEnvironment(registry, { HANDOFF_MCP_HOST: '[::1]' }))
  t.teardown(() => server.kill())
  t.ok(await server.untilStderr(/serves MCP at http:\/\/\[::1\]:\d+\/mcp/))
})

void t.test('whoever reads the log may go away', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const server = startProcess([serverBinary, 'http', '--json'], serverEnvironment(registry))
  t.teardown(() => server.kill())
  const [line] = await server.untilStdout(/.*\n/)
  const { url } = JSON.parse(line) as { url: string }
  server.child.stderr?.destroy()
  for (let count = 0; count < 3; count += 1) {
    registry.rotate('bob')
    t.equal((await fetch(new URL('/readyz', url))).status, 200, 'a change of policy was logged into the void')
  }
  server.child.kill('SIGTERM')
  t.equal((await server.exited).code, 0)
})

void t.test('--json names what is wrong with the database by its code', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  mkdirSync(registry.db)
  t.intercept(process, 'env', { value: serverEnvironment(registry) })
  const stdout: string[] = []
  t.equal(await main(['http', '--json'], { stdout: (line) => void stdout.push(line), stderr: () => undefined }), 1)
  t.match(JSON.parse(stdout.join('')), { ok: false, error: { code: 'not_a_file', message: /handoffs\.sqlite/, remedy: /HANDOFF_MCP_DB/ } })
})

void t.test('Node says nothing of its own on stderr', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const server = startProcess([serverBinary, 'http'], serverEnvironment(registry))
  t.teardown(() => server.kill())
  await server.untilStderr(/serves MCP at/)
  server.child.kill('SIGTERM')
  await server.exited
  t.notMatch(server.stderr(), /SQLite is an experimental feature|\(node:/)
})
