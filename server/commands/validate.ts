/** `handoff-server validate`: says everything that is wrong with registries, with line and column. */
import type { Command } from 'commander'
import { counted } from '../counted.ts'
import { CommandError, ToldFailure, UsageError } from '../errors.ts'
import { parseRegistry } from '../registry/load.ts'
import { formatProblem, type RegistryProblem } from '../registry/problem.ts'
import { readSafely, resolveRegistry } from '../registry/safe-file.ts'
import { newCommand, registryOf, type ParsedOptions } from './options.ts'
import { failureText, printResult, type Output } from './output.ts'

export class InvalidRegistry extends CommandError {
  readonly problems: readonly RegistryProblem[]

  constructor(path: string, problems: readonly RegistryProblem[]) {
    super('registry_invalid', `${path} is not valid: ${counted(problems.length, 'problem')}`, 'mend what is listed')
    this.problems = problems
  }
}

export function validateCommand(output: Output): Command {
  return newCommand('validate', 'check the registry, and report all that is wrong with it', ['registry'])
    .argument('[files...]', 'registries to check instead, with one result for each; several give one JSON object a line')
    .action((files: readonly string[], options: ParsedOptions) => {
      if (files.length > 0 && options.registry !== undefined) throw new UsageError('--registry and files exclude each other')
      if (files.includes('')) throw new UsageError('the name of a registry must not be empty')
      const json = options.json === true
      const [first = registryOf(options), ...more] = files
      if (more.length === 0) validate(first, json, output)
      else validateEach(files, json, output)
    })
}

/** @throws CommandError */
function validate(registry: string, json: boolean, output: Output): void {
  const parsed = parseRegistry(readSafely(resolveRegistry(registry)).bytes)
  if (!parsed.ok) {
    for (const problem of parsed.problems) output.stderr(`${registry}:${problem.line === 0 ? ' ' : ''}${formatProblem(problem)}`)
    throw new InvalidRegistry(registry, parsed.problems)
  }
  const { revision, agents, projects } = parsed.snapshot
  printResult(output, json, { command: 'validate', registry, revision, agents: agents.size, projects: projects.length }, [
    `${registry} is valid: ${agents.size} agents, ${projects.length} projects, revision ${revision}`,
  ])
}

/** Goes on behind one that is not valid. @throws ToldFailure where there was one. */
function validateEach(files: readonly string[], json: boolean, output: Output): void {
  let failed = false
  for (const registry of files) {
    try {
      validate(registry, json, output)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      failed = true
      output.stderr(`${error.message}. Remedy: ${error.remedy}.`)
      if (json) output.stdout(failureText(error, { registry }))
    }
  }
  if (failed) throw new ToldFailure()
}
