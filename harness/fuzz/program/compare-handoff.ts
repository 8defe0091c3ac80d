/** A handoff that a target shows, held against the one that the model has, field by field, and against how it was shown before. */
import type { SeenHandoff } from '../../handoff/contract.ts'
import type { Adapter } from '../../target/adapter.ts'
import { lastEvent } from '../model/world.ts'
import type { ModelHandoff } from '../model/world.ts'
import type { Book } from './book.ts'
import { difference } from './difference.ts'
import type { Difference } from './difference.ts'

export interface Comparing {
  readonly book: Book
  readonly adapter: Adapter
  /** Whether the target's clock is that of the model, so that its times are known. */
  readonly exactTimes: boolean
  /** Whether callers show no credentials, as over stdio, so that nobody is told that theirs are bad. */
  readonly withoutCredentials: boolean
}

/** @param partial True where what it says of itself may be shortened, as in a list. */
export function handoffDifference(model: ModelHandoff, seen: SeenHandoff, comparing: Comparing, partial = false): Difference | undefined {
  const { book, adapter } = comparing
  const has = (name: string): boolean => adapter.handoff[name] !== undefined
  const wanted: Readonly<Record<string, unknown>> = {
    id: book.idOf(model.number), thread_id: book.threadOf(model.thread, seen.thread_id ?? ''), parent_id: model.parent === undefined ? undefined : book.idOf(model.parent), depth: model.depth,
    sender: book.idOfAgent(model.sender), recipient: book.idOfAgent(model.recipient), ...model.content,
    sensitivity: model.sensitivity, priority: model.priority, status: model.status, version: model.version,
  }
  const shown: Readonly<Record<string, unknown>> = { ...seen }
  for (const [name, want] of Object.entries(wanted)) {
    if (!has(name) || (partial && shown[name] === undefined)) continue
    if (JSON.stringify(shown[name]) !== JSON.stringify(want)) return difference('handoffs', inWords(name, want), inWords(name, shown[name], 'another'))
  }
  const wrongTime = timeProblem(model, seen, comparing)
  if (wrongTime !== undefined && !(partial && shown[wrongTime.field] === undefined)) return difference('handoffs', wrongTime.expected, wrongTime.got)
  if (partial && Object.keys(adapter.handoff).some((name) => shown[name] === undefined && name !== 'parent_id' && name !== 'expires_at')) return undefined
  const before: Readonly<Record<string, unknown>> = { ...book.view(model.number, model.version, seen) }
  const field = Object.keys(adapter.handoff).find((name) => JSON.stringify(before[name]) !== JSON.stringify(shown[name]))
  return field === undefined ? undefined : difference('unchanged', `${field} as it was shown before at version ${model.version}`, 'another one')
}

/** Numbers and words of the contract are told, texts and ids are not. */
function inWords(name: string, value: unknown, other = 'as sent'): string {
  if (value === undefined) return `${name} absent`
  if (typeof value === 'number' || ['status', 'sensitivity', 'priority'].includes(name)) return `${name} ${JSON.stringify(value).replaceAll('"', '')}`
  return `${name} ${other === 'as sent' && (name === 'id' || name.endsWith('_id')) ? 'that of the handoff that it belongs to' : other}`
}

interface TimeProblem {
  readonly field: 'created_at' | 'updated_at' | 'expires_at'
  readonly expected: string
  readonly got: string
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function timeProblem(model: ModelHandoff, seen: SeenHandoff, { adapter, exactTimes }: Comparing): TimeProblem | undefined {
  const { created_at: created, updated_at: updated, expires_at: expires } = seen
  const changed = lastEvent(model)
  for (const field of ['created_at', 'updated_at'] as const) {
    if (adapter.handoff[field] !== undefined && !instant.test(seen[field] ?? '')) return { field, expected: `${field} in UTC with milliseconds`, got: seen[field] === undefined ? 'absent' : 'another form' }
  }
  if (adapter.handoff['expires_at'] !== undefined && (model.expiresAt === undefined) !== (expires === undefined)) {
    return { field: 'expires_at', expected: model.expiresAt === undefined ? 'no expires_at' : 'an expires_at', got: model.expiresAt === undefined ? 'one' : 'none' }
  }
  if (created !== undefined && updated !== undefined && updated < created) return { field: 'updated_at', expected: 'updated_at not before created_at', got: 'before it' }
  if (created !== undefined && expires !== undefined && model.expiresAt !== undefined) {
    const off = Date.parse(expires) - Date.parse(created) - (model.expiresAt - model.createdAt)
    if (Math.abs(off) > (exactTimes ? 0 : 1_000)) return { field: 'expires_at', expected: `expires_at ${(model.expiresAt - model.createdAt) / 1_000} s after created_at`, got: `${off} ms beside that` }
  }
  if (!exactTimes) return undefined
  if (created !== undefined && Date.parse(created) !== model.createdAt) return { field: 'created_at', expected: 'created_at the time of the send', got: 'another time' }
  if (updated === undefined) return undefined
  const off = Date.parse(updated) - changed.at
  // Whoever applies an expiry may say when it was due, or when it was seen.
  if (changed.actor === 'server' ? off < 0 : off !== 0) return { field: 'updated_at', expected: 'updated_at the time of the last change', got: 'another time' }
  return undefined
}
