/** The reference server as a user runs it: in this process over HTTP, or as a child process of the binary. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RegistryFile } from './registry-file.ts'

export const serverBinary = fileURLToPath(new URL('../../../server/bin.ts', import.meta.url))
export const fixtureServer = fileURLToPath(new URL('../../fixture-server/main.ts', import.meta.url))

export function serverEnvironment(registry: RegistryFile, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return {
    PATH,
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    HANDOFF_MCP_PORT: '0',
    HANDOFF_MCP_DB: registry.db,
    HANDOFF_MCP_REGISTRY: registry.path,
    ...more,
  }
}

export interface ServerProcess {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when stderr matches. */
  untilStderr(pattern: RegExp): Promise<RegExpExecArray>
  untilStdout(pattern: RegExp): Promise<RegExpExecArray>
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(): void
}

export function startProcess(args: readonly string[], env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const texts = { stdout: '', stderr: '' }
  let changed: (() => void)[] = []
  const take = (name: 'stdout' | 'stderr') => (chunk: string) => {
    texts[name] += chunk
    for (const look of changed) look()
  }
  child.stdout.setEncoding('utf8').on('data', take('stdout'))
  child.stderr.setEncoding('utf8').on('data', take('stderr'))
  child.stdin.on('error', () => undefined)
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      resolve({ code, signal })
      for (const look of changed) look()
    })
  })
  const until = (name: 'stdout' | 'stderr') => async (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(texts[name])
        if (match === null && child.exitCode === null && child.signalCode === null) return
        changed = changed.filter((other) => other !== look)
        if (match === null) reject(new Error(`the process ended without ${pattern}: ${texts.stdout} ${texts.stderr}`))
        else resolve(match)
      }
      changed.push(look)
      look()
    })
  return {
    child,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    untilStderr: until('stderr'),
    untilStdout: until('stdout'),
    exited,
    kill: () => void child.kill('SIGKILL'),
  }
}
