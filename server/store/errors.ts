/**
 * What can be wrong with the database file, told to the operator: what, where and how to mend it. Callers of tools
 * never see these; they get `busy` or `internal`.
 */

export const storeErrorCodes = {
  missing_folder: 'The folder of the database file does not exist.',
  missing_file: 'There is no database file at the path.',
  not_a_file: 'The path of the database is not a regular file.',
  unreadable: 'The database file cannot be opened by this user.',
  read_only: 'The database file cannot be written.',
  not_a_database: 'The file is not a SQLite database.',
  foreign_file: 'The file is a SQLite database of another program.',
  newer_schema: 'The database was written by a newer version of this program.',
  corrupt: 'The database file is damaged.',
  full: 'There is no room left for the database.',
  locked: 'Another process keeps the database locked.',
  io: 'The operating system refused to read or write the database.',
  gone: 'The database file was removed or replaced while it was open.',
  closed: 'The store was closed.',
  unexpected: 'SQLite reported an error that none of the other codes covers.',
} as const

export type StoreErrorCode = keyof typeof storeErrorCodes

const remedies: Readonly<Record<StoreErrorCode, string>> = {
  missing_folder: 'Create the folder, or set HANDOFF_MCP_DB to a path in a folder that exists.',
  missing_file: 'Name it with --db or HANDOFF_MCP_DB; a server makes one when it starts.',
  not_a_file: 'Set HANDOFF_MCP_DB to the path of a file.',
  unreadable: 'Give this user read and write access to the file, or set HANDOFF_MCP_DB to another path.',
  read_only: 'Make the file, its folder and the files beside it (-wal, -shm) writable for this user.',
  not_a_database: 'Set HANDOFF_MCP_DB to a new path, or restore a backup; the file was left as it is.',
  foreign_file: 'Set HANDOFF_MCP_DB to a new path; the file was left as it is.',
  newer_schema: 'Run the newer version, or restore a backup made by this one; the file was left as it is.',
  corrupt: 'Stop every process that uses it, keep a copy, and restore a backup.',
  full: 'Free disk space and try again; nothing that was acknowledged is lost.',
  locked: 'Find the process that holds it and let it finish, then try again.',
  io: 'Check the disk and the permissions of the file, its folder and the files beside it (-wal, -shm).',
  gone: 'Stop the server, put the file and the files beside it (-wal, -shm) back or restore a backup, and start it again.',
  closed: 'Start the server again.',
  unexpected: 'Read the cause in the log; if the file may be damaged, restore a backup.',
}

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  /** Path of the database file. */
  readonly path: string
  readonly remedy: string
  /** The sentence about what is wrong alone. */
  readonly what: string

  constructor(code: StoreErrorCode, path: string, options: { detail?: string; cause?: unknown } = {}) {
    const what = options.detail === undefined ? storeErrorCodes[code] : `${storeErrorCodes[code]} ${options.detail}`
    super(`${what} File: ${path}. ${remedies[code]}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.path = path
    this.remedy = remedies[code]
    this.what = what
  }
}
