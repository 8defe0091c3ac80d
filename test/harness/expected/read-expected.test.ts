import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseExpectedFile, readExpectedFile } from '../../../harness/expected/read-expected.ts'
import { didYouMean } from '../../../harness/commands/suggest.ts'
import { temporaryFolder } from '../commands/cli.ts'

const ids = ['auth.no-credentials', 'auth.two-headers']
const known = { ids: new Set(ids), suggest: (id: string): string | undefined => didYouMean(id, ids) }
const good = `version: 1
expected:
  - case: auth.no-credentials
    reason: The gateway in front answers 403.
    owner: platform
    expires: 2026-12-31
  - case: auth.two-headers
    reason: Depends on which worker answers.
    owner: platform
    expires: 2028-02-29
    flaky: true
`

t.test('a good file', async (t) => {
  t.strictSame(parseExpectedFile(good, 'x.yaml', known).map(({ case: id, expires, flaky }) => [id, expires, flaky]), [['auth.no-credentials', '2026-12-31', undefined], ['auth.two-headers', '2028-02-29', true]])
  t.strictSame(parseExpectedFile('version: 1\nexpected: []\n', 'x.yaml', known), [])
})

const mistakes: readonly { readonly name: string; readonly text: string; readonly says: RegExp }[] = [
  { name: 'no YAML', text: 'version: 1\nexpected: [', says: /^x\.yaml:2:\d+ it is no valid YAML/ },
  { name: 'nothing', text: '', says: /^x\.yaml:1:1 / },
  { name: 'another version', text: good.replace('version: 1', 'version: 2'), says: /^x\.yaml:1:1 version must be 1/ },
  { name: 'an unknown key', text: good.replace('owner: platform', 'ownr: platform'), says: /^x\.yaml:3:5 .*lacks "owner"\nx\.yaml:5:5 unknown key "ownr"/ },
  { name: 'a key twice', text: good.replace('    flaky: true', '    flaky: true\n    flaky: false'), says: /^x\.yaml:12:5 the key is there twice/ },
  { name: 'a wrong type', text: good.replace('flaky: true', 'flaky: often'), says: /^x\.yaml:11:5 expected\.1\.flaky must be boolean/ },
  { name: 'an empty reason', text: good.replace('Depends on which worker answers.', '" "'), says: /^x\.yaml:8:5 expected\.1\.reason/ },
  { name: 'a case that does not exist', text: good.replace('auth.no-credentials', 'auth.no-credentails'), says: /^x\.yaml:3:5 this version has no case of that id\. Did you mean auth\.no-credentials\?/ },
  { name: 'two entries of one case', text: good.replace('auth.two-headers', 'auth.no-credentials'), says: /^x\.yaml:7:5 the case has an entry in line 3 already/ },
  { name: 'a day that is none', text: good.replace('2028-02-29', '2027-02-29'), says: /^x\.yaml:10:5 there is no such day/ },
  { name: 'a day in another form', text: good.replace('2028-02-29', '29.02.2028'), says: /^x\.yaml:10:5 expected\.1\.expires/ },
  { name: 'an alias that expands without end', text: `a: &a [1]\nb: &b [${'*a,'.repeat(30)}]\nversion: 1\nexpected: []\n`, says: /aliases/ },
]
for (const { name, text, says } of mistakes) {
  t.test(`refused: ${name}`, async (t) => {
    t.throws(() => parseExpectedFile(text, 'x.yaml', known), { code: 'expected_file_invalid', message: says })
  })
}

t.test('a file full of mistakes shows a screenful', async (t) => {
  const text = `version: 1\nexpected:\n${'  - { case: x, reason: y, owner: z, expires: 2026-13-01 }\n'.repeat(300)}`
  try {
    parseExpectedFile(text, 'x.yaml', known)
    t.fail('it was taken')
  } catch (error) {
    t.match(String(error), /and \d+ more$/)
    t.ok(String(error).split('\n').length <= 22)
  }
})

t.test('what cannot be read', async (t) => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'long'), `version: 1\n#${'x'.repeat(1024 * 1024)}`)
  for (const name of ['none.yaml', 'folder', 'long']) {
    t.throws(() => readExpectedFile(join(folder, name), known), { code: 'expected_file_unreadable' }, name)
  }
  writeFileSync(join(folder, 'good.yaml'), good)
  t.equal(readExpectedFile(join(folder, 'good.yaml'), known).length, 2)
})
