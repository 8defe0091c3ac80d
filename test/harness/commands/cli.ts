/** Runs the real command line as a real process, and gives back all that it said. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { main } from '../../../harness/main.ts'

const bin = fileURLToPath(new URL('../../../harness/bin.ts', import.meta.url))

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  /** Where it runs; also what relative paths start from. */
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** A process of the command line, with nothing of this process's own settings. */
export function startCli(args: readonly string[], { cwd, env }: CliOptions): { child: ChildProcess; ended: Promise<CliResult> } {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [bin, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, HOME, NODE_NO_WARNINGS: '1', ...(TMPDIR === undefined ? {} : { TMPDIR }), ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return { child, ended }
}

export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended
}

/** The same without a process of its own, where nothing but the words and the exit code matter. */
export async function callMain(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said): Writable => new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      said[name] += text
      done()
    },
  })
  const code = await main(args, { stdout: stream('stdout'), stderr: stream('stderr'), env })
  return { code, ...said }
}

/** A folder that is gone after the test. */
export function temporaryFolder(t: { teardown(handler: () => unknown): unknown }): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-test-'))
  t.teardown(() => { rmSync(folder, { recursive: true, force: true }) })
  return folder
}
