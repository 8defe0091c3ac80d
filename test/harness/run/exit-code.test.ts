import t from 'tap'
import * as fc from 'fast-check'
import { countExpected, countOutcomes, exitCodeOf } from '../../../harness/run/exit-code.ts'
import { outcomes } from '../../../harness/run/outcome.ts'
import type { Outcome } from '../../../harness/run/outcome.ts'

const rows: readonly { name: string; outcomes: readonly Outcome[]; interrupted?: true; faulty?: true; expected?: number; unexpected?: number; incomplete?: true; part?: true; exitCode: number }[] = [
  { name: 'all pass', outcomes: ['pass', 'pass'], exitCode: 0 },
  { name: 'warnings are allowed', outcomes: ['pass', 'warn'], exitCode: 0 },
  { name: 'warnings alone are a run', outcomes: ['warn'], exitCode: 0 },
  { name: 'what does not apply is no obstacle', outcomes: ['pass', 'not-applicable'], exitCode: 0 },
  { name: 'nothing at all', outcomes: [], exitCode: 3 },
  { name: 'nothing that applies', outcomes: ['not-applicable', 'not-applicable'], exitCode: 3 },
  { name: 'one that cannot be told', outcomes: ['pass', 'inconclusive'], exitCode: 3 },
  { name: 'one that did not run', outcomes: ['pass', 'not-run'], exitCode: 3 },
  { name: 'a failure', outcomes: ['pass', 'fail'], exitCode: 1 },
  { name: 'a failure outweighs what is incomplete', outcomes: ['fail', 'inconclusive', 'not-run'], exitCode: 1 },
  { name: 'a fault of the harness outweighs a failure', outcomes: ['fail', 'inconclusive'], faulty: true, exitCode: 4 },
  { name: 'an interrupt outweighs everything', outcomes: ['fail', 'not-run'], faulty: true, interrupted: true, exitCode: 130 },
  { name: 'failures that were foretold', outcomes: ['pass', 'fail', 'fail'], expected: 2, exitCode: 0 },
  { name: 'nothing but failures that were foretold', outcomes: ['fail'], expected: 1, exitCode: 0 },
  { name: 'one failure more than was foretold', outcomes: ['fail', 'fail'], expected: 1, exitCode: 1 },
  { name: 'an expected failure that did not happen', outcomes: ['pass'], unexpected: 1, exitCode: 1 },
  { name: 'what was foretold does not hide what is open', outcomes: ['fail', 'not-run'], expected: 1, exitCode: 3 },
  { name: 'a part of a plan without a case', outcomes: [], part: true, exitCode: 0 },
  { name: 'a part of a plan of which nothing applies', outcomes: ['not-applicable'], part: true, exitCode: 0 },
  { name: 'a part of a plan that did not run', outcomes: ['not-run'], part: true, exitCode: 3 },
  { name: 'a whole of which a part is missing', outcomes: ['pass'], incomplete: true, exitCode: 3 },
  { name: 'a failure outweighs a part that is missing', outcomes: ['fail'], incomplete: true, exitCode: 1 },
]

for (const row of rows) {
  t.test(row.name, async (t) => {
    const counts = countOutcomes(row.outcomes.map((outcome) => ({ outcome })))
    const { expected = 0, unexpected = 0, incomplete = false, part = false } = row
    t.equal(exitCodeOf({ counts, interrupted: row.interrupted ?? false, faulty: row.faulty ?? false, expected, unexpected, incomplete, part }), row.exitCode)
  })
}

t.test('exit code 0 means that something was shown and nothing is open', async () => {
  fc.assert(fc.property(fc.array(fc.constantFrom(...outcomes)), (list) => {
    const counts = countOutcomes(list.map((outcome) => ({ outcome })))
    const shown = list.some((outcome) => outcome === 'pass' || outcome === 'warn')
    const open = list.some((outcome) => outcome === 'fail' || outcome === 'inconclusive' || outcome === 'not-run')
    return (exitCodeOf({ counts, interrupted: false, faulty: false }) === 0) === (shown && !open)
  }))
})

t.test('only a failure can have been foretold', async (t) => {
  const expectedFailure = { reason: 'known', owner: 'somebody', expires: '2099-01-01' }
  t.equal(countExpected([{ outcome: 'fail', expectedFailure }, { outcome: 'pass', expectedFailure }, { outcome: 'fail' }]), 1)
})
