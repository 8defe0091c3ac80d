/**
 * The reference server over standard input and output with the clock of a file: `node stdio-server.ts FILE`, with the
 * environment of `handoff-server stdio`. No switch for the clock is in the product.
 */
import { readSettings } from '../../server/settings.ts'
import { startStdioServer } from '../../server/stdio/start.ts'
import { readClock } from './clock.ts'

const [, , file = ''] = process.argv
const settings = readSettings(process.env)
const server = await startStdioServer({
  ...settings,
  agentId: settings.agentId ?? '',
  input: process.stdin,
  output: process.stdout,
  clock: () => readClock(file),
  // Of every acceptance there is an audit line, which nobody reads here.
  log: () => undefined,
})
await server.finished
await server.close()
process.stdin.destroy()
