/**
 * A lock file that one process at a time can hold. It appears with its content at once (a hard link to a finished file,
 * which fails where the name exists), and the lock of a dead process is taken over in a way that two successors
 * cannot both believe to have it: only under a second lock, by replacing what is still the dead one's.
 */
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../errors.ts'
import { isDead, newOwner, parseOwner, type Owner } from './owner.ts'

export interface Lock {
  release(): void
}

/** Locks above this depth guard the takeover of a takeover; the last one is left to the user. */
const maxDepth = 3

/**
 * @param timeoutMs How long to wait for a living holder.
 * @throws CommandError `registry_locked`, `registry_write_failed`
 */
export async function acquireLock(path: string, timeoutMs = 10_000): Promise<Lock> {
  try {
    const lock = await acquire(path, Date.now() + timeoutMs, 0)
    removeLeftovers(path)
    return lock
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError('registry_write_failed', `the lock ${path} cannot be written (${String((error as NodeJS.ErrnoException).code)})`, 'check the free space and the rights of its folder', { cause: error })
  }
}

/** Prepared locks of processes that were killed before they had theirs. */
function removeLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue
    const leftover = join(dirname(path), name)
    const owner = readHolder(leftover)
    if (typeof owner === 'object' && isDead(owner) && owner.nonce === name.slice(-owner.nonce.length)) rmSync(leftover, { force: true })
  }
}

async function acquire(path: string, deadline: number, depth: number): Promise<Lock> {
  const mine = newOwner()
  const prepared = `${path}.${mine.nonce}`
  writeFileSync(prepared, JSON.stringify(mine), { flag: 'wx', mode: 0o600 })
  try {
    for (;;) {
      if (create(prepared, path)) return held(path, mine)
      const holder = readHolder(path)
      if (holder === 'gone') continue
      if (holder !== 'unknown' && isDead(holder) && depth < maxDepth) {
        if (await takeOver(path, holder, prepared, deadline, depth)) return held(path, mine)
        continue
      }
      if (Date.now() >= deadline) throw locked(path, holder)
      await sleep(10 + Math.random() * 20)
    }
  } finally {
    rmSync(prepared, { force: true })
  }
}

function create(prepared: string, path: string): boolean {
  try {
    linkSync(prepared, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** False if somebody else was faster. */
async function takeOver(path: string, dead: Owner, prepared: string, deadline: number, depth: number): Promise<boolean> {
  const guard = await acquire(`${path}.takeover`, deadline, depth + 1)
  try {
    const holder = readHolder(path)
    if (holder === 'gone' || holder === 'unknown' || holder.nonce !== dead.nonce) return false
    // The name is never free in between, so nobody can create it.
    renameSync(prepared, path)
    return true
  } finally {
    guard.release()
  }
}

function held(path: string, mine: Owner): Lock {
  return {
    release() {
      const holder = readHolder(path)
      if (typeof holder === 'object' && holder.nonce === mine.nonce) rmSync(path, { force: true })
    },
  }
}

function readHolder(path: string): Owner | 'gone' | 'unknown' {
  try {
    return parseOwner(readFileSync(path, 'utf8')) ?? 'unknown'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unknown'
  }
}

function locked(path: string, holder: Owner | 'unknown'): CommandError {
  const who = holder === 'unknown' ? 'somebody unknown' : `process ${holder.pid} on ${holder.host}`
  return new CommandError('registry_locked', `the registry is being edited by ${who}`, `try again; if no edit is running, delete ${path}`)
}
