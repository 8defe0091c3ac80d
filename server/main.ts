/** The command line of `handoff-server`: loads the one command that is asked for, and maps how it ends to an exit code. */
import { Command, CommanderError } from 'commander'
import { failureText, processOutput, type Output } from './commands/output.ts'
import { CommandError, ToldFailure, UsageError } from './errors.ts'
import { StoreError } from './store/errors.ts'
import { serverVersion } from './version.ts'

interface Entry {
  readonly summary: string
  readonly load: (output: Output) => Promise<Command>
}

const commands: Readonly<Record<string, Entry>> = {
  http: { summary: 'serve MCP over HTTP', load: async (output) => (await import('./commands/http.ts')).httpCommand(output) },
  stdio: { summary: 'serve MCP over stdin and stdout, for one agent', load: async () => (await import('./commands/stdio.ts')).stdioCommand() },
  init: { summary: 'write a commented registry that allows nothing yet', load: async (output) => (await import('./commands/init.ts')).initCommand(output) },
  issue: { summary: 'give an agent its first token, and print it once', load: async (output) => (await import('./commands/issue.ts')).issueCommand(output) },
  rotate: { summary: 'replace the token of an agent, and print the new one once', load: async (output) => (await import('./commands/rotate.ts')).rotateCommand(output) },
  enable: { summary: 'let an agent act', load: async (output) => (await import('./commands/enable.ts')).enableCommand(output) },
  disable: { summary: 'stop an agent, from its next operation on', load: async (output) => (await import('./commands/disable.ts')).disableCommand(output) },
  revoke: { summary: 'take the token of an agent away', load: async (output) => (await import('./commands/revoke.ts')).revokeCommand(output) },
  validate: { summary: 'check the registry, and report all that is wrong with it', load: async (output) => (await import('./commands/validate.ts')).validateCommand(output) },
  'verify-log': { summary: 'check that no event of the log was changed, and print its head', load: async (output) => (await import('./commands/verify-log.ts')).verifyLogCommand(output) },
  backup: { summary: 'write a verified copy of the database and the registry, while servers go on', load: async (output) => (await import('./commands/backup.ts')).backupCommand(output) },
  restore: { summary: 'put a backup in place, while no server runs', load: async (output) => (await import('./commands/restore.ts')).restoreCommand(output) },
  envelope: { summary: 'write an envelope that accept_handoff can check, and issue its token', load: async (output) => (await import('./commands/envelope.ts')).envelopeCommand(output) },
  token: { summary: 'mint a token and its registry lines, without touching a registry', load: async (output) => (await import('./commands/token.ts')).tokenCommand(output) },
}

/**
 * Runs one command. Never rejects.
 *
 * @param argv The arguments behind the program's name.
 * @returns The exit code: 0 done, 1 failed or invalid, 2 usage.
 */
export async function main(argv: readonly string[], output: Output = processOutput): Promise<number> {
  try {
    await run(argv, output)
    return 0
  } catch (error) {
    return report(error, argv, output)
  }
}

async function run(argv: readonly string[], output: Output): Promise<void> {
  const program = new Command('handoff-server')
    .description('A local MCP server for bounded handoffs between agents.')
    .version(serverVersion, '--version')
    .helpOption('--help', 'show this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => { output.stdout(text.trimEnd()) },
      writeErr: (text) => { output.stderr(text.trimEnd()) },
    })
    .showHelpAfterError('Run it with --help to see what it takes.')
  const name = argv[0] === 'help' ? argv[1] : argv[0]
  for (const [known, { summary, load }] of Object.entries(commands)) {
    if (known !== name) program.command(known).summary(summary).copyInheritedSettings(program)
    else program.addCommand((await load(output)).summary(summary).copyInheritedSettings(program))
  }
  if (argv.length === 0) throw new UsageError(program.helpInformation().trimEnd())
  await program.parseAsync([...argv], { from: 'user' })
}

function report(error: unknown, argv: readonly string[], output: Output): number {
  const json = argv.includes('--json')
  // Under stdio, stdout is the protocol's.
  const tell = argv[0] === 'stdio' ? output.stderr : output.stdout
  // Commander has written its own message already.
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (json) tell(failure('usage', error.message))
    return 2
  }
  if (error instanceof ToldFailure) return error.exitCode
  if (error instanceof UsageError) {
    output.stderr(error.message)
    if (json) tell(failure(error.code, error.message))
    return error.exitCode
  }
  if (error instanceof CommandError) {
    output.stderr(`${error.message}. Remedy: ${error.remedy}.`)
    if (json) tell(failureText(error))
    return error.exitCode
  }
  const message = error instanceof Error ? error.message : String(error)
  output.stderr(`handoff-server failed: ${message}`)
  const { code, more } = error instanceof StoreError ? { code: error.code, more: { remedy: error.remedy } } : { code: 'failed', more: {} }
  if (json) tell(failure(code, message, more))
  return 1
}

function failure(code: string, message: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ok: false, error: { code, message, ...more } })
}
