/** `explain-verdict` on the command line. */
import type { ExplainVerdictOptions } from '../explain-verdict.ts'
import type { AddCommand } from './parts.ts'

export const addExplainVerdict: AddCommand = (program, parts) => {
  program.command('explain-verdict').description('what accept_handoff makes of an envelope: every check with its inputs, preimages and hashes').argument('<file>', 'its parameters as JSON; - reads standard input')
    .option('--json', 'as JSON')
    .action(async (file: string, options: ExplainVerdictOptions) => {
      const { explainVerdictCommand } = await import('../explain-verdict.ts')
      await explainVerdictCommand(parts.terminal, parts.explainVerdict, file, options)
    })
}
