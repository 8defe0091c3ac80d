import { readFileSync } from 'node:fs'
import t from 'tap'
import { cases } from '../../cases/index.ts'
import { parseExpectedFile } from '../../harness/expected/read-expected.ts'

t.test('the example of the page is a file that this version takes', async (t) => {
  const page = readFileSync(new URL('../../docs/expected-failures.md', import.meta.url), 'utf8')
  const examples = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text)
  t.equal(examples.length, 1)
  for (const text of examples) t.equal(parseExpectedFile(text, 'docs/expected-failures.md', { ids: new Set(cases.map(({ id }) => id)), suggest: () => undefined }).length, 2)
})
