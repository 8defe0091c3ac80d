import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { equivalents, mutants } from './catalogue.ts'
import { applyPatch, parsePatch } from './patch.ts'
import { root } from './places.ts'

const file = 'server/a.ts'

t.test('a patch replaces its text and nothing else', async (t) => {
  t.equal(applyPatch('one two three', { file, find: 'two', replace: '$& $1' }), 'one $& $1 three')
})

for (const [name, source, find] of [['gone', 'one', 'two'], ['there twice', 'two two', 'two'], ['empty', 'one', '']] as const) {
  t.test(`a text that is ${name} is an error`, async (t) => {
    t.throws(() => applyPatch(source, { file, find, replace: '' }), /times instead of once/)
  })
}

for (const path of ['harness/run/judge.ts', 'cases/index.ts', 'test/run.ts', 'server/../harness/run/judge.ts']) {
  t.test(`${path} is never patched`, async (t) => {
    t.throws(() => applyPatch('one', { file: path, find: 'one', replace: '' }), /is in none of/)
  })
}

for (const text of [undefined, 'null', '{"file":"server/a.ts"}', '[]', 'no JSON']) {
  t.test(`${String(text)} is no patch`, async (t) => {
    t.throws(() => parsePatch(text))
  })
}

t.test('every patch fits the sources as they are', async (t) => {
  for (const entry of [...mutants, ...equivalents]) {
    if (!('patch' in entry)) continue
    const source = readFileSync(join(root, entry.patch.file), 'utf8')
    t.not(applyPatch(source, entry.patch), source, entry.id)
  }
})
