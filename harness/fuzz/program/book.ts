/**
 * What a target has shown of the handoffs of one program, and the names by which it knows them and the agents. Whatever
 * was shown once for a version of a handoff must be shown again, word for word.
 */
import { randomUUID } from 'node:crypto'
import type { SeenEvent, SeenHandoff } from '../../handoff/contract.ts'
import type { HandoffRef } from '../model/step.ts'
import type { AgentName } from './program.ts'

export interface Book {
  /** The id by which the target knows an agent; of one that there is none: an id that is nobody's. */
  idOfAgent(name: string): string
  /** The target's id of a handoff; of one that was never shown, an id that nothing has. */
  idOf(handoff: HandoffRef): string
  /** The number of a handoff by the target's id; undefined for one that is not of this program. */
  numberOf(id: string): number | undefined
  /** @returns False where the target gave that id to another one. */
  bind(handoff: number, id: string): boolean
  /** The id of the thread that begins with a handoff: what is shown first; undefined where another thread has it. */
  threadOf(root: number, seen: string): string | undefined
  /** Keeps what is shown at a version, or gives what was shown of it before. */
  view(handoff: number, version: number, seen: SeenHandoff): SeenHandoff
  /** What was shown last. */
  last(handoff: number): SeenHandoff | undefined
  /** Keeps the events, and gives those that were shown before. */
  events(handoff: number, seen: readonly SeenEvent[]): readonly SeenEvent[]
  /** A key that no other program has used. */
  keyOf(key: string): string
}

export function createBook(agents: ReadonlyMap<AgentName, string>): Book {
  const ids = new Map<number, string>()
  const numbers = new Map<string, number>()
  const views = new Map<string, SeenHandoff>()
  const lasts = new Map<number, SeenHandoff>()
  const events = new Map<number, readonly SeenEvent[]>()
  const threads = new Map<number, string>()
  const nonce = randomUUID()
  const byName: ReadonlyMap<string, string> = agents
  return {
    idOfAgent: (name) => (name === '*' ? name : (byName.get(name) ?? `nobody-${nonce.slice(0, 8)}`)),
    idOf: (handoff) => (handoff === 'unknown' ? randomUUID() : (ids.get(handoff) ?? randomUUID())),
    numberOf: (id) => numbers.get(id),
    bind(handoff, id) {
      if (numbers.has(id)) return false
      numbers.set(id, handoff)
      ids.set(handoff, id)
      return true
    },
    threadOf(root, seen) {
      const known = threads.get(root)
      if (known !== undefined) return known
      if ([...threads.values()].includes(seen)) return undefined
      threads.set(root, seen)
      return seen
    },
    view(handoff, version, seen) {
      lasts.set(handoff, seen)
      const key = `${handoff} ${version}`
      const before = views.get(key) ?? seen
      views.set(key, before)
      return before
    },
    last: (handoff) => lasts.get(handoff),
    events(handoff, seen) {
      const before = events.get(handoff) ?? []
      events.set(handoff, seen)
      return before
    },
    keyOf: (key) => `${key}-${nonce}`,
  }
}
