/**
 * An adapter maps the handoff contract to a target's own tool names, argument names and result paths. It is data, so
 * that a target needs no code of its own.
 */
import type { AcceptanceMapping } from './acceptance.ts'

export interface SendMapping {
  readonly tool: string
  /** The target's own argument names. */
  readonly arguments: { readonly recipient: string; readonly title: string; readonly summary: string; readonly request: string }
  /** Path of the new handoff's id in the structured result, for example `handoff.id`. */
  readonly id: string
}

export interface InboxMapping {
  readonly tool: string
  readonly arguments: { readonly limit?: string; readonly cursor?: string }
  /** More arguments, as they are, that make the tool list every open handoff that the caller received. */
  readonly received: Readonly<Record<string, unknown>>
  /** Path of the list in the structured result. */
  readonly items: string
  readonly nextCursor?: string
  /** Paths within one item. */
  readonly title: string
  /** Only where items come newest first by this time. */
  readonly createdAt?: string
  /** The most items that one page may hold. */
  readonly pageSize: number
}

export interface WhoamiMapping {
  readonly tool: string
  /** Path of the caller's own id in the structured result. */
  readonly agentId: string
}

export interface Adapter {
  readonly name: string
  readonly whoami: WhoamiMapping
  readonly send: SendMapping
  readonly inbox: InboxMapping
  /** Path of the error code in the structured result of a refused call; absent where the target has no codes. */
  readonly errorCode?: string
  /** How the target checks handoff envelopes, where it lists such a tool. */
  readonly acceptHandoff?: AcceptanceMapping
}

/** The reference handoff server, and every server with its tools. */
export const referenceAdapter: Adapter = {
  name: 'reference',
  whoami: { tool: 'handoff_whoami', agentId: 'agent_id' },
  send: {
    tool: 'handoff_send',
    arguments: { recipient: 'recipient', title: 'title', summary: 'summary', request: 'request' },
    id: 'handoff.id',
  },
  inbox: {
    tool: 'handoff_inbox',
    arguments: { limit: 'limit', cursor: 'cursor' },
    received: { box: 'received', statuses: ['queued'] },
    items: 'handoffs',
    nextCursor: 'next_cursor',
    title: 'title',
    createdAt: 'created_at',
    pageSize: 20,
  },
  errorCode: 'error.code',
  acceptHandoff: {
    tool: 'accept_handoff',
    issueTool: 'issue_handoff_token',
    verifyTool: 'verify_handoff_token',
    path: '/projects/{project_id}/handoff/accept',
  },
}

const builtIn: readonly Adapter[] = [referenceAdapter]

/** A built-in adapter by its name. */
export function adapterNamed(name: string): Adapter | undefined {
  return builtIn.find((adapter) => adapter.name === name)
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
