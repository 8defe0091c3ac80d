/** Waits, ending early when the run does. */
import { setTimeout as delay } from 'node:timers/promises'

/** @param ms In ms; not positive: no wait. @throws AbortError when the signal fires. */
export async function waitMs(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal })
}
