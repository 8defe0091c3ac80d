/** What a command prints: its result to stdout, as text or as one JSON object; everything else to stderr. */

export interface Output {
  /** @param line Without line end. */
  readonly stdout: (line: string) => void
  readonly stderr: (line: string) => void
}

export const processOutput: Output = {
  stdout: (line) => { process.stdout.write(`${line}\n`) },
  stderr: (line) => { process.stderr.write(`${line}\n`) },
}

/** Prints the result of a command that was done. */
export function printResult(output: Output, json: boolean, result: { readonly command: string } & Readonly<Record<string, unknown>>, text: readonly string[]): void {
  if (json) output.stdout(JSON.stringify({ ok: true, ...result }))
  else for (const line of text) output.stdout(line)
}
