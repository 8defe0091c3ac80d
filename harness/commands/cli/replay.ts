/** `replay` on the command line. */
import type { TargetOptions } from '../target.ts'
import { addTargetOptions, commandOf, type TargetFlags } from '../target-options.ts'
import type { AddCommand } from './parts.ts'

interface ReplayFlags extends TargetFlags {
  readonly evidence?: string
  readonly json?: boolean
}

export const addReplay: AddCommand = (program, parts, ended) => {
  const command = program.command('replay').description('run what one failure of an earlier run takes, and say whether it is fixed, still fails, or could not run')
    .usage('[options] <id> [-- COMMAND ARG...]')
    .argument('<id>', 'the failure, as the run printed it')
    .argument('[command...]', 'behind --: a server to start that speaks MCP on stdin and stdout')
    .option('--evidence <dir>', 'the folder that the run wrote into; it is only read (default: whichever of release-evidence has the failure)')
  const tokens = addTargetOptions(command)
  command
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .action(async (id: string, operands: string[], { evidence, json, ...flags }: ReplayFlags) => {
      const behind = commandOf(operands, program, flags, 'replay ID')
      const target: TargetOptions = { ...flags, ...(behind === undefined ? {} : { command: behind }), tokens }
      const [{ replayCommand }, { targetUnderTest }] = await Promise.all([import('../replay.ts'), import('../target.ts')])
      ended(await replayCommand(
        { terminal: parts.terminal, catalogue: await parts.catalogue(), harnessVersion: parts.version, openTarget: async () => targetUnderTest(target, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest }) },
        id, { targetNamed: flags.target !== undefined || flags.url !== undefined || behind !== undefined, ...(evidence === undefined ? {} : { evidence }), ...(json === undefined ? {} : { json }) },
      ))
    })
}
