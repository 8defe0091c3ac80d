/**
 * A clean server of ours over standard input and output, with a rewrite between the two:
 * `node stdio-wrapper.ts MUTANT reference|fixture`, with the environment of `handoff-server stdio`. What the rewrite
 * leaves alone passes byte by byte.
 */
import { PassThrough } from 'node:stream'
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { readSettings } from '../../../server/settings.ts'
import type { RunningStdioServer } from '../../../server/stdio/start.ts'
import { mutants } from '../all-mutants.ts'
import { exchangeOf, messagesIn } from './rewrite.ts'
import type { Exchange, JsonObject } from './rewrite.ts'
import { LineReader } from './line-reader.ts'

const [, , id = '', target = ''] = process.argv
const mutant = mutants.find((each) => each.id === id)
if (mutant === undefined || !('rewrite' in mutant)) throw new Error(`there is no rewrite ${JSON.stringify(id)}`)
const { rewrite } = mutant
const { stdio = {} } = rewrite

const input = new PassThrough()
const output = new PassThrough()
const memory = new Map<string, unknown>()
const asked: JsonObject[] = []
let revision: string | undefined

function exchangeFor(message: JsonObject, answer: boolean): Exchange {
  const requests = answer ? asked.filter((each) => Object.hasOwn(each, 'id') && each['id'] === message['id']).slice(-1) : [message]
  return exchangeOf({ transport: 'stdio', http: undefined, memory, requests, revision }, message)
}

const text = (messages: readonly JsonObject[]): string => messages.map((each) => `${JSON.stringify(each)}\n`).join('')

async function passIn(line: Buffer): Promise<void> {
  const messages = messagesIn(line.toString('utf8'))
  asked.push(...messages)
  const [message] = messages
  if (message?.['method'] === 'initialize') revision = exchangeFor(message, false).revision
  if (rewrite.request === undefined) return
  const fate = message === undefined ? undefined : await rewrite.request(message, exchangeFor(message, false))
  if (fate === undefined) input.write(line)
  else if (fate !== 'swallow' && 'answer' in fate) write(Buffer.from(text(fate.answer)))
  else if (fate !== 'swallow') input.write(text(fate.forward))
}

async function passOut(line: Buffer): Promise<void> {
  const [message] = messagesIn(line.toString('utf8'))
  const given = message === undefined ? undefined : await rewrite.response?.(message, exchangeFor(message, true))
  if (given === undefined) write(line)
  else write(Buffer.from(text(Array.isArray(given) ? (given as readonly JsonObject[]) : [given as JsonObject])))
}

function write(line: Buffer): void {
  const changed = stdio.line?.(line.toString('utf8'), memory)
  if (process.stdout.destroyed || process.stdout.write(changed ?? line)) return
  // Whoever reads slowly is waited for, as the server itself would.
  output.pause()
  process.stdin.pause()
  if (process.stdout.listenerCount('drain') > 0) return
  process.stdout.once('drain', () => {
    output.resume()
    process.stdin.resume()
  })
}

/** Of the two servers only the one that is wanted is loaded: each of dozens of processes pays for it. */
async function start(): Promise<RunningStdioServer> {
  if (target !== 'fixture') return (await import('../../../server/stdio/start.ts')).startStdioServer(options)
  const [{ startFixtureStdio }, { readEras }] = await Promise.all([import('../../fixture-server/start-stdio.ts'), import('../../fixture-server/eras.ts')])
  return startFixtureStdio({ ...options, eras: readEras(process.env['FIXTURE_ERAS']) })
}

/** Lines one after the other, also where a rewrite takes its time. */
function inTurn(work: (line: Buffer) => Promise<void>): { take(line: Buffer): void; last(): Promise<void> } {
  let turn: Promise<void> = Promise.resolve()
  return {
    take(line) { turn = turn.then(async () => work(line)) },
    last: async () => turn,
  }
}

if (stdio.stderr !== undefined) process.stderr.write(typeof stdio.stderr === 'string' ? stdio.stderr : stdio.stderr(process.env))
if (stdio.banner !== undefined) process.stdout.write(stdio.banner)
if (stdio.onTerminate === 'ignored') process.on('SIGTERM', () => undefined)
if (stdio.leaves === true) spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)'], { detached: true, stdio: 'ignore' }).unref()

const passedIn = inTurn(passIn)
const reading = new LineReader((line) => { passedIn.take(line) })
process.stdin.on('data', (bytes: Buffer) => {
  if (rewrite.request === undefined) input.write(bytes)
  reading.take(bytes)
})
process.stdin.on('end', () => {
  reading.end()
  void passedIn.last().then(() => input.end())
})
const passedOut = inTurn(passOut)
const writing = new LineReader((line) => { passedOut.take(line) })
output.on('data', (bytes: Buffer) => { writing.take(bytes) })

const settings = readSettings(process.env)
const options = {
  ...settings, agentId: settings.agentId ?? '', input, output, clock: Date.now,
  log: (line: string): void => void process.stderr.write(`${line}\n`),
}
const server = await start()
if (stdio.onTerminate !== 'ignored') process.on('SIGTERM', () => process.exit(0))
await server.finished
await server.close()
writing.end()
await passedOut.last()
await new Promise<void>((resolve) => void process.stdout.write('', () => resolve()))
if (stdio.atEnd === 'stays') await delay(2 ** 30)
process.exit(stdio.atEnd ?? 0)
