/** `acknowledge` and `update_status`, with their checks in the order of the contract: access, replay, version, transition. */
import type { Status } from '../../handoff/contract.ts'
import { mayRead } from './access.ts'
import { replayOf, withKey } from './keys.ts'
import { refused } from './step.ts'
import type { Expected, TransitionStep } from './step.ts'
import { handoffAt, withHandoff } from './world.ts'
import type { ModelHandoff, World } from './world.ts'

/** Where a recipient may take a handoff from where it is. */
const byRecipient: Readonly<Record<Status, readonly Status[]>> = {
  queued: ['accepted', 'blocked'],
  accepted: ['blocked', 'completed'],
  blocked: ['accepted', 'completed'],
  completed: [],
  cancelled: [],
  expired: [],
}

/** The same for its sender. */
const bySender: Readonly<Record<Status, readonly Status[]>> = {
  queued: ['cancelled'],
  accepted: [],
  blocked: [],
  completed: [],
  cancelled: [],
  expired: [],
}

export function transition(world: World, agent: string, step: TransitionStep): { readonly world: World; readonly expected: Expected } {
  const refuse = (code: Parameters<typeof refused>[0]) => ({ world, expected: refused(code) })
  const handoff = step.handoff === 'unknown' ? undefined : handoffAt(world, step.handoff)

  if (handoff === undefined || !mayRead(world, agent, handoff)) return refuse('not_found')
  const replay = replayOf(world, agent, step)
  if (replay !== undefined) return { world, expected: replay }
  if (step.expectedVersion !== undefined && step.expectedVersion !== handoff.version) return refuse('version_conflict')
  const to = step.kind === 'acknowledge' ? 'accepted' : step.status
  if (!mayMove(handoff, agent, to)) return refuse('illegal_transition')

  const moved = movedTo(handoff, { to, agent, note: step.note, now: world.now })
  return { world: withKey(withHandoff(world, moved), agent, step, moved), expected: { kind: 'change', handoff: moved, replayed: false } }
}

/** Whether the contract has this arrow, for somebody who is one of its parties. */
export function mayMove({ status, sender, recipient }: ModelHandoff, agent: string, to: Status): boolean {
  return (agent === recipient && byRecipient[status].includes(to)) || (agent === sender && bySender[status].includes(to))
}

function movedTo(handoff: ModelHandoff, { to, agent, note, now }: { readonly to: Status; readonly agent: string; readonly note: string | undefined; readonly now: number }): ModelHandoff {
  const event = { actor: agent, from: handoff.status, to, note, at: now }
  return { ...handoff, status: to, version: handoff.version + 1, events: [...handoff.events, event] }
}
