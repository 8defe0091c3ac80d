import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { placeholders } from '../../harness/fixture/placeholders.ts'
import schema from '../../harness/target/target.schema.json' with { type: 'json' }
import { parseTargets } from '../../harness/target/target-file.ts'
import { root } from '../project/tree.ts'

const page = readFileSync(join(root, 'docs/target-file.md'), 'utf8')
const examples = [...page.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, text]) => text ?? '')

t.test('every example of docs/target-file.md is a valid target file', async (t) => {
  t.ok(examples.length >= 3)
  for (const text of examples) t.doesNotThrow(() => parseTargets(text, 'handoff-target.yaml'))
})

t.test('its tables name every placeholder, and no key that is not there', async (t) => {
  const firstCells = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name ?? '')
  const keys = firstCells.filter((name) => !name.startsWith('{'))
  t.same(firstCells.filter((name) => name.startsWith('{')), placeholders.map((name) => `{${name}}`))
  t.same(keys.filter((key) => !(key in schema.properties)), [])
})
