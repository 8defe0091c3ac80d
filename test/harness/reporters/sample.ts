/** A record with all that reporters show: every outcome, expected and unexpected failures, exchanges, a drawn history. */
import type { RunRecord } from '../../../harness/evidence/results.ts'
import type { RenderOptions } from '../../../harness/reporters/reporter.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { recordOf, requirement, sampleEvents } from '../evidence/sample-run.ts'

export const plain: RenderOptions = { color: false, columns: 100 }

const expectedFailure = { reason: 'the gateway is not ours', owner: 'platform', expires: '2999-12-31' }
const explanation = { sends: 'A request without credentials.', expects: 'A challenge.', why: 'Clients look for it.', failure: 'The header is not set.', fix: 'Set WWW-Authenticate.' }

/** @param hostile Text that stands wherever text can stand. Nothing of it is cleaned. */
export function richRecord(hostile = ''): RunRecord {
  const run = recordOf(sampleEvents())
  const [bad] = run.results.filter(({ id }) => id === 'auth.bad')
  if (bad === undefined) throw new Error('the sample has no failure')
  const shown: CaseResult = {
    ...bad, flaky: true, reason: `it failed${hostile}`,
    exchanges: [{
      input: `no credentials${hostile}`, sent: [{ text: 'POST /mcp HTTP/1.1' }, { text: `Authorization: Bearer [alpha]${hostile}`, mark: '-' }, { text: 'x-more: 1', mark: '+' }, { text: '' }],
      received: [`HTTP/1.1 200${hostile}`], curl: `curl -X POST 'http://127.0.0.1:1/mcp'${hostile}`,
    }],
  }
  const foretold: CaseResult = { ...shown, id: 'auth.foretold', title: `Foretold${hostile}`, expectedFailure: { ...expectedFailure, reason: `${expectedFailure.reason}${hostile}` } }
  const lifecycle: CaseResult = { ...bad, id: 'lifecycle.concurrent', suite: 'lifecycle', title: 'Overlapping operations have an order' }
  const spec: CaseResult = { id: 'spec.fine', suite: 'spec', title: `It is fine${hostile}`, outcome: 'pass', observations: [], durationMs: 3 }
  return {
    ...run,
    results: [...run.results.map((result) => (result === bad ? shown : result)), foretold, lifecycle, spec],
    counts: { ...run.counts, fail: 3, pass: 2 },
    planned: 9, suites: ['auth-negative', 'lifecycle', 'spec'],
    requirements: { [requirement.id]: { ...requirement, statement: `${requirement.statement}${hostile}` } },
    explanations: Object.fromEntries(['auth.bad', 'auth.foretold', 'auth.unsure'].map((id) => [id, { ...explanation, fix: `${explanation.fix}${hostile}` }])),
    unexpected: [{ ...expectedFailure, case: 'auth.good', kind: 'passed', reason: `was broken${hostile}` }],
    failures: [...run.failures, {
      id: 'lifecycle.concurrent-89abcdef', case: 'lifecycle.concurrent', seed: 7, kind: 'history', title: `two take it${hostile}`, lines: [`#1 alpha sends${hostile}`, '#2 beta acknowledges'],
      history: [
        { index: 1, client: 'alpha', label: `send to beta${hostile}`, outcome: 'ok: h1 queued, version 1', start: 0.1, end: 2 },
        { index: 2, client: 'beta', label: 'acknowledge h1', outcome: 'ok: h1 accepted, version 2', start: 1, end: 4.5, unplaced: true },
        { index: 3, client: 'beta', label: 'get h1', outcome: 'no answer', start: 2.5 },
      ],
    }],
  }
}

/** Every shape that a record may have and that is easily forgotten. */
export function oddRecords(): Readonly<Record<string, RunRecord>> {
  const run = richRecord()
  const none = { pass: 0, fail: 0, warn: 0, 'not-applicable': 0, inconclusive: 0, 'not-run': 0 }
  const odd = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
  return {
    'a run with everything': run,
    'an interrupted run': { ...run, status: 'incomplete', exitCode: 130 },
    'a run that is not over': { ...run, status: 'incomplete', exitCode: null, durationMs: 0 },
    'nothing at all': { ...run, results: [], failures: [], findings: [], requirements: {}, explanations: {}, unexpected: [], target: null, counts: none, start: '', suites: [], planned: 0 },
    'only what does not apply': { ...run, results: run.results.filter(({ outcome }) => outcome === 'not-applicable'), failures: [], unexpected: [] },
    'names that every object has': { ...run, requirements: {}, explanations: {}, results: odd.map((id) => ({ id, suite: id, title: id, outcome: 'fail', reason: id, rootCause: id, observations: [{ requirement: id, level: 'must', ok: false, expected: id, actual: id }], durationMs: 1e21 })) },
    'failures without a result': { ...run, results: [], counts: none },
    'empty texts': { ...run, results: run.results.map((result) => ({ ...result, suite: '', title: '', reason: '' })) },
    'an expired expectation': { ...run, unexpected: [{ ...expectedFailure, case: 'auth.foretold', kind: 'expired' }] },
    'a part of a run': { ...run, shard: { index: 2, of: 4, planned: 30, plan: 'ab'.repeat(32) }, merged: 4 },
    'times beyond any clock': { ...run, durationMs: 1e300, results: run.results.map((result) => ({ ...result, durationMs: 1e300 })), failures: run.failures.map(({ history = [], ...failure }) => ({ ...failure, history: history.map((each) => ({ ...each, start: -1e308, end: 1e308 })) })) },
    'a time that is none': { ...run, start: 'yesterday' },
    'a history without length': { ...run, failures: run.failures.map((failure) => ({ ...failure, history: [] })) },
    'a history of one instant': { ...run, failures: run.failures.map((failure) => ({ ...failure, history: [{ index: 1, client: '', label: '', outcome: '', start: 5, end: 5 }] })) },
  }
}
