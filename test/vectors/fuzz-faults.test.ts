import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t from 'tap'
import { parseVectors } from '../../harness/vectors/read.ts'
import { acceptAtEdge, stripBanner } from '../../server/acceptance/index.ts'
import type { Edge, Verdict } from '../../server/acceptance/index.ts'
import type { Input } from '../../tools/vectors/format.ts'
import { schemaProblems } from '../../tools/vectors/lint/schema.ts'
import { differingPlace, disagreementOn } from '../../tools/fuzz/disagreement.ts'
import { ask, hunt } from '../../tools/fuzz/hunt.ts'
import { libraryPanel } from '../../tools/fuzz/library.ts'
import type { Accept } from '../../tools/vectors/answer.ts'
import { errorAnswer, isUnreadable, withoutWording } from '../../tools/fuzz/question.ts'
import { inWords, saveVector } from '../../tools/fuzz/vector.ts'
import { testSeed } from '../support/seed.ts'

const seed = testSeed()
t.comment(`seed ${seed}`)
// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

/** Each is found within a hundred or two. */
const runs = 10_000
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
t.teardown(() => rmSync(folder, { recursive: true }))
const schema = readFileSync(join(import.meta.dirname, '../../vectors/accept-handoff/schema.json'), 'utf8')

/** Asks for another token than was presented. */
const withToken = (change: (token: string) => string): Accept => async (given, edge) =>
  acceptAtEdge(given, { ...edge, verifyToken: (presented) => edge.verifyToken({ ...presented, token: change(presented.token) }) })
/** Judges another input than was given. */
const withInput = (change: (input: Input) => Input): Accept => async (given, edge) => acceptAtEdge(change(given as Input), edge)
const withText = (name: string, change: (text: string) => string | undefined): Accept => withInput((input) => {
  const text = input[name]
  return typeof text === 'string' ? { ...input, [name]: change(text) ?? null } : input
})

async function sortedByUnits(given: unknown, edge: Edge): Promise<{ verdict: Verdict }> {
  const { verdict } = await acceptAtEdge(given, edge)
  const { capability_check: check } = verdict
  if (check === null) return { verdict }
  const units = (names: readonly string[]): string[] => [...names].sort()
  return { verdict: { ...verdict, capability_check: { required_tools: units(check.required_tools), available_tools: units(check.available_tools), missing_tools: units(check.missing_tools) } } }
}

async function consumedLate(given: unknown, edge: Edge): Promise<{ verdict: Verdict }> {
  const dry = await acceptAtEdge(given, { ...edge, verifyToken: () => 'ok' })
  return dry.verdict.accepted ? acceptAtEdge(given, edge) : { verdict: dry.verdict }
}

const faults: readonly (readonly [name: string, accept: Accept, place: RegExp])[] = [
  ['names sorted by UTF-16 unit', sortedByUnits, /^capability_check\.\w+\[\d\]$/],
  ['a trimmed token', withToken((token) => token.trim()), /^(accepted|result|reasons\[0\])$/],
  ['a token in any case', withToken((token) => token.toLowerCase()), /^(accepted|result|reasons\[0\])$/],
  ['an empty body taken for none', withText('presented_body', (body) => (body === '' ? undefined : body)), /^(accepted|result)$/],
  ['two strips', withText('presented_body', stripBanner), /./],
  ['line ends normalised', withText('presented_body', (body) => body.replaceAll('\r\n', '\n')), /./],
  ['a composed body', withText('presented_body', (body) => body.normalize('NFC')), /./],
  ['items as a set', withInput((input) => (Array.isArray(input['live_items']) ? { ...input, live_items: [...new Map(input['live_items'].map((item) => [JSON.stringify(item), item as unknown])).values()] } : input)), /./],
  ['a token consumed only where all is well', consumedLate, /./],
]

for (const [name, accept, place] of faults) {
  t.test(`found, shrunk, saved and found again: ${name}`, async (t) => {
    const panels = [libraryPanel(), libraryPanel('faulty', accept)]
    const found = await hunt({ panels, runs, seed })
    if (found.kind === 'agreement') {
      t.fail(`not found in ${found.runs} runs`)
      return
    }
    const { question, disagreement, path } = found
    t.comment(`${found.runs} runs, path ${path}: ${JSON.stringify(question)}`)
    t.ok(JSON.stringify(question).length < 500, 'a small vector')
    t.same(disagreement.parties.map(({ names }) => names), [['library'], ['faulty']])
    t.match(differingPlace(disagreement.parties[0]?.answer, disagreement.parties[1]?.answer), place)

    const again = await hunt({ panels, runs: 1, seed, path })
    t.match(again, { kind: 'disagreement', runs: 1 })
    t.same(again.kind === 'disagreement' && again.question, question, 'the path gives the same one at once')

    const file = saveVector({ question, disagreement, answers: await ask(panels, question), seed, path }, folder)
    const text = readFileSync(file, 'utf8')
    t.same(schemaProblems(new Map([[basename(file), text]]), schema), [])
    const [vector] = parseVectors(text, file).flatMap((group) => group.vectors)
    t.match(vector?.comment, `seed ${seed}, path ${path}`)
    const { setup, calls } = (JSON.parse(text) as { groups: [{ vectors: [typeof question] }] }).groups[0].vectors[0]
    t.ok(disagreementOn({ setup, calls }, await ask(panels, { setup, calls })), 'what was saved is what they disagree on')
  })
}

t.test('who differs is told, the largest party first', async (t) => {
  const verdict = { accepted: true, found: null }
  const answers = new Map([['one', [verdict]], ['python', [{ ...verdict, found: { a: 'x' } }]], ['two', [verdict]], ['three', [{ found: null, accepted: true }]]])
  const found = disagreementOn({ setup: { tokens: [] }, calls: [{ at_s: 0, input: {} }] }, answers)
  t.match(found?.parties, [{ names: ['one', 'two', 'three'] }, { names: ['python'] }])
  t.same(found && inWords(found), ['call 0: python and one, two, three differ at found'])
})

t.test('only the code counts of what cannot be read as a text', async (t) => {
  const answers = new Map([['one', [errorAnswer('invalid_input', 'goal_token')]], ['two', [errorAnswer('invalid_input', undefined)]]])
  const disagreement = (input: Input) => disagreementOn({ setup: { tokens: [] }, calls: [{ at_s: 0, input }] }, answers)
  t.ok(disagreement({ goal_token: 7 }))
  t.notOk(disagreement({ goal_token: '\ud800' }))
  t.notOk(isUnreadable({ a: String.raw`[{"name":"\ud800"}]` }), 'a text that would be half a pair only if it were read as JSON')
})

t.test('of the free wording it is kept whether there is any', async (t) => {
  const answer = (message: unknown) => ({ token_check: { recovery: { signal: 's', message } } })
  t.same(withoutWording(answer('a')), withoutWording(answer('b')))
  t.notSame(withoutWording(answer('a')), withoutWording(answer('')))
  t.same(withoutWording({ token_check: { recovery: { signal: 's' } } }), { token_check: { recovery: { signal: 's' } } }, 'what is missing stays so')
})
