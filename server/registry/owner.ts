/** Who holds a lock, told so well that a dead holder is known for dead even where its process id was given out again. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

export interface Owner {
  /** Differs for every lock that was ever taken. */
  readonly nonce: string
  readonly host: string
  readonly pid: number
  /** When the machine started and when the process started, where the system tells it; else empty. */
  readonly started: string
}

export function newOwner(): Owner {
  return { nonce: randomUUID(), host: hostname(), pid: process.pid, started: startOf(process.pid) }
}

/** Undefined where the text was not written by `newOwner`. */
export function parseOwner(text: string): Owner | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (value === null || typeof value !== 'object') return undefined
  const { nonce, host, pid, started } = value as Record<string, unknown>
  if (typeof nonce !== 'string' || typeof host !== 'string' || typeof started !== 'string') return undefined
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { nonce, host, pid, started }
}

/** Only an owner on this host can be known to be dead. */
export function isDead(owner: Owner): boolean {
  if (owner.host !== hostname()) return false
  if (!processExists(owner.pid)) return true
  const started = startOf(owner.pid)
  return owner.started !== '' && started !== '' && started !== owner.started
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in parentheses and may hold anything; the 22nd field is the 20th after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return ticks === undefined ? '' : `${boot}/${ticks}`
  } catch {
    return ''
  }
}
