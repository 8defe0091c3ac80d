/** Who asks in a case about concurrency: alpha and beta, each by several clients at once. */
import type { Identity } from '../../../harness/fixture/driver.ts'
import { agentIdOf } from '../../../harness/handoff/agent-id.ts'
import type { HandoffClient } from '../../../harness/handoff/client.ts'
import { handoffClients } from '../../../harness/handoff/open-clients.ts'
import type { HandoffClients } from '../../../harness/handoff/open-clients.ts'
import type { CaseContext } from '../../../harness/run/case.ts'
import { abilitiesOf } from '../../../harness/target/adapter.ts'
import type { HandoffAbility } from '../../../harness/target/adapter.ts'
import type { Channel } from '../../../harness/target/profile.ts'
import { nameless } from '../stage.ts'
import type { Who } from './plan.ts'

export interface Member {
  /** By which the target knows it. */
  readonly id: string
  readonly clients: readonly HandoffClient[]
}

export type Crew = Readonly<Record<Who, Member>> & {
  has(this: void, ability: HandoffAbility): boolean
  /** Makes ready for so many questions of each identity at once. */
  prepare(count: number): Promise<void>
  close(): void
}

/** How many processes each identity has beside the server that listens, and where nothing listens. */
interface Processes {
  readonly beside: number
  readonly alone: number
}

/**
 * Over HTTP one client an era, each on as many connections as there are questions at once; with `processes` one over
 * HTTP, and others over stdio, each a process of its own.
 * @throws NotApplicable where the target knows only one identity, Inconclusive where it does not answer.
 */
export async function openCrew(context: CaseContext, processes?: Readonly<Record<Who, Processes>>): Promise<Crew> {
  const { alpha, beta } = context
  if (beta === undefined) return context.notApplicable('there is only one identity, and a handoff is between two')
  const clients = handoffClients(context)
  try {
    const abilities = abilitiesOf(clients.adapter)
    // One after the other: what is opened at once is opened on one connection each.
    const member = async (who: Who, identity: Identity): Promise<Member> => {
      const opened = await open(context, clients, identity, processes?.[who])
      const [client] = opened
      return { id: (client === undefined ? identity.agentId : await agentIdOf(client)) ?? nameless(context), clients: opened }
    }
    return { alpha: await member('alpha', alpha), beta: await member('beta', beta), has: (ability) => abilities.has(ability), prepare: async (count) => clients.prepare(count), close() { clients.close() } }
  } catch (error) {
    clients.close()
    throw error
  }
}

async function open(context: CaseContext, clients: HandoffClients, identity: Identity, processes: Processes | undefined): Promise<readonly HandoffClient[]> {
  const listening = oneAnEra(context.channels.filter(({ transport }) => transport === 'http'))
  // Beside processes, one client is enough of those who speak to one server.
  const http = processes === undefined ? listening : listening.slice(0, 1)
  const stdio = context.channels.find(({ transport }) => transport === 'stdio')
  const opened: HandoffClient[] = []
  for (const channel of http) opened.push(await clients.as(identity, { channel }))
  const count = processes === undefined ? (http.length === 0 ? 1 : 0) : http.length === 0 ? processes.alone : processes.beside
  if (stdio !== undefined) opened.push(...await Promise.all(Array.from({ length: count }, async () => clients.as(identity, { channel: stdio, own: true }))))
  return opened
}

function oneAnEra(channels: readonly Channel[]): readonly Channel[] {
  return (['modern', 'legacy'] as const).flatMap((era) => channels.find((channel) => channel.era === era) ?? [])
}
