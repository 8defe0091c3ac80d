/** What the policy in force allows: who may send to whom, and who may still see what was sent. */
import { isActive } from '../registry/active.ts'
import { ceilings } from '../registry/policy.ts'
import type { Agent, Ceiling, PolicySnapshot } from '../registry/policy.ts'
import type { Handoff } from './types.ts'

/** Whether something of this sensitivity may be shown under this ceiling. */
export function isWithinCeiling(sensitivity: Ceiling, ceiling: Ceiling): boolean {
  return ceilings.indexOf(sensitivity) <= ceilings.indexOf(ceiling)
}

/** Whether both sides name each other, in this direction. */
export function isRelated(sender: Agent, recipient: Agent): boolean {
  if (!names(sender.sendTo, recipient.id)) return false
  return names(recipient.receiveFrom, sender.id)
}

function names(list: ReadonlySet<string>, id: string): boolean {
  return list.has(id) || list.has('*')
}

/** Every reason of policy against a new handoff, as one answer that does not tell which. @param now ms since the epoch */
export function maySend(
  policy: PolicySnapshot,
  handoff: { readonly sender: string; readonly recipient: string; readonly sensitivity: Ceiling },
  now: number,
): boolean {
  const sender = policy.agents.get(handoff.sender)
  const recipient = policy.agents.get(handoff.recipient)
  if (sender === undefined || recipient === undefined) return false
  if (sender.id === recipient.id) return false
  if (!isActive(sender, now)) return false
  if (!isActive(recipient, now)) return false
  if (!isRelated(sender, recipient)) return false
  if (!isWithinCeiling(handoff.sensitivity, sender.disclosureCeiling)) return false
  return isWithinCeiling(handoff.sensitivity, recipient.disclosureCeiling)
}

/**
 * Whether this agent may see and move this handoff now: a party, active, still related, under its own ceiling. That
 * the counterpart is disabled or expired takes nothing away.
 * @param now ms since the epoch
 */
export function mayAccess(
  policy: PolicySnapshot,
  agentId: string,
  handoff: Pick<Handoff, 'sender' | 'recipient' | 'sensitivity'>,
  now: number,
): boolean {
  if (agentId !== handoff.sender && agentId !== handoff.recipient) return false
  const agent = policy.agents.get(agentId)
  const sender = policy.agents.get(handoff.sender)
  const recipient = policy.agents.get(handoff.recipient)
  if (agent === undefined || sender === undefined || recipient === undefined) return false
  if (!isActive(agent, now)) return false
  if (!isRelated(sender, recipient)) return false
  return isWithinCeiling(handoff.sensitivity, agent.disclosureCeiling)
}

/** What a list of one agent's handoffs can hold at most: whose, and how sensitive. */
export interface View {
  readonly counterparts: readonly string[]
  readonly sensitivities: readonly Ceiling[]
}

/**
 * Asks `mayAccess` about every counterpart and sensitivity, so that a query can leave out what will not be told. No
 * handoff that may be accessed is outside of the view; one inside it is still to be asked about.
 * @param now ms since the epoch
 */
export function viewOf(policy: PolicySnapshot, agentId: string, box: 'received' | 'sent', now: number): View {
  const counterparts = new Set<string>()
  const sensitivities = new Set<Ceiling>()
  for (const other of policy.agents.keys()) {
    const parties = box === 'received' ? { sender: other, recipient: agentId } : { sender: agentId, recipient: other }
    for (const sensitivity of ceilings) {
      // Both are in the view already: the answer would add nothing.
      if (counterparts.has(other) && sensitivities.has(sensitivity)) continue
      if (!mayAccess(policy, agentId, { ...parties, sensitivity }, now)) continue
      counterparts.add(other)
      sensitivities.add(sensitivity)
    }
  }
  return { counterparts: [...counterparts], sensitivities: [...sensitivities] }
}

/** Whether a child stays between its parent's two parties and is at least as sensitive. */
export function fitsParent(
  child: { readonly sender: string; readonly recipient: string; readonly sensitivity: Ceiling },
  parent: Pick<Handoff, 'sender' | 'recipient' | 'sensitivity'>,
): boolean {
  const parties = [parent.sender, parent.recipient]
  if (!parties.includes(child.sender)) return false
  if (!parties.includes(child.recipient)) return false
  return isWithinCeiling(parent.sensitivity, child.sensitivity)
}
