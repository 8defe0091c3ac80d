/** One target of `npm run conformance` in words, and whether it is green. Pure. */
import type { Agreement } from '../../harness/external/framework/agreement.ts'
import { compareVerdicts } from '../../harness/external/framework/agreement.ts'
import { tallyOf } from '../../harness/external/framework/tally.ts'
import type { Tally } from '../../harness/external/framework/tally.ts'
import type { RunRecord } from '../../harness/evidence/results.ts'
import { outcomes } from '../../harness/run/outcome.ts'
import type { CaseResult } from '../../harness/run/outcome.ts'

export interface TargetSummary {
  readonly name: string
  readonly green: boolean
  readonly lines: readonly string[]
  readonly tallies: readonly Tally[]
  readonly agreement: Agreement
}

type Record = Pick<RunRecord, 'status' | 'exitCode' | 'results' | 'requirements'>

/**
 * @param whole Whether every scored scenario of the framework has to apply.
 * @param record Undefined where the run left none.
 */
export function summarise({ name, title, whole }: { readonly name: string; readonly title: string; readonly whole: boolean }, record: Record | undefined): TargetSummary {
  if (record === undefined) return { name, green: false, lines: [title, line(false, 'run', 'it left no results')], tallies: [], agreement: { compared: 0, disagreements: [] } }
  const tools = record.results.filter(({ suite }) => suite === 'interop')
  const tallies = tools.flatMap((result) => tallyOf(result) ?? [])
  const agreement = compareVerdicts(record.results, record.requirements)
  const open = agreement.disagreements.filter(({ reason }) => reason === undefined)
  const rows = [
    ...tools.map((result) => toolRow(result, tallies, whole)),
    ...[...new Set(record.results.map(({ suite }) => suite))].filter((suite) => suite !== 'interop').map((suite) => suiteRow(suite, record.results)),
    { ok: agreement.compared > 0 && open.length === 0, what: 'agreement with the framework', said: `${agreement.compared} verdicts compared, ${agreement.disagreements.length} differ, ${open.length} without a known reason` },
  ]
  const ended = record.status === 'complete' && record.exitCode === 0
  return {
    name, tallies, agreement,
    green: ended && rows.every(({ ok }) => ok),
    lines: [
      title,
      ...rows.map(({ ok, what, said }) => line(ok, what, said)),
      ...agreement.disagreements.map(({ check, row, framework, ours, reason }) => `      ${check} (${row}): the framework says ${framework}, our cases that it ${ours === 'holds' ? 'holds' : 'is violated'}; ${reason ?? 'nobody knows why yet'}`),
      ...(ended ? [] : [line(false, 'run', record.status === 'complete' ? `exit code ${record.exitCode}` : 'not complete')]),
    ],
  }
}

interface Row {
  readonly ok: boolean
  readonly what: string
  readonly said: string
}

function toolRow(result: CaseResult, tallies: readonly Tally[], whole: boolean): Row {
  const { id, title, outcome, reason } = result
  const tally = tallies.find(({ revision }) => id === `interop.framework-${revision}`)
  if (tally !== undefined) {
    const { revision, scored, applicable, passed, failed } = tally
    return {
      ok: outcome === 'pass' && passed === applicable && applicable > 0 && (!whole || applicable === scored),
      what: `official framework, requirements ${revision}`,
      said: `${passed} of ${applicable} applicable scenarios pass, of ${scored} in the set${failed.length === 0 ? '' : `; failed: ${failed.join(', ')}`}${outcome === 'pass' || failed.length > 0 ? '' : `; ${outcome}: ${reason ?? ''}`}`,
    }
  }
  return { ok: outcome === 'pass', what: title, said: outcome === 'pass' ? 'pass' : `${outcome}: ${reason ?? ''}` }
}

function suiteRow(suite: string, results: readonly CaseResult[]): Row {
  const own = results.filter((result) => result.suite === suite)
  const counts = outcomes.flatMap((outcome) => {
    const count = own.filter((result) => result.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  const bad = own.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable').map(({ id }) => id)
  return { ok: bad.length === 0 && own.some(({ outcome }) => outcome === 'pass'), what: `suite ${suite}`, said: `${counts.join(', ')}${bad.length === 0 ? '' : `: ${bad.slice(0, 8).join(', ')}${bad.length > 8 ? ', …' : ''}`}` }
}

function line(ok: boolean, what: string, said: string): string {
  return `  ${ok ? 'ok ' : 'NOT'} ${what}: ${said}`
}
