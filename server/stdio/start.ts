/** Serves one client over standard input and output, both eras, until the input ends. */
import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openDomain } from '../domain.ts'
import type { Clock } from '../handoff/types.ts'
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
  const { agentId, ratePerMinute, clock, log } = options
  const domain = await openDomain(options)
  try {
    const caller = stdioIdentity({ agentId, policy: domain.policy, clock, ratePerMinute })
    const transport = new GuardedStdioTransport(options)
    const handle = serveStdio(({ era }) => domain.mcp({ era, callerOf: caller }), {
      transport,
      onerror: (error) => log(`stdio: ${error.name}`),
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
