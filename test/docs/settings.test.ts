import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readSettings } from '../../server/settings.ts'
import { root } from '../project/tree.ts'

const page = readFileSync(join(root, 'docs/server.md'), 'utf8')
const source = readFileSync(join(root, 'server/settings.ts'), 'utf8')
const rows = new Map([...page.matchAll(/^\| `(HANDOFF_\w+)` \| `?([^|`]*?)`? \|/gm)].map(([, name, value]) => [name ?? '', value ?? '']))

t.test('docs/server.md names every setting that the server reads, and no other', async (t) => {
  const read = new Set([...source.matchAll(/'(HANDOFF_\w+)'/g)].map(([, name]) => name ?? ''))
  t.same([...rows.keys()].sort(), [...read].sort())
})

t.test('and its defaults are those of the server', async (t) => {
  const settings = readSettings({})
  const defaults: Readonly<Record<string, unknown>> = {
    HANDOFF_MCP_HOST: settings.host, HANDOFF_MCP_PORT: settings.port, HANDOFF_MCP_DB: settings.db, HANDOFF_MCP_REGISTRY: settings.registry,
    HANDOFF_MCP_MAX_MESSAGE_BYTES: settings.maxMessageBytes, HANDOFF_MCP_MAX_HANDOFF_DEPTH: settings.maxHandoffDepth,
    HANDOFF_MCP_RATE_LIMIT: settings.ratePerMinute, HANDOFF_MCP_REFUSAL_LIMIT: settings.refusalsPerMinute,
  }
  for (const [name, value] of Object.entries(defaults)) t.equal(rows.get(name), String(value), name)
})
