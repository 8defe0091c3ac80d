/** Where things are: the repository, its binaries, and a temporary folder that goes when the process does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const hook = fileURLToPath(new URL('hook.ts', import.meta.url))

/** A folder that is removed when the process ends, however it does so. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
