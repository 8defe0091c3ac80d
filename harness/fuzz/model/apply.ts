/** The contract as a function: what an agent does in a world gives the next world, and what the agent must be told. */
import type { AgentPolicy } from '../../fixture/driver.ts'
import { isActive, mayRead } from './access.ts'
import { boxOf } from './inbox.ts'
import { send } from './send.ts'
import { refused } from './step.ts'
import type { Expected, ModelStep } from './step.ts'
import { transition } from './transition.ts'
import { handoffAt } from './world.ts'
import type { World } from './world.ts'

export interface Applied {
  readonly world: World
  readonly expected: Expected
}

/** The world given is left alone. */
export function apply(world: World, agent: string, step: ModelStep): Applied {
  const policy = world.policy.get(agent)
  if (policy === undefined || !isActive(policy, world.now)) return { world, expected: refused('unauthenticated') }
  switch (step.kind) {
    case 'whoami': return { world, expected: { kind: 'whoami', agent, policy } }
    case 'send': return send(world, agent, step)
    case 'inbox': return { world, expected: { kind: 'inbox', handoffs: boxOf(world, agent, step) } }
    case 'get': {
      const handoff = step.handoff === 'unknown' ? undefined : handoffAt(world, step.handoff)
      return { world, expected: handoff !== undefined && mayRead(world, agent, handoff) ? { kind: 'get', handoff } : refused('not_found') }
    }
    case 'acknowledge':
    case 'update_status': return transition(world, agent, step)
  }
}

/** The world once the registry says something else of an agent. @throws Error where there is no such agent. */
export function editPolicy(world: World, agent: string, change: Partial<AgentPolicy>): World {
  const policy = world.policy.get(agent)
  if (policy === undefined) throw new Error('the policy knows no such agent')
  return { ...world, policy: new Map([...world.policy, [agent, { ...policy, ...change }]]) }
}
