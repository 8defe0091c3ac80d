/** What the server counts about itself: numbers and names of ours, never anything that an agent wrote. */
import type { ErrorCode } from '../handoff/errors.ts'
import type { StoreErrorCode } from '../store/errors.ts'

/** A change of a handoff that is counted; `accepted` is the first claim alone. */
export const countedChanges = ['created', 'accepted', 'completed', 'expired'] as const
export type CountedChange = (typeof countedChanges)[number]

/** Where things are noted when they have happened. Nothing here throws or waits. */
export interface Metrics {
  /** One handoff changed, and it is on disk. */
  changed(change: CountedChange): void
  /** A call was answered with this error. */
  denied(code: ErrorCode): void
  /** The store could not do what it was asked to; `locked`: it gave up waiting. */
  storeFailed(code: StoreErrorCode): void
  /** The store waits for somebody's lock and tries again. */
  storeRetried(): void
  /** @param tool A name of the server's own table. @param seconds Until it was answered, whatever the answer was. */
  toolAnswered(tool: string, seconds: number): void
}

/** For a server that was not asked to count. */
export const noMetrics: Metrics = {
  changed: () => undefined,
  denied: () => undefined,
  storeFailed: () => undefined,
  storeRetried: () => undefined,
  toolAnswered: () => undefined,
}
