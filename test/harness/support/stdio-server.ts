/**
 * A server over stdio for tests of the harness: answers `server/discover`, `initialize`, `ping` and `tools/list`, and
 * misbehaves as its arguments say. The name of a fault is all that a test has to know.
 */
import { spawn } from 'node:child_process'

const faults = new Set(process.argv.slice(2))
const write = (text: string | Uint8Array): void => { process.stdout.write(text) }
const say = (message: object): void => { write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}${faults.has('cr') ? '\r' : ''}\n`) }

if (faults.has('banner')) write('my-server is ready\n')
if (faults.has('blank')) write('\n')
if (faults.has('latin1')) write(Buffer.from([0x22, 0xe9, 0x22, 0x0a]))
if (faults.has('endless-line')) setInterval(() => { write('x'.repeat(64 * 1024)) }, 1)
if (faults.has('flood')) setInterval(() => { say({ method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(60_000) } }) }, 0)
if (faults.has('short-lines')) setInterval(() => { write('x\n'.repeat(5_000)) }, 0)
if (faults.has('stderr-flood')) for (let line = 0; line < 200; line += 1) process.stderr.write(`${'y'.repeat(1_000)}\n`)
if (faults.has('stays')) setInterval(() => undefined, 60_000)
if (faults.has('deaf')) process.on('SIGTERM', () => undefined)
if (faults.has('orphan')) spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore', detached: faults.has('detached') }).unref()
if (faults.has('asks')) say({ id: 'from-server', method: 'roots/list' })

const versions = ['2025-11-25', '2025-06-18', '2025-03-26']

function answer({ id, method, params }: { id?: string | number; method?: string; params?: Record<string, unknown> }): void {
  if (method === undefined) process.stderr.write(`answered: ${String(id)}\n`)
  if (id === undefined || method === undefined) return
  if (method === 'server/discover' && !faults.has('legacy')) {
    say({ id, result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' } })
  } else if (method === 'initialize' && !faults.has('modern')) {
    const asked = String(params?.['protocolVersion'])
    say({ id, result: { protocolVersion: versions.includes(asked) ? asked : versions[0], capabilities: { tools: {} }, serverInfo: { name: 'test-server', version: '1' } } })
  } else if (method === 'ping') {
    say({ id, result: {} })
  } else if (method === 'tools/list') {
    if (faults.has('asks-much')) {
      process.stdin.pause()
      write(Array.from({ length: 20_000 }, (_, count) => `{"jsonrpc":"2.0","id":"question-${count}","method":"ping"}\n`).join(''))
    }
    if (faults.has('chatty')) say({ method: 'notifications/message', params: { level: 'info', data: 'listing' } })
    if (faults.has('twice')) say({ id, result: { tools: [] } })
    say({ id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [] } })
  } else if (method === 'die') {
    process.exit(7)
  } else if (method === 'silence') {
    return
  } else {
    say({ id, error: { code: -32_601, message: 'no such method' } })
  }
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    try {
      answer(JSON.parse(line) as Parameters<typeof answer>[0])
    } catch {
      say({ error: { code: -32_700, message: 'not JSON' } })
    }
  }
})
process.stdin.on('end', () => { if (faults.has('exit-1')) process.exit(1) })
