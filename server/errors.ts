/** How a command of `handoff-server` fails: with a text for the user, and an exit code. */

/** The command line or the environment is wrong: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  readonly exitCode = 2
}

export type CommandErrorCode =
  | 'registry_missing'
  | 'registry_exists'
  | 'registry_unreadable'
  | 'registry_unsafe'
  | 'registry_invalid'
  | 'registry_locked'
  | 'registry_write_failed'
  | 'agent_unknown'
  | 'token_exists'
  | 'token_missing'
  | 'failed'

/** The command was understood and could not be done: exit 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: CommandErrorCode
  readonly exitCode = 1
  /** What the user can do about it. */
  readonly remedy: string

  constructor(code: CommandErrorCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.remedy = remedy
  }
}
