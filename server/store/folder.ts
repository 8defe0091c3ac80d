/** The folder of the database, which is made where it is missing: whoever starts for the first time has none. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** A folder that cannot be made is told by the store, which says what is wrong with the path. */
export function makeFolderOf(db: string): void {
  try {
    mkdirSync(dirname(db), { recursive: true, mode: 0o700 })
  } catch {
    // See above.
  }
}
