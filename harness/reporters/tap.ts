/** TAP version 14: one test point a case, its details as a YAML block. What was not shown is never `ok`. */
import type { RunRecord } from '../evidence/results.ts'
import type { CaseResult } from '../run/outcome.ts'
import { replayCommand } from './failures.ts'
import type { Render, RenderOptions } from './reporter.ts'
import { placeOf } from './text.ts'

export const renderTap: Render = (run, options) => {
  const { results } = run
  // The plan 1..0 would mean that everything was skipped on purpose.
  const plan = results.length === 0 ? [] : [`1..${results.length}`]
  const lines = ['TAP version 14', ...plan, ...header(run).map((line) => `# ${escapeText(line)}`)]
  for (const [index, result] of results.entries()) lines.push(...point(result, index + 1, run, options))
  if (run.status === 'incomplete') lines.push('Bail out! the run was interrupted')
  else if (results.length === 0) lines.push('Bail out! no case ran')
  return `${lines.join('\n')}\n`
}

function header(run: RunRecord): string[] {
  const target = run.target === null ? 'no target' : `target ${run.target.name} ${placeOf(run.target.url)}`
  return [`handoff-conformance ${run.harnessVersion}, ${target}`, `level ${run.level}, seed ${run.seed}`]
}

function point(result: CaseResult, number: number, run: RunRecord, options: RenderOptions): string[] {
  const name = escapeText(`${result.id} ${result.title}`)
  switch (result.outcome) {
    case 'pass':
      return [`ok ${number} - ${name}`]
    case 'warn':
      return [`ok ${number} - ${name}`, ...details(result, run, options)]
    case 'not-applicable':
      return [`ok ${number} - ${name} # SKIP ${escapeText(result.reason ?? 'not applicable')}`]
    case 'fail':
    case 'inconclusive':
    case 'not-run':
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
    replay: found.length > 0 ? found.map((failure) => replayCommand(failure, options)) : undefined,
  }
  const block = Object.entries(facts).filter(([, value]) => value !== undefined).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`)
  return ['  ---', ...block, '  ...']
}

/** `#` would begin a directive and `\` an escape (TAP 14, escaping). */
const escapeText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('#', '\\#')
