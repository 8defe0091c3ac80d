/**
 * Makes an evidence folder ready for a run: creates it, locks it, and, once the run has something to write, clears it
 * of what an earlier run of ours wrote. A file that no manifest of ours names, or that was changed since, is
 * somebody's own: then the run is refused.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { HarnessError } from '../errors.ts'
import { reasonOf } from '../files/reason-of.ts'
import { attestationName, namesManifest } from './attestation.ts'
import { temporaryName } from '../files/atomic-write.ts'
import { type FolderLock, lockFolder, lockName } from './lock.ts'
import { filesNamedBy, manifestName, sha256 } from './manifest.ts'

/** Files that people and systems keep in any folder; they are left alone and are no evidence. */
const harmless = new Set(['.gitignore', '.gitkeep', '.gitattributes', '.DS_Store'])

export interface ReadyFolder {
  readonly path: string
  readonly lock: FolderLock
  /** Removes what the earlier run wrote; only the first call does anything. */
  clear(): void
  /** Takes the lock away, and the folder too where this run made it and nothing is in it. */
  abandon(): void
}

/** @throws HarnessError `evidence_unwritable`, `evidence_foreign`, `evidence_locked` */
export function prepareFolder(folder: string): ReadyFolder {
  const path = resolve(folder)
  const made = guarded(path, () => mkdirSync(path, { recursive: true, mode: 0o755 }))
  const lock = guarded(path, () => lockFolder(path))
  const abandon = (): void => {
    lock.release()
    if (made !== undefined) removeEmptyFolders(path, made)
  }
  try {
    let old: readonly string[] | undefined = guarded(path, () => filesOfEarlierRun(path, lock.abandoned))
    const clear = (): void => {
      for (const name of old ?? []) removeFile(path, name)
      old = undefined
    }
    return { path, lock, clear, abandon }
  } catch (error) {
    abandon()
    throw error
  }
}

function guarded<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('evidence_unwritable', `the evidence folder ${path} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
}

/** In the order in which they may be removed: the manifest, which names the others, comes last. */
function filesOfEarlierRun(folder: string, abandoned: readonly string[]): string[] {
  const named = namedFiles(folder)
  const names = [...abandoned, ...named.keys()]
  const ours = new Set([...names, ...names.map(temporaryOf)])
  const there = filesBelow(folder)
  const foreign = there.filter((name) => !isOurs(folder, name, ours, named, abandoned))
  if (foreign.length > 0) {
    const others = foreign.length === 1 ? '' : ` and ${foreign.length - 1} more`
    throw new HarnessError('evidence_foreign', `the evidence folder ${folder} holds ${JSON.stringify(foreign[0])}${others}, which no run wrote or somebody changed`)
  }
  // A name that leads through a link, such as one in place of a .gitignore, is that of a file outside.
  return [...there.filter((name) => ours.has(name) && name !== manifestName), manifestName]
}

function isOurs(folder: string, name: string, ours: ReadonlySet<string>, named: ReadonlyMap<string, string>, abandoned: readonly string[]): boolean {
  if (name === lockName || harmless.has(name)) return true
  if (!ours.has(name) || !lstatSync(join(folder, name)).isFile()) return false
  const hash = named.get(name)
  return hash === undefined || hash === '' || abandoned.includes(name) || hash === sha256(readFileSync(join(folder, name)))
}

/** The names in the folder's manifest with their hashes; without one itself and the attestation that stands for it. */
function namedFiles(folder: string): Map<string, string> {
  const text = readIfThere(folder, manifestName)
  const files = text === undefined ? undefined : filesNamedBy(text)
  if (text === undefined || files === undefined) return new Map()
  const named = new Map([[manifestName, ''], ...files.map(({ name, sha256 }): [string, string] => [name, sha256])])
  if (namesManifest(readIfThere(folder, attestationName) ?? '', sha256(Buffer.from(text)))) named.set(attestationName, '')
  return named
}

function readIfThere(folder: string, name: string): string | undefined {
  const path = join(folder, name)
  try {
    return lstatSync(path).isFile() ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** Every entry that is no folder, by its relative name with forward slashes. Links are not followed, as readdir's own recursion does. */
function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(folder, `${below}${entry.name}/`) : [below + entry.name]))
    .sort()
}

const temporaryOf = (name: string): string => temporaryName(name).split(sep).join('/')

function removeFile(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true })
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(join(folder, parent))
    } catch {
      return
    }
  }
}

function removeEmptyFolders(path: string, first: string): void {
  for (let folder = path; folder.startsWith(first); folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}
