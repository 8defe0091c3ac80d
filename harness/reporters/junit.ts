/**
 * JUnit XML, as Jenkins, GitLab and others read it: a test suite a suite, a test case a case.
 * `fail` is a failure. An expected failure is skipped, with its reason, as is what does not apply. What shows nothing
 * (`inconclusive`, `not-run`) is an error, since readers take what is skipped for no loss. A warning passes, and says in
 * its output what it is. What is wrong with the run as a whole, and with the file of expected failures, are test cases of
 * a suite of their own, so that no reader sees less than the exit code says.
 */
import { accountOf } from './account.ts'
import { escapeMarkup } from './markup.ts'
import { type Entry, expectationText, type Report, reportOf, unexpectedText } from './report.ts'
import type { Render, RenderOptions } from './reporter.ts'

interface TestCase {
  readonly name: string
  readonly className: string
  readonly ms: number
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** Its element, where it is not merely passed, and its output. */
  readonly inside: string
}

interface TestSuite {
  readonly name: string
  readonly cases: readonly TestCase[]
}

const runSuite = 'run'

export const renderJunit: Render = (run, options) => {
  const report = reportOf(run)
  const suites = Map.groupBy(report.entries, ({ result }) => result.suite)
  const all: TestSuite[] = [...suites].map(([name, entries]) => ({ name, cases: entries.map((entry) => testCase(entry, options)) }))
  const whole = wholeRun(report)
  if (whole.length > 0) all.push({ name: runSuite, cases: whole })
  const cases = all.flatMap((suite) => suite.cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `handoff-conformance ${run.harnessVersion}`, time: seconds(run.durationMs), ...totals(cases) })}>`,
    ...all.flatMap((suite) => suiteLines(suite, run.start)),
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteLines({ name, cases }: TestSuite, timestamp: string): string[] {
  const skipped = String(cases.filter(({ kind }) => kind === 'skipped').length)
  const time = seconds(cases.reduce((sum, { ms }) => sum + ms, 0))
  return [
    `  <testsuite${attributes({ name, ...totals(cases), skipped, time, timestamp })}>`,
    ...cases.map(({ name: title, className, ms, inside }) => {
      const start = `    <testcase${attributes({ name: title, classname: className, time: seconds(ms) })}`
      return inside === '' ? `${start}/>` : `${start}>${inside}</testcase>`
    }),
    '  </testsuite>',
  ]
}

function totals(cases: readonly TestCase[]): { readonly tests: string; readonly failures: string; readonly errors: string } {
  const count = (kind: TestCase['kind']): string => String(cases.filter((each) => each.kind === kind).length)
  return { tests: String(cases.length), failures: count('failure'), errors: count('error') }
}

function testCase(entry: Entry, options: RenderOptions): TestCase {
  const { result: { id, suite, durationMs, outcome, reason = outcome, expectedFailure }, standing } = entry
  const body = (): string => accountOf(entry, options).join('\n')
  const named = { name: id, className: suite, ms: durationMs }
  switch (standing) {
    case 'passed': return { ...named, kind: 'passed', inside: '' }
    case 'warned': return { ...named, kind: 'passed', inside: output(`warning\n${body()}`) }
    case 'failed': return { ...named, kind: 'failure', inside: element('failure', outcome, reason, body()) }
    // Only the message of what is skipped is shown everywhere; the rest goes with the output.
    case 'expected': return { ...named, kind: 'skipped', inside: element('skipped', 'expected-failure', `expected failure: ${expectedFailure === undefined ? '' : expectationText(expectedFailure)}`, '') + output(body()) }
    case 'excluded': return { ...named, kind: 'skipped', inside: element('skipped', outcome, `${outcome}: ${reason}`, '') }
    case 'unclear':
    case 'unrun': return { ...named, kind: 'error', inside: element('error', outcome, reason, body()) }
  }
}

function wholeRun({ gap, unexpected }: Report): TestCase[] {
  const named = { className: runSuite, ms: 0 }
  return [
    ...unexpected.map((entry): TestCase => ({ ...named, name: `expected failure of ${entry.case}`, kind: 'failure', inside: element('failure', entry.kind, unexpectedText(entry), '') })),
    ...(gap === undefined ? [] : [{ ...named, name: 'the run is complete', kind: 'error', inside: element('error', 'incomplete', gap, '') } as const]),
  ]
}

function element(name: 'failure' | 'error' | 'skipped', type: string, message: string, body: string): string {
  const start = `<${name}${attributes({ type, message })}`
  return body === '' ? `${start}/>` : `${start}>${escapeMarkup(body)}</${name}>`
}

const output = (text: string): string => `<system-out>${escapeMarkup(text)}</system-out>`

const attributes = (given: Readonly<Record<string, string>>): string => Object.entries(given).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`).join('')

/** Digits and a dot: no exponent, whatever the number. */
const seconds = (ms: number): string => (Math.min(ms, 1e15) / 1000).toFixed(3)
