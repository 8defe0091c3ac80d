/** Makes a long linearizable history of handoffs: asks a model one thing after the other, and stretches the time of each question. */
import { endingOf } from '../harness/fuzz/history/handoff-history.ts'
import type { Call, HandoffEntry } from '../harness/fuzz/history/handoff-history.ts'
import { oneHandoff } from '../harness/fuzz/history/one-handoff.ts'
import type { HandoffQuestion, HandoffSight, MaybeHandoff } from '../harness/fuzz/history/one-handoff.ts'
import type { Answer, Operation, RefusalCode } from '../harness/handoff/contract.ts'
import { requestableStatuses, statuses } from '../harness/handoff/contract.ts'
import { seededRandom } from '../harness/run/random.ts'

export interface MadeHistoryOptions {
  readonly operations: number
  readonly handoffs: number
  /** How many questions are open at once, about. */
  readonly clients: number
  readonly seed: number
}

export function madeHistory({ operations, handoffs, clients, seed }: MadeHistoryOptions): HandoffEntry[] {
  const random = seededRandom(seed, 'made history')
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const states: MaybeHandoff[] = Array.from({ length: handoffs }, () => null)
  const entries: HandoffEntry[] = []
  for (let at = 0; at < operations; at += 1) {
    const number = at < handoffs ? at : Math.floor(random() * handoffs)
    const state = states[number] ?? null
    const role = state === null || random() < 0.3 ? 'sender' : 'recipient'
    const question: HandoffQuestion = state === null ? { role, what: { kind: 'send' } } : { role, what: random() < 0.4 ? { kind: 'get' } : moveOf(role, state.version, random, pick) }
    const sight = sightsOf(question, (state?.version ?? 0) + 1).find((each) => oneHandoff.step(state, question, each) !== undefined)
    if (sight === undefined) throw new Error('the model answers nothing')
    states[number] = oneHandoff.step(state, question, sight) ?? null
    const isLost = state !== null && random() < 0.002
    const agentId = question.role === 'sender' ? 'alpha' : 'beta'
    const answer = answerOf(`h${number}`, sight)
    const asked = { index: at + 1, client: `c${at % clients}`, operation: { agentId, operation: operationOf(`h${number}`, question) } satisfies Call, invokedAt: at - random() * clients * (state === null ? 0 : 0.5) }
    entries.push(isLost ? { ...asked, ending: 'unknown', returnedAt: undefined, answer: undefined } : { ...asked, ending: endingOf(answer), returnedAt: at + random() * clients * 0.5, answer })
  }
  return entries
}

function moveOf(role: string, version: number, random: () => number, pick: <Item>(items: readonly Item[]) => Item): HandoffQuestion['what'] {
  // Mostly to and fro: what is completed moves no more.
  const to = random() < 0.01 ? pick(requestableStatuses) : pick(['accepted', 'blocked'] as const)
  if (random() < 0.2) return { kind: 'move', to, expectedVersion: version }
  // A key is of one identity and names its input, so that it never conflicts.
  return { kind: 'move', to, ...(random() < 0.2 ? { key: { key: `${role} ${to} ${Math.floor(random() * 20)}`, payload: '', elsewhere: false } } : {}) }
}

const codes: readonly RefusalCode[] = ['illegal_transition', 'version_conflict']

function sightsOf({ what }: HandoffQuestion, next: number): HandoffSight[] {
  const versions = Array.from({ length: next }, (_, at) => next - at)
  if (what.kind === 'get') return statuses.map((status) => ({ kind: 'read', status, version: next - 1, events: next - 1, lastEvent: status }))
  const changed = (version: number, replayed: boolean): HandoffSight[] => statuses.map((status) => ({ kind: 'changed', status, version, replayed }))
  return [...changed(next, false), ...codes.map((code): HandoffSight => ({ kind: 'refused', code })), ...versions.flatMap((version) => changed(version, true))]
}

function operationOf(id: string, { what }: HandoffQuestion): Operation {
  switch (what.kind) {
    case 'send': return { kind: 'send', input: { recipient: 'beta', title: 'T', summary: 'S', request: 'R' } }
    case 'list':
    case 'get': return { kind: 'get', input: { handoff_id: id } }
    case 'move': {
      const input = { handoff_id: id, ...(what.expectedVersion === undefined ? {} : { expected_version: what.expectedVersion }), ...(what.key === undefined ? {} : { idempotency_key: `${id} ${what.key.key}` }) }
      return what.to === 'accepted' ? { kind: 'acknowledge', input } : { kind: 'update_status', input: { ...input, status: what.to as 'blocked' } }
    }
  }
}

function answerOf(id: string, sight: HandoffSight): Answer {
  if (sight.kind === 'refused') return { kind: 'refused', code: sight.code, words: '' }
  if (sight.kind === 'absent' || sight.kind === 'listed') throw new Error('nothing is listed')
  const handoff = { id, sender: 'alpha', recipient: 'beta', status: sight.status, ...(sight.version === undefined ? {} : { version: sight.version }) }
  if (sight.kind === 'changed') return { kind: 'ok', result: { kind: 'change', handoff, replayed: sight.replayed } }
  return { kind: 'ok', result: { kind: 'get', handoff, events: Array.from({ length: sight.events ?? 0 }, () => ({ actor: 'alpha', to_status: sight.status })) } }
}
