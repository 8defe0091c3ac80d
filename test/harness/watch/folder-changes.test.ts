import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { watchFolder } from '../../../harness/watch/folder-changes.ts'
import { temporaryFolder } from '../commands/cli.ts'

t.test('a burst of changes is told once; what runs write and what nobody edits is not told at all', async (t) => {
  const folder = temporaryFolder(t)
  for (const name of ['src', 'node_modules/x', 'evidence', '.git']) mkdirSync(join(folder, name), { recursive: true })
  const changes = watchFolder({ folder, ignore: [join(folder, 'evidence'), join(folder, 'report.xml')], quietMs: 150 })
  t.teardown(() => { changes.close() })
  let heard = 0
  const next = async (): Promise<void> => new Promise((resolve) => { changes.listen(() => { heard += 1; resolve() }) })

  let told = next()
  for (const name of ['node_modules/x/a.js', 'evidence/results.json', '.git/index', '.hidden', 'report.xml']) writeFileSync(join(folder, name), 'x')
  for (const text of ['1', '2', '3']) writeFileSync(join(folder, 'src/server.js'), text)
  await told
  t.equal(heard, 1)

  told = next()
  mkdirSync(join(folder, 'src/new'))
  writeFileSync(join(folder, 'server.js'), 'x')
  await told
  told = next()
  writeFileSync(join(folder, 'src/new/part.js'), 'x')
  await told
  t.equal(heard, 3, 'a folder that was made later is watched too')
})
