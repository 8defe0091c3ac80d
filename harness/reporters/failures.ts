/** What a run has found, as a person reads it: the program or history, and the command that looks at it again. */
import type { FailureSummary } from '../evidence/results.ts'
import type { RenderOptions } from './reporter.ts'
import { type Paint, wrap } from './text.ts'

/** More lines do not fit a screen; all of them are in `failures/ID.json`. */
const maxLines = 40
/** Of one line, in UTF-16 code units. */
const maxLength = 300

/** @param options `replay` follows the id: where the evidence is, and what the target was. */
export const replayCommand = ({ id }: Pick<FailureSummary, 'id'>, { replay = '' }: Pick<RenderOptions, 'replay'>): string => `handoff-conformance replay ${id}${replay}`

/** What a person has to add to that command, in words; empty where it can be run as it is. */
export const replayNote = ({ targetUnsaid = false }: Pick<RenderOptions, 'targetUnsaid'>): string => (targetUnsaid ? 'and say what the target is, as for the run: --target FILE, --url URL or -- COMMAND' : '')

/** The command and what to add to it, as one line. */
export function replayText(failure: Pick<FailureSummary, 'id'>, options: Pick<RenderOptions, 'replay' | 'targetUnsaid'>): string {
  const note = replayNote(options)
  return replayCommand(failure, options) + (note === '' ? '' : ` (${note})`)
}

/** What a case says elsewhere, by its observations, is not said again. */
export function failureLines(failure: FailureSummary, options: RenderOptions, paint: Paint): string[] {
  const { columns } = options
  const note = replayNote(options)
  const command = [paint('cyan', `  ${replayCommand(failure, options)}`), ...(note === '' ? [] : wrap(note, columns, '    '))]
  if (failure.kind === 'case') return command
  const shown = failure.lines.slice(0, maxLines).flatMap((line) => laidOut(line.length <= maxLength ? line : `${line.slice(0, maxLength)}…`, columns))
  const rest = failure.lines.length - maxLines
  return [
    ...wrap(`${failure.kind}: ${failure.title} (seed ${failure.seed})`, columns, '  '),
    ...shown,
    ...(rest > 0 ? [`    … and ${rest} more in failures/${failure.id}.json`] : []),
    ...command,
  ]
}

/** A line that fits stays as it is, columns and all; of one that does not, what is broken off stands under it. */
function laidOut(line: string, columns: number): string[] {
  const text = line.trimStart()
  const indent = ' '.repeat(4 + Math.min(line.length - text.length, 20))
  if (indent.length + text.length <= columns) return [indent + text]
  const [first = '', ...rest] = wrap(text.replaceAll(/ {2,}/g, ' '), columns, `${indent}    `)
  return [indent + first.trimStart(), ...rest]
}
