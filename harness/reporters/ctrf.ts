/**
 * CTRF 1.0.0 (Common Test Report Format). A warning passes, with its message. An expected failure is `other`, since it is
 * neither passed nor failed; so is what is inconclusive, and what did not run is `pending`. What is wrong with the run as a
 * whole, and with the file of expected failures, are failed tests of their own. The outcome of the harness's contract
 * stands in `rawStatus`.
 */
import type { JsonObject } from '../wire/json.ts'
import { accountOf } from './account.ts'
import { type Entry, expectationText, type Report, reportOf, type Standing, unexpectedText } from './report.ts'
import type { Render, RenderOptions } from './reporter.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other'

const statusOf: Readonly<Record<Standing, Status>> = {
  passed: 'passed', warned: 'passed', failed: 'failed', expected: 'other', unclear: 'other', unrun: 'pending', excluded: 'skipped',
}

interface Test extends JsonObject {
  readonly status: Status
}

export const renderCtrf: Render = (run, options) => {
  const report = reportOf(run)
  const tests = [...report.entries.map((entry) => test(entry, options)), ...wholeRun(report)]
  const count = (status: Status): number => tests.filter((each) => each.status === status).length
  const start = startOf(run.start)
  const document = {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    ...(start === undefined ? {} : { timestamp: new Date(start).toISOString() }),
    generatedBy: 'handoff-conformance',
    results: {
      tool: { name: 'handoff-conformance', version: run.harnessVersion },
      summary: {
        tests: tests.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), pending: count('pending'), other: count('other'),
        suites: new Set(run.results.map(({ suite }) => suite)).size,
        start: start ?? 0, stop: (start ?? 0) + whole(run.durationMs), duration: whole(run.durationMs),
        extra: { status: run.status, outcomes: run.counts },
      },
      tests,
      environment: {
        ...(run.target === null ? {} : { appName: run.target.name }),
        ...(run.target?.serverInfo === undefined ? {} : { appVersion: run.target.serverInfo.version }),
        ...(run.shard === undefined ? {} : { shardId: `${run.shard.index}/${run.shard.of}` }),
        healthy: run.exitCode === 0,
        extra: { exitCode: run.exitCode, level: run.level, seed: run.seed, ...(run.target === null ? {} : { url: run.target.url, auth: run.target.auth, revision: run.target.revision ?? null }) },
      },
    },
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

function test(entry: Entry, options: RenderOptions): Test {
  const { result: { id, suite, title, outcome, durationMs, reason, expectedFailure, flaky }, standing, violations } = entry
  const isPlain = standing === 'passed' || standing === 'excluded'
  const message = standing === 'expected' && expectedFailure !== undefined ? `expected failure: ${expectationText(expectedFailure)}` : reason
  return {
    // What tells a test from others must not change with its title.
    testId: id,
    name: id,
    status: statusOf[standing],
    duration: whole(durationMs),
    suite: [suite],
    rawStatus: standing === 'expected' ? 'expected-failure' : outcome,
    ...(message === undefined ? {} : { message }),
    ...(isPlain ? {} : { trace: accountOf(entry, options).join('\n') }),
    ...(violations.length === 0 ? {} : { labels: { requirements: [...new Set(violations.map(({ requirement }) => requirement))] } }),
    extra: { title, ...(flaky === true ? { failedInSomeRuns: true } : {}) },
  }
}

function wholeRun({ gap, unexpected }: Report): Test[] {
  const failed = (name: string, rawStatus: string, message: string): Test => ({ name, status: 'failed', duration: 0, suite: ['run'], rawStatus, message })
  return [
    ...unexpected.map((entry) => failed(`expected failure of ${entry.case}`, entry.kind, unexpectedText(entry))),
    ...(gap === undefined ? [] : [failed('the run is complete', 'incomplete', gap)]),
  ]
}

/** Whatever the record says, a number that others can read: at most a century of ms. */
export const whole = (ms: number): number => Math.min(Math.round(ms), 100 * 366 * 86_400_000)

/** In ms since 1970; undefined where the record does not say. */
export function startOf(time: string): number | undefined {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? undefined : ms
}
