/** `report DIR`: renders a finished run again, from its results alone. */
import { existsSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { type ExitCode, exitCodes, HarnessError } from '../errors.ts'
import { manifestName, staysInside } from '../evidence/manifest.ts'
import { folderOf, readResultsAt } from '../evidence/read-results.ts'
import { checkWritable } from '../evidence/writer.ts'
import { reporters } from '../reporters/reporters.ts'
import { type ReporterChoice, reporterOnStdout } from './option-values.ts'
import { isTargetUnsaid } from './reference-name.ts'
import { writeReports } from './report-files.ts'
import { quoted } from './target-words.ts'
import type { Terminal } from './terminal.ts'

/** Whether a file lies in the folder of a run that has a manifest: every file in it is vouched for, and no other may be there. */
function isEvidence(file: string, folder: string): boolean {
  return existsSync(join(folder, manifestName)) && staysInside(relative(resolve(folder), resolve(file)).split(sep).join('/'))
}

/**
 * @param place A folder of evidence, or its `results.json`.
 * @param choices None: what a run prints.
 * @returns Always 0: what the run came to is its own exit code, and stands in the results.
 * @throws HarnessError `usage`, `results_unreadable`, `results_invalid`, `evidence_unwritable`, `evidence_write_failed`
 */
export function reportCommand(terminal: Terminal, place: string, choices: readonly ReporterChoice[]): ExitCode {
  const shown = reporterOnStdout(choices)
  const files = choices.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]))
  const folder = folderOf(place)
  for (const { file } of files) {
    checkWritable(file, folder)
    if (isEvidence(file, folder)) throw new HarnessError('evidence_unwritable', `the report ${file} cannot be written: it would stand in evidence that is finished, which verify then refuses`, { remedy: 'Name a file outside of that folder. A report that belongs to the evidence is made by the run: run --reporter NAME=FILE.' })
  }
  const run = readResultsAt(place)
  const shownWith = { replay: ` --evidence ${quoted(place)}`, targetUnsaid: isTargetUnsaid(run) }
  // One after the other, since those of a large run take many megabytes.
  for (const { name, file } of files) writeReports([{ file, text: reporters[name](run, { color: false, columns: 100, isFile: true, ...shownWith }) }])
  const onlyFiles = files.length > 0 && files.length === choices.length
  if (!onlyFiles) terminal.out(reporters[shown](run, { color: terminal.color, columns: terminal.columns, evidence: place, ...shownWith }))
  return exitCodes.ok
}
