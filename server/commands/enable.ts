/** `handoff-server enable`: lets an agent act. */
import type { Command } from 'commander'
import { setEnabled } from '../registry/identities.ts'
import { runEditCommand } from './edit-output.ts'
import { newCommand, type ParsedOptions } from './options.ts'
import type { Output } from './output.ts'

export function enableCommand(output: Output): Command {
  return newCommand('enable', 'let an agent act', ['registry', 'agent']).action(async (options: ParsedOptions) => {
    await runEditCommand('enable', async (registry, agent) => setEnabled(registry, agent, true), options, output)
  })
}
