/** `list` and `explain` on the command line: they send nothing. */
import { Option } from 'commander'
import { explainCommand } from '../explain.ts'
import { listCommand } from '../list.ts'
import type { AddCommand } from './parts.ts'
import { type SelectionOptions, selectionOptions } from './selection.ts'

export const addList: AddCommand = (program, parts) => {
  selectionOptions(program.command('list').description('show the cases with suite, level and source'))
    .addOption(new Option('--json', 'as JSON').conflicts('markdown'))
    .option('--markdown', 'as a Markdown table')
    .action(async ({ suite, ...options }: SelectionOptions & { json?: boolean; markdown?: boolean }) => {
      listCommand(parts.terminal, await parts.described(), { ...options, ...(suite === undefined ? {} : { suites: suite }) })
    })
}

export const addExplain: AddCommand = (program, parts) => {
  program.command('explain').description('what a case sends and expects, why, and how to fix a failure').argument('<case>', 'its id, as `list` shows it')
    .option('--json', 'as JSON')
    .action(async (id: string, options: { json?: boolean }) => { explainCommand(parts.terminal, await parts.described(), id, options) })
}
