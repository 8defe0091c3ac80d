/** Idempotency: what a key was used for stands for ever, and decides before anything but access does. */
import { canonicalJson } from '../../../protocol/canonical-json.ts'
import type { Json } from '../../../protocol/canonical-json.ts'
import { mayRead } from './access.ts'
import { refused } from './step.ts'
import type { Expected, SendStep, TransitionStep } from './step.ts'
import { keyOf } from './world.ts'
import type { ModelHandoff, World } from './world.ts'

type Keyed = SendStep | TransitionStep

/** What comes of a key that the identity has used before; undefined where it has not, or there is none. */
export function replayOf(world: World, agent: string, step: Keyed): Expected | undefined {
  const used = step.key === undefined ? undefined : world.keys.get(keyOf(agent, step.key))
  if (used === undefined) return undefined
  if (used.tool !== step.kind || used.input !== payloadOf(step)) return refused('idempotency_conflict')
  const now = world.handoffs[used.answer.number - 1]
  return now !== undefined && mayRead(world, agent, now) ? { kind: 'change', handoff: used.answer, replayed: true } : refused('not_found')
}

/** The world in which the key of a step that succeeded is taken. */
export function withKey(world: World, agent: string, step: Keyed, answer: ModelHandoff): World {
  if (step.key === undefined) return world
  const use = { tool: step.kind, input: payloadOf(step), answer }
  return { ...world, keys: new Map([...world.keys, [keyOf(agent, step.key), use]]) }
}

/** What is absent is as its default. */
function payloadOf(step: Keyed): string {
  const { kind: _, key: __, ...payload } = step
  const defaults = step.kind === 'send' ? { sensitivity: 'internal', priority: 'normal' } : {}
  const given = Object.entries(payload).filter(([, value]) => value !== undefined)
  const canonical: Json = { ...defaults, ...Object.fromEntries(given) }
  return canonicalJson(canonical)
}
