/**
 * Keeps two runs out of one folder, and remembers which files a run was about to write: what a killed run left behind
 * is then known to be ours.
 */
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { HarnessError } from '../errors.ts'
import { writeAtomically, writeFully } from '../files/atomic-write.ts'
import { staysInside } from './manifest.ts'

export const lockName = '.handoff-conformance.lock'

export interface FolderLock {
  /** Names left by a run that was killed in this folder. */
  readonly abandoned: readonly string[]
  /** Says that a file is about to be written. */
  announce(name: string): void
  release(): void
}

interface LockContent {
  readonly nonce: string
  readonly pid: number
  readonly host: string
  /** When the process started, in the system's own ticks; tells a reused process id apart. */
  readonly processStart: string
  readonly files: readonly string[]
}

/** The nonces of the locks that this process holds. */
const held = new Set<string>()

/** @throws HarnessError `evidence_locked`; errors of the file system as they are. */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, lockName)
  const own: LockContent = { nonce: randomUUID(), pid: process.pid, host: hostname(), processStart: processStart(process.pid), files: [] }
  const abandoned: string[] = []
  // A second round follows the removal of an abandoned lock; a third means that others come and go.
  for (let round = 0; round < 3; round++) {
    if (create(file, own)) {
      held.add(own.nonce)
      return heldLock(file, own, abandoned)
    }
    const other = read(file)
    if (other === undefined) continue
    if (isAlive(other)) throw locked(folder, other)
    if (takeAway(file, other)) abandoned.push(...other.files)
  }
  throw locked(folder, read(file))
}

function heldLock(file: string, own: LockContent, abandoned: readonly string[]): FolderLock {
  // Until the next manifest is there, what was abandoned must stay known as ours.
  const files = new Set(abandoned)
  if (files.size > 0) writeAtomically(file, encode({ ...own, files: [...files] }))
  return {
    abandoned,
    announce(name) {
      if (files.has(name)) return
      files.add(name)
      writeAtomically(file, encode({ ...own, files: [...files] }))
    },
    release() {
      if (!held.delete(own.nonce)) return
      rmSync(file, { force: true })
    },
  }
}

function create(file: string, own: LockContent): boolean {
  let handle: number
  try {
    handle = openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeFully(handle, encode(own))
    fsyncSync(handle)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
  return true
}

/** Removes exactly the lock that was seen; where another took its place meanwhile, that one is put back. */
function takeAway(file: string, seen: LockContent): boolean {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return false
  }
  const same = read(aside)?.nonce === seen.nonce
  try {
    if (!same) linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
  return same
}

function read(file: string): LockContent | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  const unknown: LockContent = { nonce: text, pid: 0, host: '', processStart: '', files: [] }
  try {
    const data = JSON.parse(text) as Partial<LockContent>
    const files = (Array.isArray(data.files) ? data.files : []).filter((name): name is string => typeof name === 'string' && staysInside(name))
    return { nonce: String(data.nonce), pid: Number(data.pid), host: String(data.host), processStart: String(data.processStart), files }
  } catch {
    // A lock that is just being written, or one that was cut short when its writer died.
    return unknown
  }
}

/** Whether the process that wrote the lock still runs; one on another host cannot be asked and counts as alive. */
function isAlive(lock: LockContent): boolean {
  if (held.has(lock.nonce)) return true
  if (!Number.isInteger(lock.pid) || lock.pid <= 0) return true
  if (lock.host !== hostname()) return true
  if (lock.pid === process.pid) return false
  try {
    process.kill(lock.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return lock.processStart === '' || lock.processStart === processStart(lock.pid)
}

/** Field 22 of Linux's process status; empty where there is none. */
function processStart(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function encode(content: LockContent): Uint8Array {
  return Buffer.from(`${JSON.stringify(content)}\n`)
}

function locked(folder: string, other: LockContent | undefined): HarnessError {
  const who = other !== undefined && other.pid > 0 ? ` (process ${other.pid} on ${other.host})` : ''
  return new HarnessError('evidence_locked', `another run${who} is writing into ${folder}`, {
    remedy: `Wait for it to end, or choose another folder with --evidence DIR. If no other run is there, delete ${join(folder, lockName)}.`,
  })
}
