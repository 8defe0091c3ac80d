/** Serves one client over standard input and output, both eras, until the input ends. */
import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openDomain } from '../domain.ts'
import { HandoffError } from '../handoff/errors.ts'
import type { Caller, Clock } from '../handoff/types.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { stdioIdentity } from './identity.ts'
import { GuardedStdioTransport } from './transport.ts'

export interface StartStdioOptions {
  readonly agentId: string
  readonly db: string
  readonly registry: string
  readonly maxMessageBytes: number
  readonly maxHandoffDepth: number
  readonly policyMaxStaleS: number | undefined
  readonly ratePerMinute: number
  readonly input: Readable
  /** Nothing but protocol messages is written here. */
  readonly output: Writable
  /** Count what happens, tell it to `log` as OTLP JSON, and make every line of the log JSON. */
  readonly metrics?: boolean
  /** How often metrics are told, in ms (default a minute). */
  readonly metricsIntervalMs?: number | undefined
  readonly clock: Clock
  readonly log: (line: string) => void
}

export interface RunningStdioServer {
  /** Resolves when the input has ended and everything in progress is answered. */
  readonly finished: Promise<void>
  close(): Promise<void>
}

/** @throws CommandError, StoreError */
export async function startStdioServer(options: StartStdioOptions): Promise<RunningStdioServer> {
  const { agentId, ratePerMinute, clock } = options
  const domain = await openDomain(options)
  try {
    const caller = stdioIdentity({ agentId, policy: domain.policy, clock, ratePerMinute })
    const transport = new GuardedStdioTransport(options)
    await domain.reportMetrics()
    const handle = serveStdio(({ era }) => domain.mcp({ era, callerOf: counted(caller, domain.metrics) }), {
      transport,
      onerror: (error) => domain.log(`stdio: ${error.name}`),
    })
    return {
      finished: transport.finished,
      close: async () => {
        await handle.close()
        await domain.close()
      },
    }
  } catch (error) {
    await domain.close()
    throw error
  }
}

/** Who is refused here never reaches a tool, where refusals are counted otherwise. */
function counted(caller: () => Caller, metrics: Metrics): () => Caller {
  return () => {
    try {
      return caller()
    } catch (error) {
      if (error instanceof HandoffError) metrics.denied(error.code)
      throw error
    }
  }
}
