/** Whether a process is there, and waiting for one to go: tests look at real processes. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** A process that has ended but was not yet waited for counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}

/** Resolves true once a condition holds; false after a generous time. */
export async function eventually(condition: () => boolean, timeoutMs = 20_000): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    if (condition()) return true
    await pause(20)
  }
  return condition()
}
