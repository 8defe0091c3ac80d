/** How a command of `handoff-server` fails: with a text for the user, and an exit code. */

/** The command line or the environment is wrong: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  readonly exitCode = 2
}

/** A command that failed and has said of what already: exit 1. */
export class ToldFailure extends Error {
  override readonly name = 'ToldFailure'
  readonly exitCode = 1
}

/** The closed registry of what a command may fail with; scripts match the code. */
export const commandErrors = {
  registry_missing: 'There is no registry at the path, or a symbolic link leads nowhere.',
  registry_exists: '`init` found a file and left it alone.',
  registry_unreadable: 'The path is no regular file, or this user may not read it.',
  registry_unsafe: 'Others than the owner can read or write the registry.',
  registry_invalid: 'The registry breaks its rules; `validate` lists all that is wrong.',
  registry_locked: 'Another process edits the registry and did not finish in time.',
  registry_write_failed: 'The new registry could not be written; the old one is as it was.',
  agent_unknown: 'The registry has no agent with this id.',
  agent_inactive: 'The agent is disabled or past its expiry, so it may do nothing.',
  token_exists: 'The agent has a token already; it can be rotated.',
  token_missing: 'The agent has no token that could be rotated.',
  input_unreadable: 'A file that a command works on is missing, cannot be read, is too large, or is no text or JSON as it should be.',
  envelope_invalid: 'The text, the items or the project of an envelope could not be read back by its receiver; nothing was issued.',
  log_invalid: 'The log of events is not as it was written, or does not hold the head that was kept; every problem is listed.',
  backup_exists: 'There is something at the place of the backup already.',
  backup_failed: 'The backup could not be written; nothing that could be taken for one was left.',
  backup_invalid: 'What should be a backup is none, is not whole, or is not as it was written.',
  restore_exists: 'There is a database or a registry at the destination already.',
  restore_failed: 'The files could not be put in place; the message tells how far it came.',
  store_in_use: 'A server or another command has the database open.',
  failed: 'Something else, which the message tells.',
} as const

export type CommandErrorCode = keyof typeof commandErrors

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
