/** `server` on the command line: one package name starts both binaries. */
import type { AddCommand } from './parts.ts'

export const addServer: AddCommand = (program, parts, ended) => {
  program.command('server').description('run the reference server: the same as handoff-server').argument('[args...]', 'see `handoff-conformance server --help`')
    .helpOption(false).allowUnknownOption().passThroughOptions()
    .action(async (args: string[]) => { ended(await parts.server(args)) })
}
