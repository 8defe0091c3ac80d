/** Puts new files in the place of old ones, and keeps those: at every moment there is one or the other, each of them whole. */
import { linkSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from '../errors.ts'
import { syncFolder } from '../registry/safe-file.ts'

export interface Replacement {
  /** A finished file in the folder of `to`. */
  readonly from: string
  readonly to: string
  /** Ends of the names of files that are a part of the old one, and would be taken for a part of the new one. */
  readonly parts: readonly string[]
}

/**
 * All or none of them, unless the process is killed in between: then what is done stays, and the old files are there under their other names.
 * @param suffix Put behind the name of each file that is kept.
 * @returns The names of the kept ones.
 * @throws CommandError `restore_failed`, after which everything is as it was
 */
export function replaceFiles(replacements: readonly Replacement[], suffix: string): string[] {
  const undo: (() => void)[] = []
  const kept: string[] = []
  try {
    for (const { to, parts } of replacements) {
      keepAside(to, `${to}${suffix}`, kept, undo)
      for (const end of parts) moveAside(`${to}${end}`, `${to}${suffix}${end}`, kept, undo)
    }
    for (const { from, to } of replacements) {
      renameSync(from, to)
      const aside = `${to}${suffix}`
      undo.push(() => (kept.includes(aside) ? renameSync(aside, to) : rmSync(to, { force: true })))
    }
    for (const folder of new Set(replacements.map(({ to }) => dirname(to)))) syncFolder(folder)
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw new CommandError('restore_failed', `the files could not be put in place (${String((error as NodeJS.ErrnoException).code)})`, 'check the rights of the folders; everything is as it was', { cause: error })
  }
  return kept
}

/** The file has both names until another takes its first one, so that this is never free. */
function keepAside(path: string, aside: string, kept: string[], undo: (() => void)[]): void {
  if (isNothing(path)) return
  linkSync(path, aside)
  undo.push(() => rmSync(aside, { force: true }))
  kept.push(aside)
}

/** A log belongs to its file: it is kept under that one's other name, where SQLite finds it. */
function moveAside(path: string, aside: string, kept: string[], undo: (() => void)[]): void {
  if (isNothing(path)) {
    rmSync(path, { force: true })
    return
  }
  renameSync(path, aside)
  undo.push(() => renameSync(aside, path))
  kept.push(aside)
}

function isNothing(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
}
