/** `handoff-server init`: writes a commented registry that allows nothing yet. */
import type { Command } from 'commander'
import { initRegistry } from '../registry/init.ts'
import { newCommand, registryOf, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

export function initCommand(output: Output): Command {
  return newCommand('init', 'write a commented registry that allows nothing yet', ['registry']).action((options: ParsedOptions) => {
    const registry = registryOf(options)
    const snapshot = initRegistry(registry)
    const agents = [...snapshot.agents.keys()]
    printResult(output, options.json === true, { command: 'init', registry, revision: snapshot.revision, agents }, [
      `Wrote ${registry} with the agents ${agents.join(' and ')}, both disabled.`,
    ])
    output.stderr('Next: edit it, then `handoff-server enable --agent ID` and `handoff-server issue --agent ID` for each agent.')
  })
}
