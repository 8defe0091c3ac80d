/** The options that choose cases. */
import type { Command } from 'commander'
import { listed } from '../option-values.ts'

export interface SelectionOptions {
  readonly suite?: readonly string[]
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
}

export function selectionOptions(command: Command): Command {
  return command
    .option('--suite <names>', 'only these suites (a,b)', listed)
    .option('--only <globs>', 'only cases whose id fits, such as auth.*', listed)
    .option('--skip <globs>', 'no case whose id fits', listed)
}
