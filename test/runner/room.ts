/** The temporary folder of a test run: one room for each file, so that what a file leaves there is seen. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What Node and npm keep between processes by themselves. */
const caches = /^(node-compile-cache|v8-compile-cache|npm-|node-tap-)/

export interface Rooms {
  /** The folder that becomes `TMPDIR` of one test file. */
  of(file: string): string
  /** Where the processes of all files keep what they have compiled, so that the next one reads it: where the environment says, else here. */
  readonly compiled: string
  /** Names of what the file left in its room. */
  left(file: string): string[]
  remove(): void
}

/** Names are short, for sockets have paths of at most 107 bytes. */
export function makeRooms(files: readonly string[]): Rooms {
  const top = mkdtempSync(join(tmpdir(), 'handoff-test-'))
  const numbers = new Map(files.map((file, index) => [file, String(index)]))
  const of = (file: string): string => join(top, numbers.get(file) ?? 'other')
  for (const file of files) mkdirSync(of(file))
  return {
    of,
    compiled: process.env['NODE_COMPILE_CACHE'] ?? join(top, 'compiled'),
    left: (file) => readdirSync(of(file)).filter((name) => !caches.test(name)),
    remove: () => rmSync(top, { recursive: true, force: true, maxRetries: 3 }),
  }
}
