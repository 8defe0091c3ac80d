/** Each test file runs in a process group of its own, so that everything it started can be found and ended. */
import { setTimeout as delay } from 'node:timers/promises'

/** True while any process of the group is alive. */
export function groupAlive(leader: number): boolean {
  return signalGroup(leader, 0)
}

/**
 * Waits for the last processes of a group whose leader has ended, for they may still be on their way out.
 * @param graceMs How long to wait.
 * @returns True where one was still there and had to be killed.
 */
export async function endGroup(leader: number, graceMs: number): Promise<boolean> {
  const deadline = Date.now() + graceMs
  while (groupAlive(leader)) {
    if (Date.now() > deadline) {
      signalGroup(leader, 'SIGKILL')
      return true
    }
    await delay(50)
  }
  return false
}

/** @returns False where no such group is left. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
