/** Edits of the registry that matter: of those who share a handoff, and back again before long. */
import { ceilings } from '../../handoff/contract.ts'
import type { World } from '../model/world.ts'
import { chance, oneOf, weighted } from './choose.ts'
import type { Draw } from './choose.ts'
import { openPolicy } from './advance.ts'
import { agentNames } from './program.ts'
import type { AgentName, PolicyEdit, ProgramStep } from './program.ts'

export function generateEdit(draw: Draw, world: World, agents: number): ProgramStep {
  const names = agentNames.slice(0, agents)
  const closed = names.filter((name) => repairsOf(world, name).length > 0)
  if (closed.length > 0 && chance(draw, 40)) {
    const agent = oneOf(draw, closed)
    return { kind: 'policy', agent, change: oneOf(draw, repairsOf(world, agent)) }
  }
  const parties = world.handoffs.flatMap(({ sender, recipient }) => [sender, recipient]) as AgentName[]
  const agent = parties.length > 0 && chance(draw, 85) ? oneOf(draw, parties) : oneOf(draw, names)
  const others = names.filter((name) => name !== agent)
  const some = others.filter(() => chance(draw, 40))
  const change = weighted<PolicyEdit>(draw, [
    [18, { enabled: false }],
    [10, { expired: true }],
    [24, { sendTo: some }],
    [24, { receiveFrom: some }],
    [24, { ceiling: oneOf(draw, ceilings.slice(0, 2)) }],
  ])
  return { kind: 'policy', agent, change }
}

/** What would open an agent's policy again, a part at a time. */
function repairsOf({ policy, now }: World, agent: AgentName): PolicyEdit[] {
  const { enabled, sendTo, receiveFrom, ceiling, expiresAt } = policy.get(agent) ?? openPolicy
  return [
    ...(enabled ? [] : [{ enabled: true }]),
    ...(expiresAt > now ? [] : [{ expired: false }]),
    ...(sendTo.includes('*') ? [] : [{ sendTo: openPolicy.sendTo }]),
    ...(receiveFrom.includes('*') ? [] : [{ receiveFrom: openPolicy.receiveFrom }]),
    ...(ceiling === openPolicy.ceiling ? [] : [{ ceiling: openPolicy.ceiling }]),
  ]
}
