import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { binaryOf, externalPackages, findPackage } from '../../../harness/external/packages.ts'
import packageJson from '../../../package.json' with { type: 'json' }

function folderWith(t: Test, packages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  t.teardown(() => { rmSync(folder, { recursive: true }) })
  for (const [name, manifest] of Object.entries(packages)) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), manifest)
  }
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  return join(folder, 'deep/er')
}

t.test('the packages of this repository are found, in the versions that are understood', async (t) => {
  for (const wish of Object.values(externalPackages)) {
    const search = findPackage(wish)
    t.equal(search.kind, 'found', wish.name)
    if (search.kind === 'found') t.equal(search.found.version, packageJson.devDependencies[wish.name])
    t.ok(packageJson.peerDependenciesMeta[wish.name].optional, `${wish.name} is optional for users`)
  }
})

t.test('a folder above is looked into, and its command found', async (t) => {
  const folder = folderWith(t, { tool: '{"version":"1.2.3","bin":{"run":"bin/run.js"}}' })
  const search = findPackage({ name: 'tool', version: '1.2.3' }, [folder])
  t.equal(search.kind, 'found')
  if (search.kind !== 'found') return
  t.match(binaryOf(search.found, 'run'), /node_modules.tool.bin.run\.js$/)
  t.throws(() => binaryOf(search.found, 'toString'), /no command/)
})

const missing: readonly (readonly [name: string, packages: Readonly<Record<string, string>>, reason: RegExp])[] = [
  ['no package', {}, /^tool is not installed; .*npm install --save-dev tool@1\.2\.3$/],
  ['another version', { tool: '{"version":"1.2.4"}' }, /^tool is there in another version .*npm install --save-dev tool@1\.2\.3$/],
  ['a package without a version', { tool: '{}' }, /^tool is not installed/],
  ['a package file that is none', { tool: 'x' }, /^tool is not installed/],
]
for (const [name, packages, reason] of missing) {
  t.test(`${name} is missing, with the line that installs it`, async (t) => {
    t.match(findPackage({ name: 'tool', version: '1.2.3' }, [folderWith(t, packages)]), { kind: 'missing', reason })
  })
}
