/** The fixture server mends what the SDK does with answers that are no object; it need not once the SDK refuses them. */
import { createMcpHandler, inputRequired, Server } from '@modelcontextprotocol/server'
import type { StandardSchemaV1 } from '@modelcontextprotocol/server'
import t from 'tap'
import { refusalOf } from './input-responses.ts'

const raw: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as Record<string, unknown> }) },
}

function retry(inputResponses: unknown): Record<string, unknown> {
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'asks',
      inputResponses,
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': { roots: {} } },
    },
  }
}

t.test('the SDK takes answers that are no object for none', async (t) => {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'asks', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/call', { params: raw }, () => inputRequired({ inputRequests: { roots: inputRequired.listRoots() } }))
    return server
  })
  const message = retry('yes')
  const response = await handler.fetch(new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'asks' },
    body: JSON.stringify(message),
  }), { parsedBody: message })
  t.match(await response.text(), /"resultType":"input_required"/, 'once this fails, refusalOf can go')
  await handler.close()
})

t.test('the fixture refuses them', async (t) => {
  for (const wrong of ['yes', [true], 7, null]) t.match(refusalOf(retry(wrong)), { id: 1, error: { code: -32_602 } })
  t.equal(refusalOf(retry({})), undefined)
  t.equal(refusalOf({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), undefined)
  t.equal(refusalOf(7), undefined)
})
