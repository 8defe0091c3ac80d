/** The fixture server over standard input and output, behind the reference server's own transport and identity. */
import type { Server, Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { openDomain } from '../../server/domain.ts'
import { stdioIdentity } from '../../server/stdio/identity.ts'
import type { RunningStdioServer, StartStdioOptions } from '../../server/stdio/start.ts'
import { GuardedStdioTransport } from '../../server/stdio/transport.ts'
import type { Eras } from './eras.ts'
import { createFixtureFactory } from './factory.ts'
import { createFixture } from './fixture.ts'
import { TaskListeningTransport } from './tasks/listen-stdio.ts'

/** @throws CommandError, StoreError */
export async function startFixtureStdio(options: StartStdioOptions & { readonly eras?: Eras }): Promise<RunningStdioServer> {
  const { agentId, ratePerMinute, clock, log } = options
  const domain = await openDomain(options)
  const fixture = createFixture({ table: domain.table, longLived: true, connected: true })
  try {
    const callerOf = stdioIdentity({ agentId, policy: domain.policy, clock, ratePerMinute })
    const wire = new GuardedStdioTransport(options)
    const factory = createFixtureFactory(fixture)
    const handle = options.eras === 'legacy'
      ? await connectLegacy(factory({ era: 'legacy', callerOf }), wire)
      : serveStdio(({ era }) => factory({ era, callerOf }), {
          transport: new TaskListeningTransport(wire, fixture.tasks, agentId),
          ...(options.eras === 'modern' && { legacy: 'reject' as const }),
          onerror: (error) => log(`stdio: ${error.name}`),
        })
    return {
      finished: wire.finished,
      close: async () => {
        await handle.close()
        fixture.close()
        await domain.close()
      },
    }
  } catch (error) {
    fixture.close()
    await domain.close()
    throw error
  }
}

/** The SDK has no entry point for earlier revisions alone over stdio; a server that is connected by itself speaks no other. */
async function connectLegacy(server: Server, transport: Transport): Promise<{ close(): Promise<void> }> {
  await server.connect(transport)
  return server
}
