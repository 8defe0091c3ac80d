import t from 'tap'
import { readdirSync } from 'node:fs'
import { themes } from '../../../cases/accept-handoff/theme-list.ts'
import { themeFile } from '../../../cases/accept-handoff/themes.ts'
import { isTimeless } from '../../../harness/vectors/format.ts'
import { readVectors, vectorFile } from '../../../harness/vectors/locate.ts'

const named = themes.map(({ name }) => name)

t.test('every file of vectors has its case, and no other case is there', async (t) => {
  const files = readdirSync(vectorFile('accept-handoff/')).filter((name) => name.endsWith('.json') && name !== 'schema.json').map((name) => name.slice(0, -'.json'.length))
  t.strictSame(named.toSorted(), files.toSorted())
})

t.test('a case has a fixture of its own where the clock is set, and only there', async (t) => {
  for (const theme of themes) {
    const vectors = (await readVectors(themeFile(theme))).flatMap((group) => group.vectors)
    t.equal(theme.timed ?? false, vectors.some((vector) => !isTimeless(vector)), theme.name)
  }
})

t.test('no id is there twice', async (t) => {
  const ids = (await Promise.all(themes.map(async (theme) => readVectors(themeFile(theme))))).flat().flatMap(({ vectors }) => vectors.map(({ id }) => id))
  t.equal(new Set(ids).size, ids.length)
})
