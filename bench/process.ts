/** Runs a whole process and measures its time and its largest resident memory. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

export interface ProcessFigures {
  readonly ms: number
  /** Largest resident set, in bytes. */
  readonly residentBytes: number
}

/**
 * @param args Of `node`.
 * @throws Error where it does not end with exit code 0: a run that failed has no speed.
 */
export async function measureProcess(args: readonly string[]): Promise<ProcessFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-bench-'))
  const figures = join(folder, 'resident')
  try {
    const begin = performance.now()
    const { exitCode, all } = await execa(process.execPath, ['--import', join(import.meta.dirname, 'resident.ts'), ...args], {
      env: { HANDOFF_BENCH_FIGURES: figures, TMPDIR: folder }, reject: false, all: true, stdin: 'ignore',
    })
    const ms = performance.now() - begin
    if (exitCode !== 0) throw new Error(`node ${args.join(' ')} ended with ${exitCode ?? 'a signal'}:\n${all}`)
    return { ms, residentBytes: Number(readFileSync(figures, 'utf8')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
