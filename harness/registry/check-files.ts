/** Hands files to a validator, in a folder of their own, and gives what it says of each. */
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../fixture/disposal.ts'
import type { RegistryValidator, ValidatorEnd } from './validator.ts'
import { verdictOfOne, verdictsOfMany } from './verdict.ts'
import type { FileVerdict } from './verdict.ts'

export interface FileToCheck {
  readonly name: string
  readonly bytes: Uint8Array
  /** Default: 0600. */
  readonly mode?: number
}

export interface Checked {
  /** By the names of the files. */
  readonly verdicts: ReadonlyMap<string, FileVerdict>
  /** All that the validator wrote. */
  readonly said: string
}

/** Of the names of the files that one process is given, in characters; systems bound the length of a command line. */
const maxCommandLength = 60_000

/** Never rejects but for a folder that cannot be made or written. */
export async function checkFiles(validator: RegistryValidator, files: readonly FileToCheck[], signal: AbortSignal): Promise<Checked> {
  const folder = await makeFolder()
  try {
    const paths = new Map(files.map(({ name }) => [join(folder.path, `${name}.yaml`), name]))
    for (const { name, bytes, mode = 0o600 } of files) {
      const path = join(folder.path, `${name}.yaml`)
      await writeFile(path, bytes, { mode: 0o600 })
      // The mask of the process takes nothing away from this.
      if (mode !== 0o600) await chmod(path, mode)
    }
    const verdicts = new Map<string, FileVerdict>()
    let said = ''
    for (const batch of batches([...paths.keys()], validator.many)) {
      const end = await validator.run(batch, signal)
      said += wordsOf(end)
      for (const [path, verdict] of validator.many ? verdictsOfMany(end, batch) : [[batch[0] ?? '', verdictOfOne(end)] as const]) verdicts.set(paths.get(path) ?? '', verdict)
    }
    return { verdicts, said }
  } finally {
    await folder.remove()
  }
}

function wordsOf(end: ValidatorEnd): string {
  return end.kind === 'ended' ? `${end.stdout}\n${end.stderr}\n` : ''
}

function batches(paths: readonly string[], many: boolean): string[][] {
  const found: string[][] = []
  let length = Infinity
  for (const path of paths) {
    if (!many || length + path.length > maxCommandLength) {
      found.push([])
      length = 0
    }
    found.at(-1)?.push(path)
    length += path.length + 1
  }
  return found
}
