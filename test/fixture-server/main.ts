/** The fixture server as a process, with the environment of `handoff-server http`. */
import { untilSignal } from '../../server/commands/signals.ts'
import { readSettings } from '../../server/settings.ts'
import { startFixtureServer } from './start.ts'

try {
  const server = await startFixtureServer(readSettings(process.env))
  const stopped = untilSignal()
  process.stderr.write(`fixture-server serves MCP at ${server.url.href}\n`)
  await stopped
  await server.close()
} catch (error) {
  const exitCode = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number' ? error.exitCode : 1
  process.stderr.write(`fixture-server: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = exitCode
}
