/** Where programs are run: a fixture, crews who play the agents, and what happens around them, all within one case. */
import { abilitiesOf } from '../../target/adapter.ts'
import type { HandoffAbility } from '../../target/adapter.ts'
import { handoffClients } from '../../handoff/open-clients.ts'
import type { Answer, Operation } from '../../handoff/contract.ts'
import type { CaseContext } from '../../run/case.ts'
import { createCrews } from './crews.ts'
import type { Crew } from './crews.ts'
import type { AgentName, Program } from './program.ts'
import { runProgram } from './run-program.ts'
import type { Outcome, Surroundings } from './run-program.ts'
import type { Settings } from './settings.ts'

/** What programs are about, where the target and its driver allow it. */
export interface Theme {
  readonly agents: number
  readonly steps: Settings['steps']
  /** How deep the fixture lets handoffs go, where its driver can say so. */
  readonly maxDepth: number
  readonly policy?: boolean
  /** Time passes, and the server is started again: one program after the other. */
  readonly time?: boolean
}

export interface ProgramStage {
  readonly settings: Settings
  /** How many programs can run at the same time. */
  readonly atOnce: number
  /** Never rejects because of what a target does. */
  run(program: Program, lists: boolean): Promise<Outcome>
  close(): void
}

export interface StageOptions {
  /** Told of every operation and its answer, with the crew that performs it: one program of it after the other. */
  readonly performed?: (crew: Crew, by: AgentName, operation: Operation, answer: Answer) => void
  /** Instead of what the adapter has. */
  readonly abilities?: ReadonlySet<HandoffAbility>
}

/** Of a target whose limit nobody knows only children of roots are asked for, which any limit lets through. */
function depthOf(limit: number | undefined): Pick<Settings, 'maxDepth' | 'deepest'> {
  return limit === undefined ? { maxDepth: 1, deepest: 1 } : { maxDepth: limit }
}

/** While one program waits for the target, another one is compared; each crew has to be made known to the target first. */
const crewsOfAStage = 2

/** What ends within so many ms without an answer may be a connection that was closed while it was idle: it is tried once more. */
const soonMs = 2_000

/** @throws NotApplicable where two agents cannot be played. */
export async function openProgramStage(context: CaseContext, theme: Theme, options: StageOptions = {}): Promise<ProgramStage> {
  const { fixture, beta, target } = context
  const able = (ability: Parameters<typeof fixture.abilities.has>[0]): boolean => fixture.abilities.has(ability)
  const clients = handoffClients(context)
  const { adapter } = clients
  const channel = context.channels.find(({ transport }) => transport === 'http') ?? context.channels[0]
  if (channel === undefined) return context.notApplicable('the target speaks no revision that the case is about')
  const renewable = able('issueToken') && able('renew') && channel.transport === 'http' && (channel.era === 'modern' || !target.sessions)
  const known = beta === undefined ? [context.alpha] : [context.alpha, beta]
  const size = able('issueToken') ? theme.agents : Math.min(theme.agents, known.length)
  if (size < 2) return context.notApplicable('the target is known with one identity')
  const clock = theme.time === true && able('setClock')
  const settings: Settings = {
    agents: size,
    steps: theme.steps,
    abilities: options.abilities ?? abilitiesOf(adapter),
    policy: theme.policy === true && able('setPolicy'),
    clock,
    restart: theme.time === true && able('restart'),
    ...depthOf(able('setDepth') ? theme.maxDepth : target.maxDepth),
  }
  const crews = await createCrews({ fixture, size, count: crewsOfAStage, renewable, identities: known, clientFor: async (identity) => clients.as(identity, { channel }) })
  let now = Date.now()
  const aroundOf = (crew: Crew): Surroundings => ({
    async begin() {
      if (!clock) return Date.now()
      // Nothing of one program is of the age of what another one made.
      now += 60_000
      await fixture.setClock(now)
      return now
    },
    async setClock(time) {
      now = time
      await fixture.setClock(time)
    },
    async setPolicy(name, policy) {
      const player = crew.players.get(name)
      if (player === undefined) return
      player.edited = true
      await fixture.setPolicy(player.identity, policy)
    },
    async restart() {
      await fixture.restart()
      clients.close()
    },
  })
  const playOnce = async (program: Program, lists: boolean): Promise<Outcome> => {
    const crew = await crews.take()
    try {
      const { performed } = options
      return await runProgram(program, {
        agents: crew.players, around: aroundOf(crew), settings, adapter, leftovers: crews.leftovers, lists,
        withoutCredentials: channel.transport === 'stdio' || target.auth === 'none',
        ...(performed === undefined ? {} : { performed: (by, operation, answer) => { performed(crew, by, operation, answer) } }),
      })
    } finally {
      crews.giveBack(crew)
    }
  }
  return {
    settings,
    atOnce: theme.time === true ? 1 : crews.count,
    async run(program, lists) {
      const began = performance.now()
      const outcome = await playOnce(program, lists)
      const again = outcome.kind === 'stopped' && performance.now() - began < soonMs && !context.signal.aborted
      return again ? playOnce(program, lists) : outcome
    },
    close() { clients.close() },
  }
}
