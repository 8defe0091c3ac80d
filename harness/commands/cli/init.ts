/** `init` on the command line. */
import { wholeNumber } from '../option-values.ts'
import { addTokenOptions, commandOf, tokensOfTwo } from '../target-options.ts'
import type { AddCommand } from './parts.ts'

interface InitFlags {
  readonly url?: string
  readonly file?: string
  readonly force?: boolean
  readonly workflow: boolean
  readonly allowRemote?: boolean
  readonly rate?: number
}

export const addInit: AddCommand = (program, parts, ended) => {
  const added = program.command('init').description('ask a server what it is, and write a target file and a CI workflow')
    .usage('[options] (--url URL | -- COMMAND ARG...)')
    .argument('[command...]', 'behind --: a server to start that speaks MCP on stdin and stdout')
    .option('--url <url>', 'the URL of its MCP endpoint')
  const tokens = addTokenOptions(added, tokensOfTwo)
  added
    .option('--file <file>', 'the target file (default: handoff-target.yaml)')
    .option('--force', 'replace files that are there')
    .option('--no-workflow', 'no workflow for GitHub Actions')
    .option('--allow-remote', 'the server may be on another machine')
    .option('--rate <n>', 'requests a second to it, at most, here and in the file', wholeNumber(1, 100_000))
    .action(async (operands: string[], flags: InitFlags) => {
      const command = commandOf(operands, program, flags, 'init')
      const target = { ...flags, tokens, ...(command === undefined ? {} : { command }) }
      const [{ initCommand }, { targetUnderTest }] = await Promise.all([import('../init.ts'), import('../target.ts')])
      ended(await initCommand(
        { terminal: parts.terminal, version: parts.version, openTarget: async () => targetUnderTest(target, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest }) },
        target,
      ))
    })
}
