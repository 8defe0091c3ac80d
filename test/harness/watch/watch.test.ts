import t from 'tap'
import { type Wake, watchRuns } from '../../../harness/watch/watch.ts'
import type { CaseResult, Outcome } from '../../../harness/run/outcome.ts'

const result = (id: string, outcome: Outcome, more: Partial<CaseResult> = {}): CaseResult => ({ id, suite: 'spec', title: id, outcome, observations: [], durationMs: 0, ...more })
const foretold = { expectedFailure: { reason: 'known', owner: 'me', expires: '2099-01-01' } }

interface Story {
  readonly what: string
  /** For each run: what it came to (undefined: it could not begin), and what wakes it afterwards, where it waits. */
  readonly runs: readonly { readonly results: readonly CaseResult[] | undefined; readonly code?: number; readonly wake?: Wake; readonly provokedBy?: readonly string[] }[]
  /** Of each run: what was asked for; `all` is the whole selection. */
  readonly asked: readonly (readonly string[] | 'all')[]
  readonly ends: number
}

const stories: readonly Story[] = [
  {
    what: 'what failed runs again until it passes, and then everything once more', ends: 0,
    runs: [
      { results: [result('a', 'fail'), result('b', 'pass'), result('c', 'not-run'), result('d', 'inconclusive'), result('e', 'warn')], code: 1, wake: 'change' },
      { results: [result('a', 'fail'), result('c', 'pass'), result('d', 'pass')], code: 1, wake: 'again' },
      { results: [result('a', 'pass')] },
      { results: [result('a', 'pass'), result('b', 'pass')], wake: 'quit' },
    ],
    asked: ['all', ['a', 'c', 'd'], ['a'], 'all'],
  },
  {
    what: 'a whole run that finds something new goes on with that', ends: 1,
    runs: [
      { results: [result('a', 'fail')], code: 1, wake: 'change' }, { results: [result('a', 'pass')] },
      { results: [result('a', 'pass'), result('b', 'fail')], code: 1, wake: 'change' }, { results: [result('b', 'fail')], code: 1, wake: 'quit' },
    ],
    asked: ['all', ['a'], 'all', ['b']],
  },
  {
    what: 'where nothing fails a change runs everything, and so does a', ends: 0,
    runs: [{ results: [result('a', 'pass'), result('x', 'fail', foretold)], wake: 'change' }, { results: [result('a', 'fail')], code: 1, wake: 'all' }, { results: [result('a', 'pass')], wake: 'quit' }],
    asked: ['all', 'all', 'all'],
  },
  {
    what: 'a run that could not begin changes nothing of what has to run', ends: 2,
    runs: [{ results: [result('a', 'fail')], code: 1, wake: 'change' }, { results: undefined, code: 2, wake: 'change' }, { results: undefined, code: 2, wake: 'quit' }],
    asked: ['all', ['a'], ['a']],
  },
  {
    what: 'what judged the messages of others runs again behind those', ends: 0,
    runs: [
      { results: [result('a', 'fail'), result('b', 'pass'), result('c', 'pass')], provokedBy: ['b'], code: 1, wake: 'change' },
      { results: [result('a', 'fail'), result('b', 'pass')], provokedBy: ['b'], code: 1, wake: 'change' },
      { results: [result('a', 'pass'), result('b', 'pass')] }, { results: [], wake: 'quit' },
    ],
    asked: ['all', ['a', 'b'], ['a', 'b'], 'all'],
  },
  { what: 'an interrupt while it waits', ends: 130, runs: [{ results: [], wake: 'interrupted' }], asked: ['all'] },
  { what: 'an interrupted run', ends: 130, runs: [{ results: [result('a', 'not-run')], code: 130 }], asked: ['all'] },
]

for (const { what, runs, asked, ends } of stories) {
  t.test(what, async (t) => {
    const seen: (readonly string[] | 'all')[] = []
    const code = await watchRuns({
      interrupted: 130,
      run: async (only) => {
        seen.push(only ?? 'all')
        const run = runs[seen.length - 1]
        return { exitCode: run?.code ?? 0, results: run?.results, ...(run?.provokedBy === undefined ? {} : { failures: [{ case: 'a', provokedBy: run.provokedBy }] }) }
      },
      waiting: () => undefined,
      async wake() {
        const wake = runs[seen.length - 1]?.wake
        if (wake === undefined) throw new Error('it must not wait here')
        return wake
      },
    })
    t.equal(code, ends)
    t.same(seen, asked)
  })
}
