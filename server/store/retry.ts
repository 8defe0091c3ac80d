/** Waits for a lock without blocking the event loop: short pauses with jitter, up to a deadline. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './sqlite-result.ts'

/** How long an operation tries before it gives up, in ms. */
export const patienceMs = 2_000

const longestPauseMs = 50

/** The pause before the next attempt, in ms: grows with the attempts, never in step with another process. */
export function pauseMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestPauseMs, 4 * 2 ** Math.min(attempt, 10))
  return 1 + random() * ceiling
}

/**
 * Runs `work` until it is not refused for a lock, for at most `limitMs`; then throws the last refusal.
 * @param retried Told before each pause.
 */
export async function retryWhileBusy<T>(work: () => T, retried: () => void = () => undefined, limitMs: number = patienceMs): Promise<T> {
  const deadline = performance.now() + limitMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    retried()
    await sleep(pauseMs(attempt))
  }
}
