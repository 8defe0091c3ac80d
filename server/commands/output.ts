/** What a command prints: its result to stdout, as text or as one JSON object; everything else to stderr. */
import type { CommandError } from '../errors.ts'

export interface Output {
  /** @param line Without line end. */
  readonly stdout: (line: string) => void
  readonly stderr: (line: string) => void
}

export const processOutput: Output = {
  stdout: (line) => {
    if (!process.stdout.listeners('error').includes(onLostResult)) process.stdout.once('error', onLostResult)
    process.stdout.write(`${line}\n`)
  },
  stderr: (line) => { process.stderr.write(`${line}\n`) },
}

/** A result that nobody got is a failure, however well the work went. */
function onLostResult(error: NodeJS.ErrnoException): void {
  process.stderr.write(`stdout could not be written (${String(error.code)}). Remedy: run it again; a token that was not shown is replaced with \`handoff-server rotate\`.\n`)
  process.once('exit', () => { process.exitCode = 1 })
}

/** Prints the result of a command that was done. */
export function printResult(output: Output, json: boolean, result: { readonly command: string } & Readonly<Record<string, unknown>>, text: readonly string[]): void {
  if (json) output.stdout(JSON.stringify({ ok: true, ...result }))
  else for (const line of text) output.stdout(line)
}

/** A failed command as one JSON object. @param about What it failed on, beside its error. */
export function failureText(error: CommandError, about: Readonly<Record<string, unknown>> = {}): string {
  const { code, message, remedy } = error
  const problems = 'problems' in error ? { problems: error.problems } : {}
  const details = 'details' in error ? error.details as Readonly<Record<string, unknown>> : {}
  return JSON.stringify({ ok: false, ...about, error: { code, message, remedy, ...details, ...problems } })
}
