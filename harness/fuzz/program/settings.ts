/** What programs are made of: what the target has, and what its driver can do. */
import type { HandoffAbility } from '../../target/adapter.ts'

export interface Settings {
  /** How many agents take part, from two to four. */
  readonly agents: number
  /** How many steps a program has. */
  readonly steps: { readonly least: number; readonly most: number }
  /** What the target lacks is neither done nor compared. */
  readonly abilities: ReadonlySet<HandoffAbility>
  /** Whether the registry is edited between the steps. */
  readonly policy: boolean
  /** Whether the clock is set: time passes by steps alone, and times are known exactly. */
  readonly clock: boolean
  readonly restart: boolean
  readonly maxDepth: number
  /** How deep children are sent, where nobody knows the limit of the target; else beyond it. */
  readonly deepest?: number
}
