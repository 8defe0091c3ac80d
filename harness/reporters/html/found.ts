/** What a case has found, program or history, and the command that runs it again. */
import type { FailureSummary } from '../../evidence/results.ts'
import { replayCommand, replayNote } from '../failures.ts'
import { escapeMarkup } from '../markup.ts'
import type { RenderOptions } from '../reporter.ts'
import { historyPicture } from './history.ts'

/** All of them are in the file of the failure. */
const mostLines = 200

export function foundBlock(failure: FailureSummary, options: RenderOptions): string {
  const { id, kind, title, seed, lines, history = [] } = failure
  const note = replayNote(options)
  const replay = `<p class="command">Run it again: <code>${escapeMarkup(replayCommand(failure, options))}</code>${note === '' ? '' : `, ${escapeMarkup(note)}`}</p>`
  if (kind === 'case') return replay
  const rest = lines.length - mostLines
  return [
    '<div class="found">',
    `<h3>${kind}, seed ${seed}</h3>`,
    `<p>${escapeMarkup(title)}</p>`,
    ...(history.length === 0 ? [] : [historyPicture(history, { id, title })]),
    `<pre class="lines" role="region" aria-label="${escapeMarkup(`the ${kind} ${id}`)}" tabindex="0">${lines.slice(0, mostLines).map(escapeMarkup).join('\n')}${rest > 0 ? `\n… and ${rest} more in failures/${escapeMarkup(id)}.json` : ''}</pre>`,
    replay,
    '</div>',
  ].join('\n')
}
