/**
 * The world as the handoff contract has it, as plain values: who may do what, every handoff with what happened to it,
 * every key that was used, and the time. A target's own ids are no part of it: handoffs are numbered as they come.
 */
import type { AgentPolicy } from '../../fixture/driver.ts'
import type { Ceiling, Priority, Status } from '../../handoff/contract.ts'

/** What a sender wrote, as it is kept. */
export interface Content {
  readonly title: string
  readonly summary: string
  readonly request: string
  readonly context_refs: readonly string[]
  readonly artifact_refs: readonly string[]
  readonly tags: readonly string[]
}

export interface ModelEvent {
  /** An agent's id, or `server`. */
  readonly actor: string
  readonly from: Status | undefined
  readonly to: Status
  readonly note: string | undefined
  /** ms since the epoch. Of an expiry: the earliest; the server may have noticed it later. */
  readonly at: number
}

export interface ModelHandoff {
  /** 1 for the first one of the world. */
  readonly number: number
  /** The number of the root of its thread. */
  readonly thread: number
  readonly parent: number | undefined
  readonly depth: number
  readonly sender: string
  readonly recipient: string
  readonly content: Content
  readonly sensitivity: Ceiling
  readonly priority: Priority
  readonly status: Status
  readonly version: number
  /** ms since the epoch, as the other times. */
  readonly createdAt: number
  readonly expiresAt: number | undefined
  /** In their order; the first is the creation. */
  readonly events: readonly ModelEvent[]
}

/** What an identity used a key for. */
export interface KeyUse {
  readonly tool: 'send' | 'acknowledge' | 'update_status'
  /** Canonical JSON of everything else that was given. */
  readonly input: string
  /** The handoff as it was first answered. */
  readonly answer: ModelHandoff
}

export interface World {
  /** By agent id. Whoever is not here does not exist. */
  readonly policy: ReadonlyMap<string, AgentPolicy>
  /** That with the number n is at n - 1. */
  readonly handoffs: readonly ModelHandoff[]
  /** By identity and key, see `keyOf`. */
  readonly keys: ReadonlyMap<string, KeyUse>
  /** ms since the epoch. */
  readonly now: number
  readonly maxDepth: number
}

/** A world in which nothing has happened yet. */
export function emptyWorld(given: Pick<World, 'policy' | 'now' | 'maxDepth'>): World {
  return { ...given, handoffs: [], keys: new Map() }
}

/** Where an identity's key stands in `keys`. */
export function keyOf(agent: string, key: string): string {
  return `${agent}\n${key}`
}

/** The handoff with a number; undefined where there is none. */
export function handoffAt(world: World, number: number | undefined): ModelHandoff | undefined {
  return number === undefined ? undefined : world.handoffs[number - 1]
}

/** The same world with one handoff as it is now, or one more. */
export function withHandoff(world: World, handoff: ModelHandoff): World {
  const handoffs = [...world.handoffs]
  handoffs[handoff.number - 1] = handoff
  return { ...world, handoffs }
}

/** What happened last to a handoff. */
export function lastEvent({ events }: ModelHandoff): ModelEvent {
  const event = events.at(-1)
  if (event === undefined) throw new Error('a handoff without its creation')
  return event
}
