/**
 * The fixture server as a process: `main.ts` over HTTP, with the environment of `handoff-server http`, and `main.ts stdio`
 * over standard input and output, with that of `handoff-server stdio`. `FIXTURE_ERAS=modern` serves 2026-07-28 alone,
 * `FIXTURE_ERAS=legacy` the revisions before it alone; `FIXTURE_SESSIONS=0` serves 2025 clients over HTTP without sessions.
 */
import { untilSignal } from '../../server/commands/signals.ts'
import { UsageError } from '../../server/errors.ts'
import { readSettings } from '../../server/settings.ts'
import { readEras } from './eras.ts'
import { startFixtureStdio } from './start-stdio.ts'
import { startFixtureServer } from './start.ts'

const log = (line: string): void => void process.stderr.write(`${line}\n`)

async function serveHttp(): Promise<void> {
  const sessions = process.env['FIXTURE_SESSIONS'] !== '0'
  const server = await startFixtureServer({ ...readSettings(process.env), eras: readEras(process.env['FIXTURE_ERAS']), sessions })
  const stopped = untilSignal()
  log(`fixture-server serves MCP at ${server.url.href}`)
  await stopped
  await server.close()
}

async function serveStdio(): Promise<void> {
  const settings = readSettings(process.env)
  const { agentId } = settings
  if (agentId === undefined) throw new UsageError('HANDOFF_AGENT_ID must name the agent that this server acts for')
  const eras = readEras(process.env['FIXTURE_ERAS'])
  const server = await startFixtureStdio({ ...settings, agentId, eras, input: process.stdin, output: process.stdout, clock: Date.now, log })
  await Promise.race([server.finished, untilSignal()])
  await server.close()
  process.stdin.destroy()
}

try {
  await (process.argv[2] === 'stdio' ? serveStdio() : serveHttp())
} catch (error) {
  log(`fixture-server: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number' ? error.exitCode : 1
}
