/**
 * One page that holds everything and loads nothing: no script, no request, and a content policy that would stop both. It
 * reads in light and dark, at the width of a phone, by keyboard and aloud; its filters are radio buttons and CSS.
 */
import { createHash } from 'node:crypto'
import type { RunRecord } from '../../evidence/results.ts'
import { escapeMarkup } from '../markup.ts'
import type { Render } from '../reporter.ts'
import { type Report, reportOf, unexpectedText } from '../report.ts'
import { duration, placeOf, plural } from '../text.ts'
import { caseItem } from './case.ts'
import { filterStyle, filters, suiteClasses } from './filters.ts'
import { foundBlock } from './found.ts'
import { matrix } from './matrix.ts'
import { bySeverity } from './standings.ts'
import { pageStyle } from './style.ts'

/** More failures than this begin folded. */
const mostUnfolded = 10

export const renderHtml: Render = (run, options) => {
  const report = reportOf(run)
  const suites = suiteClasses(report)
  const style = `${pageStyle}${filterStyle(report, suites)}`
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`
  const verdict = verdictOf(report)
  const items = bySeverity.flatMap((standing) => {
    const some = report.entries.filter((entry) => entry.standing === standing)
    const isOpen = standing === 'failed' && some.length <= mostUnfolded
    return some.map((entry) => caseItem(entry, { suiteClass: suites.get(entry.result.suite) ?? '', isOpen, options }))
  })
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeMarkup(`${verdict.text} · ${run.target?.name ?? 'no target'} · handoff-conformance`)}</title>`,
    // Its bytes are what the policy names.
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<a class="skip" href="#results">Skip to the results</a>',
    '<header>',
    '<p class="product">handoff-conformance</p>',
    `<h1 class="${verdict.kind}">${escapeMarkup(verdict.text)}</h1>`,
    facts(run),
    '</header>',
    '<main>',
    ...notes(report),
    '<section aria-labelledby="matrix"><h2 id="matrix">Suites and outcomes</h2>', matrix(report), '</section>',
    '<section aria-labelledby="results"><h2 id="results" tabindex="-1">Results</h2>',
    filters(report, suites),
    '<p class="empty" role="status">No case of this suite came to this outcome.</p>',
    `<ul class="cases">${items.join('\n')}</ul>`,
    '</section>',
    ...besides(report, options),
    '</main>',
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

/** What the page says first; never more than the run showed. */
function verdictOf({ counts, unexpected, gap, run }: Report): { readonly kind: 'good' | 'bad' | 'unsure'; readonly text: string } {
  const unshown = counts.unclear + counts.unrun
  const failed = counts.failed + unexpected.length
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unshown > 0 ? [`${unshown} not shown`] : []),
    ...(run.status === 'incomplete' ? ['incomplete'] : []),
    ...(gap !== undefined && run.status !== 'incomplete' ? ['nothing was tested'] : []),
  ]
  if (parts.length > 0) return { kind: failed > 0 ? 'bad' : 'unsure', text: parts.join(', ') }
  const passed = [`${plural(counts.passed + counts.warned, 'case')} passed`, ...(counts.expected > 0 ? [`${counts.expected} failed as expected`] : [])]
  return { kind: counts.expected > 0 ? 'unsure' : 'good', text: passed.join(', ') }
}

function facts(run: RunRecord): string {
  const { target } = run
  const rows: readonly (readonly [string, string])[] = [
    ['Target', target === null ? 'no target was opened' : `${target.name} ${placeOf(target.url)}`],
    ...(target?.serverInfo === undefined ? [] : [['Calls itself', `${target.serverInfo.name} ${target.serverInfo.version}`] as const]),
    ...(target === null ? [] : [['Revision', target.revision ?? 'unknown'], ['Auth', target.auth]] as const),
    ['Level', run.level], ['Seed', String(run.seed)],
    ['Started', run.start === '' ? 'unknown' : run.start], ['Took', duration(run.durationMs)],
    ...(run.shard === undefined ? [] : [['Part', `${run.shard.index} of ${run.shard.of}`] as const]),
    ...(run.merged === undefined ? [] : [['Put together', `from ${plural(run.merged, 'part')}`] as const]),
    ['Harness', run.harnessVersion === '' ? 'unknown' : run.harnessVersion],
  ]
  return `<dl class="facts">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`).join('')}</dl>`
}

/** What is wrong with the run as a whole. */
function notes({ gap, unexpected, run }: Report): string[] {
  const all = [...(gap === undefined ? [] : [gap]), ...unexpected.map(unexpectedText)]
  const list = all.map((each) => `<li>${escapeMarkup(each)}</li>`)
  const roots = run.findings.map(({ id, title, remedy }) => `<li><strong>${escapeMarkup(id)}</strong>: ${escapeMarkup(title)} <em>${escapeMarkup(remedy)}</em></li>`)
  return [
    ...(list.length === 0 ? [] : [`<section class="note" aria-labelledby="notes"><h2 id="notes">This run</h2><ul>${list.join('')}</ul></section>`]),
    ...(roots.length === 0 ? [] : [`<section class="note" aria-labelledby="roots"><h2 id="roots">Root causes</h2><ul>${roots.join('')}</ul></section>`]),
  ]
}

function besides({ besides: failures }: Report, options: Parameters<Render>[1]): string[] {
  if (failures.length === 0) return []
  return ['<section aria-labelledby="besides"><h2 id="besides">Found besides</h2>', ...failures.map((failure) => `<h3>${escapeMarkup(failure.case)}</h3>${foundBlock(failure, options)}`), '</section>']
}
