/** What the harness is told about a target before it has asked it anything. */
import type { AcceptanceMapping } from './acceptance.ts'
import type { Adapter } from './adapter.ts'
import type { AuthKind, RegistryClaim } from './profile.ts'

export interface TargetClaims {
  /** Absent: a target for which a token is given, or that demands one, has `static-bearer`, any other `none`. */
  readonly auth?: AuthKind
  /** Absent: discovered. */
  readonly revisions?: readonly string[]
  /** Absent: the target hands off nothing that the harness may use. */
  readonly adapter?: Adapter
  /** Tools that may be called although they are not annotated as read-only. */
  readonly readOnlyTools?: readonly string[]
  /** The arguments of those tools, by name. */
  readonly calls?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** How it checks handoff envelopes; absent: as its adapter says. */
  readonly acceptHandoff?: AcceptanceMapping
  /** The depth of the last child that a chain of handoffs may have (a root has 0). Absent: unknown. */
  readonly maxDepth?: number
  /** The path of the `server.json` by which it is published. */
  readonly manifest?: string
  /** The form of the registry that the harness writes for it. */
  readonly registry?: RegistryClaim
}

export interface TargetInput {
  readonly name: string
  readonly claims: TargetClaims
  /** Default false: only the loopback interface is spoken to. */
  readonly allowRemote?: boolean
  /** Exchanges a second at most, over all cases. Default: as fast as it answers. */
  readonly ratePerSecond?: number
  /** Whether cases may do what cannot be undone (default false). */
  readonly allowDestructive?: boolean
  /** The revision that probes use. Default: the newest that is spoken. */
  readonly revision?: string
}
