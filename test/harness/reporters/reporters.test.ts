import { Parser, type Result } from 'tap-parser'
import t from 'tap'
import { createSecretRegistry } from '../../../harness/evidence/secrets.ts'
import type { RenderOptions } from '../../../harness/reporters/reporter.ts'
import { reporterNames, reporters } from '../../../harness/reporters/reporters.ts'
import type { RunEvent } from '../../../harness/run/events.ts'
import type { CaseResult } from '../../../harness/run/outcome.ts'
import { recordOf, requirement, sampleEvents } from '../evidence/sample-run.ts'

const plain: RenderOptions = { color: false, columns: 100 }
const secret = 'canary-0123456789-QWERTZ'
const hostile = `\u001b[2J\u001b]0;owned\u0007\r\n# not ok\n1..0\nBail out!\n  ...\n\u202e</script>\\u0000${secret}${'x'.repeat(100_000)}`

const interrupted = (): RunEvent[] => sampleEvents().filter((event) => event.type !== 'case-end').map((event): RunEvent =>
  event.type === 'run-end' ? { ...event, interrupted: true, exitCode: 130, counts: { pass: 0, fail: 0, warn: 0, 'not-applicable': 0, inconclusive: 0, 'not-run': 0 } } : event)

async function parseTap(text: string): Promise<{ points: Result[]; ok: boolean; bailout: unknown; diagnostics: unknown[]; garbage: string[]; comments: string[] }> {
  const points: Result[] = []
  const garbage: string[] = []
  const comments: string[] = []
  return new Promise((resolve) => {
    const parser = new Parser({ strict: true }, ({ ok, bailout }) => { resolve({ points, ok, bailout, garbage, comments, diagnostics: points.map(({ diag }) => diag) }) })
    parser.on('assert', (point) => points.push(point))
    parser.on('extra', (text) => garbage.push(text))
    parser.on('comment', (text) => comments.push(text))
    parser.end(text)
  })
}

t.test('TAP: a parser finds each case, what is wrong with it, and nothing else', async (t) => {
  const { points, ok, bailout, garbage } = await parseTap(reporters.tap(recordOf(sampleEvents()), plain))
  t.same(garbage, [])
  t.notOk(ok)
  t.notOk(bailout)
  t.same(points.map((point) => [point.ok, point.name.split(' ')[0], point.skip]), [
    [false, 'auth.bad', false],
    [false, 'auth.dead', false],
    [true, 'auth.expired', 'the driver cannot issue_token'],
    [true, 'auth.good', false],
    [true, 'auth.soft', false],
    [false, 'auth.unsure', false],
  ])
  t.match(points[0]?.diag, {
    outcome: 'fail',
    violated: [{ requirement: 'rfc6750.challenge-on-401', source: 'RFC 6750', section: '§3', input: 'no credentials', expected: 'status 401 with a challenge', actual: 'status 200' }],
  })
  t.match(points[0]?.diag, { found: [{ kind: 'program', title: 'a rule is broken', seed: 7, lines: ['1. alpha sends', '   2. beta reads'] }], replay: ['handoff-conformance replay auth.bad-0123abcd'] })
  t.match(points[1]?.diag, { outcome: 'not-run', rootCause: 'target-lost' })
  t.match(points[5]?.diag, { outcome: 'inconclusive', inconclusive: [{ input: 'lone LF', reason: 'timing' }] })
})

t.test('TAP: an interrupted run and an empty one bail out, so that nobody takes them for a pass', async (t) => {
  t.ok((await parseTap(reporters.tap(recordOf(interrupted()), plain))).bailout)
  const empty = recordOf(sampleEvents().filter(({ type }) => type === 'run-start' || type === 'run-end'))
  t.match((await parseTap(reporters.tap(empty, plain))).bailout, 'no case ran')
})

t.test('TAP: what a target writes cannot forge a test point', async (t) => {
  const { points, garbage, bailout } = await parseTap(reporters.tap(recordOf(sampleEvents(hostile)), plain))
  t.equal(points.length, 6)
  t.same(garbage, [])
  t.notOk(bailout)
})

t.test('JSON: is the record itself', async (t) => {
  const run = recordOf(sampleEvents())
  t.same(JSON.parse(reporters.json(run, plain)), JSON.parse(JSON.stringify(run)))
})

t.test('pretty: a failure says all that is needed to act', async (t) => {
  const text = reporters.pretty(recordOf(sampleEvents()), { ...plain, evidence: 'release-evidence/auth-negative', replay: ' --evidence out' })
  for (const part of [
    'fail  auth.bad', 'rfc6750.challenge-on-401 (must, RFC 6750 §3)', 'input:    no credentials', 'expected: status 401 with a challenge',
    'actual:   status 200', 'handoff-conformance explain auth.bad', 'warn  auth.soft', 'target-lost: The target went away', 'remedy: Start it again.',
    'program: a rule is broken (seed 7)\n    1. alpha sends\n       2. beta reads\n  handoff-conformance replay auth.bad-0123abcd --evidence out\n',
    'found  auth.dead\n  history: an answer came too early (seed 7)\n    alpha: send\n  handoff-conformance replay auth.dead-4567abcd --evidence out\n',
    'lone LF: timing', 'evidence: release-evidence/auth-negative', '1 pass, 1 fail, 1 warn, 1 not-applicable, 1 inconclusive, 1 not-run in 1.0 s',
  ]) t.ok(text.includes(part), part)
  t.equal(text.trimEnd().split('\n').at(-1), '1 not tested: the driver cannot issue_token')
  const run = recordOf(sampleEvents())
  if (run.target === null) throw new Error('the sample has no target')
  t.match(reporters.pretty({ ...run, target: { ...run.target, driver: 'command' } }, plain), 'more is tested where the target file names a registry, or a driver that can: see docs/drivers.md\n1 not tested: the driver cannot issue_token\n')
})

t.test('pretty: of many violations of a case the worst come first, and the rest is counted', async (t) => {
  const events = sampleEvents().map((event): RunEvent => {
    if (event.type !== 'case-end' || event.result.id !== 'auth.bad') return event
    const [worst] = event.result.observations
    if (worst === undefined) throw new Error('the sample has no violation')
    const soft = Array.from({ length: 12 }, (_, index) => ({ ...worst, level: 'hardening' as const, input: `soft ${index}.` }))
    return { ...event, result: { ...event.result, observations: [...soft, { ...worst, input: 'the worst' }] } }
  })
  const text = reporters.pretty(recordOf(events), plain)
  t.ok(text.indexOf('the worst') < text.indexOf('soft 0.'))
  t.match(text, 'soft 4.')
  t.notMatch(text, 'soft 5.')
  t.match(text, '7 more violations of this case are in results.json')
})

t.test('pretty: of a long history the beginning is shown, and where the rest is', async (t) => {
  const events = sampleEvents().map((event): RunEvent => (event.type === 'failure' ? { ...event, failure: { ...event.failure, lines: Array.from({ length: 1_000 }, (_, index) => `line ${index}.`) } } : event))
  const text = reporters.pretty(recordOf(events), plain)
  t.match(text, 'line 39.')
  t.notMatch(text, 'line 40.')
  t.match(text, '… and 960 more in failures/auth.bad-0123abcd.json')
})

t.test('pretty: a failure of a whole case has a command, and its lines are not said twice', async (t) => {
  const events = sampleEvents().flatMap((event): RunEvent[] => {
    if (event.type !== 'failure') return [event]
    return event.failure.case === 'auth.bad' ? [{ ...event, failure: { ...event.failure, id: 'auth.bad', kind: 'case' } }] : []
  })
  const text = reporters.pretty(recordOf(events), plain)
  t.match(text, '  handoff-conformance replay auth.bad\n')
  t.notMatch(text, 'alpha sends')
})

t.test('pretty: says that it is incomplete, and that nothing ran', async (t) => {
  const text = reporters.pretty(recordOf(interrupted()), plain)
  t.match(text, 'incomplete: the run was interrupted when 0 of 6 cases had been judged')
  t.match(text, 'no case ran')
})

t.test('pretty: says why a run in which nothing applied is no pass', async (t) => {
  const events = sampleEvents().flatMap((event): RunEvent[] => {
    if (event.type === 'case-end') return event.result.outcome === 'not-applicable' ? [event] : []
    return [event.type === 'run-end' ? { ...event, exitCode: 3, counts: { pass: 0, fail: 0, warn: 0, 'not-applicable': 1, inconclusive: 0, 'not-run': 0 } } : event]
  })
  t.match(reporters.pretty(recordOf(events), plain).replaceAll(/\s+/g, ' '), 'nothing was tested, so nothing was shown: no case applies to this target; that is exit code 3, and not a pass')
  t.notMatch(reporters.pretty(recordOf(sampleEvents()), plain), 'nothing was tested')
})

t.test('pretty: many cases are counted by suite, so that all fits one screen', async (t) => {
  const record = recordOf(sampleEvents())
  const results = Array.from({ length: 400 }, (_, at): CaseResult => ({ id: `made.case-${at}`, suite: at % 4 === 0 ? 'stdio' : 'spec', title: 'A title', outcome: at % 2 === 0 ? 'pass' : 'not-run', observations: [], durationMs: 1, ...(at % 2 === 0 ? {} : { reason: 'nothing answers' }) }))
  const text = reporters.pretty({ ...record, results, failures: [] }, plain)
  t.ok(text.split('\n').length < 24, text)
  t.match(text, 'stdio 100, spec 100; results.json names each')
  t.match(text, /nothing answers\n    spec 200; results\.json names each/)
  t.match(reporters.pretty({ ...record, results: results.slice(0, 100), failures: [] }, plain), 'made.case-99', 'few enough are named')
  const groups = results.map((result, at) => ({ ...result, outcome: 'not-applicable' as const, reason: at < 395 ? `reason ${at % 13}` : 'the last reason' }))
  const folded = reporters.pretty({ ...record, results: groups, failures: [] }, plain)
  t.match(folded, /reason 1\n    spec \d+, stdio \d+; results\.json names each/, 'of many groups each is counted')
  t.match(folded, 'made.case-399', 'and a small one named')
})

t.test('pretty: what a target calls itself stays on its line', async (t) => {
  const events = sampleEvents().map((event): RunEvent => event.type === 'target' ? { ...event, target: { ...event.target, serverInfo: { name: 'N'.repeat(4_000), version: '1' } } } : event)
  t.notMatch(reporters.pretty(recordOf(events), plain), 'N'.repeat(100))
})

t.test('pretty: colours are for terminals, and change nothing else', async (t) => {
  const run = recordOf(sampleEvents())
  const colored = reporters.pretty(run, { ...plain, color: true })
  t.match(colored, '\u001b[31m')
  t.equal(colored.replaceAll(/\u001b\[\d+m/g, ''), reporters.pretty(run, plain))
  t.notMatch(reporters.pretty(run, plain), /\u001b/)
})

t.test('pretty: fits a narrow terminal but for ids and links, which stay whole', async (t) => {
  for (const line of reporters.pretty(recordOf(sampleEvents()), { color: false, columns: 44 }).split('\n')) {
    t.ok(line.length <= 44 || /^(?: {2}handoff-conformance (?:explain|replay) | {4}https:)/.test(line), line)
  }
})

t.test('pretty: when brief, only what is wrong and the count', async (t) => {
  const text = reporters.pretty(recordOf(sampleEvents()), { ...plain, brief: true })
  t.notMatch(text, /auth\.good/)
  t.match(text, /auth\.bad/)
})

t.test('no reporter lets through what a target hides or repeats', async (t) => {
  const secrets = createSecretRegistry()
  secrets.add(secret)
  const run = recordOf(sampleEvents(hostile), secrets)
  for (const name of reporterNames) {
    const text = reporters[name](run, plain)
    t.notMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, name)
    t.equal(secrets.find(Buffer.from(text)).length, 0, name)
    t.ok(text.length < 100_000, `${name} is bounded: ${text.length}`)
  }
})

t.test('five thousand results render within a second each', async (t) => {
  const [start, ...rest] = sampleEvents()
  const many = Array.from({ length: 5_000 }, (_, index) => rest.filter((event) => event.type === 'case-end').slice(index % 6, (index % 6) + 1)
    .map((event): RunEvent => ({ ...event, result: { ...event.result, id: `${event.result.id}.${index}` } }))).flat()
  const run = recordOf([...(start === undefined ? [] : [start]), ...many])
  for (const name of reporterNames) {
    const begin = process.cpuUsage()
    reporters[name](run, plain)
    t.ok(process.cpuUsage(begin).user < 1_000_000, name)
  }
})

t.test('html: inputs that came to the same stand together, and what to know before a command is run once', async (t) => {
  const run = recordOf(sampleEvents())
  if (run.target === null) throw new Error('the sample has no target')
  const exchange = { sent: [{ text: 'POST /mcp HTTP/1.1' }], received: ['HTTP/1.1 200'], curl: 'curl x' }
  const seen = (input: string, actual: string) => ({ requirement: requirement.id, level: 'must', ok: false, input, expected: 'refused', actual }) as const
  const results = run.results.map((result) => (result.id === 'auth.bad' ? { ...result, observations: [seen('one', 'status 200'), seen('two <2>', 'status 200'), seen('three', 'status 500')], exchanges: [{ ...exchange, input: 'one' }, { ...exchange, input: 'three' }] } : result))
  const html = reporters.html({ ...run, results, target: { ...run.target, driver: 'command' } }, plain)
  t.match(html, '<dl class="seen"><dt>Inputs</dt><dd>one; two &lt;2&gt;</dd><dt>Expected</dt><dd>refused</dd><dt>Actual</dt><dd class="actual">status 200</dd></dl><dl class="seen"><dt>Input</dt><dd>three</dd>')
  t.equal(html.split('<p>To be run ').length, 2)
  t.equal(html.split('<h3>By hand</h3>').length, 3)
})
