/** Lists what a folder holds without following a link, and without end for nobody: too many files are a problem of their own. */
import { lstatSync, opendirSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../errors.ts'
import { reasonOf } from '../../files/reason-of.ts'

/** A run writes some hundred files at most. */
export const maxEntries = 10_000
const maxDepth = 16

export interface FolderContent {
  /** Regular files, by their names with forward slashes. */
  readonly files: ReadonlySet<string>
  /** Everything else but folders, with what it is. */
  readonly others: readonly { readonly name: string; readonly what: string }[]
  /** True where there was more than anybody would list. */
  readonly cut: boolean
}

/** @throws HarnessError `evidence_unreadable` */
export function listFolder(folder: string): FolderContent {
  const files = new Set<string>()
  const others: { name: string; what: string }[] = []
  let count = 0
  const visit = (prefix: string, depth: number): boolean => {
    const handle = opendirSync(join(folder, prefix))
    try {
      for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
        if (++count > maxEntries) return false
        const name = `${prefix}${entry.name}`
        const stats = lstatSync(join(folder, name))
        if (stats.isFile()) files.add(name)
        else if (!stats.isDirectory()) others.push({ name, what: stats.isSymbolicLink() ? 'a symbolic link' : 'no regular file' })
        else if (depth >= maxDepth || !visit(`${name}/`, depth + 1)) return false
      }
      return true
    } finally {
      handle.closeSync()
    }
  }
  try {
    return { cut: !visit('', 1), files, others }
  } catch (error) {
    throw new HarnessError('evidence_unreadable', `the folder ${folder} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}
