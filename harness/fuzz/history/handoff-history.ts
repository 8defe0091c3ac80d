/**
 * A history of handoffs, and what each object has to do with it: every handoff by itself, and every idempotency key that
 * is used for more than one handoff. What is linearizable as a whole is so for each of its objects (Herlihy and Wing,
 * 1990), so that no correct target is blamed for being looked at in parts.
 */
import type { Json } from '../../../protocol/canonical-json.ts'
import { canonicalJson } from '../../../protocol/canonical-json.ts'
import { openStatuses } from '../../handoff/contract.ts'
import type { Answer, Operation, SeenHandoff } from '../../handoff/contract.ts'
import type { Ending, Entry } from './history.ts'
import type { HandoffQuestion, HandoffSight } from './one-handoff.ts'
import type { KeyQuestion, KeySight } from './one-key.ts'

/** An operation of the contract, and who asked for it. */
export interface Call {
  /** The id by which the target knows the caller. */
  readonly agentId: string
  readonly operation: Operation
}

export type HandoffEntry = Entry<Call, Answer>

/** Refusals after which nobody can say whether something was written. */
const unclear: readonly unknown[] = ['internal']

export function endingOf(answer: Answer): Ending {
  switch (answer.kind) {
    case 'ok': return 'ok'
    case 'refused': return unclear.includes(answer.code) ? 'unknown' : 'fail'
    case 'unknown':
    case 'wrong': return 'unknown'
  }
}

/** One object, with the part of the history that is about it. */
export type HistoryObject =
  | { readonly kind: 'handoff'; readonly id: string; readonly entries: readonly Entry<HandoffQuestion, HandoffSight>[] }
  | { readonly kind: 'key'; readonly agentId: string; readonly key: string; readonly entries: readonly Entry<KeyQuestion, KeySight>[] }

/** @param isAbout Whether a handoff belongs to the history; of what was there before, lists tell too (default: all do). */
export function objectsOf(history: readonly HandoffEntry[], isAbout: (handoff: SeenHandoff) => boolean = () => true): HistoryObject[] {
  const keys = keyUses(history)
  const spanning = new Set([...keys].flatMap(([name, uses]) => (new Set(uses.map(({ about }) => about)).size > 1 ? [name] : [])))
  const objects: HistoryObject[] = []
  for (const [id, handoff] of sightedIn(history, isAbout)) {
    objects.push({ kind: 'handoff', id, entries: history.flatMap((entry) => aboutHandoff(entry, handoff, spanning)) })
  }
  for (const [name, uses] of keys) {
    const [first] = uses
    if (first === undefined || (first.about !== undefined && !spanning.has(name))) continue
    const { key, entry: { operation: { agentId } } } = first
    objects.push({ kind: 'key', agentId, key, entries: uses.map(({ entry }) => keySight(entry)) })
  }
  return objects
}

interface Use {
  readonly entry: HandoffEntry
  readonly key: string
  /** The handoff that is moved; undefined for a send. */
  readonly about: string | undefined
}

function keyUses(history: readonly HandoffEntry[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>()
  for (const entry of history) {
    const { agentId, operation } = entry.operation
    if (operation.kind !== 'send' && operation.kind !== 'acknowledge' && operation.kind !== 'update_status') continue
    const { idempotency_key: key } = operation.input
    if (key === undefined) continue
    const use = { entry, key, about: operation.kind === 'send' ? undefined : operation.input.handoff_id }
    const name = keyName(agentId, key)
    const others = uses.get(name)
    if (others === undefined) uses.set(name, [use])
    else others.push(use)
  }
  return uses
}

function keyName(agentId: string, key: string): string {
  return JSON.stringify([agentId, key])
}

/** Every handoff that an answer has told of. */
function sightedIn(history: readonly HandoffEntry[], isAbout: (handoff: SeenHandoff) => boolean): ReadonlyMap<string, Sighted> {
  const found = new Map<string, Sighted>()
  for (const { operation: { operation }, answer } of history) {
    if (answer?.kind !== 'ok' || answer.result.kind === 'whoami') continue
    for (const handoff of answer.result.kind === 'inbox' ? answer.result.handoffs : [answer.result.handoff]) {
      if (!isAbout(handoff)) continue
      const known = found.get(handoff.id) ?? { ...handoff, isSent: false }
      // One whose own send was answered needs no other one to have made it.
      const isSent = operation.kind === 'send' && answer.result.kind === 'change' && answer.result.replayed !== true
      found.set(handoff.id, { ...known, isSent: known.isSent || isSent })
    }
  }
  return found
}

type Sighted = Pick<SeenHandoff, 'id' | 'sender' | 'recipient'> & { readonly isSent: boolean }

function aboutHandoff(entry: HandoffEntry, handoff: Sighted, spanning: ReadonlySet<string>): Entry<HandoffQuestion, HandoffSight>[] {
  const { operation: { agentId, operation }, answer } = entry
  const role = agentId === handoff.sender ? 'sender' : agentId === handoff.recipient ? 'recipient' : 'stranger'
  const { index, client, ending, invokedAt, returnedAt } = entry
  const asks = (what: HandoffQuestion['what'], sight = answer === undefined ? undefined : sightOf(answer)): Entry<HandoffQuestion, HandoffSight>[] => [{ index, client, ending, invokedAt, returnedAt, operation: { role, what }, answer: sight }]
  switch (operation.kind) {
    case 'whoami': return []
    case 'send': {
      const { recipient, idempotency_key: key } = operation.input
      const told = answer?.kind === 'ok' && answer.result.kind === 'change' && answer.result.handoff.id === handoff.id
      // Where nobody was told that it was made, any lost send between the two may have made it.
      const lost = answer === undefined && !handoff.isSent && role === 'sender' && recipient === handoff.recipient
      return told || lost ? asks({ kind: 'send', ...(key === undefined ? {} : { key }) }) : []
    }
    case 'inbox': {
      const { box = 'received', statuses = openStatuses, cursor } = operation.input
      if (answer?.kind !== 'ok' || answer.result.kind !== 'inbox' || role !== (box === 'received' ? 'recipient' : 'sender')) return []
      const item = answer.result.handoffs.find(({ id }) => id === handoff.id)
      if (item !== undefined) return asks({ kind: 'list', statuses }, { kind: 'listed', status: item.status, version: item.version })
      // Only a list that is whole says what is not in it.
      const isWhole = cursor === undefined && answer.result.next_cursor === undefined
      return isWhole ? asks({ kind: 'list', statuses }, { kind: 'absent' }) : []
    }
    case 'get': return operation.input.handoff_id === handoff.id ? asks({ kind: 'get' }) : []
    case 'acknowledge':
    case 'update_status': {
      const { handoff_id: id, expected_version: expectedVersion, idempotency_key: key } = operation.input
      if (id !== handoff.id) return []
      return asks({
        kind: 'move',
        to: operation.kind === 'acknowledge' ? 'accepted' : operation.input.status,
        ...(expectedVersion === undefined ? {} : { expectedVersion }),
        ...(key === undefined ? {} : { key: { key: keyName(agentId, key), payload: payloadOf(operation), elsewhere: spanning.has(keyName(agentId, key)) } }),
      })
    }
  }
}

/** @returns Undefined where there is nothing to be explained. */
function sightOf(answer: Answer): HandoffSight | undefined {
  if (answer.kind === 'refused') return { kind: 'refused', code: answer.code }
  if (answer.kind !== 'ok') return undefined
  switch (answer.result.kind) {
    case 'change': return { kind: 'changed', status: answer.result.handoff.status, version: answer.result.handoff.version, replayed: answer.result.replayed }
    case 'get': {
      const { handoff: { status, version }, events } = answer.result
      // Where there are no versions, nothing says how many events there are to be.
      const counted = version !== undefined
      return { kind: 'read', status, version, events: counted ? events.length : undefined, lastEvent: counted ? events.at(-1)?.to_status : undefined }
    }
    case 'inbox':
    case 'whoami': return undefined
  }
}

function payloadOf(operation: Extract<Operation, { readonly kind: 'send' | 'acknowledge' | 'update_status' }>): string {
  const { idempotency_key: _, ...input } = operation.input
  return canonicalJson({ kind: operation.kind, input: input as unknown as Json })
}

function keySight(entry: HandoffEntry): Entry<KeyQuestion, KeySight> {
  const { index, client, ending, invokedAt, returnedAt, operation: { operation }, answer } = entry
  const payload = operation.kind === 'send' || operation.kind === 'acknowledge' || operation.kind === 'update_status' ? payloadOf(operation) : ''
  return { index, client, ending, invokedAt, returnedAt, operation: { payload }, answer: answer === undefined ? undefined : keyAnswer(answer) }
}

function keyAnswer(answer: Answer): KeySight | undefined {
  if (answer.kind === 'refused') return { kind: 'refused', code: answer.code }
  if (answer.kind !== 'ok' || answer.result.kind !== 'change') return undefined
  const { handoff: { id, status, version }, replayed } = answer.result
  return { kind: 'done', result: JSON.stringify([id, status, version ?? null]), replayed }
}
