import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { HarnessError } from '../../../harness/errors.ts'
import { maxResultsBytes, readResults, readResultsAt } from '../../../harness/evidence/read-results.ts'
import { createCatalogue } from '../../../harness/run/catalogue.ts'
import { renderJson } from '../../../harness/reporters/json.ts'
import * as cases from '../../../cases/index.ts'
import { recordOf, requirement, sampleEvents } from './sample-run.ts'

const run = recordOf(sampleEvents())
const text = renderJson(run, { color: false, columns: 100 })
const { explanations: _none, ...rest } = run
const older = { ...rest, schemaVersion: 1 }
const place = (t: { teardown(handler: () => unknown): unknown }): string => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const json = (change: object): string => JSON.stringify({ ...run, ...change })
const refused = (text: Uint8Array | string): HarnessError => {
  try {
    readResults(text, 'x/results.json')
  } catch (error) {
    if (error instanceof HarnessError) return error
    throw error
  }
  throw new Error('it was read')
}

t.test('what a run wrote comes back as it was, from a text, a file and a folder', async (t) => {
  const folder = place(t)
  writeFileSync(join(folder, 'results.json'), text)
  for (const read of [readResults(text, 'x'), readResults(Buffer.from(text), 'x'), readResultsAt(folder), readResultsAt(join(folder, 'results.json'))]) t.strictSame(read, JSON.parse(text))
})

t.test('results of version 1 are brought up to the present version', async (t) => {
  t.strictSame(readResults(JSON.stringify(older), 'x'), JSON.parse(JSON.stringify({ ...run, explanations: {} })))
  t.match(refused(JSON.stringify({ ...older, explanations: {} })).message, /unknown key "explanations"/, 'and judged by the schema of their own version')
  t.match(refused(json({ explanations: undefined })).message, /lacks "explanations"/)
})

t.test('a later version is told apart from a broken file', async (t) => {
  const error = refused(json({ schemaVersion: 3, more: true }))
  t.match(error, { code: 'results_invalid', exitCode: 2, message: /version 3.*up to 2/, remedy: /newer release/ })
})

const first = run.results[0]
const wrong: Readonly<Record<string, string | Uint8Array>> = {
  'nothing': '',
  'no JSON': '{',
  'half of it': text.slice(0, text.length / 2),
  'null': 'null',
  'a list': '[]',
  'a number': '7',
  'bytes that are no UTF-8': Buffer.concat([Buffer.from('{"format":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  'another document of ours': '{"format":"handoff-conformance/manifest","schemaVersion":1}',
  'no version': json({ schemaVersion: undefined }),
  'a version in quotes': json({ schemaVersion: '2' }),
  'version 0': json({ schemaVersion: 0 }),
  'version 1.5': json({ schemaVersion: 1.5 }),
  'a version beyond counting': text.replace('"schemaVersion": 2', '"schemaVersion": 1e400'),
  'a key twice': text.replace('"schemaVersion": 2', '"schemaVersion": 2, "schem\\u0061Version": 2'),
  '__proto__': text.replace('"schemaVersion": 2', '"schemaVersion": 2, "__proto__": {"counts": 1}'),
  '__proto__ among the requirements': text.replace('"requirements": {', `"requirements": { "__proto__": ${JSON.stringify(requirement)},`),
  'constructor among the explanations': json({ explanations: { constructor: { sends: '', expects: '', why: '', failure: '', fix: '' } } }),
  'a requirement called constructor': json({ results: [{ ...first, observations: [{ requirement: 'constructor', level: 'must', ok: true, expected: '', actual: '' }] }] }),
  'an unknown key': json({ '\u001B[31mred\u001B[0m': 1 }),
  'an outcome of its own': json({ results: [{ ...first, outcome: 'passed' }] }),
  'two results of a case': json({ results: [first, first] }),
  'a link that is a script': json({ requirements: { [requirement.id]: { ...requirement, url: 'javascript:alert(1)' } } }),
  'brackets without end': '['.repeat(2_000_000),
  'results nested without end': `{"format":"handoff-conformance/results","schemaVersion":2,"results":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  'half a surrogate pair': json({ harnessVersion: '\uD800' }),
}

t.test('everything else is one clear error that quotes nothing of the file', async (t) => {
  for (const [what, text] of Object.entries(wrong)) {
    const error = refused(text)
    t.match(error, { code: 'results_invalid', exitCode: 2, message: /^x\/results\.json / }, what)
    t.notMatch(error.message, /[\u0000-\u001f]|javascript/, what)
    t.ok(error.message.length < 400, `${what}: ${error.message}`)
  }
  t.equal(({} as Record<string, unknown>)['counts'], undefined, 'no prototype has changed')
})

t.test('what a terminal or a report would act upon is made visible, and credentials are taken out', async (t) => {
  const token = 'handoff_abcdefghijklmnopqrstuvwxyz012345'
  const read = readResults(json({ findings: [{ id: 'x', title: 'red \u001B[31m and \u202E back', remedy: `use ${token}` }], harnessVersion: 'v'.repeat(2_000_000) }), 'x')
  t.same(read.findings, [{ id: 'x', title: 'red <U+001B>[31m and <U+202E> back', remedy: 'use [redacted]' }])
  t.ok(read.harnessVersion.length < 5_000)
  const said = recordOf(sampleEvents('é'.repeat(9_000)))
  t.strictSame(readResults(renderJson(said, { color: false, columns: 100 }), 'x'), JSON.parse(JSON.stringify(said)), 'what a run has cut is not cut again')
})

t.test('a file that cannot be read is told by its path and the reason', async (t) => {
  const folder = place(t)
  const at = (name: string): string => join(folder, name)
  mkdirSync(at('empty'))
  mkdirSync(at('nested/results.json'), { recursive: true })
  symlinkSync(at('none'), at('dangling'))
  symlinkSync(at('circle'), at('circle'))
  writeFileSync(at('huge'), '')
  truncateSync(at('huge'), maxResultsBytes + 1)
  execFileSync('mkfifo', [at('pipe')])
  const table: readonly (readonly [name: string, message: RegExp])[] = [
    ['none', /no such file/], ['empty', /results\.json cannot be read: there is no such file/], ['nested', /no regular file/], ['dangling', /./],
    ['circle', /./], ['huge', /longer than/], ['pipe', /no regular file/], ['x'.repeat(300), /too long/],
  ]
  for (const [name, message] of table) t.throws(() => readResultsAt(at(name)), { code: 'results_unreadable', exitCode: 2, message }, name.slice(0, 20))
})

t.test('the addresses of all requirements of the catalogue pass', async (t) => {
  const catalogue = createCatalogue(cases)
  const named = new Set(catalogue.cases.flatMap(({ requirements }) => [...requirements]))
  t.ok(named.size > 50)
  for (const id of named) t.match(catalogue.requirement(id)?.url, /^https?:\/\//, id)
})
