/** The last lines of a result for a person: what was counted, what the exit code says beyond the counts, and where the evidence is. */
import { exitCodes } from '../errors.ts'
import type { RunRecord } from '../evidence/results.ts'
import { abilityName } from '../fixture/ability-name.ts'
import { countExpected } from '../run/exit-code.ts'
import type { Outcome } from '../run/outcome.ts'
import { gapOf } from './gap.ts'
import { unexpectedText } from './report.ts'
import type { RenderOptions } from './reporter.ts'
import { duration, type Paint, plural, type Style, wrap } from './text.ts'

export function summary(run: RunRecord, { columns, evidence }: RenderOptions, paint: Paint): string[] {
  const said = (style: Style, text: string): string[] => wrap(text, columns).map((line) => paint(style, line))
  const lines = said(styleOf(run), `${countsText(run)}${tookText(run)}`)
  for (const entry of run.unexpected ?? []) lines.push(...said('red', `exit code ${exitCodes.failed}: ${shortened(unexpectedText(entry))}`))
  const gap = gapOf(run)
  if (gap !== undefined) lines.push(...said(run.status === 'incomplete' ? 'red' : 'yellow', gap))
  const rounds = run.results.reduce((sum, result) => sum + (result.rounds ?? 0), 0)
  if (rounds > 0) lines.push(`${plural(rounds, 'round')}, all of them from seed ${run.seed}`)
  if (evidence !== undefined) lines.push(`evidence: ${evidence}`)
  const untested = run.results.filter(({ outcome, missingAbility }) => outcome === 'not-applicable' && missingAbility !== undefined)
  if (untested.length > 0) {
    const abilities = [...new Set(untested.map(({ missingAbility = '' }) => abilityName(missingAbility)))].join(', ')
    if (run.target?.driver === 'url') lines.push(...wrap('the target is given by its URL, where nothing can be provisioned: more is tested by a target file that starts it, or names a driver', columns))
    if (run.target?.driver === 'command') lines.push(...wrap('more is tested where the target file names a registry, or a driver that can: see docs/drivers.md', columns))
    lines.push(...wrap(`${untested.length} not tested: the driver cannot ${abilities}`, columns))
  }
  return lines
}

/** `12 pass, 3 fail (2 expected)`, with only what there is. */
export function countsText(run: RunRecord): string {
  const expected = countExpected(run.results)
  const flaky = run.results.filter((result) => result.flaky === true).length
  const besides = [...(expected > 0 ? [`${expected} expected`] : []), ...(flaky > 0 ? [`${flaky} flaky`] : [])].join(', ')
  const said = (Object.entries(run.counts) as [Outcome, number][]).filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}${outcome === 'fail' && besides !== '' ? ` (${besides})` : ''}`)
  return said.length === 0 ? 'no case ran' : said.join(', ')
}

/** Parts may have run side by side, or days apart. */
const tookText = ({ merged, durationMs }: RunRecord): string => (merged === undefined ? ` in ${duration(durationMs)}` : `; ${duration(durationMs)} from the first start to the last end`)

/** Behind the seed: which part of a plan it was, or of how many it is made. */
export function partText({ shard, merged }: RunRecord): string {
  if (shard !== undefined) return `, part ${shard.index} of ${shard.of}`
  return merged === undefined ? '' : `, merged from ${plural(merged, 'folder')}`
}

function styleOf(run: RunRecord): Style {
  const { counts } = run
  if (counts.fail > countExpected(run.results) || (run.unexpected ?? []).length > 0) return 'red'
  return counts.inconclusive + counts['not-run'] > 0 || counts.pass + counts.warn + counts.fail === 0 ? 'yellow' : 'green'
}

/** A long text of an entry does not fit a screen; the whole is in `results.json`. */
const shortened = (text: string): string => (text.length <= 300 ? text : `${text.slice(0, 300)}…`)
