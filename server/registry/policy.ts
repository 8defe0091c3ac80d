/**
 * The policy as everything else sees it: an immutable snapshot of the registry, named by the SHA-256 of its bytes.
 * Every operation reads one snapshot, from authentication to commit.
 */

export const ceilings = ['public-safe', 'internal', 'restricted'] as const
export type Ceiling = (typeof ceilings)[number]

export interface Agent {
  readonly id: string
  readonly displayName: string
  readonly enabled: boolean
  /** Ids, or `*` alone. */
  readonly sendTo: ReadonlySet<string>
  readonly receiveFrom: ReadonlySet<string>
  readonly disclosureCeiling: Ceiling
  /** Lower-case hex. */
  readonly tokenSha256: string | undefined
  /** ms since the epoch. */
  readonly expiresAt: number | undefined
}

export interface Project {
  readonly id: string
  readonly name: string
}

export interface PolicySnapshot {
  /** SHA-256 of the registry's bytes, lower-case hex. */
  readonly revision: string
  readonly agents: ReadonlyMap<string, Agent>
  /** Agents by the hex SHA-256 of their token. */
  readonly byToken: ReadonlyMap<string, Agent>
  readonly projects: readonly Project[]
}

export type PolicyState = 'ready' | 'degraded' | 'unavailable'

/** Where snapshots come from. */
export interface PolicySource {
  /** The snapshot in force; reads the file's content each time. Throws `HandoffError('policy_unavailable')`. */
  current(): PolicySnapshot
  /** `degraded`: a broken edit, the last good snapshot is in force. `unavailable`: none, or staler than allowed. */
  state(): PolicyState
  /** Why it is not ready, for the log and never for a caller. */
  problem(): string | undefined
}
