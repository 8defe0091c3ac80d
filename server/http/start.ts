/** Puts registry, store, tools and HTTP stack together into one running server. */
import { openDomain } from '../domain.ts'
import { UsageError } from '../errors.ts'
import type { Clock } from '../handoff/types.ts'
import { createHttpStack } from './app.ts'
import { isLoopback } from './loopback.ts'

export interface StartHttpOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** Path of the SQLite file. */
  readonly db: string
  /** Path of `agents.yaml`. */
  readonly registry: string
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  /** Canonical input of a handoff tool, in bytes (default 32 768). */
  readonly maxMessageBytes?: number
  /** Default 8. */
  readonly maxHandoffDepth?: number
  /** Calls a minute and identity (default 600). */
  readonly ratePerMinute?: number
  /** Refused credentials a minute and address (default 60). */
  readonly refusalsPerMinute?: number
  /** Seconds a degraded policy may be used; undefined: for ever. */
  readonly policyMaxStaleS?: number | undefined
  readonly clock?: Clock
  /** Count what happens, tell it to `log` as OTLP JSON, and make every line of the log JSON (default false). */
  readonly metrics?: boolean
  /** How often metrics are told, in ms (default a minute). */
  readonly metricsIntervalMs?: number
  /** Receives log lines without line end; default: stderr. */
  readonly log?: (line: string) => void
}

export interface RunningServer {
  /** Of the MCP endpoint. */
  readonly url: URL
  /** Graceful shutdown; resolves when everything is closed and the store is checkpointed. */
  close(options?: { drainMs?: number }): Promise<void>
}

const defaults = {
  maxBodyBytes: 8 * 1024 * 1024,
  maxMessageBytes: 32_768,
  maxHandoffDepth: 8,
  ratePerMinute: 600,
  refusalsPerMinute: 60,
} as const

/**
 * Rejects where the address, the registry or the database cannot be used, and leaves nothing open then.
 * @throws CommandError, StoreError, Error (the address)
 */
export async function startHttpServer(options: StartHttpOptions): Promise<RunningServer> {
  const allowedHosts = options.allowedHosts ?? []
  if (!isLoopback(options.host) && allowedHosts.length === 0) {
    throw new UsageError('an address that is not loopback needs a list of allowed hosts')
  }
  const clock = options.clock ?? Date.now
  const domain = await openDomain({
    db: options.db,
    registry: options.registry,
    maxMessageBytes: options.maxMessageBytes ?? defaults.maxMessageBytes,
    maxHandoffDepth: options.maxHandoffDepth ?? defaults.maxHandoffDepth,
    policyMaxStaleS: options.policyMaxStaleS,
    metrics: options.metrics ?? false,
    metricsIntervalMs: options.metricsIntervalMs,
    clock,
    log: options.log ?? ((line: string) => void process.stderr.write(`${line}\n`)),
  })
  const stack = createHttpStack({
    policy: domain.policy,
    isStoreUsable: domain.isStoreUsable,
    mcp: domain.mcp,
    acceptHandoff: domain.acceptHandoff,
    inputSchemaOf: (tool) => domain.table.find(tool)?.inputSchema,
    clock,
    log: domain.log,
    denied: (code) => domain.metrics.denied(code),
    allowedHosts,
    allowedOrigins: options.allowedOrigins ?? [],
    limits: {
      maxBodyBytes: defaults.maxBodyBytes,
      ratePerMinute: options.ratePerMinute ?? defaults.ratePerMinute,
      refusalsPerMinute: options.refusalsPerMinute ?? defaults.refusalsPerMinute,
    },
  })
  try {
    const { port } = await stack.listen({ host: withoutBrackets(options.host), port: options.port })
    await domain.reportMetrics()
    return {
      url: endpointUrl(options.host, port),
      close: async (closing) => {
        await stack.close(closing)
        await domain.close()
      },
    }
  } catch (error) {
    await stack.close({ drainMs: 0 })
    await domain.close()
    throw error
  }
}

/** The host as it was given, since that is what a client on this machine can name. */
export function endpointUrl(host: string, port: number): URL {
  const bare = withoutBrackets(host)
  const named = bare === '0.0.0.0' ? '127.0.0.1' : bare === '::' ? '::1' : bare
  return new URL(`http://${named.includes(':') ? `[${named}]` : named}:${port}/mcp`)
}

/** An IPv6 address as the operating system takes it. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
