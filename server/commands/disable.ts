/** `handoff-server disable`: stops an agent, whose token and handoffs stay. */
import type { Command } from 'commander'
import { setEnabled } from '../registry/identities.ts'
import { runEditCommand } from './edit-output.ts'
import { newCommand, type ParsedOptions } from './options.ts'
import type { Output } from './output.ts'

export function disableCommand(output: Output): Command {
  return newCommand('disable', 'stop an agent, from its next operation on', ['registry', 'agent']).action(async (options: ParsedOptions) => {
    await runEditCommand('disable', async (registry, agent) => setEnabled(registry, agent, false), options, output)
  })
}
