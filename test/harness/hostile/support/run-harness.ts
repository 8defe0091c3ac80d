/** Runs the real command line in a process of its own, and measures what it took. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../../../harness/bin.ts', import.meta.url))
const hook = new URL('report-peak.ts', import.meta.url).href
/** Far beyond every deadline that the kinds are given: a machine may be busy. In ms. */
export const mostMs = 240_000

export interface Measured {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
  readonly peak: { readonly kibibytes: number; readonly cpuMs: number }
}

/** @param folder Where it runs. */
export async function runHarness(args: readonly string[], folder: string, env: Readonly<Record<string, string>>): Promise<Measured> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const peakFile = join(folder, 'peak.json')
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', hook, bin, ...args], {
    cwd: folder, stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, TMPDIR: tmpdir(), NODE_NO_WARNINGS: '1', ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }), ...env, HOSTILE_PEAK_FILE: peakFile },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text })
  const giveUp = setTimeout(() => { child.kill('SIGKILL') }, mostMs)
  const [code] = await once(child, 'close') as [number | null]
  clearTimeout(giveUp)
  const peak = existsSync(peakFile) ? JSON.parse(readFileSync(peakFile, 'utf8')) as Measured['peak'] : { kibibytes: Number.POSITIVE_INFINITY, cpuMs: 0 }
  return { code, stdout, stderr, ms: performance.now() - started, peak }
}
