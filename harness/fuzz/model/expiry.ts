/** Expiry, applied as soon as the time is there: nobody can tell it from one that is applied before every look. */
import type { ModelHandoff, World } from './world.ts'

/** The world at a time that is not before its own, ms since the epoch. */
export function atTime(world: World, now: number): World {
  const handoffs = world.handoffs.map((handoff) => (isOver(handoff, now) ? expired(handoff, handoff.expiresAt) : handoff))
  return { ...world, now, handoffs }
}

function isOver(handoff: ModelHandoff, now: number): handoff is ModelHandoff & { readonly expiresAt: number } {
  return handoff.status === 'queued' && handoff.expiresAt !== undefined && now >= handoff.expiresAt
}

function expired(handoff: ModelHandoff, at: number): ModelHandoff {
  const event = { actor: 'server', from: handoff.status, to: 'expired', note: undefined, at } as const
  return { ...handoff, status: 'expired', version: handoff.version + 1, events: [...handoff.events, event] }
}
