/** `coverage` on the command line: it sends nothing. */
import type { AddCommand } from './parts.ts'
import { type SelectionOptions, selectionOptions } from './selection.ts'

export const addCoverage: AddCommand = (program, parts) => {
  selectionOptions(program.command('coverage').description('show which cases observe each requirement, how many mutants prove them, and what nothing checks'))
    .option('--json', 'as JSON, with the ids of cases and mutants')
    .action(async ({ suite, ...options }: SelectionOptions & { json?: boolean }) => {
      const { coverageCommand } = await import('../coverage.ts')
      coverageCommand(parts.terminal, await parts.described(), parts.proofs(), { ...options, ...(suite === undefined ? {} : { suites: suite }) })
    })
}
