/**
 * One handoff as the contract has it, asked one thing after the other: who may move it from where to where, what its
 * version says, and what an idempotency key gives back. Written from the contract, and from nothing else.
 */
import { passingCodes } from '../../handoff/contract.ts'
import type { RefusalCode, Status } from '../../handoff/contract.ts'
import type { Specification } from './history.ts'

/** What somebody asks of one handoff. */
export interface HandoffQuestion {
  /** `stranger`: neither of its two parties. */
  readonly role: 'sender' | 'recipient' | 'stranger'
  readonly what:
    | { readonly kind: 'send'; readonly key?: string }
    | { readonly kind: 'move'; readonly to: Status; readonly expectedVersion?: number; readonly key?: KeyUse }
    | { readonly kind: 'get' }
    /** Whether it is in a list of everything that the caller has in these states. */
    | { readonly kind: 'list'; readonly statuses: readonly Status[] }
}

export interface KeyUse {
  /** Of one identity. */
  readonly key: string
  /** Equal for equal inputs of equal tools. */
  readonly payload: string
  /** Whether the identity uses the key for something else than this handoff as well. */
  readonly elsewhere: boolean
}

/** What was seen of one handoff; what a target does not tell is undefined. */
export type HandoffSight =
  | { readonly kind: 'changed'; readonly status: Status; readonly version: number | undefined; readonly replayed: boolean | undefined }
  | { readonly kind: 'read'; readonly status: Status; readonly version: number | undefined; readonly events: number | undefined; readonly lastEvent: Status | undefined }
  | { readonly kind: 'listed'; readonly status: Status; readonly version: number | undefined }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly code: RefusalCode | 'unauthenticated' | undefined }

export interface HandoffState {
  readonly status: Status
  /** Grows by one with each change, and so does the number of events. */
  readonly version: number
  /** By key: what it was used for, and how that was answered. */
  readonly keys: ReadonlyMap<string, { readonly payload: string; readonly status: Status; readonly version: number }>
}

/** The table of the contract, without what time does. */
const moves: readonly (readonly [from: Status, to: Status, by: HandoffQuestion['role']])[] = [
  ['queued', 'accepted', 'recipient'], ['blocked', 'accepted', 'recipient'],
  ['queued', 'blocked', 'recipient'], ['accepted', 'blocked', 'recipient'],
  ['accepted', 'completed', 'recipient'], ['blocked', 'completed', 'recipient'],
  ['queued', 'cancelled', 'sender'],
]

/** The state of a handoff that has not been sent is null. */
export type MaybeHandoff = HandoffState | null

export const oneHandoff: Specification<MaybeHandoff, HandoffQuestion, HandoffSight> = {
  initial: null,
  step(state, { role, what }, sight) {
    if (sight?.kind === 'refused' && passingCodes.includes(sight.code)) return state
    if (what.kind === 'send') return sent(state, what.key, sight)
    if (what.kind === 'list') return listed(state, what.statuses, sight)
    if (state === null || role === 'stranger') return sight === undefined || isRefused(sight, 'not_found') ? state : undefined
    return what.kind === 'get' ? read(state, sight) : moved(state, role, what, sight)
  },
  key(state) {
    if (state === null) return ''
    let key = `${state.status} ${state.version}`
    for (const [name, { payload, version }] of state.keys) key += `\n${name} ${version} ${payload}`
    return key
  },
  isRead: ({ what }, sight) => what.kind === 'get' || what.kind === 'list' || sight?.kind === 'refused',
}

function isRefused(sight: HandoffSight, code: RefusalCode): boolean {
  // A target without codes refuses, and that is all.
  return sight.kind === 'refused' && (sight.code === undefined || sight.code === code)
}

/** Whether what was told of it is so; what was not told is. */
function agrees(told: number | undefined, is: number): boolean {
  return told === undefined || told === is
}

/** Which handoff a key of a send stands for is told by the object of the key: here it can only be this one. */
function sent(state: MaybeHandoff, key: string | undefined, sight: HandoffSight | undefined): MaybeHandoff | undefined {
  const created: HandoffState = { status: 'queued', version: 1, keys: new Map() }
  if (sight === undefined) return state === null ? created : undefined
  if (sight.kind !== 'changed' || sight.status !== 'queued' || !agrees(sight.version, 1)) return undefined
  if (state === null) return sight.replayed === true ? undefined : created
  return key !== undefined && sight.replayed !== false ? state : undefined
}

function listed(state: MaybeHandoff, statuses: readonly Status[], sight: HandoffSight | undefined): MaybeHandoff | undefined {
  const isThere = state !== null && statuses.includes(state.status)
  if (sight === undefined) return state
  if (sight.kind === 'absent') return isThere ? undefined : state
  return isThere && sight.kind === 'listed' && sight.status === state.status && agrees(sight.version, state.version) ? state : undefined
}

function read(state: HandoffState, sight: HandoffSight | undefined): HandoffState | undefined {
  if (sight === undefined) return state
  if (sight.kind !== 'read' || sight.status !== state.status) return undefined
  const isWhole = agrees(sight.version, state.version) && agrees(sight.events, state.version) && (sight.lastEvent ?? state.status) === state.status
  return isWhole ? state : undefined
}

type Move = Extract<HandoffQuestion['what'], { readonly kind: 'move' }>

/** After access: replay or conflict, then the version, then the lifecycle. */
function moved(state: HandoffState, role: HandoffQuestion['role'], { to, expectedVersion, key }: Move, sight: HandoffSight | undefined): HandoffState | undefined {
  const before = key === undefined ? undefined : state.keys.get(key.key)
  if (key !== undefined && before !== undefined) {
    if (sight === undefined) return state
    if (before.payload !== key.payload) return isRefused(sight, 'idempotency_conflict') ? state : undefined
    const isReplay = sight.kind === 'changed' && sight.replayed !== false && sight.status === before.status && agrees(sight.version, before.version)
    return isReplay ? state : undefined
  }
  if (key?.elsewhere === true && sight !== undefined && isRefused(sight, 'idempotency_conflict')) return state
  if (expectedVersion !== undefined && expectedVersion !== state.version) return sight === undefined || isRefused(sight, 'version_conflict') ? state : undefined
  if (!moves.some(([from, target, by]) => from === state.status && target === to && by === role)) return sight === undefined || isRefused(sight, 'illegal_transition') ? state : undefined
  const version = state.version + 1
  if (sight !== undefined && (sight.kind !== 'changed' || sight.replayed === true || sight.status !== to || !agrees(sight.version, version))) return undefined
  const keys = key === undefined ? state.keys : new Map([...state.keys, [key.key, { payload: key.payload, status: to, version }]])
  return { status: to, version, keys }
}
