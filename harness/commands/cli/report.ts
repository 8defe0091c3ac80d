/** `report` on the command line. */
import { reporterNames } from '../../reporters/names.ts'
import { type ReporterChoice, reporterChoice } from '../option-values.ts'
import type { AddCommand } from './parts.ts'

export const addReport: AddCommand = (program, parts, ended) => {
  program.command('report').description('render a finished run again, from its results')
    .argument('<place>', 'the folder that a run wrote into, or its results.json')
    .option('--reporter <name[=file]>', `${reporterNames.join(', ')}; to stdout or to a file (repeatable; default: pretty)`, reporterChoice)
    .action(async (place: string, { reporter = [] }: { reporter?: readonly ReporterChoice[] }) => {
      const { reportCommand } = await import('../report.ts')
      ended(reportCommand(parts.terminal, place, reporter))
    })
}
