/** `handoff-server validate`: says everything that is wrong with a registry, with line and column. */
import type { Command } from 'commander'
import { CommandError } from '../errors.ts'
import { parseRegistry } from '../registry/load.ts'
import { formatProblem, type RegistryProblem } from '../registry/problem.ts'
import { readSafely, resolveRegistry } from '../registry/safe-file.ts'
import { newCommand, registryOf, type ParsedOptions } from './options.ts'
import { printResult, type Output } from './output.ts'

export class InvalidRegistry extends CommandError {
  readonly problems: readonly RegistryProblem[]

  constructor(path: string, problems: readonly RegistryProblem[]) {
    super('registry_invalid', `${path} is not valid: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`, 'mend what is listed')
    this.problems = problems
  }
}

export function validateCommand(output: Output): Command {
  return newCommand('validate', 'check the registry, and report all that is wrong with it', ['registry']).action((options: ParsedOptions) => {
    const registry = registryOf(options)
    const parsed = parseRegistry(readSafely(resolveRegistry(registry)).bytes)
    if (!parsed.ok) {
      for (const problem of parsed.problems) output.stderr(`${registry}:${problem.line === 0 ? ' ' : ''}${formatProblem(problem)}`)
      throw new InvalidRegistry(registry, parsed.problems)
    }
    const { revision, agents, projects } = parsed.snapshot
    printResult(output, options.json === true, { command: 'validate', registry, revision, agents: agents.size, projects: projects.length }, [
      `${registry} is valid: ${agents.size} agents, ${projects.length} projects, revision ${revision}`,
    ])
  })
}
