/** `handoff-server issue`: gives an agent its first token. */
import type { Command } from 'commander'
import { issueToken } from '../registry/identities.ts'
import { newCommand, type ParsedOptions } from './options.ts'
import type { Output } from './output.ts'
import { runTokenCommand } from './token-output.ts'

export function issueCommand(output: Output): Command {
  return newCommand('issue', 'give an agent its first token, and print it once', ['registry', 'agent', 'expires'])
    .action(async (options: ParsedOptions) => runTokenCommand('issue', issueToken, options, output))
}
