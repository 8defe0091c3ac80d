/**
 * Who plays the agents of programs. Where the driver can make somebody new of an identity, every program has agents that
 * nobody has handed anything to; elsewhere the same ones play again, and what other programs left is told apart.
 */
import type { Fixture, Identity } from '../../fixture/driver.ts'
import { agentIdOf } from '../../handoff/agent-id.ts'
import type { HandoffClient } from '../../handoff/client.ts'
import { openPolicy } from './advance.ts'
import { agentNames } from './program.ts'
import type { AgentName } from './program.ts'

interface Player {
  readonly client: HandoffClient
  identity: Identity
  /** By which the target knows it. */
  id: string
  /** Whether its policy is another one than in the beginning. */
  edited: boolean
}

export interface Crew {
  readonly players: ReadonlyMap<AgentName, Player>
  /** False once a program was played. */
  fresh: boolean
  idle: boolean
}

export interface Crews {
  /** Whether the boxes may hold what other programs left. */
  readonly leftovers: boolean
  readonly count: number
  /** A crew that nobody else has until it is given back. There are never more askers than crews. */
  take(): Promise<Crew>
  giveBack(crew: Crew): void
}

export interface CrewOptions {
  readonly fixture: Fixture
  readonly clientFor: (identity: Identity) => Promise<HandoffClient>
  /** Agents of a crew. */
  readonly size: number
  readonly count: number
  /** Whether somebody new can be made of an identity that speaks on these clients. */
  readonly renewable: boolean
  /** Already there: alpha and beta. */
  readonly identities: readonly Identity[]
}

/** How long what is issued for programs lasts, in ms: longer than any run. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1_000

export async function createCrews(options: CrewOptions): Promise<Crews> {
  const { fixture, size, count, renewable, identities } = options
  const crews: Crew[] = []
  for (let crew = 0; crew < (renewable ? count : 1); crew += 1) {
    const players = new Map<AgentName, Player>()
    for (const name of agentNames.slice(0, size)) {
      const given = renewable ? undefined : identities[players.size]
      const identity = given ?? await fixture.issueToken({ expiresInMs: lifetimeMs })
      const client = await options.clientFor(identity)
      players.set(name, { client, identity, id: await agentIdOf(client) ?? identity.name, edited: false })
    }
    crews.push({ players, fresh: true, idle: true })
  }
  const renew = async (): Promise<void> => {
    const used = crews.filter(({ fresh, idle }) => !fresh && idle)
    const players = used.flatMap((crew) => [...crew.players.values()])
    const renewed = await fixture.renew(players.map(({ identity }) => identity))
    for (const [index, player] of players.entries()) {
      const identity = renewed[index] ?? player.identity
      player.identity = identity
      player.id = identity.agentId ?? player.id
      player.edited = false
    }
    for (const crew of used) crew.fresh = true
  }
  let renewing: Promise<void> | undefined
  return {
    leftovers: !renewable,
    count: crews.length,
    async take() {
      for (;;) {
        await renewing
        const crew = crews.find(({ fresh, idle }) => idle && (fresh || !renewable))
        if (crew !== undefined) {
          crew.idle = false
          if (!renewable) await reopen(fixture, crew)
          return crew
        }
        renewing ??= renew().finally(() => { renewing = undefined })
      }
    },
    giveBack(crew) {
      crew.idle = true
      crew.fresh = false
    },
  }
}

async function reopen(fixture: Fixture, { players }: Crew): Promise<void> {
  for (const player of players.values()) {
    if (!player.edited) continue
    await fixture.setPolicy(player.identity, { ...openPolicy, expiresAt: Date.now() + lifetimeMs })
    player.edited = false
  }
}
