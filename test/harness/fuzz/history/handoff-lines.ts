/** Histories of handoffs, written down by hand in as few words as can be. */
import type { HandoffEntry } from '../../../../harness/fuzz/history/handoff-history.ts'
import { endingOf } from '../../../../harness/fuzz/history/handoff-history.ts'
import type { Answer, Operation, RefusalCode, RequestableStatus, Status } from '../../../../harness/handoff/contract.ts'

/** Undefined as an answer: none came. */
export type HandoffLine = readonly [agentId: 'alpha' | 'beta' | 'gamma', invokedAt: number, returnedAt: number, operation: Operation, answer: Answer | undefined]

export function handoffHistory(lines: readonly HandoffLine[]): HandoffEntry[] {
  return lines.map(([agentId, invokedAt, returnedAt, operation, answer], at) => {
    const asked = { index: at + 1, client: agentId, operation: { agentId, operation }, invokedAt }
    const ending = answer === undefined ? 'unknown' : endingOf(answer)
    return ending === 'unknown' || answer === undefined ? { ...asked, ending: 'unknown', returnedAt: undefined, answer: undefined } : { ...asked, ending, returnedAt, answer }
  })
}

const handoff = (id: string, status: Status, version: number) => ({ id, status, version, sender: 'alpha', recipient: 'beta' })

export const send = (key?: string, title = 'T'): Operation => ({ kind: 'send', input: { recipient: 'beta', title, summary: 'S', request: 'R', ...(key === undefined ? {} : { idempotency_key: key }) } })
export const get = (id: string): Operation => ({ kind: 'get', input: { handoff_id: id } })
export const inbox = (statuses?: readonly Status[]): Operation => ({ kind: 'inbox', input: statuses === undefined ? {} : { statuses } })
export const acknowledge = (id: string, options: { readonly version?: number; readonly key?: string; readonly note?: string } = {}): Operation => ({ kind: 'acknowledge', input: { handoff_id: id, ...optional(options) } })
export const update = (id: string, status: RequestableStatus, options: { readonly version?: number; readonly key?: string } = {}): Operation => ({ kind: 'update_status', input: { handoff_id: id, status, ...optional(options) } })

export const ok = (id: string, status: Status, version: number, replayed = false): Answer => ({ kind: 'ok', result: { kind: 'change', handoff: handoff(id, status, version), replayed } })
export const replay = (id: string, status: Status, version: number): Answer => ok(id, status, version, true)
export const seen = (id: string, status: Status, version: number, events = version): Answer => ({
  kind: 'ok', result: { kind: 'get', handoff: handoff(id, status, version), events: Array.from({ length: events }, (_, at) => ({ actor: 'alpha', to_status: at === events - 1 ? status : 'queued' as const })) },
})
export const list = (...items: readonly (readonly [id: string, status: Status, version: number])[]): Answer => ({ kind: 'ok', result: { kind: 'inbox', handoffs: items.map((item) => handoff(...item)), next_cursor: undefined } })
export const refused = (code: RefusalCode): Answer => ({ kind: 'refused', code, words: '' })

function optional({ version, key, note }: { readonly version?: number; readonly key?: string; readonly note?: string }): object {
  return { ...(version === undefined ? {} : { expected_version: version }), ...(key === undefined ? {} : { idempotency_key: key }), ...(note === undefined ? {} : { note }) }
}
