/** The validator of the reference server within this process, patched or not: a process for each mutant would cost too much. */
import type { RegistryValidator } from '../../harness/registry/validator.ts'
import { loadPatched, NotLoaded } from './graph.ts'
import type { Patch } from './mutant.ts'

type Main = (argv: readonly string[], output: { readonly stdout: (line: string) => void; readonly stderr: (line: string) => void }) => Promise<number>

/** @param fault Of the server that it belongs to; undefined for the clean one. */
export function validatorOf(fault: { readonly id: string; readonly patch: Patch } | undefined): RegistryValidator {
  return {
    many: true,
    async run(files) {
      const { main } = await load(fault)
      const out: string[] = []
      const errors: string[] = []
      const code = await main(['validate', '--json', ...files], { stdout: (line) => out.push(line), stderr: (line) => errors.push(line) })
      return { kind: 'ended', code, stdout: out.join('\n'), stderr: errors.join('\n') }
    },
  }
}

/** Whether the patch is in what the validator loads. @throws Error where it does not fit. */
export async function isInValidator({ id, patch }: { readonly id: string; readonly patch: Patch }): Promise<boolean> {
  if (!patch.file.startsWith('server/registry/') && !patch.file.startsWith('server/commands/')) return false
  try {
    await loadPatched(id, patch, 'server/commands/validate.ts')
    return true
  } catch (error) {
    if (error instanceof NotLoaded) return false
    throw error
  }
}

/** What the server has patched is patched here, and nothing else is. */
async function load(fault: { readonly id: string; readonly patch: Patch } | undefined): Promise<{ readonly main: Main }> {
  if (fault === undefined || !await isInValidator(fault)) return import('../../server/main.ts')
  return await loadPatched(fault.id, fault.patch, 'server/main.ts') as { readonly main: Main }
}
