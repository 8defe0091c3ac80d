/**
 * Tells when a file in a folder changes. Each folder is watched by itself, so that those in which no source lies, such
 * as `node_modules`, cost nothing; a burst of changes is one.
 */
import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Changes } from './changes.ts'

export interface FolderChangesOptions {
  readonly folder: string
  /** Files and folders that do not count, such as those that the runs write. */
  readonly ignore: readonly string[]
  /** How long it must be quiet until a burst is over, in ms (default 300). */
  readonly quietMs?: number
}

/** More are not watched: nobody's sources, or the root of a disk. */
const maxFolders = 2_000
const skipped = new Set(['node_modules', 'release-evidence', '__pycache__', 'target', 'vendor'])

export function watchFolder({ folder, ignore, quietMs = 300 }: FolderChangesOptions): Changes {
  const root = resolve(folder)
  const ignored = ignore.map((path) => resolve(path))
  const watchers = new Map<string, FSWatcher>()
  let heard: () => void = () => undefined
  let timer: NodeJS.Timeout | undefined

  const counts = (path: string): boolean =>
    !relative(root, path).split(sep).some((name) => skipped.has(name) || name.startsWith('.'))
    && !ignored.some((each) => path === each || path.startsWith(each + sep))
  const seen = (at: string, name: string | null): void => {
    const path = name === null ? at : join(at, name)
    if (path !== root && !counts(path)) return
    if (isFolder(path)) return add(path)
    clearTimeout(timer)
    timer = setTimeout(() => { heard() }, quietMs)
  }
  function add(at: string): void {
    if (watchers.has(at) || watchers.size >= maxFolders || (at !== root && !counts(at))) return
    try {
      const watcher = watch(at, (_event, name) => { seen(at, name) })
      watcher.on('error', () => { drop(at) })
      watchers.set(at, watcher)
      for (const entry of readdirSync(at, { withFileTypes: true })) if (entry.isDirectory()) add(join(at, entry.name))
    } catch {
      // A folder that cannot be read has nothing that a server would be started from.
      drop(at)
    }
  }
  function drop(at: string): void {
    watchers.get(at)?.close()
    watchers.delete(at)
  }

  add(root)
  return {
    waitsFor: `a change of a file in ${relative(process.cwd(), root) || 'this folder'}`,
    listen(hear) { heard = hear },
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
