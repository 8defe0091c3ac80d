/** Finds a Node.js that is older than the package allows, to see what it is told. */
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { execa } from 'execa'
import { Skip } from './steps.ts'

/**
 * @returns Path of the first `node` on the PATH that is older than 22.19.
 * @throws Skip where there is none.
 */
export async function findOldNode(): Promise<string> {
  const candidates = (process.env['PATH'] ?? '').split(delimiter)
    .filter((folder) => folder !== dirname(process.execPath) && !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue
    const { stdout } = await execa(candidate, ['--version'], { reject: false })
    const [major = 0, minor = 0] = stdout.slice(1).split('.').map(Number)
    if (major < 22 || (major === 22 && minor < 19)) return candidate
  }
  throw new Skip('this host has no Node.js older than 22.19')
}
