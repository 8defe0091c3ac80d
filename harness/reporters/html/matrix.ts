/** Suites and outcomes as a table, with a bar for each suite; the numbers say all that the bar says. */
import { escapeMarkup } from '../markup.ts'
import { type Entry, type Report, type Standing } from '../report.ts'
import { bySeverity, standingMark } from './standings.ts'

/** Of the bar, in its own units. */
const barWidth = 200

export function matrix({ entries, counts }: Report): string {
  const suites = [...Map.groupBy(entries, ({ result }) => result.suite)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const columns = bySeverity.filter((standing) => counts[standing] > 0)
  if (suites.length === 0) return '<p>No case ran.</p>'
  const head = `<tr><th scope="col">Suite</th>${columns.map((standing) => `<th scope="col" class="number">${standingMark(standing)}</th>`).join('')}<th scope="col" class="number">Cases</th><td class="bar"></td></tr>`
  const row = (name: string, some: readonly Entry[]): string =>
    `<tr><th scope="row">${escapeMarkup(name)}</th>${columns.map((standing) => cell(standing, some)).join('')}<td class="number">${some.length}</td><td class="bar">${bar(columns, some)}</td></tr>`
  return [
    '<div class="scroll" role="region" aria-label="Table of suites and outcomes" tabindex="0"><table class="matrix">',
    `<thead>${head}</thead>`,
    `<tbody>${suites.map(([name, some]) => row(name, some)).join('\n')}</tbody>`,
    `<tfoot>${row('All', entries)}</tfoot>`,
    '</table></div>',
  ].join('\n')
}

const countOf = (standing: Standing, some: readonly Entry[]): number => some.filter((entry) => entry.standing === standing).length

function cell(standing: Standing, some: readonly Entry[]): string {
  const count = countOf(standing, some)
  return `<td class="number ${count === 0 ? 'zero' : standing}">${count}</td>`
}

function bar(columns: readonly Standing[], some: readonly Entry[]): string {
  let at = 0
  const parts = columns.map((standing) => {
    const width = (barWidth * countOf(standing, some)) / some.length
    at += width
    return width === 0 ? '' : `<rect class="${standing}" x="${(at - width).toFixed(2)}" width="${width.toFixed(2)}" height="12"/>`
  })
  return `<svg viewBox="0 0 ${barWidth} 12" preserveAspectRatio="none" aria-hidden="true">${parts.join('')}</svg>`
}
