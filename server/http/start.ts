/** Puts registry, store, tools and HTTP stack together into one running server. */
import type { Clock } from '../handoff/types.ts'

export interface StartHttpOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** Path of the SQLite file. */
  readonly db: string
  /** Path of `agents.yaml`. */
  readonly registry: string
  readonly allowedHosts?: readonly string[]
  readonly allowedOrigins?: readonly string[]
  /** Canonical input of a handoff tool, in bytes (default 32 768). */
  readonly maxMessageBytes?: number
  /** Default 8. */
  readonly maxHandoffDepth?: number
  /** Calls a minute and identity (default 600). */
  readonly ratePerMinute?: number
  /** Refused credentials a minute and address (default 60). */
  readonly refusalsPerMinute?: number
  /** Seconds a degraded policy may be used; undefined: for ever. */
  readonly policyMaxStaleS?: number
  readonly clock?: Clock
  /** Receives log lines without line end; default: stderr. */
  readonly log?: (line: string) => void
}

export interface RunningServer {
  readonly url: URL
  /** Graceful shutdown; resolves when everything is closed and the store is checkpointed. */
  close(options?: { drainMs?: number }): Promise<void>
}

export function startHttpServer(_options: StartHttpOptions): Promise<RunningServer> {
  throw new Error('being written')
}
