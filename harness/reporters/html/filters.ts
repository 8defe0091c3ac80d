/** Filters without script: a radio button that is checked hides, by CSS, every case that is not of its kind. */
import { escapeMarkup } from '../markup.ts'
import { type Report, type Standing, standingWords } from '../report.ts'
import { bySeverity } from './standings.ts'

/** A record with more suites than anybody has gets no filter by suite. */
const mostSuites = 40

/** The class of each suite's cases; none where there is nothing to choose. */
export function suiteClasses({ entries }: Report): ReadonlyMap<string, string> {
  const names = [...new Set(entries.map(({ result }) => result.suite))].sort()
  return names.length < 2 || names.length > mostSuites ? new Map() : new Map(names.map((name, at) => [name, `s${at}`]))
}

const shown = ({ counts }: Report): Standing[] => bySeverity.filter((standing) => counts[standing] > 0)

export function filters(report: Report, suites: ReadonlyMap<string, string>): string {
  const standings = shown(report)
  const radio = (name: string, value: string, label: string, count: number, isFirst: boolean): string =>
    `<label><input type="radio" name="${name}" id="${name}-${value}" value="${value}"${isFirst ? ' checked' : ''}> <span>${escapeMarkup(label)} <small>${count}</small></span></label>`
  const all = report.entries.length
  return [
    ...(standings.length < 2 ? [] : [`<fieldset class="filter"><legend>Outcome</legend>${radio('outcome', 'all', 'all', all, true)}${standings.map((each) => radio('outcome', each, standingWords[each], report.counts[each], false)).join('')}</fieldset>`]),
    ...(suites.size === 0 ? [] : [`<fieldset class="filter"><legend>Suite</legend>${radio('suite', 'all', 'all', all, true)}${[...suites].map(([name, id]) => radio('suite', id, name, report.entries.filter(({ result }) => result.suite === name).length, false)).join('')}</fieldset>`]),
  ].join('\n')
}

export function filterStyle(report: Report, suites: ReadonlyMap<string, string>): string {
  const standings = shown(report)
  const there = new Set(report.entries.map(({ standing, result }) => `${standing} ${suites.get(result.suite) ?? ''}`))
  const hidden = [
    ...standings.map((each) => `main:has(#outcome-${each}:checked) .case:not(.${each})`),
    ...[...suites.values()].map((id) => `main:has(#suite-${id}:checked) .case:not(.${id})`),
  ]
  const empty = standings.flatMap((each) => [...suites.values()].filter((id) => !there.has(`${each} ${id}`)).map((id) => `main:has(#outcome-${each}:checked):has(#suite-${id}:checked) .empty`))
  return [...(hidden.length === 0 ? [] : [`${hidden.join(',')}{display:none}`]), ...(empty.length === 0 ? [] : [`${empty.join(',')}{display:block}`])].join('')
}
