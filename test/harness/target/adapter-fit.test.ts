import t from 'tap'
import { operationKinds } from '../../../harness/handoff/contract.ts'
import { referenceAdapter } from '../../../harness/target/adapter.ts'
import { requireFit } from '../../../harness/target/adapter-fit.ts'
import { agentHandoffMcpAdapter } from '../../../harness/target/adapters/agent-handoff-mcp.ts'
import { openTarget } from '../../../harness/target/open-target.ts'
import type { ToolSummary } from '../../../harness/target/profile.ts'
import { startMcpServer } from '../support/mcp-server.ts'
import { driverFor } from '../support/url-driver.ts'

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> => ({ type: 'object', properties, ...more })

/** What a server of the reference's kind lists. */
const listed: readonly ToolSummary[] = operationKinds.map((kind) => {
  const { tool, arguments: args } = referenceAdapter.operations[kind]
  return { name: tool, needsNothing: false, readOnly: false, inputSchema: object(Object.fromEntries(Object.values(args).map((name) => [name, {}])), { additionalProperties: false }) }
})

/** The same with one tool changed. */
function changed(kind: keyof typeof referenceAdapter.operations, parts: Partial<ToolSummary>): readonly ToolSummary[] {
  return listed.map((tool) => (tool.name === referenceAdapter.operations[kind].tool ? { ...tool, ...parts } : tool))
}

const closed = { additionalProperties: false }
const handoff = object({ id: {}, status: {}, sender: {}, recipient: {} })

const fits: readonly { name: string; tools: readonly ToolSummary[] }[] = [
  { name: 'what it maps', tools: listed },
  { name: 'more tools and more arguments than it maps', tools: [...changed('inbox', { inputSchema: object({ box: {}, statuses: {}, limit: {}, cursor: {}, sort: {} }, closed) }), { name: 'ping', needsNothing: true, readOnly: true }] },
  { name: 'a schema that names no properties', tools: changed('send', { inputSchema: { type: 'object' } }) },
  { name: 'a schema that allows any', tools: changed('send', { inputSchema: object({ recipient: {} }, { additionalProperties: true }) }) },
  { name: 'a schema with a pattern of names', tools: changed('send', { inputSchema: object({ recipient: {} }, { patternProperties: { '.': {} } }) }) },
  { name: 'a schema that is put together', tools: changed('send', { inputSchema: object({ recipient: {} }, { allOf: [] }) }) },
  { name: 'a schema that is none', tools: changed('send', { inputSchema: 'any' }) },
  { name: 'results that may hold more than they name', tools: changed('get', { outputSchema: object({ handoff }) }) },
  { name: 'results by reference', tools: changed('get', { outputSchema: object({ handoff: { $ref: '#/$defs/handoff' }, events: {} }, closed) }) },
  { name: 'no tools at all, which the control tells', tools: [] },
]
for (const { name, tools } of fits) {
  t.test(`an adapter fits a target that lists ${name}`, async (t) => { t.doesNotThrow(() => { requireFit(referenceAdapter, tools) }) })
}

const misfits: readonly { name: string; tools: readonly ToolSummary[]; says: RegExp }[] = [
  { name: 'a tool', tools: listed.filter(({ name }) => name !== 'handoff_get'), says: /^handoff\.adapter: reference does not fit: operations\.get\.tool is "handoff_get", which the target does not list$/ },
  {
    name: 'an argument', tools: changed('inbox', { inputSchema: object({ box: {}, statuses: {}, limit: {} }) }),
    says: /^handoff\.adapter: reference does not fit: operations\.inbox\.arguments\.cursor is "cursor", which the tool handoff_inbox does not take$/,
  },
  { name: 'an argument that objects inherit', tools: changed('inbox', { inputSchema: object({ box: {}, statuses: {}, limit: {}, toString: {} }) }), says: /arguments\.cursor/ },
  { name: 'a result', tools: changed('inbox', { outputSchema: object({ handoffs: {} }, closed) }), says: /: operations\.inbox\.results\.next_cursor is "next_cursor", which the result of the tool handoff_inbox does not have$/ },
  {
    name: 'a field of a handoff', tools: changed('get', { outputSchema: object({ handoff: { ...object(Object.fromEntries(Object.keys(referenceAdapter.handoff).filter((name) => name !== 'version').map((name) => [name, {}]))), ...closed }, events: {} }, closed) }),
    says: /: handoff\.version is "version", which the result of the tool handoff_get does not have$/,
  },
  {
    name: 'a field of the handoffs in a list', tools: changed('inbox', { outputSchema: object({ handoffs: { type: 'array', items: object({ id: {} }, closed) }, next_cursor: {} }, closed) }),
    says: /: handoff\.thread_id is "thread_id", which .*; and 13 more$/,
  },
]
for (const { name, tools, says } of misfits) {
  t.test(`an adapter does not fit a target that lacks ${name}, and the field is named`, async (t) => {
    t.throws(() => { requireFit(referenceAdapter, tools) }, { code: 'adapter_mismatch', exitCode: 2, message: says })
  })
}

t.test('the adapters of one family do not fit the other', async (t) => {
  t.doesNotThrow(() => { requireFit(agentHandoffMcpAdapter, listed) }, 'it takes less, by the same names, and nothing says what is answered')
  const camel = listed.map((tool) => (tool.name === 'handoff_send' ? { ...tool, outputSchema: object({ handoff: object({ id: {} }, closed), replayed: {} }, closed) } : tool))
  t.throws(() => { requireFit(agentHandoffMcpAdapter, camel) }, { code: 'adapter_mismatch', message: /agent-handoff-mcp does not fit: handoff\.thread_id is "threadId"/ })
})

t.test('a misfit ends the opening of a target as an error of configuration, and its fixture is closed', async (t) => {
  let closedFixtures = 0
  const server = await startMcpServer({ flaw: ({ message, agent, answer }) => {
    if (message?.method !== 'tools/list' || agent === undefined) return false
    answer(200, { jsonrpc: '2.0', id: message.id, result: { tools: [{ name: 'handoff_whoami', inputSchema: { type: 'object' } }] } })
    return true
  } })
  t.teardown(async () => { await server.close() })
  const opening = openTarget({ driver: driverFor(server.url, { closed: () => { closedFixtures += 1 } }), target: { name: 'test', claims: { adapter: referenceAdapter } }, secrets: () => undefined })
  await t.rejects(opening, { code: 'adapter_mismatch', message: /operations\.send\.tool is "handoff_send"/ })
  t.equal(closedFixtures, 1)
})
