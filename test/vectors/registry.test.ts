/** The registry vectors through the library: each file gives exactly what its vector says, and shows none of its secrets. */
import t from 'tap'
import { answerOf } from '../../tools/vectors/registry/answer.ts'
import { registryDisagreement, registryFileTexts } from '../../tools/vectors/registry/build.ts'
import { lintRegistry } from '../../tools/vectors/registry/lint.ts'
import { registryThemes } from '../../tools/vectors/registry/themes/index.ts'
import type { Flag, Vector, VectorFile } from '../../tools/vectors/registry/format.ts'
import { asciiJson } from '../../tools/vectors/build.ts'
import { expandEntries, expandText, fileBytes } from '../../harness/vectors/registry/bytes.ts'
import { committedIn } from './files.ts'
import type { Given } from '../../tools/vectors/lint/lint.ts'

const files = committedIn('registry').files

t.test('every vector is what the library says', async (t) => {
  const vectors = [...files.values()].flatMap((text) => (JSON.parse(text) as VectorFile).groups).flatMap((group) => group.vectors)
  t.ok(vectors.length >= 350, `${vectors.length} vectors`)
  for (const vector of vectors) t.equal(registryDisagreement(vector, answerOf), undefined, vector.id)
})

t.test('another answer is told, and a secret that is shown', async (t) => {
  const vector: Vector = { id: 'x', comment: 'Is wrong.', flags: ['contract'], file: { text: 'version: 2' }, expect: { refused: [{ code: 'empty', line: 1, column: 1 }] } }
  t.match(registryDisagreement(vector, answerOf), /^x:\n {2}expected .*empty.*\n {2}answered .*missing_key/)
  const said = { expectation: vector.expect, said: 'the value hunter2222 is wrong' }
  t.equal(registryDisagreement(vector, () => said), undefined)
  t.equal(registryDisagreement({ ...vector, secrets: ['hunter2222'] }, () => said), 'x: a secret of the file is shown')
})

t.test('parts of texts and series are written out', async (t) => {
  t.equal(expandText(['a', { $repeat: ['bc', 2] }, { $series: ['{n}.{n} ', 9, 11] }]), 'abcbc9.9 10.10 11.11 ')
  t.same(expandEntries<object>([{ id: 'a' }, { $series: [{ id: 'b{n}', list: ['{n}', 1], none: null }, 0, 1] }]), [{ id: 'a' }, { id: 'b0', list: ['0', 1], none: null }, { id: 'b1', list: ['1', 1], none: null }])
  t.same(fileBytes({ base64: '/w==' }), Buffer.from([0xff]))
  t.same(fileBytes({ text: '\u{1f600}' }), Buffer.from([0xf0, 0x9f, 0x98, 0x80]))
  for (const bad of [{ $repeat: ['a', -1] as const }, { $repeat: ['a', 1e9] as const }, { $series: ['a', 2, 1] as const }, { $series: ['a', 0, 1e6] as const }]) t.throws(() => expandText([bad]))
})

t.test('the committed files have no problem and are what the generator writes', async (t) => {
  t.same(lintRegistry({ ...committedIn('registry'), generated: registryFileTexts(registryThemes) }), [])
})

const broken: readonly { readonly name: string; readonly given: () => Given; readonly problem: RegExp }[] = [
  { name: 'an unknown key', given: () => changed('version-two', (vector) => ({ ...vector, author: 'x' })), problem: /^version\.json\/groups\/.*additional properties/ },
  { name: 'an unknown code', given: () => changed('version-two', (vector) => ({ ...vector, expect: { refused: [{ code: 'odd', line: 1, column: 1 }] } })), problem: /^version\.json\/groups/ },
  { name: 'a line without a column', given: () => changed('version-two', (vector) => ({ ...vector, expect: { refused: [{ code: 'empty', line: 1 }] } })), problem: /^version\.json\/groups/ },
  { name: 'an agent that lacks a key', given: () => changed('version-one', (vector) => ({ ...vector, expect: { accepted: { agents: [{ id: 'a' }], projects: [] } } })), problem: /^version\.json\/groups/ },
  { name: 'a file of two kinds', given: () => changed('version-two', (vector) => ({ ...vector, file: { text: 'x', base64: 'eA==' } })), problem: /^version\.json\/groups/ },
  { name: 'an id that is there twice', given: () => changed('version-two', (vector) => ({ ...vector, id: 'version-one' })), problem: /^the id version-one is there twice$/ },
  { name: 'a file that is there twice', given: () => changed('version-two', (vector) => ({ ...vector, file: { text: original('version-zero').file.text ?? '' } })), problem: /^version-zero has the file of version-two$/ },
  { name: 'neither contract nor implementation-defined', given: () => changed('version-one', (vector) => ({ ...vector, flags: [] as Flag[] })), problem: /flags must NOT have fewer/ },
  { name: 'both of them', given: () => changed('version-one', (vector) => ({ ...vector, flags: ['contract', 'implementation-defined'] })), problem: /^version-one has to have one of the flags/ },
  { name: 'problems that are not said to be exact', given: () => changed('version-two', (vector) => ({ ...vector, flags: ['contract'] })), problem: /^version-two has the flag problems-exact although/ },
  { name: 'problems in another order', given: () => changed('together-two-agents', (vector) => ({ ...vector, expect: { refused: [{ code: 'bad_length', line: 2, column: 1 }, { code: 'bad_length', line: 1, column: 9 }] } })), problem: /^together-two-agents does not have its problems in the order/ },
  { name: 'a secret that is not there', given: () => changed('secret-id', (vector) => ({ ...vector, secrets: ['hunter2222'] })), problem: /^secret-id has a secret that is not in its file$/ },
  { name: 'a flag that the README does not explain', given: () => ({ ...committedIn('registry'), readme: '' }), problem: /^version-two has the flag problems-exact, which has no row in the README$/ },
  { name: 'a code that no vector expects', given: () => without('nesting.json'), problem: /^no vector expects the problem alias_expansion$/ },
  { name: 'a file that nobody writes', given: () => ({ ...committedIn('registry'), generated: new Map() }), problem: /^bytes\.json is written by nobody/ },
]

for (const { name, given, problem } of broken) {
  t.test(`finds ${name}`, async (t) => {
    const problems = lintRegistry(given())
    t.ok(problems.some((each) => problem.test(each)), problems.slice(0, 3).join('\n') || 'nothing was found')
  })
}

interface Loose {
  readonly id: string
  readonly file: { readonly text?: string }
}

function original(id: string): Loose {
  const found = [...files.values()].flatMap((text) => (JSON.parse(text) as { groups: { vectors: Loose[] }[] }).groups).flatMap(({ vectors }) => vectors).find((vector) => vector.id === id)
  if (found === undefined) throw new Error(`there is no vector ${id}`)
  return found
}

function changed(id: string, change: (vector: Loose) => object): Given {
  original(id)
  const texts = new Map([...files].map(([name, text]) => {
    const file = JSON.parse(text) as { groups: { vectors: Loose[] }[] }
    return [name, asciiJson({ ...file, groups: file.groups.map((group) => ({ ...group, vectors: group.vectors.map((vector) => (vector.id === id ? change(vector) : vector)) })) })]
  }))
  return { ...committedIn('registry'), files: texts, generated: texts }
}

function without(name: string): Given {
  const texts = new Map([...files].filter(([each]) => each !== name))
  return { ...committedIn('registry'), files: texts, generated: texts }
}
