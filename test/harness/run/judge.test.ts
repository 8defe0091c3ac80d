import t from 'tap'
import { stillServes } from '../../../harness/run/engine-requirements.ts'
import { isFailure, judge } from '../../../harness/run/judge.ts'
import type { Observation, Outcome, Threshold } from '../../../harness/run/outcome.ts'
import { levels, seen } from '../support/observations.ts'

const thresholds: readonly Threshold[] = ['must', 'should', 'hardening']

t.test('one violation, by its level and the threshold', async (t) => {
  const table: Readonly<Record<Threshold, Readonly<Record<Observation['level'], Outcome>>>> = {
    must: { must: 'fail', should: 'warn', hardening: 'warn', may: 'pass' },
    should: { must: 'fail', should: 'fail', hardening: 'warn', may: 'pass' },
    hardening: { must: 'fail', should: 'fail', hardening: 'fail', may: 'pass' },
  }
  for (const threshold of thresholds) {
    for (const level of levels) {
      const { outcome, reason } = judge({ observations: [seen(level, false), seen('must', true)], inconclusiveInputs: [] }, threshold)
      t.equal(outcome, table[threshold][level], `${level} at ${threshold}`)
      t.equal(reason === undefined, outcome === 'pass', 'every outcome but pass has a reason')
      t.equal(isFailure(level, threshold), table[threshold][level] === 'fail')
    }
  }
})

const unclear = { input: 'one', reason: 'the control was refused' }
const rows: readonly { name: string; observations: readonly Observation[]; unclear?: readonly (typeof unclear)[]; outcome: Outcome; reason?: string }[] = [
  { name: 'all as required', observations: [seen('must', true), seen('hardening', true)], outcome: 'pass' },
  { name: 'nothing observed', observations: [], outcome: 'inconclusive', reason: 'the case observed nothing' },
  { name: 'only the engine observed something', observations: [{ ...seen('hardening', true), requirement: stillServes }], outcome: 'inconclusive', reason: 'the case observed nothing' },
  { name: 'an input that cannot be told, beside good ones', observations: [seen('must', true)], unclear: [unclear], outcome: 'inconclusive', reason: 'one: the control was refused' },
  { name: 'several that cannot be told', observations: [], unclear: [unclear, unclear, unclear], outcome: 'inconclusive', reason: 'one: the control was refused (and 2 more)' },
  { name: 'a failure beside one that cannot be told', observations: [seen('must', false)], unclear: [unclear], outcome: 'fail', reason: 'expected this, got that' },
  { name: 'a warning beside one that cannot be told', observations: [seen('should', false)], unclear: [unclear], outcome: 'inconclusive', reason: 'one: the control was refused' },
  { name: 'the gravest violation is named', observations: [seen('hardening', false), { ...seen('must', false), input: 'two' }], outcome: 'fail', reason: 'two: expected this, got that' },
]

for (const row of rows) {
  t.test(row.name, async (t) => {
    const judgement = judge({ observations: row.observations, inconclusiveInputs: row.unclear ?? [] }, 'must')
    t.equal(judgement.outcome, row.outcome)
    t.equal(judgement.reason, row.reason)
  })
}
