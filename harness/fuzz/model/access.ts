/** Who may send to whom, and who may see what: the contract's rules of authorisation. */
import type { AgentPolicy } from '../../fixture/driver.ts'
import { ceilings } from '../../handoff/contract.ts'
import type { Ceiling } from '../../handoff/contract.ts'
import type { ModelHandoff, World } from './world.ts'

/** Enabled and not expired. */
export function isActive({ enabled, expiresAt }: AgentPolicy, now: number): boolean {
  return enabled && now < expiresAt
}

/** Whether both sides have each other in their lists. */
export function areRelated({ policy }: World, sender: string, recipient: string): boolean {
  const { sendTo = [] } = policy.get(sender) ?? {}
  const { receiveFrom = [] } = policy.get(recipient) ?? {}
  return has(sendTo, recipient) && has(receiveFrom, sender)
}

/** Sender or recipient, of a relationship that still is one, with a ceiling that still reaches. The other one may be disabled. */
export function mayRead(world: World, agent: string, { sender, recipient, sensitivity }: ModelHandoff): boolean {
  if (agent !== sender && agent !== recipient) return false
  return areRelated(world, sender, recipient) && reaches(world.policy.get(agent), sensitivity)
}

/** Every reason of policy for which something may not be sent, as the one answer that it gives. */
export function maySend(world: World, sender: string, recipient: string, sensitivity: Ceiling, parent: ModelHandoff | undefined): boolean {
  const other = world.policy.get(recipient)
  if (sender === recipient || other === undefined || !isActive(other, world.now)) return false
  if (!areRelated(world, sender, recipient)) return false
  if (!reaches(world.policy.get(sender), sensitivity) || !reaches(other, sensitivity)) return false
  if (parent === undefined) return true
  return [parent.sender, parent.recipient].includes(recipient) && rank(sensitivity) >= rank(parent.sensitivity)
}

function reaches(agent: AgentPolicy | undefined, sensitivity: Ceiling): boolean {
  return agent !== undefined && rank(sensitivity) <= rank(agent.ceiling)
}

function rank(ceiling: Ceiling): number {
  return ceilings.indexOf(ceiling)
}

function has(list: readonly string[], agent: string): boolean {
  return list.includes(agent) || list.includes('*')
}
