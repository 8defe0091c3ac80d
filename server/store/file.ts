/** Looks at the database's path before SQLite does, since SQLite tells most troubles with it as one code. */
import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from './errors.ts'

const ownerOnly = 0o600

/**
 * Makes sure that there is a file, and creates an empty one that only its owner can read where there is none.
 * The files that SQLite puts beside it get the same mode.
 * @throws StoreError
 */
export function prepareFile(path: string): void {
  const folder = look(dirname(path), path)
  if (folder === undefined || !folder.isDirectory()) throw new StoreError('missing_folder', path)
  const file = look(path, path)
  if (file !== undefined && !file.isFile()) throw new StoreError('not_a_file', path)
  try {
    closeSync(openSync(path, 'a', ownerOnly))
  } catch (cause) {
    throw new StoreError(file === undefined ? 'unreadable' : 'read_only', path, { cause })
  }
}

function look(what: string, path: string) {
  try {
    return statSync(what, { throwIfNoEntry: false })
  } catch (cause) {
    throw new StoreError('unreadable', path, { cause })
  }
}

/** Which file is at the path, whatever it is called; undefined where there is none that can be seen. */
export function fileIdentity(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false, bigint: true })
  return file === undefined ? undefined : `${file.dev}:${file.ino}`
}
