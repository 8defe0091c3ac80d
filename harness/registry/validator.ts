/**
 * What checks registry files without serving them: a command of the target, which is given files and says by its exit
 * code whether they are good: 0 where all are, 1 where one is not.
 */
import { runProgram } from '../external/program.ts'
import { fillPlaceholders } from '../fixture/placeholders.ts'

/** How a command ended; `why` holds nothing that it wrote. */
export type ValidatorEnd =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'broken'; readonly why: string }

export interface RegistryValidator {
  /** Whether it takes several files at once, and writes one line of JSON for each. */
  readonly many: boolean
  /** Never rejects. */
  run(files: readonly string[], signal: AbortSignal): Promise<ValidatorEnd>
}

export interface ValidatorCommand {
  /** `{registry}` is a word by itself, and stands for the file, or for all of them; `{node}` may stand anywhere. */
  readonly command: readonly string[]
  /** Default: false. */
  readonly many?: boolean
  readonly cwd?: string
}

/** For one process, in ms. */
const timeoutMs = 60_000

export const registryPlaceholder = '{registry}'

export function commandValidator({ command, many = false, cwd }: ValidatorCommand): RegistryValidator {
  return {
    many,
    async run(files, signal) {
      const words = command.flatMap((word) => (word === registryPlaceholder ? files : [fillPlaceholders(word, { node: process.execPath })]))
      try {
        const end = await runProgram({ command: words, ...(cwd === undefined ? {} : { cwd }), timeoutMs, signal })
        return end.kind === 'missing' ? { kind: 'broken', why: 'there is no such program' } : end
      } catch {
        return { kind: 'broken', why: 'it could not be started' }
      }
    },
  }
}
