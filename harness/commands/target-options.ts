/** The options of every command that opens a target, and how they are read. */
import { type Command, Option } from 'commander'
import { HarnessError } from '../errors.ts'
import type { TokenSource } from '../fixture/token-source.ts'
import { revision, wholeNumber } from './option-values.ts'
import type { TargetOptions } from './target.ts'

export type TargetFlags = Omit<TargetOptions, 'tokens' | 'command'>

/**
 * `--token-env` and `--token-file`.
 * @param what What each of them is to the command, for its help.
 * @returns Where tokens gather: both options fill one list, so that the order on the command line says who is first.
 */
export function addTokenOptions(command: Command, what: { readonly env: string; readonly file: string }): TokenSource[] {
  const tokens: TokenSource[] = []
  command
    .option('--token-env <name>', what.env, (name: string) => void tokens.push({ kind: 'env', name }))
    .option('--token-file <file>', what.file, (path: string) => void tokens.push({ kind: 'file', path }))
  return tokens
}

/** What they are to a command that speaks to a server for two identities. */
export const tokensOfTwo = { env: 'a bearer token from the environment (repeat for a second identity)', file: 'a bearer token from a file that only its owner may read' } as const

/** @returns The tokens, as `addTokenOptions` gathers them. */
export function addTargetOptions(command: Command, { many = false }: { readonly many?: boolean } = {}): TokenSource[] {
  command
    .addOption(new Option(many ? '--target <file...>' : '--target <file>', many ? 'what is under test, as a target file; several files, or one that holds a list, are run side by side' : 'what is under test, as a target file').conflicts('url'))
    .option('--url <url>', 'what is under test, as the URL of its MCP endpoint')
  const tokens = addTokenOptions(command, tokensOfTwo)
  command
    .option('--revision <date>', 'the protocol revision to speak', revision)
    .option('--manifest <file>', 'the server.json of the target, for the suite manifest')
    .option('--allow-remote', 'the target may be on another machine')
    .option('--allow-destructive', 'cases may do what cannot be undone')
    .option('--rate <n>', 'requests a second to the server, at most', wholeNumber(1, 100_000))
  return tokens
}

/**
 * What stands behind `--` is a command: a word before it is a slip.
 * @param operands Every word that is no option.
 * @throws HarnessError `usage`
 */
export function commandOf(operands: readonly string[], program: Command & { readonly rawArgs?: readonly string[] }, { url, target }: { readonly url?: string; readonly target?: string | readonly string[] }, name: string): readonly string[] | undefined {
  const given = program.rawArgs ?? []
  const dashes = given.indexOf('--')
  const command = dashes === -1 ? [] : given.slice(dashes + 1)
  const [stray] = operands.slice(0, operands.length - command.length)
  if (stray !== undefined) throw new HarnessError('usage', `${JSON.stringify(stray)} is no option of ${name}`, { remedy: `A server to start over stdio goes behind --, such as: ${name} -- node server.js` })
  if (dashes === -1) return undefined
  if (command.length === 0) throw new HarnessError('usage', 'there is no command behind --', { remedy: `Name the server to start, such as: ${name} -- node server.js` })
  for (const [option, value] of Object.entries({ '--url': url, '--target': target })) {
    if (value !== undefined) throw new HarnessError('usage', `${option} and a command behind -- exclude each other`)
  }
  return command
}
