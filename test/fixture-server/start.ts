/**
 * The fixture server: the reference server's own HTTP stack, guards and all, with sessions on and an MCP server behind
 * it that keeps streams busy.
 */
import { InMemoryServerEventBus } from '@modelcontextprotocol/server'
import { openDomain } from '../../server/domain.ts'
import { createHttpStack } from '../../server/http/app.ts'
import { endpointUrl } from '../../server/http/start.ts'
import type { RunningServer, StartHttpOptions } from '../../server/http/start.ts'
import { createFixtureFactory, eventIntervalMs } from './factory.ts'

export interface StartFixtureOptions extends StartHttpOptions {
  /** False serves 2025 clients without sessions, as the reference does (default true). */
  readonly sessions?: boolean
}

export async function startFixtureServer(options: StartFixtureOptions): Promise<RunningServer> {
  const clock = options.clock ?? Date.now
  const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`))
  const domain = await openDomain({
    db: options.db,
    registry: options.registry,
    maxMessageBytes: options.maxMessageBytes ?? 32_768,
    maxHandoffDepth: options.maxHandoffDepth ?? 8,
    policyMaxStaleS: options.policyMaxStaleS,
    clock,
    log,
  })
  const bus = new InMemoryServerEventBus()
  const events = setInterval(() => bus.publish({ kind: 'tools_list_changed' }), eventIntervalMs)
  events.unref()
  const stack = createHttpStack({
    policy: domain.policy,
    mcp: createFixtureFactory(domain.table),
    clock,
    log,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: options.allowedOrigins ?? [],
    limits: {
      maxBodyBytes: 8 * 1024 * 1024,
      ratePerMinute: options.ratePerMinute ?? 600,
      refusalsPerMinute: options.refusalsPerMinute ?? 60,
    },
    sessions: options.sessions ?? true,
    bus,
    sweepIntervalMs: 50,
  })
  const close = async (closing?: { drainMs?: number }): Promise<void> => {
    await stack.close(closing)
    clearInterval(events)
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
