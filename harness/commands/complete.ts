/** What may come next on a command line: commands, options, and the names that an option or an argument takes. */
import type { Command, Option } from 'commander'

/** Names that come from the catalogue, which is loaded only where they are asked for. */
export interface CompletionNames {
  suites(): Promise<readonly string[]>
  cases(): Promise<readonly string[]>
  readonly reporters: readonly string[]
}

/**
 * @param before The words before the one that is typed, without the program's name.
 * @param current That word so far, which may be empty.
 * @returns Nothing where a file, a number or a text of the user's own is due, or behind `--`.
 */
export async function complete(program: Command, before: readonly string[], current: string, names: CompletionNames): Promise<string[]> {
  if (before.includes('--')) return []
  const [name, ...rest] = before
  if (name === undefined) return fitting([...commandNames(program), ...optionsOf(program)], current)
  const command = program.commands.find((each) => each.name() === name)
  if (command === undefined) return name === 'help' ? fitting(commandNames(program), current) : []
  const last = rest.at(-1)
  const pending = last === undefined ? undefined : command.options.find((option) => takesValue(option) && (option.long === last || option.short === last))
  if (pending !== undefined) return values(pending, '', current, names)
  const [, long = '', value] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? []
  const option = command.options.find((each) => each.long === long)
  if (value !== undefined && option !== undefined) return values(option, `${long}=`, value, names)
  if (current.startsWith('-')) return fitting(optionsOf(command), current)
  const [argument] = command.registeredArguments
  return fitting(argument?.name() === 'case' ? await names.cases() : argument?.argChoices ?? [], current)
}

/** Those that the help shows. */
function commandNames(program: Command): string[] {
  return [...program.commands.map((each) => each.name()).filter((name) => !name.startsWith('_')), 'help']
}

function takesValue(option: Option): boolean {
  return option.required || option.optional
}

function optionsOf(command: Command): string[] {
  return [...command.options.map(({ long }) => long ?? ''), '--help'].filter((name) => name !== '')
}

/** A list of names is completed at its last one. */
async function values(option: Option, prefix: string, typed: string, names: CompletionNames): Promise<string[]> {
  const comma = typed.lastIndexOf(',') + 1
  const [head, tail] = [prefix + typed.slice(0, comma), typed.slice(comma)]
  const known = await valuesOf(option, names)
  return fitting(known, comma > 0 && option.argChoices !== undefined ? typed : tail).map((name) => head + name)
}

async function valuesOf(option: Option, names: CompletionNames): Promise<readonly string[]> {
  if (option.argChoices !== undefined) return option.argChoices
  if (option.long === '--suite') return names.suites()
  if (option.long === '--only' || option.long === '--skip') return names.cases()
  return option.long === '--reporter' ? names.reporters : []
}

function fitting(known: readonly string[], typed: string): string[] {
  return [...new Set(known)].filter((name) => name.startsWith(typed))
}
