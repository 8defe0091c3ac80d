/** `merge`: the folders of several parts of a run become the folder of one run, with its reports and its exit code. */
import { realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { type ExitCode, HarnessError } from '../errors.ts'
import { runUrlOf } from '../evidence/attestation.ts'
import { readResultsAt, resultsName } from '../evidence/read-results.ts'
import type { RunRecord } from '../evidence/results.ts'
import { readSigningKey } from '../evidence/signing-key.ts'
import { writeRun } from '../evidence/write-run.ts'
import { checkWritable } from '../evidence/writer.ts'
import { contradictions } from '../evidence/verify/consistency.ts'
import { verifyFolder } from '../evidence/verify/verify-folder.ts'
import type { NamedRun } from '../merge/check-parts.ts'
import { mergeFailures } from '../merge/merge-failures.ts'
import { mergeRuns } from '../merge/merge-runs.ts'
import { type ReporterName, reporters } from '../reporters/reporters.ts'
import { type ReporterChoice, reporterOnStdout } from './option-values.ts'
import { isTargetUnsaid } from './reference-name.ts'
import { splitReports, writeReports } from './report-files.ts'
import { quoted } from './target-words.ts'
import type { Terminal } from './terminal.ts'

export interface MergeOptions {
  readonly evidence: string
  readonly partial?: boolean
  readonly reporters: readonly ReporterChoice[]
  /** The file of the private key that signs the attestation. */
  readonly sign?: string
  readonly quiet?: boolean
}

/** @throws HarnessError `merge_refused`, `usage`, or whatever keeps a folder from being read or written. */
export function mergeCommand(terminal: Terminal, folders: readonly string[], options: MergeOptions): ExitCode {
  const { evidence } = options
  const shown = reporterOnStdout(options.reporters)
  const files = options.reporters.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]))
  for (const { file } of files) checkWritable(file, evidence)
  const parts = folders.map((name): NamedRun => ({ name, run: readResultsAt(name) }))
  const [first, ...others] = parts
  if (first === undefined) throw new HarnessError('usage', 'there is no folder to merge', { remedy: 'Name the folder of each part: merge DIR... --evidence OUT.' })
  for (const { name, run } of parts) {
    // One that was killed came to no exit code.
    const [why] = run.exitCode === null ? [] : contradictions(run)
    if (why !== undefined) throw new HarnessError('merge_refused', `the folders cannot be merged: ${name} contradicts itself: ${why}`, { remedy: 'No run writes this: take the folder as the run wrote it, or run the part again.' })
  }
  const same = folders.find((folder) => placeOf(folder) === placeOf(evidence))
  if (same !== undefined) throw new HarnessError('usage', `${same} is to be merged and to be written`, { remedy: 'Name another folder with --evidence.' })
  const sign = options.sign === undefined ? undefined : readSigningKey(options.sign)
  if (sign !== undefined) for (const { name } of parts) requireGenuine(name)
  const merged = mergeRuns([first, ...others], { partial: options.partial === true })
  const shownWith = { replay: ` --evidence ${quoted(evidence)}`, targetUnsaid: isTargetUnsaid(merged.run) }
  const render = (name: ReporterName, run: RunRecord): string => reporters[name](run, { color: false, columns: 100, ...shownWith, isFile: true })
  const { inside, outside } = splitReports(files.map(({ name, file }) => ({ file, text: render(name, merged.run) })), evidence)
  const url = runUrlOf(terminal.env)
  writeRun(evidence, merged.run, {
    files: [...mergeFailures(parts, merged.run), ...inside],
    ...(sign === undefined ? {} : { sign }), ...(url === undefined ? {} : { url }),
  })
  writeReports(outside)
  if (options.quiet !== true) {
    if (merged.missing.length > 0) terminal.err(`note: part ${merged.missing.join(', ')} is missing, so that the result is incomplete\n`)
    for (const note of merged.notes) terminal.err(`note: ${note}\n`)
  }
  terminal.out(reporters[shown](merged.run, { color: terminal.color, columns: terminal.columns, evidence, ...shownWith, brief: options.quiet === true && options.reporters.length === 0 }))
  return merged.exitCode
}

/** A signature vouches for what it covers: a part that somebody has edited must not get one by being merged. */
function requireGenuine(place: string): void {
  const [found] = verifyFolder(folderOf(place)).problems
  if (found === undefined) return
  throw new HarnessError('merge_refused', `${place} cannot be signed for: ${found.file}: ${found.text}`, { remedy: 'Merge the folders as the runs wrote them, or without --sign.' })
}

/** The folder itself, also where a link or its results were named. */
function placeOf(place: string): string {
  const folder = folderOf(place)
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}

const folderOf = (place: string): string => (basename(place) === resultsName ? dirname(place) : place)
