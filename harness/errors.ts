/**
 * The closed registry of the harness's own errors. Callers match the code; the message says what and where, the
 * remedy how to mend it. A code carries its exit code, so that no command invents one.
 */

/** What a run may end with; nothing else is ever an exit code. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, incomplete: 3, fault: 4, interrupted: 130 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const errorCodes = {
  usage: { exitCode: 2, meaning: 'The command line is wrong: an unknown command or option, or a value that does not fit.', remedy: 'See `handoff-conformance --help` and `handoff-conformance COMMAND --help`.' },
  unknown_suite: { exitCode: 2, meaning: 'No suite of that name.', remedy: 'See `handoff-conformance list` for the suites.' },
  unknown_case: { exitCode: 2, meaning: 'No case of that id, or none that the pattern matches.', remedy: 'See `handoff-conformance list` for the cases.' },
  unknown_reporter: { exitCode: 2, meaning: 'No reporter of that name.', remedy: 'Use one of those that `handoff-conformance run --help` names.' },
  url_invalid: { exitCode: 2, meaning: 'The address of the target is not an absolute http or https URL, or carries credentials.', remedy: 'Give the whole address of the MCP endpoint, such as http://127.0.0.1:3220/mcp, without user or password.' },
  remote_refused: { exitCode: 2, meaning: 'The target is not on this machine, and nobody said that it may be attacked.', remedy: 'Pass --allow-remote, only for a server that you may test.' },
  target_file_unreadable: { exitCode: 2, meaning: 'The target file is missing or cannot be read.', remedy: 'Check the path given to --target.' },
  target_file_invalid: { exitCode: 2, meaning: 'The target file is no valid target: bad YAML, an unknown or repeated key, a wrong type; with line and column.', remedy: 'Correct the named line of the target file.' },
  adapter_invalid: { exitCode: 2, meaning: 'The file of an adapter is missing, cannot be read, or is no valid adapter; with line and column.', remedy: 'Correct the named line; see docs/adapters.md.' },
  server_unasked: { exitCode: 2, meaning: 'The server cannot be asked by `init` what it is: nothing answers, it refuses, or it does not speak MCP.', remedy: 'Start the server, or correct its address, command or token.' },
  file_exists: { exitCode: 2, meaning: 'A file that is to be written is there already; nothing was written.', remedy: 'Choose another name, or pass --force to replace it.' },
  file_unwritable: { exitCode: 2, meaning: 'A file that is to be written cannot be.', remedy: 'Check the folder, its permissions and its space.' },
  adapter_mismatch: { exitCode: 2, meaning: 'The adapter that the target file names maps a tool, an argument or a result that the target does not have; the field is named.', remedy: 'Name the adapter of servers like this one, or none: see handoff.adapter in docs/target-file.md.' },
  token_missing: { exitCode: 2, meaning: 'A token was announced but is not there: the environment variable is unset or empty, or the file is missing.', remedy: 'Export the variable, or write the token into the file, then run again.' },
  token_invalid: { exitCode: 2, meaning: 'What was given as a token cannot be sent as a bearer token (RFC 6750 section 2.1).', remedy: 'Give one token on one line, without the word Bearer and without quotes.' },
  token_file_unsafe: { exitCode: 2, meaning: 'The token file is no regular file, or others may read it.', remedy: 'Make it readable by its owner only: chmod 600 FILE.' },
  client_secret_missing: { exitCode: 2, meaning: 'The environment variable that the target file names for the secret of a client is unset or empty.', remedy: 'Export the variable, then run again.' },
  authorization_server_unusable: { exitCode: 2, meaning: 'The authorization server of the target cannot be found or used: the target does not name it, it does not answer, or its metadata are missing, of another issuer, or without a grant that a program can use; which is named.', remedy: 'See auth.oauth in docs/target-file.md.' },
  access_token_refused: { exitCode: 2, meaning: 'The authorization server gave no access token: it refuses the client, the scopes or the resource, or its answer is none that can be used; which is named.', remedy: 'Check the client under auth.oauth of the target file, and what the authorization server allows it.' },
  target_start_failed: { exitCode: 3, meaning: 'The command of the target could not be started, or ended before it was ready.', remedy: 'Run the command by hand and mend what it says.' },
  target_not_ready: { exitCode: 3, meaning: 'The target was started but did not become ready in time.', remedy: 'Raise ready.timeout_ms, or run the command by hand and see what it says.' },
  driver_invalid: { exitCode: 2, meaning: 'The driver that the target file names could not be started, or does not speak the driver protocol; what it did instead is named.', remedy: 'Mend the driver: see docs/drivers.md for the protocol and its schema.' },
  driver_failed: { exitCode: 3, meaning: 'The driver of the target stopped answering, answered wrongly, or could not do what it had said it can, while a run was going on.', remedy: 'See what it wrote to stderr and mend it: docs/drivers.md.' },
  port_in_use: { exitCode: 3, meaning: 'The port that the target needs is taken.', remedy: 'Free the port, or let the harness choose one with {port}.' },
  ability_missing: { exitCode: 4, meaning: 'A case asked its driver for something that the driver cannot do.', remedy: 'Name the ability in the needs of the case, so that the plan can rule it out.' },
  expected_file_unreadable: { exitCode: 2, meaning: 'The file of expected failures is missing or cannot be read.', remedy: 'Check the path given to --expected, or under expected: of the target file.' },
  expected_file_invalid: { exitCode: 2, meaning: 'The file of expected failures is wrong: bad YAML, an unknown or repeated key, a case that this version does not have or that has two entries, or a day that is none; with line and column.', remedy: 'Correct the named line; see docs/expected-failures.md.' },
  merge_refused: { exitCode: 2, meaning: 'The folders are not parts of one run: of another catalogue, seed, level or target, of another plan, the same part twice, or not all of them; which is named.', remedy: 'Name each part of one run once; --partial merges what there is where parts are missing. See docs/sharding.md.' },
  temp_unwritable: { exitCode: 2, meaning: 'The folder for temporary files is missing or cannot be written.', remedy: 'Set TMPDIR to a folder that exists and that you may write.' },
  evidence_unwritable: { exitCode: 2, meaning: 'The evidence folder cannot be made or written.', remedy: 'Choose another folder with --evidence DIR, or mend its path, space and permissions.' },
  evidence_foreign: { exitCode: 2, meaning: 'The evidence folder holds files that no run of this program wrote.', remedy: 'Choose an empty or new folder with --evidence DIR, or move those files away; they are never overwritten.' },
  evidence_locked: { exitCode: 2, meaning: 'Another run is writing into the same evidence folder.', remedy: 'Wait for it to end, or choose another folder with --evidence DIR.' },
  evidence_write_failed: { exitCode: 4, meaning: 'A file of evidence could not be written after the run had started.', remedy: 'Check space and permissions of the evidence folder, then run again.' },
  evidence_leak: { exitCode: 4, meaning: 'A written file held a secret of the run, so it was deleted.', remedy: 'Report this as a fault of the harness, with the name of the file and without its content.' },
  catalogue_invalid: { exitCode: 4, meaning: 'The catalogue contradicts itself: a repeated id, or a case that names an unknown requirement.', remedy: 'Report this as a fault of the harness.' },
  vectors_invalid: { exitCode: 4, meaning: 'A file of golden vectors is missing, or is no file of vectors.', remedy: 'Install the package anew, or correct the place that is named.' },
  envelope_unreadable: { exitCode: 2, meaning: 'The file with an envelope is missing, cannot be read, or is larger than any server takes.', remedy: 'Check the path; - reads standard input.' },
  envelope_invalid: { exitCode: 2, meaning: 'The file with an envelope is no strict JSON, or its parameters are refused by accept_handoff before any verdict; the field is named.', remedy: 'Correct the named field; see `explain-verdict` in docs/command-line.md for the form of the file.' },
  failure_unknown: { exitCode: 2, meaning: 'No failure of that id is kept in the folder of evidence; what is kept there is listed.', remedy: 'Give an id as the run printed it, and with --evidence the folder that it wrote into.' },
  failure_invalid: { exitCode: 2, meaning: 'The file of a failure cannot be read, is broken, or was not written by this program; the place is named.', remedy: 'Run the cases again, so that the failure is found and written anew.' },
  evidence_unreadable: { exitCode: 2, meaning: 'A folder of evidence is missing, or it or a file in it cannot be read, so that nothing can be said of it.', remedy: 'Give the folder that a run wrote into, and check its permissions.' },
  results_unreadable: { exitCode: 2, meaning: 'The results of a run are missing, or their file cannot be read.', remedy: 'Give a folder that a run wrote into, or the results.json in it.' },
  results_invalid: { exitCode: 2, meaning: 'A file of results is broken, contradicts itself, or is of a version that this program does not read; the place is named.', remedy: 'Give a results.json as a run wrote it.' },
  key_unreadable: { exitCode: 2, meaning: 'The file of a key that signs or checks evidence is missing or cannot be read.', remedy: 'Check the path given to --sign or --key.' },
  key_unsafe: { exitCode: 2, meaning: 'Others may read the file of the key that signs evidence.', remedy: 'Make it readable by its owner only: chmod 600 FILE.' },
  key_invalid: { exitCode: 2, meaning: 'A file holds no key that can sign or check evidence: that is an Ed25519 key in PEM, private (PKCS #8) for --sign and public (SPKI) for --key.', remedy: 'See docs/evidence.md for how to make a pair of keys with openssl.' },
  node_too_old: { exitCode: 2, meaning: 'This Node.js is older than the harness needs.', remedy: 'Install Node.js 22.19 or later.' },
  internal: { exitCode: 4, meaning: 'A fault of the harness itself; no verdict of this run counts.', remedy: 'Report this as a fault of the harness, with the text above.' },
} as const satisfies Readonly<Record<string, { exitCode: ExitCode; meaning: string; remedy: string }>>

export type HarnessErrorCode = keyof typeof errorCodes

/** An error of the harness. `message` never holds a credential, and never text of a target. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: HarnessErrorCode
  /** How to mend it, one sentence. */
  readonly remedy: string
  readonly exitCode: ExitCode
  /** The last that a process wrote, where that helps; to be redacted and made visible before anybody sees it. */
  readonly log: string | undefined

  /**
   * @param message What happened and where, one sentence without its full stop.
   * @param options `remedy` replaces the registry's own where more is known; `cause` is kept for the diagnostic; `log` is what a process wrote last.
   */
  constructor(code: HarnessErrorCode, message: string, options: { remedy?: string; cause?: unknown; log?: string | undefined } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.remedy = options.remedy ?? errorCodes[code].remedy
    this.exitCode = errorCodes[code].exitCode
    this.log = options.log
  }
}
