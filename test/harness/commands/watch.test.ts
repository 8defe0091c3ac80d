import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { type McpServer, startMcpServer } from '../support/mcp-server.ts'
import { callMain, startCli, temporaryFolder } from './cli.ts'

t.setTimeout(120_000)

/** A port that can go away and come back, and what stands behind it. */
async function front(t: { teardown(handler: () => unknown): unknown }): Promise<{ readonly url: string; show(server: McpServer): Promise<void>; hide(): Promise<void> }> {
  const sockets = new Set<net.Socket>()
  let port = 0
  let listener: net.Server | undefined
  const hide = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    const old = listener
    listener = undefined
    if (old !== undefined) await new Promise((resolve) => { old.close(resolve) })
  }
  t.teardown(hide)
  const show = async (server: McpServer): Promise<void> => {
    listener = net.createServer((socket) => {
      const behind = net.connect(Number(server.url.port), '127.0.0.1')
      for (const each of [socket, behind]) {
        sockets.add(each)
        each.on('error', () => undefined).on('close', () => { sockets.delete(each); socket.destroy(); behind.destroy() })
      }
      socket.pipe(behind).pipe(socket)
    }).listen(port, '127.0.0.1')
    await once(listener, 'listening')
    ;({ port } = listener.address() as AddressInfo)
  }
  return { get url() { return `http://127.0.0.1:${port}/mcp` }, show, hide }
}

/** Resolves once the process has said this on stderr, from now on. */
async function said(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    let all = ''
    child.stderr?.on('data', (chunk: string) => {
      all += chunk
      if (all.includes(text)) resolve()
    })
  })
}

t.test('what fails runs again when the server comes back, then everything; an interrupt ends with 130', async (t) => {
  const mended = await startMcpServer({ tokens: { 'alpha-token-0123456789': 'alpha' } })
  t.teardown(async () => { await mended.close() })
  const lying = await startMcpServer({
    tokens: { 'alpha-token-0123456789': 'alpha' },
    flaw: ({ agent, message, perform, answer }) => {
      if (agent !== undefined || message?.id === undefined || message.method === 'tools/list') return false
      answer(200, { jsonrpc: '2.0', id: message.id, result: perform('alpha') ?? {} })
      return true
    },
  })
  t.teardown(async () => lying.close())
  const door = await front(t)
  await door.show(lying)
  const cwd = temporaryFolder(t)
  const { child, ended } = startCli(['run', '--watch', '--url', door.url, '--token-env', 'TOKEN', '--only', 'auth.no-credentials,auth.unknown-token,auth.two-headers', '--evidence', 'evidence'], { cwd, env: { TOKEN: 'alpha-token-0123456789' } })
  await said(child, 'waiting for a restart of the server')
  await door.hide()
  const whole = said(child, 'nothing to run again\nwaiting for a restart')
  await door.show(mended)
  await whole
  child.kill('SIGINT')
  const { code, stdout, stderr } = await ended
  t.equal(code, 130, stderr)
  const totals = stdout.split('\n').filter((line) => /^\d+ (?:pass|fail)/.test(line)).map((line) => line.replace(/ in .*/, ''))
  t.match(stderr, /to run again: auth\./)
  t.equal(totals.length, 3, stdout)
  t.match(totals[0], /fail/)
  t.match(totals.at(-1), /^1 pass, 2 warn/)
  const results = JSON.parse(readFileSync(join(cwd, 'evidence/results.json'), 'utf8')) as { results: unknown[]; exitCode: number }
  t.same([results.results.length, results.exitCode], [3, 0], 'the evidence is that of the last run')
})

for (const args of [['--fuzz'], ['--json'], ['--shard', '1/2'], ['--reporter', 'tap']]) {
  t.test(`--watch excludes ${args.join(' ')}`, async (t) => {
    const { code, stdout, stderr } = await callMain(['run', '--watch', ...args])
    t.same([code, stdout], [2, ''])
    t.match(stderr, 'exclude each other')
  })
}
