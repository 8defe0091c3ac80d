import t from 'tap'
import { createLedger } from '../../../harness/peer/ledger.ts'
import { openStdioPeer } from '../../../harness/peer/stdio-peer.ts'
import { createExchangeLog } from '../../../harness/run/exchange-log.ts'
import { witnessedSide } from '../../../harness/run/witnessed-side.ts'
import { startStdio } from '../../../harness/wire/stdio.ts'

/** Answers every request, and ends at a line that is none. */
const program = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  try { process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result: { asked: true } }) + '\\n') } catch { process.exit(3) }
})`
const observed = { level: 'must', expected: 'e', actual: 'a' } as const

async function setUp(t: { teardown(handler: () => unknown): unknown }) {
  const process_ = startStdio({ command: [process.execPath, '-e', program], env: {} })
  t.teardown(async () => { await process_.close() })
  const { peer } = await openStdioPeer({ process: process_, channel: { transport: 'stdio', revision: '2026-07-28', era: 'modern' }, identity: { name: 'alpha', agentId: undefined, token: '' }, ledger: createLedger() })
  if (peer.stdio === undefined) throw new Error('a peer over stdio has a side for lines and bytes')
  const log = createExchangeLog({ origin: new URL('stdio:it'), identities: [] })
  const side = witnessedSide(peer.stdio, log)
  const line = (id: string, padding = ''): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: { padding } })}\n`
  const shown = (): unknown[] => log.shown.map(({ input, sent, received, unsure }) => [input, sent.map(({ text }) => text.trim()), received, unsure])
  return { log, side, line, shown }
}

t.test('a reply is shown with the line that asked for it, whatever else was written with it', async (t) => {
  const { log, side, line, shown } = await setUp(t)
  const replies = await side.exchange(['one', 'two'], async () => side.process.write([line('one') + line('two')]))
  log.violated({ ...observed, input: 'the second' }, replies[1])
  t.match(shown(), [['the second', ['a line of 74 bytes on stdin', 'jsonrpc: "2.0"', 'id: "two"', 'method: "tools/list"', 'params.padding: <0 characters>'], ['JSON-RPC result with asked'], undefined]])
})

t.test('where nothing says which line it was, those of the input are shown, from their beginning on, with what has come by then', async (t) => {
  const { log, side, line, shown } = await setUp(t)
  log.violated({ ...observed, input: 'nothing yet' })
  await side.exchange(['one'], async () => side.process.write([line('one')]))
  log.observed('a good line')
  const waiting = side.exchange(['long'], async () => side.process.write([line('long', 'x'.repeat(200_000))]))
  await waiting
  await side.process.write(['no JSON', '\n'])
  await side.process.ended
  log.violated({ ...observed, input: 'what comes last' })
  t.match(shown(), [
    ['what comes last', ['a line of 200075 bytes on stdin, which is not taken apart'], ['JSON-RPC result with asked'], true],
    ['what comes last', ['a line of 7 bytes on stdin, which is not taken apart'], ['nothing: the process ended (exit code 3)'], true],
  ])
})
