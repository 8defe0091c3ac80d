import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { dependentsOf, importersIn } from './dependents.ts'
import { root } from './places.ts'

const files: Readonly<Record<string, string>> = {
  'server/index.ts': "import { a } from './a/a.ts'\nexport * from './b.ts'\n",
  'server/a/a.ts': "import {\n  leaf,\n} from '../leaf.ts'\n",
  'server/b.ts': "import './side.ts'\n",
  'server/late.ts': "const load = async () => (await import('./leaf.ts')).leaf\n",
  'server/leaf.ts': 'export const leaf = 1\n',
  'server/side.ts': "import type { Leaf } from './type.ts'\nimport fs from 'node:fs'\n",
  'server/circle.ts': "import './around.ts'\n",
  'server/around.ts': "import './circle.ts'\n",
  'other/far.ts': "import '../server/leaf.ts'\n",
}

t.test('what leads to a file is found, by every kind of import', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dependents-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const importers = importersIn(folder, ['server/'])
  const of = (file: string): string[] => [...dependentsOf(file, importers)].sort()
  t.same(of('server/leaf.ts'), ['server/a/a.ts', 'server/index.ts', 'server/late.ts', 'server/leaf.ts'])
  t.same(of('server/type.ts'), ['server/b.ts', 'server/index.ts', 'server/side.ts', 'server/type.ts'])
  t.same(of('server/index.ts'), ['server/index.ts'])
  t.same(of('server/circle.ts'), ['server/around.ts', 'server/circle.ts'])
})

t.test('the start of our servers leads to what they check', async (t) => {
  const importers = importersIn(root, ['server/', 'test/fixture-server/'])
  const found = dependentsOf('server/registry/active.ts', importers)
  t.ok(found.has('server/index.ts'))
  t.ok(found.has('test/fixture-server/start.ts'))
})
