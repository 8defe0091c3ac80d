/** What a test run says at its end: the failed tests of each failed file, and how to have the same run again. */
import type { RunOptions } from './options.ts'

export interface FileReport {
  readonly file: string
  readonly ok: boolean
  /** Tests at the top level of the file. */
  readonly checks: number
  /** Full names of what failed. */
  readonly failures: readonly string[]
  readonly stderr: string
  /** What is wrong with the file beside its tests, in words: no test at all, something left behind. */
  readonly flaws: readonly string[]
}

const maxLines = 40

/** @returns Lines without line ends. */
export function failureLines(report: FileReport): string[] {
  const lines = [`FAILED ${report.file}`, ...[...report.failures, ...report.flaws].map((line) => `  ${line}`)]
  if (report.ok || report.stderr.trim() === '') return lines
  const errors = report.stderr.trimEnd().split('\n')
  if (errors.length > maxLines) lines.push(`  stderr, its last ${maxLines} lines of ${errors.length}:`)
  else lines.push('  stderr:')
  return [...lines, ...errors.slice(-maxLines).map((line) => `    ${line}`)]
}

export function replayLine(options: Pick<RunOptions, 'seed' | 'filters'>): string {
  return `Again in the same order: npm test -- --seed ${options.seed}${options.filters.map((filter) => ` ${filter}`).join('')}`
}
