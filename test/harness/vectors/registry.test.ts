/** Registry vectors as the harness reads them: all of them, strictly. */
import t from 'tap'
import { parseRegistryVectors, readRegistryVectors } from '../../../harness/vectors/registry/read.ts'
import { committedIn } from '../../vectors/files.ts'

t.test('every file is read, with what it expects written out', async (t) => {
  const themes = await readRegistryVectors()
  t.equal(themes.size, committedIn('registry').files.size)
  const lists = themes.get('lists')
  const most = lists?.vectors.find(({ id }) => id === 'agents-most')
  t.match(most, { flags: new Set(['contract']), secrets: [], expect: { kind: 'accepted', projects: [] } })
  if (most?.expect.kind !== 'accepted') throw new Error('agents-most is refused')
  t.equal(most.expect.agents.length, 500)
  t.equal(most.expect.agents.at(-1)?.id, 'a500')
  t.equal(Buffer.from(most.bytes).toString('utf8').split('\n').length, 503)
  t.equal(lists?.tokens.size, 2)
})

t.test('what is no file of vectors is told with its place', async (t) => {
  const { files, schema } = committedIn('registry')
  const text = files.get('version.json') ?? ''
  const rows: readonly (readonly [name: string, text: string, problem: RegExp])[] = [
    ['no JSON', '{', /version\.json is no JSON/],
    ['an unknown key', text.replace('"generator"', '"writer"'), /version\.json {2}must have required property 'generator'/],
    ['an unknown flag', text.replace('"contract"', '"settled"'), /version\.json \/groups\/0\/vectors\/0\/flags\/0 must be equal/],
    ['an id twice', text.replace('"id": "version-two"', '"id": "version-zero"'), /has the vector version-zero twice/],
    ['a count that is too large', text.replace('"text": "version: 2', '"text": [{"$repeat": ["x", 99999999]}], "comment": "x", "x": "'), /version\.json/],
  ]
  for (const [name, broken, problem] of rows) {
    t.throws(() => parseRegistryVectors(new Map([['version.json', broken]]), schema), problem, name)
  }
  t.throws(() => parseRegistryVectors(new Map([['a.json', text], ['b.json', text]]), schema), /b\.json has the vector .* twice/)
})
