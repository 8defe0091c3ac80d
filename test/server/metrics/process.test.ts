/** With metrics on, every line of stderr is JSON: of the log, of errors, of Node, and of whatever else writes there. */
import t from 'tap'
import type { Test } from 'tap'
import { initialize } from '../support/messages.ts'
import { serverBinary, serverEnvironment, startProcess } from '../support/reference.ts'
import type { ServerProcess } from '../support/reference.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import { snapshotsOf } from './snapshots.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

/** Loaded before the server: at the first signal it says what others could say on stderr, at the second it fails. */
const intruder = String.raw`
let signals = 0
process.on('SIGUSR2', () => {
  signals += 1
  if (signals === 2) throw new Error('cana' + 'ry')
  process.emitWarning('something is\nold')
  console.error('plain text')
  process.stderr.write('in two ')
  process.stderr.write(Buffer.from('parts\n\n'))
  process.stderr.write('', () => process.stdout.write('told\n'))
})
`

function start(t: Test, args: readonly string[], more: Readonly<Record<string, string>> = { HANDOFF_MCP_METRICS: '1' }): ServerProcess {
  const registry = createRegistryFile()
  const server = startProcess(args, serverEnvironment(registry, more))
  t.teardown(async () => {
    server.kill()
    await server.exited
    registry.remove()
  })
  return server
}

function linesOf(server: ServerProcess): string[] {
  return server.stderr().split('\n').filter((line) => line !== '')
}

function messagesOf(server: ServerProcess): string[] {
  return linesOf(server).map((line) => JSON.parse(line) as { readonly message?: string }).flatMap(({ message }) => message ?? [])
}

void t.test('http: whoever writes', async (t) => {
  const server = start(t, ['--import', `data:text/javascript,${encodeURIComponent(intruder)}`, serverBinary, 'http'])
  await server.untilStderr(/serves MCP at/)
  server.child.kill('SIGUSR2')
  await server.untilStdout(/told/)
  await server.untilStderr(/something is old/)
  server.child.kill('SIGUSR2')
  t.same(await server.exited, { code: 1, signal: null })
  const messages = messagesOf(server)
  for (const said of [/^policy ready/, /^Warning: something is old$/, /^plain text$/, /^in two parts$/, /^handoff-server failed: Error at /]) {
    t.equal(messages.filter((message) => said.test(message)).length, 1, String(said))
  }
  t.notMatch(server.stderr(), 'canary', 'no message of an exception: it could repeat what an agent wrote')
  t.equal(snapshotsOf(linesOf(server)).length, 1)
})

void t.test('stdio: ends with its input, and tells its last snapshot', async (t) => {
  const server = start(t, [serverBinary, 'stdio'], { HANDOFF_MCP_METRICS: '1', HANDOFF_AGENT_ID: 'alice' })
  const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: { handoff_id: 'none' } } })
  for (const message of [initialize(0), { jsonrpc: '2.0', method: 'notifications/initialized' }, call(1, 'handoff_get'), call(2, 'handoff_whoami')]) server.child.stdin?.write(`${JSON.stringify(message)}\n`)
  await server.untilStdout(/"id":2/)
  server.child.stdin?.end()
  t.same(await server.exited, { code: 0, signal: null }, 'no timer keeps it')
  const [first, last, ...more] = snapshotsOf(linesOf(server))
  t.same(more, [])
  t.same(first?.counts('handoff.denied'), {})
  t.same(last?.counts('handoff.denied'), { not_found: 1, invalid_input: 1 })
  t.notMatch(server.stdout(), 'resourceMetrics')
})

void t.test('an error that keeps it from starting, line by line', async (t) => {
  const server = start(t, [serverBinary, 'http', '--nonsense'])
  t.equal((await server.exited).code, 2)
  t.match(messagesOf(server).join(' '), /unknown option '--nonsense'/)
  t.equal(server.stdout(), '')
})
