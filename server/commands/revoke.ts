/** `handoff-server revoke`: takes the token of an agent away. */
import type { Command } from 'commander'
import { revokeToken } from '../registry/identities.ts'
import { runEditCommand } from './edit-output.ts'
import { newCommand, type ParsedOptions } from './options.ts'
import type { Output } from './output.ts'

export function revokeCommand(output: Output): Command {
  return newCommand('revoke', 'take the token of an agent away', ['registry', 'agent']).action(async (options: ParsedOptions) => {
    await runEditCommand('revoke', revokeToken, options, output)
  })
}
