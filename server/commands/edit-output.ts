/** What `enable`, `disable` and `revoke` share: one edit, and whether it changed anything. Doing it twice is no error. */
import type { EditResult } from '../registry/edit.ts'
import { agentOf, registryOf, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

const done = { enable: 'is enabled', disable: 'is disabled', revoke: 'has no token' } as const

/** @throws UsageError, CommandError */
export async function runEditCommand(
  command: keyof typeof done,
  edit: (registry: string, agent: string) => Promise<EditResult>,
  options: ParsedOptions,
  output: Output,
): Promise<void> {
  const [registry, agent] = [registryOf(options), agentOf(options)]
  const { snapshot, changed } = await edit(registry, agent)
  printResult(output, options.json === true, { command, registry, revision: snapshot.revision, agent, changed }, [
    `${agent} ${done[command]}${changed ? '' : ', as it was before'}.`,
  ])
}
