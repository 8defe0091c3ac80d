/** What a box holds: the access filter comes before anything that is cut off. */
import { openStatuses } from '../../handoff/contract.ts'
import { mayRead } from './access.ts'
import type { InboxStep } from './step.ts'
import type { ModelHandoff, World } from './world.ts'

/** All of it, the newest first. */
export function boxOf(world: World, agent: string, { box = 'received', statuses = openStatuses }: InboxStep): ModelHandoff[] {
  return world.handoffs
    .filter((handoff) => (box === 'sent' ? handoff.sender : handoff.recipient) === agent && statuses.includes(handoff.status) && mayRead(world, agent, handoff))
    .toSorted((one, other) => other.createdAt - one.createdAt || other.number - one.number)
}
