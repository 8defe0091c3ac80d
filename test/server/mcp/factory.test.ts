import t from 'tap'
import { startHttpServer } from '../../../server/index.ts'
import { exchange } from '../support/event-stream.ts'
import { initialize, legacyFields, modernFields, modernRequest } from '../support/messages.ts'
import { createRegistryFile } from '../support/registry-file.ts'

interface Answer {
  readonly status: number
  readonly message: { id?: unknown; result?: Record<string, unknown>; error?: { code: number; message: string } }
}

async function startReference(t: { teardown: (fn: () => Promise<void>) => void }) {
  const registry = createRegistryFile()
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, log: () => undefined })
  t.teardown(async () => {
    await server.close({ drainMs: 0 })
    registry.remove()
  })
  const ask = async (method: string, params: Record<string, unknown>, name?: string): Promise<Answer> => {
    const answer = await exchange(server.url.href, {
      token: registry.token('alice'),
      fields: modernFields(method, name),
      body: modernRequest('q', method, params),
    })
    return { status: answer.status, message: JSON.parse(await answer.text()) as Answer['message'] }
  }
  const askRaw = async (era: 'modern' | 'legacy', body: string): Promise<string> => {
    const fields = era === 'modern' ? modernFields('tools/call', 'handoff_whoami') : legacyFields()
    const { request } = await import('undici')
    const headers = Object.fromEntries([...fields, ['Authorization', `Bearer ${registry.token('alice')}`]])
    return (await request(server.url.href, { method: 'POST', headers, body })).body.text()
  }
  return { registry, server, ask, askRaw }
}

void t.test('a name that is no tool is a protocol error, whatever it is called', async (t) => {
  const { ask } = await startReference(t)
  for (const name of ['no_such_tool', 'toString', '__proto__', 'constructor', 'hasOwnProperty', 'HANDOFF_WHOAMI', '']) {
    const { message } = await ask('tools/call', { name, arguments: {} }, name)
    t.match(message, { id: 'q', error: { code: -32_602 } }, name)
    t.notOk(message.result)
  }
})

void t.test('parameters of the wrong shape are a protocol error', async (t) => {
  const { ask } = await startReference(t)
  for (const params of [{}, { name: 5 }, { name: null }]) t.match((await ask('tools/call', params)).message, { error: { code: -32_602 } })
  for (const given of [[], 'x', 5, null]) {
    const { message } = await ask('tools/call', { name: 'handoff_whoami', arguments: given }, 'handoff_whoami')
    t.match(message, { error: { code: -32_602 } }, JSON.stringify(given))
  }
  t.match((await ask('tools/list', { cursor: 'made-up' })).message, { error: { code: -32_602 } })
  t.match((await ask('tools/list', { cursor: 5 })).message, { error: { code: -32_602 } })
})

void t.test('an input that is not allowed is a result that says what is wrong', async (t) => {
  const { ask, askRaw } = await startReference(t)
  const { message } = await ask('tools/call', { name: 'handoff_get', arguments: { handoff_id: 5, extra: 1 } }, 'handoff_get')
  t.match(message, { result: { isError: true, structuredContent: { error: { code: 'invalid_input' } } } })
  const params = (meta: string): string => `{"name":"handoff_whoami","arguments":{"__proto__":{"a":1}}${meta}}`
  const legacy = await askRaw('legacy', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params('')}}`)
  t.match(legacy, 'invalid_input', '__proto__ is a key that no tool knows')
  const meta = `,"_meta":${JSON.stringify((modernRequest(1, 'x')['params'] as { _meta: unknown })._meta)}`
  t.match(await askRaw('modern', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params(meta)}}`), 'invalid_input')
})

void t.test('what is declared is what is served', async (t) => {
  const { ask, registry, server } = await startReference(t)
  const { message } = await ask('server/discover', {})
  t.match(message.result, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, instructions: /handoff_send/ })
  for (const method of ['prompts/list', 'resources/list', 'completion/complete', 'initialize', 'ping', 'logging/setLevel']) {
    const answer = await ask(method, {})
    t.match(answer, { status: 404, message: { id: 'q', error: { code: -32_601 } } }, method)
  }
  const listed = (await ask('tools/list', {})).message.result as { tools: { name: string; annotations: object; outputSchema: object }[] }
  t.strictSame((await ask('tools/list', {})).message.result?.['tools'], listed.tools, 'the same every time')
  for (const tool of listed.tools) t.ok(tool.outputSchema)
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const answer = await exchange(server.url.href, { token: registry.token('alice'), fields: legacyFields(null), body: initialize(1, version) })
    t.match(await answer.next(), { id: 1, result: { protocolVersion: version } })
  }
  const future = await exchange(server.url.href, { token: registry.token('alice'), fields: legacyFields(null), body: initialize(1, '2026-07-28') })
  t.not(((await future.next())?.result ?? {})['protocolVersion'], '2026-07-28', 'initialize never negotiates the modern era')
})
