/** What the SDK answers is mended, and what it answers still needs it: where one of the last tests fails, a mend can go. */
import { createMcpHandler, Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import t from 'tap'
import { mendAnswer } from '../../../server/http/mend-answer.ts'
import { initialize, legacyFields } from '../support/messages.ts'

const error = (code: number, id?: unknown) => JSON.stringify({ jsonrpc: '2.0', error: { code, message: 'm' }, ...(id !== undefined && { id }) })

void t.test('ids and codes', async (t) => {
  const rows: readonly (readonly [string, number, string])[] = [
    [error(-32_700, null), 400, error(-32_700)],
    [error(-32_000, null), 406, error(-32_600)],
    [error(-32_001, 1), 404, error(-32_600, 1)],
    [error(-32_019), 400, error(-32_600)],
    [error(-32_000), 500, error(-32_603)],
    [error(-32_002, 1), 200, error(-32_002, 1)],
    [error(-32_020, 1), 400, error(-32_020, 1)],
    [error(-32_600, 0), 400, error(-32_600, 0)],
  ]
  for (const [given, status, wanted] of rows) t.strictSame(JSON.parse(mendAnswer(given, status)), JSON.parse(wanted), given)
  const untouched = '{"result":{"text":"\\"id\\":null"},"jsonrpc":"2.0","id":1}'
  t.equal(mendAnswer(untouched, 200), untouched)
  const text = '{"jsonrpc":"2.0","id":1,"result":{"id":null,"code":-32000}}'
  t.strictSame(JSON.parse(mendAnswer(text, 200)), JSON.parse(text), 'only the message itself')
})

void t.test('the SDK needs it still', async (t) => {
  const handler = createMcpHandler(() => new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } }), { legacy: 'reject' })
  t.teardown(async () => handler.close())
  const url = 'http://localhost/mcp'
  const unread = await handler.fetch(new Request(url, { method: 'POST', headers: [...legacyFields()], body: '{' }))
  t.match(await unread.json(), { id: null }, 'an id that could not be read')
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' })
  await new Server({ name: 's', version: '1' }).connect(transport)
  const initialized = new Request(url, { method: 'POST', headers: [...legacyFields(null)], body: JSON.stringify(initialize()) })
  await (await transport.handleRequest(initialized)).text()
  const unknown = await transport.handleRequest(new Request(url, { headers: { Accept: 'text/event-stream', 'Mcp-Session-Id': 'other' } }))
  t.match(await unknown.json(), { error: { code: -32_001 } })
  const wrong = await transport.handleRequest(new Request(url, { headers: { Accept: 'text/html', 'Mcp-Session-Id': 'session' } }))
  t.match(await wrong.json(), { error: { code: -32_000 } })
})
