import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { compareRuns } from '../../../harness/compare/compare-runs.ts'
import type { ChangeKind } from '../../../harness/compare/compare-runs.ts'
import schema from '../../../harness/compare/comparison.schema.json' with { type: 'json' }
import { comparisonText } from '../../../harness/compare/comparison-text.ts'
import type { CaseResult, Outcome } from '../../../harness/run/outcome.ts'
import { resultOf, runOf } from '../merge/sample.ts'

type Was = Outcome | 'expected' | 'absent'

function results(was: Was): CaseResult[] {
  if (was === 'absent') return []
  return [was === 'expected' ? resultOf('a.one', 'fail', { expectedFailure: { reason: 'known', owner: 'x', expires: '2099-01-01' } }) : resultOf('a.one', was)]
}

const rows: readonly (readonly [before: Was, after: Was, kind: ChangeKind | 'same', regression?: true])[] = [
  ['pass', 'fail', 'newly-failing', true], ['warn', 'fail', 'newly-failing', true], ['not-run', 'fail', 'newly-failing', true],
  ['absent', 'fail', 'newly-failing', true], ['expected', 'fail', 'newly-failing', true],
  ['pass', 'not-run', 'newly-not-run', true], ['fail', 'inconclusive', 'newly-not-run', true], ['not-applicable', 'not-run', 'newly-not-run', true],
  ['pass', 'absent', 'newly-not-run', true], ['absent', 'not-run', 'newly-not-run', true],
  ['fail', 'pass', 'fixed'], ['expected', 'warn', 'fixed'],
  ['fail', 'expected', 'newly-expected'], ['pass', 'expected', 'newly-expected'],
  ['not-run', 'inconclusive', 'other'], ['not-run', 'pass', 'other'], ['pass', 'warn', 'other'], ['pass', 'not-applicable', 'other'],
  ['absent', 'pass', 'other'], ['not-applicable', 'absent', 'other'], ['fail', 'not-applicable', 'other'],
  ['pass', 'pass', 'same'], ['expected', 'expected', 'same'], ['fail', 'fail', 'same'],
]
const validate = new Ajv2020({ strict: false }).compile(schema)
for (const [before, after, kind, regression = false] of rows) {
  t.test(`${before}, then ${after}: ${kind}`, async (t) => {
    const comparison = compareRuns(runOf(results(before)), runOf(results(after)))
    t.strictSame(comparison.changes.map((change) => change.kind), kind === 'same' ? [] : [kind])
    t.equal(comparison.regression, regression)
    t.strictSame(comparison.notes, [])
    t.ok(validate({ format: 'handoff-conformance/comparison', schemaVersion: 1, ...comparison }), JSON.stringify(validate.errors))
  })
}

t.test('a case that another version does not have was not lost, and what differs is said', async (t) => {
  const { regression, notes } = compareRuns(runOf([resultOf('a.one', 'pass')]), runOf([], { catalogueDigest: 'cd'.repeat(32), level: 'hardening', seed: 5 }))
  t.notOk(regression)
  t.strictSame(notes.map((note) => note.split(':')[0]), ['the runs are of different catalogues', 'the runs differ in their level', 'the runs differ in their seed'])
})

t.test('what a run of another version did not come to before it ended is newly not run', async (t) => {
  const { regression, changes, notes } = compareRuns(runOf([resultOf('a.one', 'pass')]), runOf([], { catalogueDigest: 'cd'.repeat(32), status: 'incomplete', exitCode: 130 }))
  t.ok(regression)
  t.match(changes, [{ case: 'a.one', kind: 'newly-not-run', after: 'absent' }])
  t.match(notes.at(-1), /the second run is incomplete/)
})

t.test('of a run with a fault of the harness it is said that no verdict counts', async (t) => {
  t.match(compareRuns(runOf([resultOf('a.one', 'fail')]), runOf([resultOf('a.one', 'pass')], { exitCode: 4 })).notes, [/the second run ended with a fault/])
})

t.test('a narrow terminal, and a record that says what it likes', async (t) => {
  const reason = `\u001b[2J\u202e<script>${'long '.repeat(1000)}`
  const comparison = compareRuns(runOf([resultOf('a.one', 'pass')], { target: null }), runOf([resultOf('a.one', 'fail', { reason })]))
  const text = comparisonText(comparison, { columns: 40, color: false })
  t.notMatch(text, /[\u001b\u202e]/)
  t.match(text, '<U+001B>[2J')
  t.ok(text.split('\n').every((line) => line.length <= 60), text)
  t.ok(text.length < 1000)
  t.match(comparisonText(comparison, { columns: 80, color: true }), /\u001b\[31mnewly failing/)
  t.match(text, /1 newly failing, 0 unchanged: a\n?\s?regression/)
})
