/** Sends that are worth making: roots of every kind, children of what is there, and those that must be refused. */
import { ceilings, priorities } from '../../handoff/contract.ts'
import type { Ceiling } from '../../handoff/contract.ts'
import type { SendStep } from '../model/step.ts'
import type { Content, ModelHandoff, World } from '../model/world.ts'
import { chance, oneOf, weighted } from './choose.ts'
import type { Draw } from './choose.ts'
import type { Habits } from './habits.ts'
import { agentNames, nobody } from './program.ts'
import type { AgentName, AgentStep } from './program.ts'
import type { Settings } from './settings.ts'

/** A few contents, so that a key meets the same one again. */
export const contents: readonly Content[] = [0, 1, 2].map((index) => ({
  title: `Title ${index}`,
  summary: `Summary ${index}`,
  request: `Request ${index}`,
  context_refs: index === 0 ? [] : [`context ${index}`],
  artifact_refs: index === 0 ? [] : [`artifact ${index}`, 'artifact'],
  tags: index === 2 ? ['tag'] : [],
}))

export interface Sources {
  readonly draw: Draw
  readonly settings: Settings
  readonly habits: Habits
  readonly world: World
  /** A key for a step by that agent, where it is to have one. */
  readonly key: () => string | undefined
}

export function generateSend({ draw, settings, habits, world, key }: Sources): Omit<AgentStep, 'label'> {
  const agents = agentNames.slice(0, settings.agents)
  const { deepest = Number.POSITIVE_INFINITY } = settings
  const parents = world.handoffs.filter(({ depth }) => depth < deepest)
  const parent = parents.length > 0 && chance(draw, habits.children) ? weighted(draw, parents.map((each) => [1 + each.depth * 4, each])) : undefined
  const by = parent !== undefined && chance(draw, 84) ? oneOf(draw, [parent.sender, parent.recipient]) as AgentName : oneOf(draw, agents)
  const others = agents.filter((name) => name !== by)
  const to = parent !== undefined && chance(draw, 78)
    ? (by === parent.sender ? parent.recipient : parent.sender)
    : weighted(draw, [[88, oneOf(draw, others)], [7, by], [5, nobody]])
  const sensitivity = sensitivityOf(draw, parent)
  const send: SendStep = {
    kind: 'send',
    to,
    content: chance(draw, 98) ? oneOf(draw, contents) : { ...oneOf(draw, contents), title: ' ' },
    // The default is always left to the target, so that it is never told twice in two ways.
    ...(sensitivity === 'internal' ? {} : { sensitivity }),
    ...(chance(draw, 15) ? { priority: oneOf(draw, priorities.filter((priority) => priority !== 'normal')) } : {}),
    ...(parent === undefined ? (chance(draw, 3) ? { parent: 'unknown' as const } : {}) : { parent: parent.number }),
    ...(settings.abilities.has('expiry') && chance(draw, habits.expiring) ? { expiresInS: settings.clock ? oneOf(draw, [30, 60, 3_600]) : 86_400 } : {}),
  }
  const used = settings.abilities.has('send-keys') ? key() : undefined
  return { kind: 'agent', by, step: used === undefined ? send : { ...send, key: used } }
}

function sensitivityOf(draw: Draw, parent: ModelHandoff | undefined): Ceiling {
  if (parent !== undefined && chance(draw, 75)) return chance(draw, 70) ? parent.sensitivity : 'restricted'
  return weighted(draw, [[50, 'internal'], [20, oneOf(draw, ceilings)], [30, 'restricted']])
}
