import t from 'tap'
import { join } from 'node:path'
import { startStdio } from '../../../harness/wire/stdio.ts'
import type { StdioLimits, StdioProcess } from '../../../harness/wire/stdio.ts'
import type { StdoutLine } from '../../../harness/wire/stdio-lines.ts'
import type { Test } from 'tap'
import { eventually, isAlive } from '../support/alive.ts'

t.setTimeout(120_000)
const server = join(import.meta.dirname, '../support/stdio-server.ts')
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

function start(t: Test, faults: readonly string[], limits?: Partial<StdioLimits>): { process: StdioProcess; lines: StdoutLine[] } {
  const process = startStdio({ command: [globalThis.process.execPath, server, ...faults], env: {} }, limits)
  const lines: StdoutLine[] = []
  process.listen((line) => lines.push(line))
  t.teardown(async () => { await process.close(100) })
  return { process, lines }
}

t.test('bytes go in as they are asked for, and lines come out', async (t) => {
  const { process, lines } = start(t, [])
  t.equal(await process.write([ping.slice(0, 10), ping.slice(10), '\n'], { pauseMs: 5 }), true)
  t.ok(await eventually(() => lines.length === 1))
  await process.write([`${ping}\n${ping}\n`])
  t.ok(await eventually(() => lines.length === 3))
  t.strictSame({ ...process.counts }, { messages: 3, requests: 0, carriageReturns: 0, batches: 0 })
  process.endInput()
  t.match(await process.ended, { code: 0, leftover: 0, forced: false, how: 'exit code 0' })
  t.equal(await process.write(['x']), false, 'nobody is there any more')
})

t.test('what is no message on stdout is counted by kind', async (t) => {
  const { process, lines } = start(t, ['banner', 'blank', 'latin1', 'cr'])
  await process.write([`${ping}\n`])
  t.ok(await eventually(() => lines.length === 4))
  t.strictSame([...process.faults], [['not JSON', 1], ['blank line', 1], ['invalid UTF-8', 1]])
  t.equal(process.counts.carriageReturns, 1)
})

t.test('lines that came before anybody listened are not lost', async (t) => {
  const process = startStdio({ command: [globalThis.process.execPath, server, 'banner'], env: {} })
  t.teardown(async () => process.close())
  await process.write([`${ping}\n`])
  t.ok(await eventually(() => process.counts.messages === 1))
  const lines: StdoutLine[] = []
  process.listen((line) => lines.push(line))
  t.match(lines, [{ kind: 'fault' }, { kind: 'message' }])
})

t.test('a line without end, a flood and a talkative log are bounded', async (t) => {
  const endless = start(t, ['endless-line'], { maxLineBytes: 100_000, maxOutputBytes: 2_000_000 })
  t.match(await endless.process.ended, { signal: 'SIGKILL', forced: true })
  t.strictSame([...endless.process.faults.keys()], ['line too long to be read'])
  const flood = start(t, ['flood'], { maxOutputBytes: 2_000_000 })
  t.match(await flood.process.ended, { forced: true })
  const short = start(t, ['short-lines'], { maxLines: 1_000 })
  t.match(await short.process.ended, { forced: true })
  t.strictSame([...short.process.faults], [['not JSON', 1_000]], 'nothing is read past the cap')
  const log = start(t, ['stderr-flood'], { maxLogChars: 5_000 })
  await log.process.write([`${ping}\n`])
  t.ok(await eventually(() => log.lines.length === 1))
  log.process.endInput()
  await log.process.ended
  t.ok(log.process.stderr().length <= 5_000)
})

t.test('a process that does not read is not written to without end', async (t) => {
  const process = startStdio({ command: [globalThis.process.execPath, '-e', 'setInterval(() => undefined, 1000)'], env: {} }, { maxPendingBytes: 1_000_000 })
  t.teardown(async () => process.close(10))
  const first = process.write([Buffer.alloc(900_000)])
  t.equal(await process.write([Buffer.alloc(900_000)]), false)
  t.ok(process.pendingBytes <= 1_000_000)
  await process.close(10)
  t.equal(await first, false)
})

t.test('whatever it does at its end, nothing of it is left', async (t) => {
  const graceful = start(t, ['exit-1'])
  await graceful.process.close()
  t.match(graceful.process.end, { code: 1, forced: false })
  const stubborn = start(t, ['stays', 'deaf'])
  await stubborn.process.write([`${ping}\n`])
  t.ok(await eventually(() => stubborn.lines.length === 1))
  await stubborn.process.close(50)
  t.match(stubborn.process.end, { signal: 'SIGKILL', forced: true })
  t.notOk(isAlive(stubborn.process.pid ?? 0))
  for (const faults of [['orphan'], ['orphan', 'detached']]) {
    const parent = start(t, faults)
    await parent.process.write([`${ping}\n`])
    t.ok(await eventually(() => parent.lines.length === 1))
    parent.process.endInput()
    const { leftover } = await parent.process.ended
    if (process.platform === 'linux') t.equal(leftover, 1, faults.join(' '))
  }
})

t.test('a program that is not there ends at once, and an empty command is an error', async (t) => {
  const none = startStdio({ command: ['no-such-program-anywhere'], env: {} })
  t.match((await none.ended).how, /no such program/)
  t.equal(await none.write(['x']), false)
  t.throws(() => startStdio({ command: [], env: {} }), { code: 'target_start_failed' })
})
