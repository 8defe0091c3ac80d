import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { CaseResult, Outcome } from '../../harness/run/outcome.ts'
import { summarise } from '../../tools/conformance/summary.ts'
import { conformanceTargets } from '../../tools/conformance/targets.ts'

const root = dirname(dirname(import.meta.dirname))
const target = { name: 'product', title: 'product', whole: false }

const result = (id: string, suite: string, outcome: Outcome, parts: Partial<CaseResult> = {}): CaseResult =>
  ({ id, suite, title: `Title of ${id}`, outcome, ...(outcome === 'pass' ? {} : { reason: 'a reason' }), observations: [], durationMs: 1, ...parts })
const observation = (requirement: string, input: string, ok = true): CaseResult['observations'][number] =>
  ({ requirement, level: 'hardening', input, ok, expected: 'SUCCESS', actual: ok ? 'SUCCESS' : 'FAILURE' })

const check = 'sep-2575-request-meta-client-info-optional'
const framework = result('interop.framework-2026-07-28', 'interop', 'pass', { observations: [observation('hardening.framework-2026-07-28', `server-stateless: ${check}`)] })
const own = result('spec.own', 'spec', 'pass', { observations: [observation('own', 'x')] })
const green = {
  status: 'complete' as const, exitCode: 0,
  results: [framework, result('interop.inspector-http', 'interop', 'pass'), own, result('manifest.json', 'manifest', 'pass'), result('manifest.arguments', 'manifest', 'not-applicable')],
  requirements: { own: { id: 'own', level: 'must' as const, source: 's', section: 's', url: 'https://example.com', statement: 's', rows: ['META-04'] } },
}
const instead = (id: string, changed: CaseResult): typeof green => ({ ...green, results: green.results.map((each) => (each.id === id ? changed : each)) })

t.test('all green is green, and says so many of so many', async (t) => {
  const summary = summarise(target, green)
  t.equal(summary.green, true)
  t.match(summary.lines.join('\n'), /requirements 2026-07-28: 1 of 1 applicable scenarios pass, of 1 in the set/)
  t.match(summary.lines.join('\n'), /suite manifest: 1 pass, 1 not-applicable/)
  t.match(summary.lines.join('\n'), /1 verdicts compared, 0 differ/)
})

const red: readonly (readonly [name: string, record: typeof green | undefined, whole: boolean, said: RegExp])[] = [
  ['no results', undefined, false, /NOT run: it left no results/],
  ['a run that was interrupted', { ...green, status: 'incomplete' as never }, false, /NOT run: not complete/],
  ['a run that came to another exit code', { ...green, exitCode: 4 }, false, /NOT run: exit code 4/],
  ['a tool that is not installed', instead('interop.inspector-http', result('interop.inspector-http', 'interop', 'not-run')), false, /NOT Title of interop.inspector-http: not-run: a reason/],
  ['a tool that did not apply', instead('interop.inspector-http', result('interop.inspector-http', 'interop', 'not-applicable')), false, /NOT Title of interop.inspector-http/],
  ['a framework that gave no result', instead(framework.id, result(framework.id, 'interop', 'inconclusive')), false, /NOT Title of interop.framework-2026-07-28: inconclusive/],
  ['a scenario that fails', instead(framework.id, { ...framework, outcome: 'fail', observations: [observation('hardening.framework-2026-07-28', 'ping: ping', false)] }), false, /NOT official framework, requirements 2026-07-28: 0 of 1 .* failed: ping/],
  ['a scenario that does not apply where all must', instead(framework.id, { ...framework, setAside: [{ input: 'tools-list', reason: 'no tools' }] }), true, /NOT official framework.*: 1 of 1 applicable scenarios pass, of 2 in the set/],
  ['a manifest that is wrong', instead('manifest.json', result('manifest.json', 'manifest', 'fail')), false, /NOT suite manifest: 1 fail, 1 not-applicable: manifest.json/],
  ['a verdict that differs', instead('spec.own', { ...own, observations: [observation('own', 'x', false)] }), false, /NOT agreement.*1 differ, 1 without a known reason[^]*nobody knows why yet/],
  ['nothing to compare', instead('spec.own', { ...own, observations: [] }), false, /NOT agreement with the framework: 0 verdicts compared/],
]

for (const [name, record, whole, said] of red) {
  t.test(`${name} is not green`, async (t) => {
    const summary = summarise({ ...target, whole }, record)
    t.equal(summary.green, false)
    t.match(summary.lines.join('\n'), said)
  })
}

t.test('the fixture server is judged by the whole set, the product by what applies', async (t) => {
  t.strictSame(conformanceTargets(root).map(({ name, whole }) => [name, whole]), [['product', false], ['fixture-server', true]])
})

t.test('Ctrl-C ends it with 130, and nothing is left', { timeout: 160_000 }, async (t) => {
  const folder = t.testdir({ temporary: {}, output: {} })
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary, { recursive: true })
  const child = spawn(process.execPath, [join(root, 'tools/conformance.ts')], {
    cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, TMPDIR: temporary, HANDOFF_CONFORMANCE_OUTPUT: join(folder, 'output') },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => { output.push(bytes) })
  while (!readdirSync(temporary).some((name) => name.startsWith('handoff-conformance-') && !name.startsWith(`handoff-conformance-${child.pid}-`)) && child.exitCode === null) await new Promise((resolve) => { setTimeout(resolve, 50) })
  child.kill('SIGINT')
  const [code] = (await once(child, 'close')) as [number]
  t.equal(code, 130, Buffer.concat(output).toString())
  t.match(Buffer.concat(output).toString(), /Interrupted\. Evidence:/)
  t.strictSame(readdirSync(temporary).filter((name) => name.startsWith('handoff-conformance-')), [])
  t.match(JSON.parse(readFileSync(join(folder, 'output/summary.json'), 'utf8')), { complete: false, green: false })
})
