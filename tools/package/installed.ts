/** The package as a stranger has it: packed, installed in an empty folder, run from there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'

export interface Installed {
  readonly folder: string
  /** Runs a binary of the package with the Node.js that runs us; `env` comes on top of a clean environment. */
  readonly start: (bin: string, args: readonly string[], env?: Readonly<Record<string, string>>) => Running
  readonly remove: () => void
}

export type Running = ReturnType<typeof launch>

/**
 * @param root Folder of the repository.
 * @throws Error where npm cannot pack or install.
 */
export async function installPacked(root: string): Promise<Installed> {
  const room = mkdtempSync(join(tmpdir(), 'handoff-package-'))
  const folder = join(room, 'project')
  mkdirSync(folder)
  try {
    await npm(root, 'pack', '--pack-destination', room, '--silent')
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "version": "1.0.0", "private": true, "type": "module" }\n')
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
    await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', join(room, `handoff-conformance-${version}.tgz`))
  } catch (error) {
    rmSync(room, { recursive: true, force: true })
    throw error
  }
  return {
    folder,
    start: (bin, args, env = {}) => launch(join(folder, 'node_modules/.bin', bin), args, folder, { HOME: room, TMPDIR: room, ...env }),
    remove: () => rmSync(room, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function launch(file: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':')
  return execa(file, args, {
    cwd, env: { PATH: path, ...env }, extendEnv: false, reject: false, stdin: 'ignore', all: true, timeout: 300_000, forceKillAfterDelay: 10_000,
  })
}

/** @throws Error unless the command ended with this exit code. */
export function expectExit(result: { readonly command: string; readonly exitCode?: number; readonly all: string }, wanted: number): void {
  if (result.exitCode === wanted) return
  throw new Error(`${result.command} ended with ${result.exitCode ?? 'a signal'} and not ${wanted}:\n${result.all.split('\n').slice(-30).join('\n')}`)
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  const { exitCode, all } = await execa('npm', args, { cwd, all: true, reject: false, stdin: 'ignore' })
  if (exitCode !== 0) throw new Error(`npm ${args[0] ?? ''} failed:\n${all}`)
}
