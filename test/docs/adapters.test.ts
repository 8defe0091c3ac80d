/** The page about adapters: its example is the built-in adapter of that family, and its target file one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { abilitiesOf, adapterNamed } from '../../harness/target/adapter.ts'
import { parseAdapter } from '../../harness/target/adapter-file.ts'
import { root } from '../project/tree.ts'

const page = readFileSync(join(root, 'docs/adapters.md'), 'utf8')

t.test('the example is the built-in agent-handoff-mcp in every mapping', async (t) => {
  const builtIn = adapterNamed('agent-handoff-mcp')
  if (builtIn === undefined) throw new Error('the adapter is gone')
  const written = parseAdapter(/^```yaml adapter\n([^]*?)^```/m.exec(page)?.[1] ?? '', 'six-tools.yaml')
  t.strictSame({ ...written, name: builtIn.name }, builtIn)
  t.strictSame(abilitiesOf(written), abilitiesOf(builtIn))
})
