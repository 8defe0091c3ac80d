import t from 'tap'
import { cases, requirements } from '../../../cases/index.ts'
import { casesCompared, compareVerdicts } from '../../../harness/external/framework/agreement.ts'
import { judgeScenario } from '../../../harness/external/framework/judge.ts'
import mapping from '../../../harness/external/framework/mapping.json' with { type: 'json' }
import type { Offer } from '../../../harness/external/framework/needs.ts'
import { scenarioNeeds } from '../../../harness/external/framework/needs.ts'
import { frameworkRevisions, requirementSet } from '../../../harness/external/framework/run.ts'
import type { FrameworkCheck, FrameworkScenario } from '../../../harness/external/framework/run.ts'
import { tallyOf } from '../../../harness/external/framework/tally.ts'
import { externalPackages, findPackage } from '../../../harness/external/packages.ts'
import type { CaseResult, Observation } from '../../../harness/run/outcome.ts'

const listing = (...items: Record<string, unknown>[]): Offer['tools'] => ({ pages: [], items, refused: undefined })
const nothing: Offer = { capabilities: {}, tools: listing(), prompts: listing(), resources: listing(), templates: listing(), sessions: false }
const tools: Offer = { ...nothing, capabilities: { tools: {} } }

const check = (id: string, status: FrameworkCheck['status'], more: Partial<FrameworkCheck> = {}): FrameworkCheck => ({ id, status, message: '', untestable: false, ...more })
const scenario = (name: string, checks: readonly FrameworkCheck[], notScored?: string): FrameworkScenario => ({ name, checks, notScored })
const wire = check('wire-schema-valid', 'SUCCESS')

const verdicts: readonly (readonly [name: string, scenario: FrameworkScenario, offer: Offer, verdict: string, counted: readonly boolean[]])[] = [
  ['what applies and passes', scenario('tools-list', [check('a', 'SUCCESS'), wire]), tools, 'pass', [true, true]],
  ['what applies and fails', scenario('tools-list', [check('a', 'SUCCESS'), check('b', 'FAILURE')]), tools, 'fail', [true, false]],
  ['a success where the named tool is not there', scenario('input-required-result-validate-input', [check('a', 'SUCCESS'), wire]), tools, 'aside', [true]],
  ['a failure where the named tool is not there', scenario('tools-call-image', [check('a', 'FAILURE'), wire]), tools, 'aside', [true]],
  ['a message that violates the schema, whatever the scenario', scenario('tools-call-image', [check('a', 'FAILURE'), check('wire-schema-valid', 'FAILURE')]), tools, 'fail', [false]],
  ['a message of the framework that violates the schema', scenario('tools-list', [check('a', 'SUCCESS'), check('wire-schema-harness-error', 'FAILURE')]), tools, 'pass', [true]],
  ['nothing but information', scenario('ping', [check('a', 'INFO'), check('b', 'SKIPPED'), wire]), nothing, 'aside', [true]],
  ['nothing at all', scenario('ping', []), nothing, 'aside', []],
  ['a failure that says of itself that nothing was testable', scenario('server-stateless', [check('a', 'SUCCESS'), check('b', 'FAILURE', { untestable: true })]), nothing, 'pass', [true]],
  ['nothing but what was not testable', scenario('server-stateless', [check('b', 'FAILURE', { untestable: true }), wire]), nothing, 'aside', [true]],
  ['a warning beside a success', scenario('ping', [check('a', 'SUCCESS'), check('b', 'WARNING')]), nothing, 'pass', [true, false]],
  ['a warning alone', scenario('ping', [check('b', 'WARNING')]), nothing, 'aside', [false]],
  ['an unscored scenario that passes', scenario('http-header-validation', [check('a', 'SUCCESS')], 'pending'), nothing, 'aside', []],
  ['an unscored scenario that fails', scenario('http-header-validation', [check('a', 'FAILURE')], 'pending'), nothing, 'aside', []],
  ['a list that is not declared', scenario('caching', [check('sep-2549-tools-list-caching-hints', 'SUCCESS'), check('sep-2549-prompts-list-caching-hints', 'FAILURE')]), tools, 'pass', [true]],
  ['a list that is declared and fails', scenario('caching', [check('sep-2549-prompts-list-caching-hints', 'FAILURE')]), { ...tools, capabilities: { prompts: {} } }, 'fail', [false]],
  ['a filter where nothing could have been held back', scenario('server-stateless', [check('sep-2575-server-honors-notification-filter', 'SUCCESS')]), tools, 'aside', []],
  ['a tool without a description', scenario('tools-list', [check('tools-list', 'FAILURE', { message: 'Tool 0: missing description; Tool 3: missing description' }), check('tools-name-format', 'SUCCESS')]), tools, 'pass', [true]],
  ['a tool without a description and one without a schema', scenario('tools-list', [check('tools-list', 'FAILURE', { message: 'Tool 0: missing description; Tool 3: missing inputSchema' })]), tools, 'fail', [false]],
  ['a prompt without a description', scenario('prompts-list', [check('prompts-list', 'FAILURE', { message: 'Prompt 0: missing description' })]), { ...nothing, capabilities: { prompts: {} } }, 'aside', []],
  ['a resource without a name', scenario('resources-list', [check('resources-list', 'FAILURE', { message: 'Resource 0: missing name' })]), { ...nothing, capabilities: { resources: {} } }, 'fail', [false]],
]

for (const [name, given, offer, verdict, counted] of verdicts) {
  t.test(`${name}: ${verdict}`, async (t) => {
    const judged = judgeScenario('2026-07-28', given, offer)
    t.equal(judged.verdict, verdict)
    t.strictSame(judged.checks.flatMap((each) => (each.kind === 'counted' ? [each.ok] : [])), counted)
    for (const each of judged.checks) if (each.kind === 'set aside') t.match(each.reason, /\w{3}/)
    if (verdict === 'aside') t.match(judged.reason, /\w{3}/)
  })
}

t.test('streams of a session are only asked for where there is one', async (t) => {
  const streams = scenario('server-sse-multiple-streams', [check('a', 'SUCCESS')])
  t.equal(judgeScenario('2025-11-25', streams, nothing).verdict, 'aside')
  t.equal(judgeScenario('2025-11-25', streams, { ...nothing, sessions: true }).verdict, 'pass')
  t.equal(judgeScenario('2026-07-28', streams, nothing).verdict, 'pass')
})

t.test('the requirement sets are the ones that were promised, and every need belongs to a scenario of them', async (t) => {
  const search = findPackage(externalPackages.framework)
  if (search.kind !== 'found') throw new Error(search.reason)
  const sets = await Promise.all(frameworkRevisions.map(async (revision) => requirementSet(search.found, revision)))
  t.strictSame(sets.map((set) => set.filter(({ notScored }) => notScored === undefined).length), [37, 30])
  const names = new Set(sets.flat().map(({ name }) => name))
  for (const name of Object.keys(scenarioNeeds)) t.ok(names.has(name), name)
})

const observation = (input: string, ok: boolean, requirement = 'hardening.framework-2026-07-28'): Observation =>
  ({ requirement, level: 'hardening', input, ok, expected: 'SUCCESS', actual: ok ? 'SUCCESS' : requirement === 'hardening.framework-advice' ? 'WARNING' : 'FAILURE' })

const result = (parts: Partial<CaseResult>): CaseResult => ({ id: 'interop.framework-2026-07-28', suite: 'interop', title: 'T', outcome: 'pass', observations: [], durationMs: 1, ...parts })

t.test('scenarios are counted as the framework counts them', async (t) => {
  const given = result({
    observations: [observation('a: x', true), observation('b: y', false), observation('c: wire-schema-valid', true), observation('d: z', true), observation('d: w', false, 'hardening.framework-advice')],
    setAside: [{ input: 'c: v', reason: 'no tool' }, { input: 'c', reason: 'no tool' }, { input: 'e: u', reason: 'not scored by the framework (pending)' }, { input: 'e', reason: 'not scored by the framework (pending)' }],
  })
  t.strictSame(tallyOf(given), { revision: '2026-07-28', scored: 4, applicable: 3, passed: 2, failed: ['b'] })
  t.equal(tallyOf({ ...given, outcome: 'not-run' }), undefined)
  t.equal(tallyOf({ ...given, id: 'interop.inspector-http' }), undefined)
})

const own = (row: string, ok: boolean): [CaseResult, Parameters<typeof compareVerdicts>[1]] => [
  result({ id: 'spec.own', suite: 'spec', observations: [observation('x', ok, `own.${row}`)] }),
  { [`own.${row}`]: { id: `own.${row}`, level: 'must', source: 's', section: 's', url: 'https://example.com', statement: 's', rows: [row] } },
]

t.test('verdicts on the same row are compared', async (t) => {
  for (const [theirs, ours, differs] of [[true, true, 0], [false, false, 0], [true, false, 1], [false, true, 1]] as const) {
    const [case_, known] = own('META-02', ours)
    const framework = result({ observations: [observation('server-stateless: sep-2575-request-meta-invalid-missing-protocol-version', theirs)] })
    const { compared, disagreements } = compareVerdicts([framework, case_], known)
    t.equal(compared, 1)
    t.equal(disagreements.length, differs, `${theirs} ${ours}`)
    for (const each of disagreements) t.match(each, { row: 'META-02', framework: theirs ? 'SUCCESS' : 'FAILURE', ours: ours ? 'holds' : 'violated', cases: ['spec.own'], reason: undefined })
  }
  const [case_, known] = own('TOOL-16', true)
  const wrong = result({ setAside: [{ input: 'tools-list: tools-list', reason: 'a check that is wrong: so; the framework reported FAILURE' }] })
  t.match(compareVerdicts([wrong, case_], known), { compared: 1, disagreements: [{ row: 'TOOL-16', reason: /the schema requires/ }] })
  const [header, headers] = own('HDR-04', true)
  const unscored = (status: string): CaseResult => result({ setAside: [{ input: 'http-header-validation: sep-2243-header-name-case-insensitive (2)', reason: `not scored by the framework (pending); the framework reported ${status}` }] })
  t.equal(compareVerdicts([unscored('SUCCESS'), header], headers).disagreements.length, 0)
  t.equal(compareVerdicts([unscored('FAILURE'), header], headers).disagreements.length, 1, 'also where the framework does not score it')
  t.equal(compareVerdicts([unscored('SKIPPED'), header], headers).compared, 0)
})

t.test('the mapping names rows that our requirements have', async (t) => {
  const rows = new Set(requirements.flatMap((requirement) => requirement.rows ?? []))
  const unknown = Object.values(mapping.checks).flat().filter((row) => !rows.has(row))
  t.strictSame(unknown, [])
})

t.test('the cases to compare with are those that judge a row of the mapping', async (t) => {
  const chosen = casesCompared(cases, requirements)
  t.ok(chosen.some(({ id }) => id === 'spec.client-info-optional'))
  t.notOk(chosen.some(({ suite }) => suite === 'manifest' || suite === 'interop'))
  t.ok(chosen.length < cases.length / 2, `${chosen.length} of ${cases.length}`)
  const rowsOf = (some: typeof cases): Set<string> => {
    const judged = new Set(some.flatMap((each) => each.requirements))
    return new Set(requirements.flatMap(({ id, rows = [] }) => (judged.has(id) ? rows : [])))
  }
  const [all, kept] = [rowsOf(cases), rowsOf(chosen)]
  t.strictSame(Object.values(mapping.checks).flat().filter((row) => all.has(row) && !kept.has(row)), [], 'no verdict is lost')
})
