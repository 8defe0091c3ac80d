/** Each report says of each result what the harness's contract says: a failure is one, and nothing else looks like a pass. */
import t from 'tap'
import type { RunRecord } from '../../../harness/evidence/results.ts'
import { reporters } from '../../../harness/reporters/reporters.ts'
import { oddRecords, plain, richRecord } from './sample.ts'

const records = oddRecords()

function record(name: string): RunRecord {
  const found = records[name]
  if (found === undefined) throw new Error(`no record ${name}`)
  return found
}

/** A record with so many failures. */
function failing(count: number): RunRecord {
  const [first] = run.results
  if (first === undefined) throw new Error('the sample has no result')
  return { ...run, results: Array.from({ length: count }, (_, at) => ({ ...first, id: `auth.bad-${at}` })), unexpected: [] }
}
const run = richRecord()

/** The element of each test case of a JUnit report, by its name: what the report's own writing makes easy to find. */
function junitKinds(xml: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', inside = ''] of xml.matchAll(/<testcase name="([^"]*)"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs)) found[name] = /^<(failure|error|skipped)/.exec(inside)?.[1] ?? 'passed'
  return found
}

t.test('JUnit', async (t) => {
  const xml = reporters.junit(run, plain)
  t.same(junitKinds(xml), {
    'auth.bad': 'failure', 'auth.dead': 'error', 'auth.expired': 'skipped', 'auth.good': 'passed', 'auth.soft': 'passed', 'auth.unsure': 'error',
    'auth.foretold': 'skipped', 'lifecycle.concurrent': 'failure', 'spec.fine': 'passed', 'expected failure of auth.good': 'failure',
  })
  t.match(xml, /<testsuites [^>]*tests="10" failures="3" errors="2"/)
  t.match(xml, 'message="expected failure: the gateway is not ours (platform, until 2999-12-31)"')
  t.match(junitKinds(reporters.junit(record('an interrupted run'), plain)), { 'the run is complete': 'error' })
  t.match(junitKinds(reporters.junit(record('nothing at all'), plain)), { 'the run is complete': 'error' })
  t.match(junitKinds(reporters.junit(record('an expired expectation'), plain)), { 'auth.foretold': 'failure', 'expected failure of auth.foretold': 'failure' })
})

interface Sarif {
  readonly runs: readonly [{
    readonly results: readonly { readonly ruleId: string; readonly level: string; readonly kind?: string; readonly suppressions?: readonly unknown[]; readonly message: { readonly text: string }; readonly properties?: { readonly case: string } }[]
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri?: string }[] } }
    readonly invocations: readonly [{ readonly executionSuccessful: boolean; readonly toolExecutionNotifications?: readonly unknown[] }]
  }]
}

t.test('SARIF', async (t) => {
  const sarif = (name: string) => (JSON.parse(reporters.sarif(record(name), plain)) as Sarif).runs[0]
  const { results, tool, invocations } = sarif('a run with everything')
  t.same(results.map(({ ruleId, level, kind = 'fail', suppressions = [], properties }) => [properties?.case, ruleId, level, kind, suppressions.length]), [
    ['auth.bad', 'rfc6750.challenge-on-401', 'error', 'fail', 0],
    ['auth.dead', 'auth.dead', 'none', 'open', 0],
    ['auth.soft', 'rfc6750.challenge-on-401', 'warning', 'fail', 0],
    ['auth.unsure', 'auth.unsure', 'none', 'open', 0],
    ['auth.foretold', 'rfc6750.challenge-on-401', 'error', 'fail', 1],
    ['lifecycle.concurrent', 'rfc6750.challenge-on-401', 'error', 'fail', 0],
    [undefined, 'expected-failures', 'error', 'fail', 0],
  ])
  t.same(tool.driver.rules.map(({ id }) => id).toSorted(), [...new Set(results.map(({ ruleId }) => ruleId))].toSorted(), 'each rule once')
  t.match(tool.driver.rules.find(({ id }) => id === 'rfc6750.challenge-on-401'), { helpUri: 'https://www.rfc-editor.org/rfc/rfc6750#section-3' })
  t.notOk(invocations[0].executionSuccessful, 'something did not run')
  t.match(sarif('an interrupted run').invocations[0].toolExecutionNotifications, [{ level: 'error' }])
  t.match(sarif('nothing at all').results, [{ ruleId: 'run-complete', level: 'error' }])
})

interface Ctrf {
  readonly results: { readonly summary: Readonly<Record<string, number>>; readonly tests: readonly { readonly name: string; readonly status: string; readonly rawStatus: string }[]; readonly environment: { readonly healthy: boolean } }
}

t.test('CTRF', async (t) => {
  const { results: { summary, tests, environment } } = JSON.parse(reporters.ctrf(run, plain)) as Ctrf
  t.same(Object.fromEntries(tests.map(({ name, status, rawStatus }) => [name, `${status} ${rawStatus}`])), {
    'auth.bad': 'failed fail', 'auth.dead': 'pending not-run', 'auth.expired': 'skipped not-applicable', 'auth.good': 'passed pass', 'auth.soft': 'passed warn', 'auth.unsure': 'other inconclusive',
    'auth.foretold': 'other expected-failure', 'lifecycle.concurrent': 'failed fail', 'spec.fine': 'passed pass', 'expected failure of auth.good': 'failed passed',
  })
  t.match(summary, { tests: 10, passed: 3, failed: 3, skipped: 1, pending: 1, other: 2, suites: 3 })
  t.notOk(environment.healthy)
  t.match((JSON.parse(reporters.ctrf(record('an interrupted run'), plain)) as Ctrf).results.tests.at(-1), { name: 'the run is complete', status: 'failed' })
})

t.test('TAP', async (t) => {
  const tap = reporters.tap(run, plain)
  t.match(tap, /^1\.\.10$/m)
  t.match(tap, /^not ok 7 - auth\.foretold Foretold # TODO the gateway is not ours \(platform, until 2999-12-31\)$/m)
  t.match(tap, /^not ok 10 - expected failure of auth\.good was expected to fail and did not/m)
  t.notMatch(reporters.tap(record('an expired expectation'), plain), /# TODO/)
})

t.test('GitHub: annotations on stdout', async (t) => {
  const text = reporters.github(run, plain)
  const lines = text.split('\n')
  t.same(lines.filter((line) => line.startsWith('::')).map((line) => /^::(\w+) title=([^:]*)::/.exec(line)?.slice(1).join(' ')), [
    'error auth.good', 'error fail%3A auth.bad', 'error not-run%3A auth.dead', 'error inconclusive%3A auth.unsure', 'error fail%3A lifecycle.concurrent', 'warning warn%3A auth.soft', 'notice fail%3A auth.foretold',
  ])
  t.match(text, 'RFC 6750 §3')
  const shown = reporters.github(failing(50), plain).split('\n').filter((line) => line.startsWith('::error'))
  t.equal(shown.length, 10, 'no more than GitHub shows')
  t.match(shown.at(-1), '41 more')
  t.match(reporters.github(record('an interrupted run'), plain), /^::error title=handoff-conformance::incomplete/)
})

t.test('GitHub: a summary in a file', async (t) => {
  const text = reporters.github(run, { ...plain, isFile: true })
  for (const part of ['| passed | failed |', '❌ <b>failed</b> <code>auth.bad</code>', '🔕 <b>expected failure</b>', 'https://www.rfc-editor.org/rfc/rfc6750#section-3', 'fix: Set WWW-Authenticate.', '  + x-more: 1', 'was expected to fail and did not']) t.ok(text.includes(part), part)
  t.notMatch(text, /^::/m)
  const long = reporters.github(failing(2_000), { ...plain, isFile: true })
  t.ok(Buffer.byteLength(long) < 1024 * 1024, 'no more than GitHub takes')
  t.match(long, /\d+ more are in `results\.json`/)
})
