/** `send`, with its checks in the order of the contract: parent, replay, every reason of policy, depth. */
import { mayRead, maySend } from './access.ts'
import { replayOf, withKey } from './keys.ts'
import { refused } from './step.ts'
import type { Expected, SendStep } from './step.ts'
import { handoffAt, withHandoff } from './world.ts'
import type { ModelHandoff, World } from './world.ts'

export function send(world: World, sender: string, step: SendStep): { readonly world: World; readonly expected: Expected } {
  const { parent: ref, sensitivity = 'internal', to } = step
  const parent = ref === 'unknown' ? undefined : handoffAt(world, ref)
  const refuse = (code: Parameters<typeof refused>[0]) => ({ world, expected: refused(code) })

  if (isBlank(step)) return refuse('invalid_input')
  if (ref !== undefined && (parent === undefined || !mayRead(world, sender, parent))) return refuse('not_found')
  const replay = replayOf(world, sender, step)
  if (replay !== undefined) return { world, expected: replay }
  if (!maySend(world, sender, to, sensitivity, parent)) return refuse('not_permitted')
  if (parent !== undefined && parent.depth + 1 > world.maxDepth) return refuse('depth_exceeded')

  const handoff = created(world, sender, step, parent)
  return { world: withKey(withHandoff(world, handoff), sender, step, handoff), expected: { kind: 'change', handoff, replayed: false } }
}

/** Strings are trimmed before their length is checked. */
function isBlank({ content: { title, summary, request } }: SendStep): boolean {
  return [title, summary, request].some((text) => text.trim() === '')
}

function created({ handoffs, now }: World, sender: string, step: SendStep, parent: ModelHandoff | undefined): ModelHandoff {
  const number = handoffs.length + 1
  return {
    number,
    thread: parent?.thread ?? number,
    parent: parent?.number,
    depth: parent === undefined ? 0 : parent.depth + 1,
    sender,
    recipient: step.to,
    content: step.content,
    sensitivity: step.sensitivity ?? 'internal',
    priority: step.priority ?? 'normal',
    status: 'queued',
    version: 1,
    createdAt: now,
    expiresAt: step.expiresInS === undefined ? undefined : now + step.expiresInS * 1_000,
    events: [{ actor: sender, from: undefined, to: 'queued', note: undefined, at: now }],
  }
}
