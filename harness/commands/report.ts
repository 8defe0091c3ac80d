/** `report DIR`: renders a finished run again, from its results alone. */
import { type ExitCode, exitCodes } from '../errors.ts'
import { readResultsAt } from '../evidence/read-results.ts'
import { checkWritable } from '../evidence/writer.ts'
import { reporters } from '../reporters/reporters.ts'
import { type ReporterChoice, reporterOnStdout } from './option-values.ts'
import { writeReports } from './report-files.ts'
import { quoted } from './target-words.ts'
import type { Terminal } from './terminal.ts'

/**
 * @param place A folder of evidence, or its `results.json`.
 * @param choices None: what a run prints.
 * @returns Always 0: what the run came to is its own exit code, and stands in the results.
 * @throws HarnessError `usage`, `results_unreadable`, `results_invalid`, `evidence_unwritable`, `evidence_write_failed`
 */
export function reportCommand(terminal: Terminal, place: string, choices: readonly ReporterChoice[]): ExitCode {
  const shown = reporterOnStdout(choices)
  const files = choices.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]))
  for (const { file } of files) checkWritable(file, place)
  const run = readResultsAt(place)
  const replay = ` --evidence ${quoted(place)}`
  writeReports(files.map(({ name, file }) => ({ file, text: reporters[name](run, { color: false, columns: 100, isFile: true, replay }) })))
  const onlyFiles = files.length > 0 && files.length === choices.length
  if (!onlyFiles) terminal.out(reporters[shown](run, { color: terminal.color, columns: terminal.columns, evidence: place, replay }))
  return exitCodes.ok
}
