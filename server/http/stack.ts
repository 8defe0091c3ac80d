/**
 * What the HTTP stack is made from. The MCP server factory is a parameter, so that a fixture server can be mounted
 * on the very same guards.
 */
import type { Server } from '@modelcontextprotocol/server'
import type { Caller, Clock } from '../handoff/types.ts'
import type { PolicySource } from '../registry/policy.ts'

/** Builds a fresh MCP server object for one request (or one session): never shared between requests. */
export type McpFactory = (context: { readonly caller: Caller; readonly era: 'modern' | 'legacy' }) => Server

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
  readonly mcp: McpFactory
  readonly clock: Clock
  /** Hostnames without port that `Host` may name; empty: those of the loopback interface. */
  readonly allowedHosts: readonly string[]
  /** Origins or hostnames that `Origin` may name; empty: those of the loopback interface. */
  readonly allowedOrigins: readonly string[]
  readonly limits: HttpLimits
  /** Serve sessions to 2025 clients: an own server object a session, bound to its identity (default false). */
  readonly sessions?: boolean
  /** Receives one line a noteworthy event: never a credential, never a body. */
  readonly log: (line: string) => void
}

export interface HttpStack {
  /** Resolves with the bound address; port 0 picks a free one. Rejects with a clear error where the port is in use. */
  listen(options: { host: string; port: number }): Promise<{ readonly host: string; readonly port: number }>
  /** Stops accepting, answers what is in flight, closes idle connections at once, drains up to `drainMs`. */
  close(options?: { drainMs?: number }): Promise<void>
}
