import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import t from 'tap'
import type { Test } from 'tap'
import { startStdioServer } from '../../../server/stdio/start.ts'
import type { StartStdioOptions } from '../../../server/stdio/start.ts'
import { main } from '../../../server/main.ts'
import { initialize, modernRequest } from '../support/messages.ts'
import { serverBinary, serverEnvironment, startProcess } from '../support/reference.ts'
import type { ServerProcess } from '../support/reference.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import type { RegistryFile } from '../support/registry-file.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

interface Session {
  readonly registry: RegistryFile
  write(text: string | Uint8Array): void
  send(message: unknown): void
  /** The n-th message of the output. */
  message(index: number): Promise<Message>
  /** Ends the input; resolves with every message when the server has ended. */
  end(): Promise<Message[]>
}

type Message = Record<string, unknown>

/** In this process, on two pipes. */
async function start(t: Test, settings: Partial<StartStdioOptions> = {}, prepare = (_registry: RegistryFile): void => undefined): Promise<Session> {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  prepare(registry)
  const [input, output] = [new PassThrough(), new PassThrough()]
  const server = await startStdioServer({
    agentId: 'alice',
    db: registry.db,
    registry: registry.path,
    maxMessageBytes: 32_768,
    maxHandoffDepth: 8,
    policyMaxStaleS: undefined,
    ratePerMinute: 1000,
    clock: Date.now,
    log: () => undefined,
    ...settings,
    input,
    output,
  })
  t.teardown(() => server.close())
  let text = ''
  output.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
  const messages = (): Message[] => text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Message)
  return {
    registry,
    write: (bytes) => void input.write(bytes),
    send: (message) => void input.write(`${JSON.stringify(message)}\n`),
    message: async (index) => {
      while (text.split('\n').length < index + 2) await once(output, 'data')
      return messages()[index] ?? {}
    },
    end: async () => {
      input.end()
      await server.finished
      await server.close()
      t.ok(text === '' || text.endsWith('\n'), 'the output ends with a line end')
      return messages()
    },
  }
}

/** As a child process. */
function spawnSession(t: Test): ServerProcess {
  const registry = createRegistryFile()
  const server = startProcess([serverBinary, 'stdio'], serverEnvironment(registry, { HANDOFF_AGENT_ID: 'alice' }))
  t.teardown(async () => {
    server.kill()
    await server.exited
    registry.remove()
  })
  return server
}

const whoami = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'handoff_whoami', arguments: {} } })
const modernWhoami = (id: unknown) => modernRequest(id, 'tools/call', { name: 'handoff_whoami', arguments: {} })

void t.test('lines that are no messages are answered, and the next message is served', async (t) => {
  const session = await start(t)
  const table: readonly (readonly [line: string | Uint8Array, code: number])[] = [
    ['not json', -32_700],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32_700],
    [Buffer.of(0x22, 0xc0, 0xaf, 0x22), -32_700],
    ['\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}', -32_700],
    ['{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}', -32_700],
    ['[]', -32_600],
    ['null', -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32_600],
  ]
  for (const [line] of table) {
    session.write(line)
    session.write('\n')
  }
  session.write('\n  \r\n')
  session.send({ jsonrpc: '1.0', id: 'kept', method: 'ping' })
  session.send(initialize('last'))
  const messages = await session.end()
  t.equal(messages.length, table.length + 2)
  for (const [index, [line, expected]] of table.entries()) {
    t.match(messages[index], { error: { code: expected } }, JSON.stringify(String(line)))
    t.notOk(Object.hasOwn(messages[index] ?? {}, 'id'), 'no id')
  }
  t.match(messages[table.length], { id: 'kept', error: { code: -32_600 } })
  t.match(messages.at(-1), { id: 'last', result: { serverInfo: { name: 'handoff-server' } } })
})

void t.test('a line over the limit costs itself alone', async (t) => {
  const session = await start(t)
  const filler = ' '.repeat(1024 * 1024)
  session.write(`{"jsonrpc":"2.0","id":1,"method":"ping",${filler}"params":{}}\n`)
  for (let i = 0; i < 9; i += 1) session.write(filler)
  session.write('\n')
  session.send(initialize(2))
  const messages = await session.end()
  t.match(messages.find((message) => message['id'] === 1), { result: {} }, '1 MiB is served')
  t.match(messages.find((message) => message['id'] === undefined), { error: { code: -32_600 } })
  t.match(messages.find((message) => message['id'] === 2), { result: {} })
})

void t.test('what was asked before the end of input is answered before the process ends with 0', async (t) => {
  const session = await start(t)
  const ids = [1, 'two', '', 0, 9_007_199_254_740_991, '3']
  for (const id of ids) session.send(modernWhoami(id))
  session.write(JSON.stringify(modernWhoami('last, without a line end')))
  const messages = await session.end()
  t.strictSame(new Set(messages.map((message) => message['id'])), new Set([...ids, 'last, without a line end']))
  for (const message of messages) t.match(message, { result: { structuredContent: { agent_id: 'alice' } } })
})

void t.test('nothing asked, nothing said', async (t) => {
  const session = await start(t)
  t.strictSame(await session.end(), [])
})

const losses: readonly (readonly [name: string, lose: (registry: RegistryFile) => void])[] = [
  ['disabled', (registry) => registry.set('alice', { enabled: false })],
  ['revoked', (registry) => registry.set('alice', { token: null })],
  ['expired', (registry) => registry.set('alice', { expiresAt: '2020-01-01T00:00:00Z' })],
]

for (const [loss, lose] of losses) {
  void t.test(`${loss} while the session runs`, async (t) => {
    const session = await start(t)
    session.send(modernWhoami(1))
    t.match(await session.message(0), { result: { structuredContent: { agent_id: 'alice' } } })
    lose(session.registry)
    session.send(modernWhoami(2))
    t.match(await session.message(1), { id: 2, result: { isError: true, structuredContent: { error: { code: 'not_permitted' } } } })
    session.send(modernRequest(3, 'tools/list'))
    t.match(await session.message(2), { id: 3, error: { code: -32_600 } })
    session.registry.set('alice', { enabled: true, expiresAt: '2100-01-01T00:00:00Z' })
    if (loss !== 'revoked') {
      session.send(modernWhoami(4))
      t.match(await session.message(3), { result: { structuredContent: { agent_id: 'alice' } } })
    }
    await session.end()
  })
}

void t.test('revoked while the session runs, of a token that was issued while it ran', async (t) => {
  const session = await start(t, {}, (registry) => registry.set('alice', { token: null }))
  session.send(modernWhoami(1))
  t.match(await session.message(0), { result: { structuredContent: { agent_id: 'alice' } } }, 'no token is needed to begin')
  session.registry.rotate('alice')
  session.send(modernWhoami(2))
  t.match(await session.message(1), { id: 2, result: { structuredContent: { agent_id: 'alice' } } })
  session.registry.set('alice', { token: null })
  session.send(modernWhoami(3))
  t.match(await session.message(2), { id: 3, result: { isError: true, structuredContent: { error: { code: 'not_permitted' } } } })
  await session.end()
})

void t.test('batches are answered as one array under 2025-03-26, and refused elsewhere', async (t) => {
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const session = await start(t)
  session.send([whoami(1)])
  t.match(await session.message(0), { error: { code: -32_600 } }, 'before the handshake')
  session.send(initialize('i', '2025-03-26'))
  t.match(await session.message(1), { result: { protocolVersion: '2025-03-26' } })
  session.send([notification])
  session.send([whoami(1), notification, whoami('two'), { jsonrpc: '2.0', id: 3, method: 'no/such' }])
  const answers = (await session.message(2)) as unknown as Message[]
  t.strictSame(new Set(answers.map((answer) => answer['id'])), new Set([1, 'two', 3]))
  session.send([whoami(4), whoami(4)])
  session.send([whoami(5), { nonsense: true }])
  for (const index of [3, 4]) t.match(await session.message(index), { error: { code: -32_600 } })
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 6 } }
  session.send([whoami(6), whoami(7), cancelled])
  const last = (await session.message(5)) as unknown as Message[]
  t.ok(last.some((answer) => answer['id'] === 7))
  t.equal((await session.end()).length, 6)

  const later = await start(t)
  later.send(initialize('i', '2025-11-25'))
  await later.message(0)
  later.send([whoami(1)])
  t.match(await later.message(1), { error: { code: -32_600 } })
})

void t.test('a policy that is stale past the limit allows nothing', async (t) => {
  const session = await start(t, { policyMaxStaleS: 0 })
  session.send(initialize(1))
  await session.message(0)
  session.registry.breakFile()
  session.send(whoami(2))
  t.match(await session.message(1), { id: 2, result: { isError: true, structuredContent: { error: { code: 'policy_unavailable' } } } })
  await session.end()
})

void t.test('too many calls a minute are refused as a tool result', async (t) => {
  const session = await start(t, { ratePerMinute: 2 })
  for (const id of [1, 2, 3]) session.send(modernWhoami(id))
  const messages = await session.end()
  t.match(messages.find((message) => message['id'] === 3), { result: { isError: true, structuredContent: { error: { code: 'rate_limited' } } } })
})

void t.test('as a process: serves a line that came in pieces, keeps stdout clean and ends with 0', async (t) => {
  const server = spawnSession(t)
  const line = `${JSON.stringify(modernWhoami(1))}\n${JSON.stringify(modernWhoami(2))}`
  for (const piece of line.match(/.{1,40}|\n/gs) ?? []) server.child.stdin?.write(piece)
  server.child.stdin?.end()
  t.strictSame(await server.exited, { code: 0, signal: null })
  const ids = server.stdout().trimEnd().split('\n').map((text) => (JSON.parse(text) as Message)['id'])
  t.strictSame(new Set(ids), new Set([1, 2]))
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  void t.test(`as a process: ${signal} ends it with 0`, async (t) => {
    const server = spawnSession(t)
    server.child.stdin?.write(`${JSON.stringify(initialize(1))}\n`)
    await server.untilStdout(/\n/)
    server.child.kill(signal)
    t.strictSame(await server.exited, { code: 0, signal: null })
  })
}

void t.test('as a process: a reader that goes away ends it', async (t) => {
  const server = spawnSession(t)
  server.child.stdin?.write(`${JSON.stringify(initialize(1))}\n`)
  await server.untilStdout(/\n/)
  server.child.stdout?.destroy()
  for (let id = 2; id < 6; id += 1) server.child.stdin?.write(`${JSON.stringify(whoami(id))}\n`)
  t.equal((await server.exited).signal, null)
})

const unusable: readonly (readonly [name: string, environment: Record<string, string>, code: number, text: RegExp])[] = [
  ['no agent named', { HANDOFF_AGENT_ID: '' }, 2, /HANDOFF_AGENT_ID/],
  ['an agent that is not there', { HANDOFF_AGENT_ID: 'nobody' }, 1, /HANDOFF_AGENT_ID/],
  ['no registry', { HANDOFF_MCP_REGISTRY: '/nowhere/agents.yaml' }, 1, /registry .*cannot be used/],
]

for (const [name, environment, code, text] of unusable) {
  void t.test(`does not start: ${name}`, async (t) => {
    const registry = createRegistryFile()
    t.teardown(() => registry.remove())
    t.intercept(process, 'env', { value: serverEnvironment(registry, { HANDOFF_AGENT_ID: 'alice', ...environment }) })
    const [stdout, stderr]: [string[], string[]] = [[], []]
    const output = { stdout: (line: string) => void stdout.push(line), stderr: (line: string) => void stderr.push(line) }
    t.equal(await main(['stdio'], output), code)
    t.equal(stderr.length, 1)
    t.match(stderr[0], text)
    t.strictSame(stdout, [])
  })
}

void t.test('with --json, an error is told to stderr: stdout is for the protocol alone', async (t) => {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  t.intercept(process, 'env', { value: serverEnvironment(registry, { HANDOFF_AGENT_ID: 'nobody' }) })
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const output = { stdout: (line: string) => void stdout.push(line), stderr: (line: string) => void stderr.push(line) }
  t.equal(await main(['stdio', '--json'], output), 1)
  t.strictSame(stdout, [])
  t.match(JSON.parse(stderr.at(-1) ?? ''), { ok: false, error: { code: 'agent_unknown', remedy: String } })
})
