import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { acceptAtEdge } from '../../server/acceptance/index.ts'
import { askFiles } from '../../tools/fuzz/files.ts'
import type { Panel } from '../../tools/fuzz/question.ts'
import { hunt } from '../../tools/fuzz/hunt.ts'
import { libraryPanel } from '../../tools/fuzz/library.ts'
import { readFuzzOptions } from '../../tools/fuzz/options.ts'
import { pythonMissing, pythonPanel } from '../../tools/fuzz/python.ts'
import { createTally } from '../../tools/fuzz/tally.ts'
import { testSeed } from '../support/seed.ts'

const seed = testSeed()
t.comment(`seed ${seed}`)
// A deadline for a busy machine, not an expectation.
t.setTimeout(150_000)

const missing = pythonMissing()
const withoutPython = missing === undefined ? false : `${missing}; .ci/run needs it`

function closing(t: Test, panel: Panel): Panel {
  t.teardown(() => panel.close())
  return panel
}

t.test('the library, the computation in Python and every transport of a running server agree', async (t) => {
  const script = join(import.meta.dirname, '../../tools/fuzz/acceptance.ts')
  const args = ['--runs', '150', '--seed', String(seed), ...(missing === undefined ? [] : ['--no-python'])]
  // What they disagree on is saved, and said.
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  const said = `150 envelopes, ${missing === undefined ? 7 : 6} implementations, all agree (seed ${seed}, `
  t.ok(status === 0 && stdout.startsWith(said), `exit code ${status}: ${stdout}${stderr}`)
})

t.test('the computation in Python agrees with the library, on everything that can be answered', { skip: withoutPython }, async (t) => {
  const panels = [libraryPanel(), closing(t, pythonPanel())]
  const tally = createTally()
  const result = await hunt({ panels, runs: 700, seed: (seed + 1) % 2 ** 31, heard: tally.heard })
  t.match(result, { kind: 'agreement', runs: 700 }, JSON.stringify(result))
  const reached = [
    'ok', 'STALE_HANDOFF', 'BODY_HASH_MISMATCH', 'FOREIGN_PROJECT_CONFIG', 'CAPABILITY_UNAVAILABLE', 'TOOL_MANIFEST_DRIFT', 'BOARD_DIVERGENCE', 'invalid_input', 'payload_too_large',
    ...['ok', 'not_found', 'already_consumed', 'expired', 'wrong_project', 'body_mismatch'].map((reason) => `token: ${reason}`),
  ]
  t.same([...tally.counts().keys()].toSorted(), reached.toSorted())
})

t.test('a panel that is gone ends the hunt, and is no disagreement', async (t) => {
  const gone: Panel = { ask: async () => Promise.reject(new Error('gone')), close: async () => Promise.resolve() }
  await t.rejects(hunt({ panels: [libraryPanel(), gone], runs: 100, seed }), { message: 'gone' })
})

t.test('a time is enough', async (t) => {
  t.match(await hunt({ panels: [libraryPanel()], runs: 2 ** 31 - 1, seed, budgetMs: 50 }), { kind: 'agreement', interrupted: true })
})

t.test('vectors of a file are asked too', async (t) => {
  const files = ['delivery-source.json', 'schema.json'].map((name) => join(import.meta.dirname, '../../vectors/accept-handoff', name))
  const deaf = libraryPanel('deaf', async (given, edge) => acceptAtEdge({ ...(given as object), delivery_source: null }, edge))
  const { asked, disagreements } = await askFiles([libraryPanel()], files)
  t.ok(asked > 5)
  t.same(disagreements, [])
  const [first] = (await askFiles([libraryPanel(), deaf], files)).disagreements
  t.match(first, /^source-given, call 0: deaf and library differ at delivery_source$/)
})

const defaults = { seed: 1, output: 'out' }
const thrown = (error: Error): never => {
  throw error
}

for (const args of [['--runs', '0'], ['--runs', '1.5'], ['--seed', '-1'], ['--path', '1:2'], ['--path', 'x', '--seed', '1'], ['--time-budget', '10'], ['--time-budget', '0s'], ['--unknown']]) {
  t.test(`refused: ${args.join(' ')}`, async (t) => t.throws(() => readFuzzOptions(args, defaults, thrown), { message: /^error: / }))
}

t.test('a time alone sets no number', async (t) => {
  t.match(readFuzzOptions([], defaults), { runs: 1000, seed: 1, budgetMs: undefined, output: 'out', python: true, files: [] })
  t.match(readFuzzOptions(['--time-budget', '10m', '--no-python', 'a.json'], defaults), { runs: 2 ** 31 - 1, budgetMs: 600_000, python: false, files: ['a.json'] })
  t.match(readFuzzOptions(['--seed', '7', '--path', '1:0:2', '--runs', '5'], defaults), { runs: 5, seed: 7, path: '1:0:2' })
})
