import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { hiddenImports, readImports, undeclaredPackages, wrongArrows } from './imports.ts'
import { root, treeFiles } from './tree.ts'

const compiler = join(root, 'node_modules/.bin/tsc')
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<'dependencies' | 'peerDependencies', Record<string, string>>

t.test('the imports of the repository', async (t) => {
  const imports = await readImports(compiler, root)
  t.ok(imports.length > 50, `${imports.length} imports were read`)
  t.same(wrongArrows(imports), [], 'every arrow points the right way')
  t.same(undeclaredPackages(imports, Object.keys(dependencies), Object.keys(peerDependencies)), [], 'the product imports its declared dependencies only')
  t.same(hiddenImports(treeFiles()), [], 'no import hides from the compiler')
})

/** A project of these files, with the compiler options of the repository. */
function project(t: Test, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'arrows-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { compilerOptions: object }
  const text = JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] }, include: ['**/*.ts'] })
  for (const [path, content] of Object.entries({ ...files, 'tsconfig.json': text, 'package.json': '{ "type": "module" }' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

const bad = [
  { from: 'server/a.ts', to: 'harness/b.ts', text: "import { b } from '../harness/b.ts'\nb()\n" },
  { from: 'server/a.ts', to: 'cases/b.ts', text: "import type { b } from '../cases/b.ts'\nexport type A = typeof b\n" },
  { from: 'harness/deep/a.ts', to: 'server/b.ts', text: "export * from '../../server/b.ts'\n" },
  { from: 'harness/a.ts', to: 'cases/b.ts', text: "export const a = async () => import('../cases/b.ts')\n" },
  { from: 'cases/a.ts', to: 'server/b.ts', text: "import '../server/b.ts'\n" },
  { from: 'protocol/a.ts', to: 'server/b.ts', text: "export type A = import('../server/b.ts').B\n" },
  { from: 'server/a.ts', to: 'test/b.ts', text: "export { b } from '../test/b.ts'\n" },
]

for (const { from, to, text } of bad) {
  t.test(`${from} must not import ${to} (${text.slice(0, 30).trim()}…)`, async (t) => {
    const folder = project(t, { [from]: text, [to]: 'export const b = (): number => 1\nexport type B = number\n' })
    t.match(wrongArrows(await readImports(compiler, folder)), [new RegExp(`^${from} imports ${to}`)])
  })
}

t.test('the composition root brings the parts together', async (t) => {
  const folder = project(t, {
    'harness/main.ts': "import { b } from '../cases/b.ts'\nimport { c } from '../server/c.ts'\nb(c)\n",
    'cases/b.ts': "import { d } from '../harness/d.ts'\nexport const b = (c: number): number => d + c\n",
    'harness/d.ts': "export const d = 1\n",
    'server/c.ts': 'export const c = 1\n',
  })
  const imports = await readImports(compiler, folder)
  t.equal(imports.length, 3)
  t.same(wrongArrows(imports), [])
})

t.test('a package that is only there for development is found', async (t) => {
  const imports = [{ from: 'server/a.ts', specifier: '@scope/tool/deep.js', to: undefined }, { from: 'test/a.ts', specifier: 'other', to: undefined }]
  t.match(undeclaredPackages(imports, ['yaml']), [/@scope\/tool, which is no dependency/])
  t.same(undeclaredPackages(imports, ['@scope/tool']), [])
  t.match(undeclaredPackages(imports, [], ['@scope/tool']), [/@scope\/tool/], 'an optional one is imported by client processes only')
  t.same(undeclaredPackages([{ from: 'harness/external/clients/a.ts', specifier: '@scope/tool', to: undefined }], [], ['@scope/tool']), [])
})

for (const text of ['await import(name)', 'await import(`./${name}.ts`)', 'createRequire(import.meta.url)', "require('x')"]) {
  t.test(`${text} hides from the compiler`, async (t) => {
    t.equal(hiddenImports([{ path: 'server/a.ts', text }]).length, 1)
    t.equal(hiddenImports([{ path: 'test/a.ts', text }]).length, 0)
  })
}
