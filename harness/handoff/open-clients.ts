/** How a case gets its clients: one an identity, on the channels that it asks for, all on connections that are kept. */
import type { Identity } from '../fixture/driver.ts'
import { createConnections } from '../peer/connections.ts'
import type { Connections } from '../peer/connections.ts'
import type { CaseContext } from '../run/case.ts'
import { adapterOf } from '../target/adapter.ts'
import type { Adapter } from '../target/adapter.ts'
import type { Channel } from '../target/profile.ts'
import { createHandoffClient } from './client.ts'
import type { HandoffClient } from './client.ts'

export interface HandoffClients {
  readonly adapter: Adapter
  /**
   * @param options `channel`: default the newest over HTTP, or where there is none the newest. `own`: a conversation
   *   (over stdio a process) that no other case uses.
   * @throws Inconclusive where the conversation cannot be opened.
   */
  as(identity: Identity, options?: { readonly channel?: Channel; readonly own?: boolean }): Promise<HandoffClient>
  /** Opens connections of each identity that has a client over HTTP, so that so many questions of it leave at once. */
  prepare(count: number): Promise<void>
  /** Ends the connections. */
  close(): void
}

/** @throws NotApplicable where the target has no adapter. */
export function handoffClients(context: CaseContext): HandoffClients {
  const adapter = adapterOf(context.target)
  if (adapter === undefined) return context.notApplicable('no adapter says how the target hands work over (handoff.adapter of its target file)')
  const byIdentity = new Map<string, Connections>()
  return {
    adapter,
    async as(identity, { channel, own = false } = {}) {
      const chosen = channel ?? context.channels.find(({ transport }) => transport === 'http') ?? context.channels[0]
      if (chosen === undefined) return context.notApplicable('the target speaks no revision that the case is about')
      const peer = await context.peer(chosen, { identity, own })
      // A peer mirrors arguments into fields where the target's schema asks for it, once it knows the schema.
      await peer.survey()
      if (chosen.transport === 'stdio') return createHandoffClient({ adapter, peer })
      const connections = byIdentity.get(identity.token) ?? createConnections(async () => context.openConnection())
      byIdentity.set(identity.token, connections)
      return createHandoffClient({ adapter, peer, connections })
    },
    async prepare(count) {
      await Promise.all([...byIdentity.values()].map(async (connections) => connections.prepare(count)))
    },
    close() {
      for (const connections of byIdentity.values()) connections.close()
    },
  }
}
