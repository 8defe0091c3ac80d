/**
 * The composition root of the harness: the one file that brings the cases and the reference server to it. Each is
 * loaded only when a command needs it.
 */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from 'handoff-conformance/package.json' with { type: 'json' }
import { CommanderError } from 'commander'
import type { Proofs } from './commands/coverage.ts'
import { createProgram } from './commands/program.ts'
import { createTerminal, errorText, type Streams } from './commands/terminal.ts'
import { exitCodes, HarnessError } from './errors.ts'
import { redactText } from './evidence/redact.ts'
import { createSecretRegistry } from './evidence/secrets.ts'
import { createCatalogue } from './run/catalogue.ts'
import type { Catalogue } from './run/catalogue.ts'
import { readDescribed } from './run/described-catalogue.ts'

/** In the source tree as in the package it stands beside the harness, with the same ending. */
const serverBinary = fileURLToPath(new URL(`../server/bin${extname(import.meta.url)}`, import.meta.url))

/**
 * Runs one command. Never rejects.
 *
 * @param args What follows the program's name.
 * @param streams Where it speaks, and the environment it reads. Default: those of the process.
 * @returns The exit code, once everything that was said has left the process.
 */
export async function main(args: readonly string[], streams: Streams = process): Promise<number> {
  const terminal = createTerminal(streams)
  if (streams === process) watchForCrashes()
  const catalogue = async (): Promise<Catalogue> => createCatalogue(await import('../cases/index.ts'))
  const cli = createProgram({
    terminal,
    version: packageJson.version,
    manifest: fileURLToPath(new URL('server.json', import.meta.resolve('handoff-conformance/package.json'))),
    catalogue,
    described: async () => readDescribed(new URL('../cases/catalogue.json', import.meta.url), packageJson.version) ?? catalogue(),
    proofs: () => JSON.parse(readFileSync(new URL('../cases/mutants.json', import.meta.url), 'utf8')) as Proofs,
    start: async (options) => (await import('../server/index.ts')).startHttpServer(options),
    command: { node: process.execPath, args: [serverBinary, 'http'] },
    stdio: { command: [process.execPath, serverBinary, 'stdio'] },
    validate: { command: [process.execPath, serverBinary, 'validate', '--json', '{registry}'], many: true },
    explainVerdict: async (given) => (await import('../server/acceptance/explained.ts')).explained(given),
    server: async (rest) => (await import('../server/main.ts')).main(rest),
  })
  let code: number
  try {
    if (args.length === 0) cli.program.help({ error: true })
    await cli.program.parseAsync(args, { from: 'user' })
    code = cli.exitCode()
  } catch (error) {
    if (args.length === 0) terminal.err(cli.program.helpInformation())
    code = reported(error, (text) => { terminal.err(text) })
  }
  await terminal.flushed()
  return code
}

/** Node's own exit code for what nobody caught is 1, which here would mean that the target failed. */
function watchForCrashes(): void {
  process.on('uncaughtException', (error) => {
    process.stderr.write(error instanceof HarnessError ? errorText(error) : crashText(error))
    process.exit(exitCodes.fault)
  })
}

function crashText(error: unknown): string {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return errorText(new HarnessError('internal', `the harness itself failed: ${redactText(detail, createSecretRegistry())}`))
}

function reported(error: unknown, say: (text: string) => void): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.ok
    if (error.code !== 'commander.help') say(errorText(usageError(error)))
    return exitCodes.usage
  }
  if (error instanceof HarnessError) {
    say(errorText(error))
    return error.exitCode
  }
  say(crashText(error))
  return exitCodes.fault
}

/** Commander's sentence, with its suggestion as the remedy where it has one. */
function usageError(error: CommanderError): HarnessError {
  const [what = '', hint = ''] = error.message.replace(/^error: /, '').split('\n')
  const suggestion = hint.replaceAll(/^\(|\)$/g, '')
  return new HarnessError('usage', what, suggestion === '' ? {} : { remedy: suggestion })
}
