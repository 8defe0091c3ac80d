/** What every operation on handoffs works with. */
import type { Store } from '../store/store.ts'
import type { Clock } from './types.ts'

export interface Domain {
  readonly store: Store
  readonly clock: Clock
  /** The deepest chain of parents; a root has depth 0. */
  readonly maxDepth: number
}
