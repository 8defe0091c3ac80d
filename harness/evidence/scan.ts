/** The last look before evidence counts: a file that still holds a secret of the run, in any form, is deleted. */
import { readFileSync, rmSync } from 'node:fs'
import type { SecretRegistry } from './secrets.ts'

/** Deletes each file that holds a secret; gives back their paths and nothing of their content. Missing files are skipped. */
export function deleteLeaks(files: readonly string[], secrets: SecretRegistry): string[] {
  const leaks: string[] = []
  for (const file of files) {
    const bytes = readIfThere(file)
    if (bytes === undefined || secrets.find(bytes).length === 0) continue
    rmSync(file, { force: true })
    leaks.push(file)
  }
  return leaks
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
