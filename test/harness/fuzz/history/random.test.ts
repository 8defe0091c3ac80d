import * as fc from 'fast-check'
import t from 'tap'
import { checkHistory } from '../../../../harness/fuzz/history/check.ts'
import { patienceOf } from '../../../../harness/fuzz/history/search.ts'
import { testSeed } from '../../../support/seed.ts'
import { isLinearizable } from './brute-force.ts'
import { changed, handoffs, linearizable, queues, registers } from './random-histories.ts'
import type { Subject } from './random-histories.ts'

const seed = testSeed()
const patience = () => patienceOf(60_000)

function prove<State, Operation, Answer>(name: string, subject: Subject<State, Operation, Answer>, runs: number): void {
  const { specification } = subject
  t.test(`${name}: every linearizable history is accepted (seed ${seed})`, async () => {
    fc.assert(fc.property(linearizable(subject, { maxLength: 40, lost: true }), (history) => checkHistory(specification, history, patience()).kind === 'linearizable'), { seed, numRuns: runs })
  })
  t.test(`${name}: a changed history is judged as its definition says (seed ${seed})`, async (t) => {
    let rejected = 0
    const agree = (maxLength: number, numRuns: number): void => {
      fc.assert(fc.property(changed(subject, maxLength), (history) => {
        const { kind } = checkHistory(specification, history, patience())
        if (kind === 'not-linearizable') rejected += 1
        return (kind === 'linearizable') === isLinearizable(specification, history)
      }), { seed, numRuns })
    }
    agree(5, runs / 2)
    agree(7, 20)
    t.ok(rejected > runs / 50, `${rejected} of them are rejected`)
  })
  t.test(`${name}: a witness is not linearizable, and is so without its last answer (seed ${seed})`, async () => {
    fc.assert(fc.property(changed(subject, 6), (history) => {
      const verdict = checkHistory(specification, history, patience())
      if (verdict.kind !== 'not-linearizable') return true
      return !isLinearizable(specification, verdict.failing) && isLinearizable(specification, verdict.failing.filter((entry) => entry !== verdict.unplaced)) && verdict.rest !== undefined
    }), { seed, numRuns: runs / 4 })
  })
}

prove('registers', registers, 1000)
prove('queues', queues, 1000)
prove('handoffs', handoffs, 2000)
