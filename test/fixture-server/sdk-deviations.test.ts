/** What the fixture mends of the SDK is still to be mended: where one of these fails, a mend can go. */
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server'
import t from 'tap'
import { modernFields, modernRequest } from '../server/support/messages.ts'

function plainServer(): Server {
  const capabilities = { tools: {}, resources: {}, completions: {}, logging: {} }
  const server = new Server({ name: 's', version: '1' }, { capabilities })
  server.setRequestHandler('resources/read', ({ params }) => {
    throw new ProtocolError(-32_002, 'none', { uri: params.uri })
  })
  server.setRequestHandler('resources/list', () => ({ resources: [] }))
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }))
  server.setRequestHandler('tools/call', () => ({ resultType: 'task', taskId: 't' }) as never)
  return server
}

void t.test('the SDK of now', async (t) => {
  const handler = createMcpHandler(plainServer)
  t.teardown(async () => handler.close())
  const ask = async (message: Record<string, unknown>, fields: [string, string][]): Promise<unknown> => {
    const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers: fields, body: JSON.stringify(message) }))
    const text = await response.text()
    return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text)
  }
  const legacy: [string, string][] = [['Content-Type', 'application/json'], ['Accept', 'application/json, text/event-stream']]
  const modern = async (method: string, params: Record<string, unknown>, name?: string): Promise<unknown> =>
    ask(modernRequest(1, method, params), modernFields(method, name))

  t.match(await ask({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'a:b' } }, legacy), { error: { code: -32_602 } }, 'not found in 2025 is -32002')
  t.match(await modern('completion/complete', { argument: { name: 'a', value: '' } }), { error: { code: -32_603 } }, 'a missing reference is -32602')
  t.match(await ask({ jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'loud' } }, legacy), { error: { code: -32_603 } }, 'a level that there is not is -32602')
  t.match(await modern('resources/list', { cursor: 1 }), { error: { code: -32_603 } }, 'a cursor that is no string is -32602')
  t.match(await modern('tools/call', { name: 't' }, 't'), { result: { resultType: 'task', content: [] } }, 'a task has no content')
})
