/** `diff` on the command line. */
import type { AddCommand } from './parts.ts'

export const addDiff: AddCommand = (program, parts, ended) => {
  program.command('diff').description('what changed from one run to another: newly failing, fixed, newly not run; exit 1 on a regression')
    .argument('<a>', 'the earlier run: its folder, or its results.json')
    .argument('<b>', 'the later run')
    .option('--json', 'as JSON')
    .action(async (before: string, after: string, options: { json?: boolean }) => {
      const { diffCommand } = await import('../diff.ts')
      ended(diffCommand(parts.terminal, before, after, options))
    })
}
