/** `handoff-server rotate`: replaces the token of an agent. */
import type { Command } from 'commander'
import { rotateToken } from '../registry/identities.ts'
import { newCommand, type ParsedOptions } from './options.ts'
import type { Output } from './output.ts'
import { runTokenCommand } from './token-output.ts'

export function rotateCommand(output: Output): Command {
  return newCommand('rotate', 'replace the token of an agent, and print the new one once', ['registry', 'agent', 'expires'])
    .action(async (options: ParsedOptions) => runTokenCommand('rotate', rotateToken, options, output))
}
