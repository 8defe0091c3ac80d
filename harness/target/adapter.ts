/**
 * An adapter maps the handoff contract to a target's own tool names, argument names and result paths. It is data, so
 * that a target needs no code of its own.
 */
import type { OperationKind, Status } from '../handoff/contract.ts'
import type { AcceptanceMapping } from './acceptance.ts'
import { agentHandoffMcpAdapter } from './adapters/agent-handoff-mcp.ts'
import { referenceAdapter } from './adapters/reference.ts'

export { referenceAdapter }

/** How one operation of the contract is called at a target. */
export interface OperationMapping {
  readonly tool: string
  /** The target's own names of arguments, by those of the contract. What is not here the target does not take. */
  readonly arguments: Readonly<Record<string, string>>
  /** Paths in the structured result, such as `handoff.id`, by the contract's names of results. */
  readonly results: Readonly<Record<string, string>>
}

export interface Adapter {
  readonly name: string
  /** The file that it was read from, as a target file calls it; absent: it is built in. */
  readonly source?: string
  readonly operations: Readonly<Record<OperationKind, OperationMapping>>
  /** Paths within one handoff, by the contract's fields. `id`, `status`, `sender` and `recipient` are needed. */
  readonly handoff: Readonly<Record<string, string>>
  /** Paths within one event, by the contract's fields. `actor` and `to_status` are needed. */
  readonly event: Readonly<Record<string, string>>
  /** Paths in the structured result of a refused call; absent where the target has no codes. */
  readonly error?: { readonly code: string; readonly field?: string; readonly retryable?: string }
  /** States of the contract that the target has no word for: nothing is ever in them there. */
  readonly unknownStatuses?: readonly Status[]
  /** Whether an inbox lists the newest first by the time of creation. */
  readonly newestFirst: boolean
  /** How the target checks handoff envelopes, where it lists such a tool. */
  readonly acceptHandoff?: AcceptanceMapping
}

/** What an adapter's target has of the contract. */
export const handoffAbilities = ['error-codes', 'expiry', 'versions', 'paging', 'sent-box', 'send-keys', 'transition-keys', 'replayed', 'event-chain'] as const
export type HandoffAbility = (typeof handoffAbilities)[number]

/** Read off the mapping, so that the two cannot contradict each other. */
export function abilitiesOf({ operations: { send, inbox, acknowledge, update_status: updateStatus }, handoff, event, error }: Adapter): ReadonlySet<HandoffAbility> {
  const has: Readonly<Record<HandoffAbility, boolean>> = {
    'error-codes': error !== undefined,
    'expiry': send.arguments['expires_in_s'] !== undefined && handoff['expires_at'] !== undefined,
    'versions': handoff['version'] !== undefined && acknowledge.arguments['expected_version'] !== undefined && updateStatus.arguments['expected_version'] !== undefined,
    'paging': inbox.arguments['cursor'] !== undefined && inbox.results['next_cursor'] !== undefined,
    'sent-box': inbox.arguments['box'] !== undefined,
    'send-keys': send.arguments['idempotency_key'] !== undefined,
    'transition-keys': acknowledge.arguments['idempotency_key'] !== undefined && updateStatus.arguments['idempotency_key'] !== undefined,
    'replayed': send.results['replayed'] !== undefined,
    'event-chain': event['hash'] !== undefined && event['prev_hash'] !== undefined && event['seq'] !== undefined,
  }
  return new Set(handoffAbilities.filter((ability) => has[ability]))
}

const builtIn: readonly Adapter[] = [referenceAdapter, agentHandoffMcpAdapter]

/** A built-in adapter by its name. */
export function adapterNamed(name: string): Adapter | undefined {
  return builtIn.find((adapter) => adapter.name === name)
}

/** The adapter of a target: what its file maps, else the built-in one of that name. */
export function adapterOf({ adapter, mapping }: { readonly adapter: string | undefined; readonly mapping?: Adapter }): Adapter | undefined {
  return mapping ?? (adapter === undefined ? undefined : adapterNamed(adapter))
}

/** The names of the built-in adapters. */
export const adapterNames: readonly string[] = builtIn.map(({ name }) => name)

/** The value at a dotted path of own members; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string, unknown>)[name]
  }
  return at
}

/**
 * Input of an operation in the target's own names. What the target does not take is left out.
 * @param input In the contract's names; a member that is undefined is none.
 */
export function argumentsFor({ operations, unknownStatuses = [] }: Adapter, kind: OperationKind, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = operations[kind].arguments
  return Object.fromEntries(Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || names[name] === undefined) return []
    return [[names[name], name === 'statuses' && Array.isArray(value) ? knownOf(value, unknownStatuses) : value]]
  }))
}

/** Without what the target has no word for, where something is left: it lists the same then. */
function knownOf(wanted: readonly unknown[], unknown: readonly unknown[]): readonly unknown[] {
  const known = wanted.filter((status) => !unknown.includes(status))
  return known.length === 0 ? wanted : known
}
