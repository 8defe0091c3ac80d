/**
 * What the HTTP stack is made from. The MCP server factory is a parameter, so that a fixture server can be mounted
 * on the very same guards.
 */
import type { EventStore, Server, ServerContext, ServerEventBus } from '@modelcontextprotocol/server'
import type { ErrorCode } from '../handoff/errors.ts'
import type { Caller, Clock } from '../handoff/types.ts'
import type { PolicySource } from '../registry/policy.ts'
import type { ToolResult } from '../tools/tool.ts'

export interface McpFactoryContext {
  readonly era: 'modern' | 'legacy'
  /**
   * Who sent a request, under the policy that let it in: asked at each request, since a session outlives a policy.
   * Throws `HandoffError` where the caller is no longer allowed (stdio; over HTTP the guards answer before).
   */
  readonly callerOf: (request: ServerContext) => Caller
}

/** Builds a fresh MCP server object for one request (or one session): never shared between requests. */
export type McpFactory = (context: McpFactoryContext) => Server

export interface HttpLimits {
  /** Body of an MCP message, in bytes (default 8 MiB). */
  readonly maxBodyBytes: number
  /** Calls a minute and identity (default 600). */
  readonly ratePerMinute: number
  /** Refused credentials a minute and address (default 60). */
  readonly refusalsPerMinute: number
}

export interface HttpStackOptions {
  readonly policy: PolicySource
  /** Asked by `/readyz` (default: nothing is stored, so nothing can be missing). */
  readonly isStoreUsable?: () => boolean
  readonly mcp: McpFactory
  /** Answers `POST /projects/{project_id}/handoff/accept`; rejects never (default: there is no such path). */
  readonly acceptHandoff?: (given: Readonly<Record<string, unknown>>, caller: Caller) => Promise<ToolResult>
  readonly clock: Clock
  /** Hostnames without port that `Host` may name; empty: those of the loopback interface. */
  readonly allowedHosts: readonly string[]
  /** Origins or hostnames that `Origin` may name; empty: those of the loopback interface. */
  readonly allowedOrigins: readonly string[]
  readonly limits: HttpLimits
  /** The input schema of a tool, for the fields that mirror its parameters (default: no tool has any). */
  readonly inputSchemaOf?: (tool: string) => unknown
  /** The parameter that `Mcp-Name` repeats for a method of an extension (default: there are no such methods). */
  readonly nameParamOf?: (method: string) => string | undefined
  /** Stands before `subscriptions/listen`, and may change what it is asked and what it answers (default: nothing does). */
  readonly listen?: (agentId: string, message: unknown, next: (message: unknown) => Promise<Response>) => Promise<Response>
  /** Serve sessions to 2025 clients: an own server object a session, bound to its identity (default false). */
  readonly sessions?: boolean
  /** Refuse 2025 clients, and tell them which revisions there are (default false). */
  readonly modernOnly?: boolean
  /** Serve 2025 clients alone, as if there were no later revision (default false). */
  readonly legacyOnly?: boolean
  /** Makes the store of what a new session sends, so that its streams can be resumed (default: they cannot). */
  readonly eventStore?: () => EventStore
  /** What `subscriptions/listen` streams listen to (default: a bus on which nothing is ever published). */
  readonly bus?: ServerEventBus
  /** How often open streams and sessions are held against the policy, in ms (default 250). */
  readonly sweepIntervalMs?: number
  /** How long a session may be idle, in ms (default 10 minutes). */
  readonly sessionIdleMs?: number
  /** Told of each call that is refused before it reaches a tool, for a reason that tools know too (default: nobody is). */
  readonly denied?: (code: ErrorCode) => void
  /** Receives one line a noteworthy event: never a credential, never a body. */
  readonly log: (line: string) => void
}

export interface HttpStack {
  /** Resolves with the bound address; port 0 picks a free one. Rejects with a clear error where the port is in use. */
  listen(options: { host: string; port: number }): Promise<{ readonly host: string; readonly port: number }>
  /** Stops accepting, answers what is in flight, closes idle connections at once, drains up to `drainMs`. */
  close(options?: { drainMs?: number }): Promise<void>
}
