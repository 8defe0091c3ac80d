import t from 'tap'
import { casesWithoutMutant, lintMutants, provenCases as ids } from './catalogue.ts'
import { judgeClean, judgeMutant, judgeTest } from './judge.ts'
import type { RunOutcome } from './judge.ts'
import type { Mutant } from './mutant.ts'
import { judgeSentinel, sentinels } from './sentinels.ts'

const kills = ['auth.flood']
const sure = { kills }

function ran(outcomes: Readonly<Record<string, string>>, exitCode = 1, notes: readonly string[] = ['applied']): RunOutcome {
  return { exitCode, outcomes: new Map(Object.entries(outcomes)), findings: [], notes, said: '' }
}

t.test('the data is sound', async (t) => {
  t.same(lintMutants(ids), [])
  t.same(casesWithoutMutant(ids), [], 'every case has a mutant')
  for (const { id, but = {} } of sentinels) t.same(Object.values(but).flat().filter((entry) => !ids.includes(entry)), [], `${id} names cases that there are`)
})

t.test('the lint finds what is wrong', async (t) => {
  const patch = { file: 'server/a.ts', find: 'a', replace: 'b' }
  const one: Mutant = { id: 'one', title: 'A fault.', target: 'reference', patch, kills }
  t.same(lintMutants(ids, [one], []), [])
  t.match(lintMutants(ids, [one, one], []), [/one is there twice/])
  t.match(lintMutants(ids, [{ ...one, kills: ['auth.none'] }], []), [/unknown case auth.none/])
  t.match(lintMutants(ids, [{ ...one, kills: [] }], []), [/killed by no case/])
  t.match(lintMutants(ids, [{ ...one, kills: ['auth.no-echo', 'auth.flood'] }], []), [/order of the alphabet/])
  t.match(lintMutants(ids, [{ id: 'p', title: 'A fault.', target: 'proxy', fault: 'x', kills }], []), [/unknown fault x/])
  t.same(casesWithoutMutant(['auth.flood', 'auth.no-echo'], [one]), ['auth.no-echo'])
})

t.test('a mutant', async (t) => {
  t.same(judgeMutant(sure, ran({ 'auth.flood': 'fail', 'auth.no-echo': 'pass' })), [])
  t.same(judgeMutant(sure, ran({ 'auth.flood': 'warn', 'auth.no-echo': 'not-applicable' })), [])
  t.match(judgeMutant(sure, ran({ 'auth.flood': 'pass', 'auth.no-echo': 'pass' }, 0)), ['survived: no case failed', 'auth.flood does not see it'])
  t.match(judgeMutant(sure, ran({ 'auth.flood': 'fail', 'auth.no-echo': 'fail' })), ['auth.no-echo falls over as well'])
  t.match(judgeMutant(sure, ran({ 'auth.flood': 'fail', 'auth.no-echo': 'inconclusive' })), ['auth.no-echo is inconclusive'])
  t.match(judgeMutant(sure, ran({ 'auth.flood': 'fail' }, 4)), ['exit code 4 instead of 1'])
  t.match(judgeMutant(sure, { ...ran({ 'auth.flood': 'pass' }, 0), reasons: new Map([['auth.flood', 'expected a, got b']]) }), ['survived: no case failed', 'auth.flood does not see it (pass: expected a, got b)'])
  t.same(judgeMutant({ ...sure, clouds: true }, ran({ 'auth.flood': 'fail', 'auth.no-echo': 'inconclusive' })), [])
  t.match(judgeMutant({ ...sure, clouds: true }, ran({ 'auth.flood': 'fail', 'auth.no-echo': 'pass' })), ['auth.no-echo is pass'])
  t.same(judgeMutant({ ...sure, clouds: true }, ran({ 'auth.flood': 'fail', 'spec.tools-listed': 'pass' })), [], 'other areas are not clouded')
  t.same(judgeMutant({ ...sure, unclear: ['auth.no-echo'] }, ran({ 'auth.flood': 'fail', 'auth.no-echo': 'inconclusive' })), [])
  for (const outcome of ['pass', 'fail']) t.match(judgeMutant({ ...sure, unclear: ['auth.no-echo'] }, ran({ 'auth.flood': 'fail', 'auth.no-echo': outcome })), [`auth.no-echo is ${outcome}, though it has nothing to look at`])
  t.match(judgeMutant(sure, ran({}, 70)), [/gave no result/])
  const kept = (kind: string, steps?: number): RunOutcome => ({ ...ran({ 'auth.flood': 'fail' }), failures: [{ case: 'auth.flood', kind, ...(steps === undefined ? {} : { steps }) }] })
  t.same(judgeMutant({ ...sure, program: { atMost: 6 } }, kept('program', 6)), [])
  t.match(judgeMutant({ ...sure, program: { atMost: 6 } }, kept('program', 7)), [/has 7 steps/])
  t.match(judgeMutant({ ...sure, program: { atMost: 6 } }, kept('case')), [/keeps no program/])
  t.same(judgeMutant({ ...sure, history: true }, kept('history')), [])
  t.match(judgeMutant({ ...sure, history: true }, kept('case')), [/keeps no history/])
})

t.test('a clean run and a test', async (t) => {
  t.same(judgeClean(ran({ 'auth.flood': 'pass' }, 0)), [])
  t.match(judgeClean(ran({ 'auth.flood': 'warn' }, 0)), ['auth.flood is warn'])
  t.match(judgeClean(ran({ 'auth.flood': 'pass' }, 3)), ['exit code 3 instead of 0'])
  t.match(judgeClean(ran({}, 0)), [/gave no result/])
  t.same(judgeTest(ran({ Host: 'fail', Origin: 'pass' })), [])
  t.match(judgeTest(ran({ Host: 'pass' }, 0)), [/survived/])
  t.match(judgeTest(ran({ Host: 'pass' }, 1)), [/does not fit/])
  t.match(judgeTest(ran({}, 1)), [/gave no result/])
  t.match(judgeTest(ran({ Host: 'fail' }, 1, [])), [/never applied/])
  t.match(judgeTest(ran({ Host: 'fail' }, 1, ['applied', 'failed: text gone'])), [/text gone/])
})

t.test('a sentinel', async (t) => {
  const [dead] = sentinels
  if (dead === undefined) throw new Error('there is none')
  const run: RunOutcome = { exitCode: 3, outcomes: new Map(ids.map((id) => [id, 'not-run'])), findings: ['target-unreachable'], notes: [], said: '' }
  t.same(judgeSentinel(dead, ids, run), [])
  t.match(judgeSentinel(dead, ids, { ...run, exitCode: 0 }), [/instead of 3/, 'the run claims success'])
  t.match(judgeSentinel(dead, ids, { ...run, outcomes: new Map([...run.outcomes, ['auth.flood', 'pass']]) }), ['auth.flood is called passing'])
  t.match(judgeSentinel(dead, ids, { ...run, outcomes: new Map() }), [/missing/])
  t.match(judgeSentinel(dead, ids, { ...run, findings: [] }), [/the finding is none/])
})

t.test('a suite that is passed by a sentinel is told', async (t) => {
  const sentinel = sentinels.find(({ finding }) => finding === undefined)
  if (sentinel === undefined) throw new Error('there is none')
  const spec = ['spec.a', 'spec.b']
  t.match(judgeSentinel(sentinel, spec, ran({ 'spec.a': 'pass', 'spec.b': 'not-applicable' })), ['spec is called conforming'])
  t.same(judgeSentinel(sentinel, spec, ran({ 'spec.a': 'pass', 'spec.b': 'fail' })), [])
})
