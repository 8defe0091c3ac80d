/**
 * The fixture server: the reference server's own HTTP stack, guards and all, with sessions on and an MCP server behind it
 * that offers what the reference does not.
 */
import { openDomain } from '../../server/domain.ts'
import { createHttpStack } from '../../server/http/app.ts'
import { endpointUrl } from '../../server/http/start.ts'
import type { RunningServer, StartHttpOptions } from '../../server/http/start.ts'
import type { Eras } from './eras.ts'
import { SessionEvents } from './event-store.ts'
import { createFixtureFactory } from './factory.ts'
import { createFixture } from './fixture.ts'
import { taskMethods } from './tasks/extension.ts'
import { listenToTasks } from './tasks/listen.ts'

export interface StartFixtureOptions extends StartHttpOptions {
  /** False serves 2025 clients without sessions, as the reference does (default true, unless there are no such clients). */
  readonly sessions?: boolean
  /** Default: both. */
  readonly eras?: Eras
}

export async function startFixtureServer(options: StartFixtureOptions): Promise<RunningServer> {
  const clock = options.clock ?? Date.now
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`))
  const eras = options.eras ?? 'both'
  const sessions = eras !== 'modern' && (options.sessions ?? true)
  const domain = await openDomain({
    db: options.db,
    registry: options.registry,
    maxMessageBytes: options.maxMessageBytes ?? 32_768,
    maxHandoffDepth: options.maxHandoffDepth ?? 8,
    policyMaxStaleS: options.policyMaxStaleS,
    clock,
    log,
  })
  const fixture = createFixture({ table: domain.table, longLived: sessions, connected: false })
  const stack = createHttpStack({
    policy: domain.policy,
    mcp: createFixtureFactory(fixture),
    acceptHandoff: domain.acceptHandoff,
    inputSchemaOf: (name) => fixture.tools.find((tool) => tool.name === name)?.inputSchema,
    nameParamOf: (method) => (taskMethods.has(method) ? 'taskId' : undefined),
    listen: async (agentId, message, next) => listenToTasks(fixture.tasks, agentId, message, next),
    clock,
    log,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
    limits: {
      maxBodyBytes: 8 * 1024 * 1024,
      ratePerMinute: options.ratePerMinute ?? 600,
      refusalsPerMinute: options.refusalsPerMinute ?? 60,
    },
    sessions,
    modernOnly: eras === 'modern',
    legacyOnly: eras === 'legacy',
    eventStore: () => new SessionEvents(),
    bus: fixture.bus,
    sweepIntervalMs: 50,
  })
  const close = async (closing?: { drainMs?: number }): Promise<void> => {
    await stack.close(closing)
    fixture.close()
    await domain.close()
  }
  try {
    const { port } = await stack.listen({ host: options.host, port: options.port })
    return { url: endpointUrl(options.host, port), close }
  } catch (error) {
    await close({ drainMs: 0 })
    throw error
  }
}
