import t from 'tap'
import { createExpectations, dayOf } from '../../../harness/expected/expectations.ts'
import type { ExpectedEntry } from '../../../harness/expected/read-expected.ts'
import { countExpected, countOutcomes, exitCodeOf } from '../../../harness/run/exit-code.ts'
import type { CaseResult, Outcome } from '../../../harness/run/outcome.ts'

const result = (outcome: Outcome, id = 'auth.one'): CaseResult => ({ id, suite: 'auth-negative', title: 'A title', outcome, observations: [], durationMs: 1, ...(outcome === 'pass' ? {} : { reason: 'a reason' }) })
const entry: ExpectedEntry = { case: 'auth.one', reason: 'known', owner: 'somebody', expires: '2026-03-31' }

interface Row {
  readonly name: string
  readonly outcome: Outcome
  readonly flaky?: true
  readonly today?: string
  readonly expected: boolean
  readonly kind?: 'passed' | 'expired'
  readonly noted?: true
  readonly exitCode: number
}

const rows: readonly Row[] = [
  { name: 'it fails as foretold', outcome: 'fail', expected: true, exitCode: 0 },
  { name: 'the last day still counts', outcome: 'fail', today: '2026-03-31', expected: true, exitCode: 0 },
  { name: 'the day after does not', outcome: 'fail', today: '2026-04-01', expected: false, kind: 'expired', exitCode: 1 },
  { name: 'expired and mended', outcome: 'pass', today: '2027-01-01', expected: false, kind: 'expired', exitCode: 1 },
  { name: 'it passes', outcome: 'pass', expected: false, kind: 'passed', exitCode: 1 },
  { name: 'it only warns', outcome: 'warn', expected: false, kind: 'passed', exitCode: 1 },
  { name: 'flaky, and passes', outcome: 'pass', flaky: true, expected: false, exitCode: 0 },
  { name: 'flaky, and fails', outcome: 'fail', flaky: true, expected: true, exitCode: 0 },
  { name: 'flaky, and expired', outcome: 'pass', flaky: true, today: '2026-04-01', expected: false, kind: 'expired', exitCode: 1 },
  { name: 'it does not apply, and is expired', outcome: 'not-applicable', today: '2026-04-01', expected: false, kind: 'expired', noted: true, exitCode: 1 },
  { name: 'it does not apply', outcome: 'not-applicable', expected: false, noted: true, exitCode: 3 },
  { name: 'it cannot be told', outcome: 'inconclusive', expected: false, noted: true, exitCode: 3 },
  { name: 'it did not run', outcome: 'not-run', expected: false, noted: true, exitCode: 3 },
]

for (const row of rows) {
  t.test(row.name, async (t) => {
    const expectations = createExpectations([row.flaky === undefined ? entry : { ...entry, flaky: row.flaky }], row.today ?? '2026-01-01')
    const results = [expectations.mark(result(row.outcome))]
    const unexpected = expectations.unexpected(results)
    t.equal(countExpected(results), row.expected ? 1 : 0)
    t.strictSame(unexpected.map(({ case: id, kind }) => [id, kind]), row.kind === undefined ? [] : [['auth.one', row.kind]])
    t.equal(expectations.notes(results, new Set(['auth.one'])).length, row.noted === undefined ? 0 : 1)
    t.equal(exitCodeOf({ counts: countOutcomes(results), interrupted: false, faulty: false, expected: countExpected(results), unexpected: unexpected.length }), row.exitCode)
  })
}

t.test('an expected failure excuses no other', async (t) => {
  const expectations = createExpectations([entry], '2026-01-01')
  const results = [result('fail'), result('fail', 'auth.two')].map((each) => expectations.mark(each))
  t.strictSame(results.map(({ expectedFailure }) => expectedFailure?.owner), ['somebody', undefined])
  t.equal(exitCodeOf({ counts: countOutcomes(results), interrupted: false, faulty: false, expected: countExpected(results) }), 1)
})

t.test('what another part of the plan runs is not noted; what no part runs is', async (t) => {
  const expectations = createExpectations([entry, { ...entry, case: 'auth.two', expires: '2025-01-01' }], '2026-01-01')
  t.strictSame(expectations.notes([], new Set(['auth.one'])), ['the expected failure of auth.two was not looked at: the case is not in the plan of this run; the entry expired on 2025-01-01'])
})

t.test('the day is that of UTC', async (t) => {
  t.equal(dayOf(new Date('2026-03-31T23:30:00-02:00')), '2026-04-01')
})
