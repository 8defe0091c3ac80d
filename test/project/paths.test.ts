import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { leaks } from './leaks.ts'
import { lockProblems, looseActions, looseDependencies } from './pins.ts'
import { root, treeFiles } from './tree.ts'

const manifestText = readFileSync(join(root, 'package.json'), 'utf8')
const manifest = JSON.parse(manifestText) as { dependencies: Record<string, string> }
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')

t.test('the repository leaks nothing and pins everything', async (t) => {
  const files = treeFiles()
  t.ok(files.length > 30 && files.some(({ path }) => path.startsWith('.github/')), `${files.length} files were read`)
  t.same(leaks(files), [], 'no path of a machine, no registry host, nothing shaped like a secret')
  t.same(looseDependencies(manifest), [], 'every dependency is exact')
  t.same(lockProblems(lockText, manifest), [], 'the lock file agrees, has hashes and no addresses')
  for (const { path, text } of files) if (path.startsWith('.github/workflows/')) t.same(looseActions(text), [], path)
})

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const bad = [
  ['a path of a machine', 'cd /\x72oot/project'],
  ['a path of a machine', '"/\x77ork/main"'],
  ['a path of a machine', 'see /\x68ome/somebody/x'],
  ['a name in a temporary folder', 'writes /\x74mp/output.json'],
  ['the host of a registry', 'https://registry.npm\x6as.org/tap'],
  ['a private key', '-----BEGIN RSA PRIV\x41TE KEY-----'],
  ['a token of this server', `Bearer handoff_${letters.slice(0, 43)}`],
  ['a JSON web token', `eyJ${letters.slice(0, 10)}.eyJ${letters.slice(0, 10)}.${letters.slice(0, 20)}`],
  ['a token of a hosting service', `ghp_${letters.slice(0, 36)}`],
  ['a key of a cloud', `AKIA${letters.slice(26, 42)}`],
] as const

for (const [name, text] of bad) {
  t.test(`${name} is found`, async (t) => {
    t.same(leaks([{ path: 'docs/x.md', text: `fine\n${text}\n` }]), [`docs/x.md:2 has ${name}`])
  })
}

for (const text of ['https://example.com/work/plan', './root/x', '{workdir}/root/a', `handoff_${'x'.repeat(43)}`, `handoff_CANARY${letters.slice(0, 37)}`, '.github/workflows/ci.yml', 'GET /home']) {
  t.test(`${text.slice(0, 40)} is fine`, async (t) => t.same(leaks([{ path: 'x.ts', text }]), []))
}

for (const range of ['^1.0.0', '~1.0.0', '1.x', '*', 'latest', '>=1.0.0', 'github:a/b', 'file:../a', '1.0']) {
  t.test(`${range} is no pin`, async (t) => {
    t.equal(looseDependencies({ devDependencies: { a: range } }).length, 1)
  })
}

t.test('exact versions are pins', async (t) => t.same(looseDependencies({ dependencies: { a: '1.0.0', b: '2.0.0-beta.1' } }), []))

t.test('a lock file with a download address, without a hash, or that is stale is found', async (t) => {
  const lock = (entry: object) => JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies: { a: '1.0.0' } }, 'node_modules/a': entry } })
  const own = { dependencies: { a: '1.0.0' } }
  t.same(lockProblems(lock({ integrity: 'sha512-x' }), own), [])
  t.match(lockProblems(lock({ integrity: 'sha512-x', resolved: 'https://example.com/a.tgz' }), own), [/download addresses/])
  t.match(lockProblems(lock({}), own), [/no integrity/])
  t.match(lockProblems(lock({ integrity: 'sha512-x', optionalDependencies: { nowhere: '^1.0.0' } }), own), [/may use nowhere/])
  t.match(lockProblems(lock({ integrity: 'sha512-x' }), { dependencies: { a: '1.0.1' } }), [/differ/])
})

t.test('an action without a major version is found', async (t) => {
  t.same(looseActions('    - uses: actions/checkout@v6\n      uses: ./local\n'), [])
  t.equal(looseActions('    - uses: actions/checkout@main\n    - uses: a/b\n').length, 2)
})
