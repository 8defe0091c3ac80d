import t from 'tap'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { gapOf } from '../../../harness/reporters/gap.ts'
import type { Outcome } from '../../../harness/run/outcome.ts'
import { richRecord } from './sample.ts'

interface Row {
  readonly name: string
  readonly outcomes: readonly Outcome[]
  readonly run?: Partial<RunRecord>
  readonly said: RegExp | undefined
}

const rows: readonly Row[] = [
  { name: 'a whole run', outcomes: ['pass', 'not-applicable'], said: undefined },
  { name: 'one in which nothing could be told', outcomes: ['inconclusive'], said: undefined },
  { name: 'one that was interrupted', outcomes: ['pass', 'not-run'], run: { status: 'incomplete' }, said: /interrupted when 1 of 9/ },
  { name: 'a merge that lacks a part', outcomes: ['pass', 'fail'], run: { status: 'incomplete', merged: 3 }, said: /parts of the run are missing.* 2 of 9/ },
  { name: 'one of which nothing applied', outcomes: ['not-applicable'], run: { exitCode: 3 }, said: /no case applies.*exit code 3/ },
  { name: 'one without a case', outcomes: [], run: { exitCode: 3 }, said: /no case ran.*exit code 3/ },
  { name: 'a part of which nothing applied', outcomes: ['not-applicable'], run: { exitCode: 0 }, said: /of this part/ },
]

for (const { name, outcomes, run, said } of rows) {
  t.test(name, async (t) => {
    const results = outcomes.map((outcome, at) => ({ id: `made.${at}`, suite: 'spec', title: 'A title', outcome, observations: [], durationMs: 1 }))
    const text = gapOf({ ...richRecord(), status: 'complete', planned: 9, results, exitCode: 0, ...run })
    if (said === undefined) t.equal(text, undefined)
    else t.match(text, said)
  })
}
