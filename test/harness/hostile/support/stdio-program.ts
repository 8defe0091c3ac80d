/**
 * A program for hostile targets over stdio: speaks MCP so far as its faults let it, and writes the ids of all its
 * processes into the folder that it is given, so that a test can see that none outlives the run.
 */
import { spawn } from 'node:child_process'
import { closeSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '.', ...names] = process.argv.slice(2)
const faults = new Set(names)
const noted = (pid: number | undefined): void => { if (pid !== undefined) writeFileSync(join(folder, `pid-${pid}`), '') }
noted(process.pid)

const write = (text: string | Uint8Array): boolean => process.stdout.write(text)
const say = (message: object): boolean => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
process.stdout.on('error', () => undefined)

/** As much as the other side takes. */
function pour(out: NodeJS.WriteStream, piece: () => string): void {
  const more = (): void => {
    if (!out.writable) return
    if (out.write(piece())) setImmediate(more)
    else out.once('drain', more)
  }
  more()
}

if (faults.has('exits')) process.exit(0)
if (faults.has('closes stdout')) closeSync(1)
if (faults.has('garbage')) write(Buffer.concat([Buffer.from('\u001b[2Jstarting up…\n<html>\n'), Buffer.from([0xff, 0xfe, 0x00, 0x0a]), Buffer.alloc(64), Buffer.from('\n{"jsonrpc":"2.0"\n[]\nnull\n')]))
if (faults.has('endless line')) pour(process.stdout, () => 'x'.repeat(65_536))
if (faults.has('floods stderr')) pour(process.stderr, () => '\u001b[31merror\u001b]0;owned\u0007 '.repeat(1_000))
if (faults.has('floods with requests')) {
  let asked = 0
  pour(process.stdout, () => Array.from({ length: 100 }, () => `{"jsonrpc":"2.0","id":${(asked += 1)},"method":"${asked % 2 === 0 ? 'ping' : 'sampling/createMessage'}","params":{}}\n`).join(''))
}
if (faults.has('deaf')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  setInterval(() => undefined, 60_000)
  noted(spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore', detached: true }).pid)
}
if (faults.has('never reads')) {
  setInterval(() => undefined, 60_000)
} else {
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('{')) answer(JSON.parse(line) as Asked)
  })
}

interface Asked { readonly id?: string | number; readonly method?: string }

function answer({ id, method = '' }: Asked): void {
  if (id === undefined || method === '') return
  const result = resultOf(method)
  const message = { id, ...(result === undefined ? { error: { code: -32_601, message: 'no such method' } } : { result }) }
  if (faults.has('no line end')) write(JSON.stringify({ jsonrpc: '2.0', ...message }))
  else if (faults.has('NULs')) write(`\0${JSON.stringify({ jsonrpc: '2.0', ...message })}\0\n\0\0`)
  else say(message)
  if (faults.has('twice')) say(message)
}

function resultOf(method: string): object | undefined {
  const base = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
  switch (method) {
    case 'server/discover': return { ...base, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
    case 'initialize': return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'hostile', version: '1' } }
    case 'tools/list': return { ...base, tools: [] }
    case 'ping': return {}
    default: return undefined
  }
}
