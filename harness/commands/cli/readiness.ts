/** `readiness` on the command line. */
import { HarnessError } from '../../errors.ts'
import { revision, wholeNumber } from '../option-values.ts'
import { addTokenOptions } from '../target-options.ts'
import type { AddCommand } from './parts.ts'

interface ReadinessFlags {
  readonly target?: string
  readonly revision?: string
  readonly allowRemote?: boolean
  readonly rate?: number
  readonly json?: boolean
}

export const addReadiness: AddCommand = (program, parts, ended) => {
  const command = program.command('readiness').description('say of each protocol revision whether a server is ready for it, in half a minute')
    .usage('[options] (URL | --target FILE)')
    .argument('[url]', 'the URL of its MCP endpoint')
    .option('--target <file>', 'the server as a target file names it, instead of its URL')
  const tokens = addTokenOptions(command, { env: 'a bearer token from the environment', file: 'a bearer token from a file that only its owner may read' })
  command
    .option('--revision <date>', 'only this one', revision)
    .option('--allow-remote', 'the server may be on another machine')
    .option('--rate <n>', 'requests a second to the server, at most', wholeNumber(1, 100_000))
    .option('--json', 'the result as JSON, and nothing else, on stdout')
    .action(async (url: string | undefined, { revision: only, json, ...flags }: ReadinessFlags) => {
      if ((url === undefined) === (flags.target === undefined)) throw new HarnessError('usage', 'readiness needs the URL of a server, or a target file, and not both', { remedy: 'Name it: readiness http://127.0.0.1:8080/mcp, or readiness --target FILE' })
      const [{ readinessCommand }, { targetUnderTest }] = await Promise.all([import('../readiness.ts'), import('../target.ts')])
      ended(await readinessCommand(
        { terminal: parts.terminal, catalogue: await parts.catalogue(), openTarget: async () => targetUnderTest({ ...flags, ...(url === undefined ? {} : { url }), tokens }, { reference: parts, environment: parts.terminal.env, manifest: parts.manifest }) },
        { ...(only === undefined ? {} : { revision: only }), ...(json === undefined ? {} : { json }) },
      ))
    })
}
