import t from 'tap'
import { folderProblems, leftovers, longFiles, silentModules } from './shape.ts'
import { treeFiles } from './tree.ts'

t.test('the shape of the repository', async (t) => {
  const files = treeFiles()
  t.same(longFiles(files), [], 'no file is too long')
  t.same(silentModules(files), [], 'every module says why it exists')
  t.same(folderProblems(files), [], 'every folder has a purpose')
  t.same(leftovers(files), [], 'nothing is left from work in progress')
})

const file = (path: string, text: string) => [{ path, text }]

t.test('a long file is found, unless it is data', async (t) => {
  t.match(longFiles(file('server/a.ts', 'x\n'.repeat(401))), [/401 lines/])
  t.same(longFiles(file('server/a.ts', 'x\n'.repeat(400))), [])
  t.same(longFiles(file('cases/requirements/a.ts', 'x\n'.repeat(900))), [])
})

t.test('a module that says nothing is found', async (t) => {
  t.equal(silentModules(file('server/a.ts', 'export const a = 1\n')).length, 1)
  t.same(silentModules(file('server/a.ts', '/** Why. */\nexport const a = 1\n')), [])
  t.same(silentModules(file('server/a.ts', '#!/usr/bin/env node\n// Why.\n')), [])
})

t.test('a folder without a purpose is found', async (t) => {
  for (const path of ['stuff/a.ts', 'extra/a.ts', 'server/utils/a.ts', 'harness/deep/helpers/a.ts']) {
    t.equal(folderProblems(file(path, '')).length, 1, path)
  }
  t.same(folderProblems(file('server/http/a.ts', '')), [])
})

t.test('what is left from work in progress is found', async (t) => {
  for (const text of ['// TO\x44O: later', '// @ts-ign\x6fre', "t.onl\x79('x')"]) t.equal(leftovers(file('a.ts', text)).length, 1, text)
  t.same(leftovers(file('a.ts', 'const todoList = 1')), [])
})
