/** `init` on the command line. */
import type { TokenSource } from '../../fixture/token-source.ts'
import { commandOf } from '../target-options.ts'
import type { AddCommand } from './parts.ts'

interface InitFlags {
  readonly url?: string
  readonly file?: string
  readonly force?: boolean
  readonly workflow: boolean
  readonly allowRemote?: boolean
}

export const addInit: AddCommand = (program, parts, ended) => {
  const tokens: TokenSource[] = []
  program.command('init').description('ask a server what it is, and write a target file and a CI workflow')
    .usage('[options] (--url URL | -- COMMAND ARG...)')
    .argument('[command...]', 'behind --: a server to start that speaks MCP on stdin and stdout')
    .option('--url <url>', 'the URL of its MCP endpoint')
    .option('--token-env <name>', 'a bearer token from the environment (repeat for a second identity)', (name: string) => void tokens.push({ kind: 'env', name }))
    .option('--token-file <file>', 'a bearer token from a file that only its owner may read', (path: string) => void tokens.push({ kind: 'file', path }))
    .option('--file <file>', 'the target file (default: handoff-target.yaml)')
    .option('--force', 'replace files that are there')
    .option('--no-workflow', 'no workflow for GitHub Actions')
    .option('--allow-remote', 'the server may be on another machine')
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
