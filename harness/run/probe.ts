/**
 * A probe is the well-formed request that a negative case spoils: how to build it, how to tell that it succeeded,
 * and, where it writes, how to count what took effect by a read.
 */
import type { Identity } from '../fixture/driver.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'

export interface Probe {
  /** In words, for example `handoff_send to beta` or `tools/list`. */
  readonly name: string
  /** A new probe of the same kind with a marker of its own, so that its effects can be told from all others. */
  fresh(): Probe
  /** The request with this identity's credentials, or with none. The same arguments give the same request. */
  request(identity: Identity | undefined): HttpRequest
  /** Undefined when it succeeded: a complete JSON-RPC result with the right id; else what was wrong, in words. */
  failure(reaction: Reaction): string | undefined
  /** How many times this probe's marker took effect, by a read with good credentials; undefined for a read probe. */
  effects?(): Promise<number>
}
