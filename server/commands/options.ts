/** The options that commands share, and how they are read. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../errors.ts'
import { databasePath, registryPath } from '../settings.ts'
import { defaultExpiry } from './expiry.ts'

/** What Commander hands to an action; only what the command declared is set. */
export interface ParsedOptions {
  readonly registry?: string
  readonly db?: string
  readonly envFile?: string
  readonly agent?: string
  readonly expires?: string
  readonly json?: boolean
}

type OptionName = 'registry' | 'db' | 'agent' | 'expires'

export function newCommand(name: string, description: string, options: readonly OptionName[]): Command {
  const command = new Command(name).description(description).allowExcessArguments(false)
  if (options.includes('registry')) command.addOption(new Option('--registry <path>', 'the registry (default: HANDOFF_MCP_REGISTRY, else ./config/agents.yaml)'))
  if (options.includes('db')) command.addOption(new Option('--db <path>', 'the database (default: HANDOFF_MCP_DB, else ./data/handoffs.sqlite)'))
  if (options.includes('registry') || options.includes('db')) {
    command.addOption(new Option('--env-file <path>', 'read variables from this file; the environment goes before it'))
  }
  if (options.includes('agent')) command.addOption(new Option('--agent <id>', 'the agent').argParser(once).makeOptionMandatory())
  if (options.includes('expires')) command.addOption(new Option('--expires <when>', 'a duration such as 12h, 30d, 4w, or a time such as 2030-01-31T12:00:00Z').default(defaultExpiry))
  return command.addOption(new Option('--json', name === 'stdio' ? 'print an error as one JSON object to stderr' : 'print one JSON object to stdout'))
}

/** Commander takes the last of several, so that the others would be left as they are without a word. */
function once(value: string, previous: string | undefined): string {
  if (previous !== undefined) throw new InvalidArgumentError('It may be given once.')
  return value
}

/** @throws UsageError */
export function registryOf(options: ParsedOptions): string {
  const path = registryPath(process.env, options)
  if (path === '') throw new UsageError('--registry must not be empty')
  return path
}

/** @throws UsageError */
export function databaseOf(options: ParsedOptions): string {
  const path = databasePath(process.env, options)
  if (path === '') throw new UsageError('--db must not be empty')
  return path
}

/** @throws UsageError */
export function agentOf(options: ParsedOptions): string {
  if (options.agent === undefined || options.agent === '') throw new UsageError('--agent must not be empty')
  return options.agent
}
