/** Applies one patch to one source text. Pure; a text that has moved on is an error and never a silent clean run. */
import type { Patch } from './mutant.ts'

/** The folders whose files may be patched. */
export const patchable = ['server/', 'test/fixture-server/']

/** @throws Error where the text is not there exactly once, or the file is none that may be patched. */
export function applyPatch(source: string, { file, find, replace }: Patch): string {
  checkFile(file)
  const count = find === '' ? 0 : source.split(find).length - 1
  if (count !== 1) throw new Error(`${file} has the text to replace ${count} times instead of once: ${JSON.stringify(find)}`)
  return source.replace(find, () => replace)
}

/** @throws Error for a file whose faults would be those of the harness, or that lies elsewhere. */
export function checkFile(file: string): void {
  if (!patchable.some((folder) => file.startsWith(folder)) || file.split('/').includes('..')) {
    throw new Error(`${file} is in none of ${patchable.join(', ')}`)
  }
}

/** The patch that an environment variable holds, as JSON, percent-encoded or not. @throws Error where it holds none. */
export function parsePatch(text: string | undefined): Patch {
  const value: unknown = JSON.parse(text?.startsWith('%7B') === true ? decodeURIComponent(text) : (text ?? 'null'))
  if (typeof value !== 'object' || value === null) throw new Error('no patch is given')
  const { file, find, replace } = value as Record<string, unknown>
  if (typeof file !== 'string' || typeof find !== 'string' || typeof replace !== 'string') throw new Error('a patch has file, find and replace')
  return { file, find, replace }
}
