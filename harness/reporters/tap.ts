/** TAP version 14: one test point a case, its details as a YAML block. What was not shown is never `ok`. */
import type { RunRecord } from '../evidence/results.ts'
import type { CaseResult } from '../run/outcome.ts'
import { replayText } from './failures.ts'
import { expectationText, reportOf, type Standing, unexpectedText } from './report.ts'
import type { Render, RenderOptions } from './reporter.ts'
import { countsText, partText } from './summary.ts'
import { placeOf } from './text.ts'

export const renderTap: Render = (run, options) => {
  const { entries, unexpected } = reportOf(run)
  const planned = entries.length + unexpected.length
  // The plan 1..0 would mean that everything was skipped on purpose.
  const plan = planned === 0 ? [] : [`1..${planned}`]
  const lines = ['TAP version 14', ...plan, ...header(run).map((line) => `# ${escapeText(line)}`)]
  for (const [index, { result, standing }] of entries.entries()) lines.push(...point(result, standing, index + 1, run, options))
  for (const [index, entry] of unexpected.entries()) lines.push(`not ok ${entries.length + index + 1} - ${escapeText(`expected failure of ${unexpectedText(entry)}`)}`)
  if (run.status === 'incomplete') lines.push('Bail out! the run was interrupted')
  else if (entries.length === 0) lines.push('Bail out! no case ran')
  return `${lines.join('\n')}\n`
}

function header(run: RunRecord): string[] {
  const target = run.target === null ? 'no target' : `target ${run.target.name} ${placeOf(run.target.url)}`
  return [`handoff-conformance ${run.harnessVersion}, ${target}`, `level ${run.level}, seed ${run.seed}${partText(run)}`, countsText(run)]
}

function point(result: CaseResult, standing: Standing, number: number, run: RunRecord, options: RenderOptions): string[] {
  const name = escapeText(`${result.id} ${result.title}`)
  switch (standing) {
    case 'passed':
      return [`ok ${number} - ${name}`]
    case 'warned':
      return [`ok ${number} - ${name}`, ...details(result, run, options)]
    case 'excluded':
      return [`ok ${number} - ${name} # SKIP ${escapeText(result.reason ?? 'not applicable')}`]
    case 'expected':
      return [`not ok ${number} - ${name} # TODO ${escapeText(result.expectedFailure === undefined ? 'expected failure' : expectationText(result.expectedFailure))}`, ...details(result, run, options)]
    case 'failed':
    case 'unclear':
    case 'unrun':
      return [`not ok ${number} - ${name}`, ...details(result, run, options)]
  }
}

function details(result: CaseResult, run: RunRecord, options: RenderOptions): string[] {
  const violated = result.observations.filter(({ ok }) => !ok).map((observation) => {
    const { source, section } = run.requirements[observation.requirement] ?? {}
    return { ...observation, source, section }
  })
  const found = run.failures.filter((failure) => failure.case === result.id)
  const facts = {
    outcome: result.outcome,
    reason: result.reason,
    rootCause: result.rootCause,
    violated: violated.length > 0 ? violated : undefined,
    inconclusive: result.inconclusiveInputs,
    // Of a failure of the whole case the violations have said all.
    found: found.some(({ kind }) => kind !== 'case') ? found.map(({ kind, title, seed, lines }) => ({ kind, title, seed, lines })) : undefined,
    replay: found.length > 0 ? found.map((failure) => replayText(failure, options)) : undefined,
  }
  const block = Object.entries(facts).filter(([, value]) => value !== undefined).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`)
  return ['  ---', ...block, '  ...']
}

/** `#` would begin a directive and `\` an escape (TAP 14, escaping). */
const escapeText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('#', '\\#')
