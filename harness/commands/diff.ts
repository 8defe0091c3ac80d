/** `diff`: what changed from one run to another, and whether that is a regression. */
import { compareRuns } from '../compare/compare-runs.ts'
import { comparisonText } from '../compare/comparison-text.ts'
import { type ExitCode, exitCodes } from '../errors.ts'
import { readResultsAt } from '../evidence/read-results.ts'
import { visibleJson } from '../evidence/visible.ts'
import type { Terminal } from './terminal.ts'

/** @throws HarnessError `results_unreadable`, `results_invalid` */
export function diffCommand(terminal: Terminal, before: string, after: string, { json }: { readonly json?: boolean }): ExitCode {
  const comparison = compareRuns(readResultsAt(before), readResultsAt(after))
  terminal.out(json === true
    ? visibleJson(`${JSON.stringify({ format: 'handoff-conformance/comparison', schemaVersion: 1, ...comparison }, undefined, 2)}\n`)
    : comparisonText(comparison, terminal))
  return comparison.regression ? exitCodes.failed : exitCodes.ok
}
