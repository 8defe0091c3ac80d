/** One case: a line where there is nothing to say, else all that is known of it, folded. */
import { escapeMarkup } from '../markup.ts'
import { type Entry, expectationText, type Violation } from '../report.ts'
import { beforeByHand } from '../by-hand.ts'
import type { RenderOptions } from '../reporter.ts'
import { exchangeBlock } from './exchange.ts'
import { foundBlock } from './found.ts'
import { standingMark } from './standings.ts'

/** A case that tries many inputs can be violated by each of them in the same way; all of them are in `results.json`. */
const mostInputs = 8

export interface CaseOptions {
  readonly suiteClass: string
  readonly isOpen: boolean
  readonly options: RenderOptions
}

export function caseItem(entry: Entry, { suiteClass, isOpen, options }: CaseOptions): string {
  const { result: { id, suite, title, reason }, standing } = entry
  const head = `${standingMark(standing)} <code>${escapeMarkup(id)}</code> <span class="title">${escapeMarkup(title)}</span> <span class="suite">${escapeMarkup(suite)}</span>`
  const start = `<li class="case ${standing}${suiteClass === '' ? '' : ` ${suiteClass}`}">`
  if (standing === 'passed') return `${start}<p class="line">${head}</p></li>`
  if (standing === 'excluded') return `${start}<p class="line">${head}<span class="why">${escapeMarkup(reason ?? '')}</span></p></li>`
  return `${start}<details${isOpen ? ' open' : ''}><summary>${head}</summary><div class="inside">${inside(entry, options)}</div></details></li>`
}

function inside(entry: Entry, options: RenderOptions): string {
  const { result, violations, explanation, finding, failures } = entry
  const { reason, flaky, expectedFailure, inconclusiveInputs = [], exchanges = [] } = result
  // What to know before is the same for all of them.
  const firstByHand = exchanges.find(({ curl }) => curl !== undefined)
  const groups = [...Map.groupBy(violations, ({ requirement }) => requirement).values()]
  return [
    // The violations say it better.
    ...(reason === undefined || groups.length > 0 ? [] : [`<p>${escapeMarkup(reason)}</p>`]),
    ...(flaky === true ? ['<p><strong>Flaky</strong>: it failed in some of its runs and not in others.</p>'] : []),
    ...(expectedFailure === undefined ? [] : [`<p><strong>Expected failure</strong>: ${escapeMarkup(expectationText(expectedFailure))}</p>`]),
    ...(finding === undefined ? [] : [`<p><strong>Root cause</strong>: ${escapeMarkup(finding.title)} <em>${escapeMarkup(finding.remedy)}</em></p>`]),
    ...groups.map(violationBlock),
    ...(inconclusiveInputs.length === 0 ? [] : [`<p>Could not be told:</p><ul>${inconclusiveInputs.slice(0, mostInputs).map((each) => `<li>${escapeMarkup(each.input === '' ? each.reason : `${each.input}: ${each.reason}`)}</li>`).join('')}</ul>`]),
    ...(explanation === undefined ? [] : [`<dl class="advice"><dt>Usually means</dt><dd>${escapeMarkup(explanation.failure)}</dd><dt>Fix</dt><dd>${escapeMarkup(explanation.fix)}</dd></dl>`]),
    ...exchanges.map((exchange) => exchangeBlock(exchange, exchange === firstByHand ? beforeByHand(entry) : undefined)),
    ...failures.map((failure) => foundBlock(failure, options)),
    `<p class="command">Read about it: <code>handoff-conformance explain ${escapeMarkup(result.id)}</code></p>`,
  ].join('\n')
}

function violationBlock(group: readonly Violation[]): string {
  const [first] = group
  if (first === undefined) return ''
  const { requirement, level, source } = first
  const rest = group.length - mostInputs
  return [
    '<div class="violation">',
    `<p class="requirement"><span class="level">${level === 'hardening' ? level : level.toUpperCase()}</span> <code>${escapeMarkup(requirement)}</code>${source === undefined ? '' : ` <span class="source">${link(source.url, `${source.source} ${source.section}`)}</span>`}</p>`,
    ...(source === undefined ? [] : [`<p class="statement">${escapeMarkup(source.statement)}</p>`]),
    ...[...Map.groupBy(group.slice(0, mostInputs), ({ expected, actual }) => `${expected}\n${actual}`).values()].map(seenBlock),
    ...(rest > 0 ? [`<p>${rest} more of these are in <code>results.json</code>.</p>`] : []),
    '</div>',
  ].join('')
}

/** Inputs that came to the same. */
function seenBlock(alike: readonly Violation[]): string {
  const [first] = alike
  if (first === undefined) return ''
  const inputs = alike.flatMap(({ input }) => (input === undefined ? [] : [escapeMarkup(input)]))
  return `<dl class="seen">${inputs.length === 0 ? '' : `<dt>${inputs.length === 1 ? 'Input' : 'Inputs'}</dt><dd>${inputs.join('; ')}</dd>`}<dt>Expected</dt><dd>${escapeMarkup(first.expected)}</dd><dt>Actual</dt><dd class="actual">${escapeMarkup(first.actual)}</dd></dl>`
}

/** Nothing but the web is linked. */
function link(url: string, text: string): string {
  if (!/^https?:\/\//i.test(url)) return escapeMarkup(text)
  return `<a href="${escapeMarkup(url)}" rel="noopener noreferrer">${escapeMarkup(text)}</a>`
}
