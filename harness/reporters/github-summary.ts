/** A run as Markdown, for the summary of a step: the counts, then each thing that is wrong, folded. */
import { accountOf } from './account.ts'
import { escapeMarkup } from './markup.ts'
import { type Entry, type Report, type Standing, standingWords, unexpectedText } from './report.ts'
import type { RenderOptions } from './reporter.ts'
import { duration, placeOf } from './text.ts'

/** GitHub shows no summary above 1 MiB. In UTF-16 code units, of which each is at most 3 bytes. */
const maxLength = 300_000

/** What is wrong first. */
const order: readonly Standing[] = ['failed', 'unclear', 'unrun', 'warned', 'expected']

export function markdownSummary(report: Report, options: RenderOptions): string {
  const { run, entries, gap, unexpected, counts } = report
  const target = run.target === null ? 'no target was opened' : `${run.target.name} ${placeOf(run.target.url)}`
  const head = [
    '## handoff-conformance', '',
    `${code(target)}, level ${code(run.level)}, seed ${run.seed}, ${duration(run.durationMs)}`, '',
    ...(gap === undefined ? [] : [`> **${text(gap)}**`, '']),
    ...unexpected.flatMap((entry) => [`- ❌ ${text(unexpectedText(entry))}`]),
    ...(unexpected.length > 0 ? [''] : []),
    `| ${standingsShown.map((standing) => standingWords[standing]).join(' | ')} |`,
    `|${' ---: |'.repeat(standingsShown.length)}`,
    `| ${standingsShown.map((standing) => counts[standing]).join(' | ')} |`, '',
  ].join('\n')
  const wrong = order.flatMap((standing) => entries.filter((entry) => entry.standing === standing))
  let length = head.length
  const shown: string[] = []
  for (const entry of wrong) {
    const block = details(entry, options)
    if (length + block.length > maxLength) break
    length += block.length
    shown.push(block)
  }
  const rest = wrong.length - shown.length
  return `${[head, ...shown, ...(rest > 0 ? [`\n${rest} more are in \`results.json\`.`] : [])].join('\n')}\n`
}

const standingsShown: readonly Standing[] = ['passed', 'failed', 'warned', 'expected', 'unclear', 'unrun', 'excluded']

function details(entry: Entry, options: RenderOptions): string {
  const { result: { id, title }, standing } = entry
  // In <pre> Markdown means nothing, unless an empty line ends the block of HTML.
  const lines = accountOf(entry, options).map((line) => (line === '' ? '&#8203;' : escapeMarkup(line)))
  return `<details><summary>${marks[standing]} <b>${standingWords[standing]}</b> <code>${escapeMarkup(id)}</code> ${escapeMarkup(title)}</summary><pre>${lines.join('\n')}</pre></details>\n`
}

const marks: Readonly<Record<Standing, string>> = { passed: '✅', warned: '⚠️', failed: '❌', expected: '🔕', unclear: '❔', unrun: '⏸️', excluded: '➖' }

/** Every character that Markdown could read as its own. */
const text = (given: string): string => escapeMarkup(given).replaceAll(/[\\`*_{}[\]()#+\-.!|~@:$^]/g, '\\$&')
const code = (given: string): string => `<code>${escapeMarkup(given).replaceAll('|', '&#124;').replaceAll(/[\\`*_~[\]@$]/g, (char) => `&#${char.codePointAt(0) ?? 0};`)}</code>`
