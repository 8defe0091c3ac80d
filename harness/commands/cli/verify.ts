/** `verify` on the command line. */
import { addTokenOptions } from '../target-options.ts'
import type { AddCommand } from './parts.ts'

export const addVerify: AddCommand = (program, parts, ended) => {
  const command = program.command('verify').description('whether a folder of evidence is as a run wrote it, and signed by whom it should be; exit 1 where it is not')
    .argument('<dir>', 'the folder that a run wrote into; it is only read')
    .option('--key <public>', 'the Ed25519 public key that must have signed it: a PEM file from outside the folder')
  const tokens = addTokenOptions(command, { env: 'a secret from the environment that must not be in any file (repeatable)', file: 'a secret from a file that only its owner may read (repeatable)' })
  command
    .option('--json', 'as JSON, and nothing else, on stdout')
    .action(async (folder: string, { key, json }: { key?: string; json?: boolean }) => {
      const { verifyCommand } = await import('../verify.ts')
      ended(await verifyCommand(parts.terminal, folder, { tokens, ...(key === undefined ? {} : { key }), ...(json === undefined ? {} : { json }) }))
    })
}
