/** Runs the command line in this process. */
import { main } from '../../../server/main.ts'

export interface Ended {
  readonly code: number
  readonly stdout: string[]
  readonly stderr: string
  /** What `--json` printed; empty without it. */
  readonly json: Record<string, unknown>
}

export async function run(...argv: string[]): Promise<Ended> {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await main(argv, { stdout: (line) => stdout.push(line), stderr: (line) => stderr.push(line) })
  const json = argv.includes('--json') ? JSON.parse(stdout.join('\n')) as Record<string, unknown> : {}
  return { code, stdout, stderr: stderr.join('\n'), json }
}
