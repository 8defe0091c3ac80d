/** `merge` on the command line. */
import { reporterNames } from '../../reporters/names.ts'
import { type ReporterChoice, reporterChoice } from '../option-values.ts'
import type { AddCommand } from './parts.ts'

interface MergeFlags {
  readonly evidence: string
  readonly partial?: boolean
  readonly reporter?: readonly ReporterChoice[]
  readonly json?: boolean
  readonly sign?: string
  readonly quiet?: boolean
}

export const addMerge: AddCommand = (program, parts, ended) => {
  program.command('merge').description('put the parts of one run together, or runs of one target that share no case')
    .argument('<dir...>', 'the folder that each of them wrote')
    .requiredOption('--evidence <dir>', 'where the whole goes: results, failures, reports and their hashes')
    .option('--partial', 'merge what there is where parts are missing; the result is incomplete')
    .option('--reporter <name[=file]>', `${reporterNames.join(', ')}; to stdout or to a file (repeatable)`, reporterChoice)
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .option('--sign <key>', 'sign the attestation with this Ed25519 private key: a PEM file that only its owner may read')
    .option('--quiet', 'only what is wrong')
    .action(async (folders: string[], { reporter = [], json, ...flags }: MergeFlags) => {
      const { mergeCommand } = await import('../merge.ts')
      ended(mergeCommand(parts.terminal, folders, {
        ...flags, reporters: json === true ? [...reporter, { name: 'json', file: undefined }] : reporter, ...(json === true ? { quiet: true } : {}),
      }))
    })
}
