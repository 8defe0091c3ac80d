import { Server } from '@modelcontextprotocol/server'
import t from 'tap'
import { modernFields, modernRequest } from '../support/messages.ts'
import { rawExchange, rawRequest } from '../support/raw-http.ts'
import { startTestStack } from '../support/stack.ts'
import type { TestStack } from '../support/stack.ts'

const inputSchema = { type: 'object', properties: { value: { type: 'string', 'x-mcp-header': 'Value' } } }

async function call(stack: TestStack, fields: readonly [string, string][], version = '2026-07-28'): Promise<{ status: number; code: unknown; id: unknown }> {
  const answer = await rawExchange(stack.port, rawRequest(stack.port, {
    method: 'POST',
    fields: [
      ['Authorization', `Bearer ${stack.registry.token('alice')}`],
      ...modernFields('tools/call', 'echo').map(([name, value]): [string, string] => [name, name === 'MCP-Protocol-Version' ? version : value]),
      ...fields,
    ],
    body: JSON.stringify(modernRequest(7, 'tools/call', { name: 'echo', arguments: { value: 'eu' } })),
  }))
  const body = JSON.parse(answer.body) as { id?: unknown; error?: { code: number } }
  return { status: answer.status, code: body.error?.code, id: body.id }
}

void t.test('a call whose fields do not mirror its arguments does not run', async (t) => {
  const stack = await startTestStack({ inputSchemaOf: (name) => (name === 'echo' ? inputSchema : undefined) })
  t.teardown(() => stack.close())
  t.match(await call(stack, [['mcp-param-VALUE', 'eu']]), { status: 200, id: 7 })
  t.equal(stack.calls.count, 1)
  for (const fields of [[], [['Mcp-Param-Value', 'us']], [['Mcp-Param-Value', 'eu'], ['Mcp-Param-Value', 'us']]] as [string, string][][]) {
    t.match(await call(stack, fields), { status: 400, code: -32_020, id: 7 })
  }
  t.equal(stack.calls.count, 1)
})

void t.test('what is wrong with the other fields is told by the protocol', async (t) => {
  const stack = await startTestStack({ inputSchemaOf: () => inputSchema })
  t.teardown(() => stack.close())
  t.match(await call(stack, [['Mcp-Param-Value', 'eu']], '2025-11-25'), { status: 400, code: -32_020 })
})

// createMcpHandler looks the schema up on McpServer only. Once it asks a low-level Server too, this guard can go.
void t.test('the SDK does not compare the fields for a low-level server', async (t) => {
  const stack = await startTestStack({
    mcp: () => {
      const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } })
      server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'echo', inputSchema: inputSchema as { type: 'object' } }] }))
      server.setRequestHandler('tools/call', () => ({ content: [] }))
      return server
    },
  })
  t.teardown(() => stack.close())
  t.match(await call(stack, []), { status: 200 })
})
