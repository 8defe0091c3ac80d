/**
 * What each field of an answer must be. Whoever reads a handoff relies on it, and so does every text that tells a version
 * or a status: what fits nothing of this never gets that far.
 */
import { ceilings, priorities, statuses } from './contract.ts'
import type { Handoff, HandoffEvent, Whoami } from './contract.ts'

/** A text, a list of texts, a whole number, or one of these words. */
type Kind = 'text' | 'texts' | 'whole' | readonly string[]

type Kinds<Shape> = Readonly<Record<keyof Shape, Kind>>

export const handoffFields: Kinds<Handoff> = {
  id: 'text', thread_id: 'text', parent_id: 'text', depth: 'whole', sender: 'text', recipient: 'text', title: 'text', summary: 'text', request: 'text',
  context_refs: 'texts', artifact_refs: 'texts', tags: 'texts', sensitivity: ceilings, priority: priorities, status: statuses, version: 'whole',
  created_at: 'text', updated_at: 'text', expires_at: 'text',
}

export const eventFields: Kinds<HandoffEvent> = {
  id: 'text', handoff_id: 'text', seq: 'whole', actor: 'text', type: 'text', from_status: statuses, to_status: statuses, note: 'text',
  policy_revision: 'text', created_at: 'text', prev_hash: 'text', hash: 'text',
}

export const whoamiFields: Kinds<Whoami> = {
  agent_id: 'text', display_name: 'text', disclosure_ceiling: ceilings, send_to: 'texts', receive_from: 'texts', policy_revision: 'text',
}

/** The first field that is not what it must be, in words of ours; undefined where there is none. Absent fields fit. */
export function misfit(what: string, fields: Readonly<Record<string, unknown>>, kinds: Readonly<Record<string, Kind>>): string | undefined {
  const wrong = Object.entries(kinds).find(([name, kind]) => fields[name] !== undefined && !fits(fields[name], kind))
  return wrong === undefined ? undefined : `${what} has ${wrong[0]} as the contract does not know it`
}

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'text': return typeof value === 'string'
    case 'texts': return Array.isArray(value) && value.every((item) => typeof item === 'string')
    case 'whole': return Number.isSafeInteger(value)
    default: return typeof value === 'string' && kind.includes(value)
  }
}
