import t from 'tap'
import { initialize, legacyFields, modernFields, modernRequest } from '../support/messages.ts'
import { rawConnect, rawExchange, rawRequest } from '../support/raw-http.ts'
import { startTestStack } from '../support/stack.ts'

const parseError = -32_700
const invalidRequest = -32_600
const invalidParams = -32_602

void t.test('what cannot be read is refused without an id', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const deep = (levels: number): string => `{"jsonrpc":"2.0","id":1,"method":"x","params":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`
  const table: readonly (readonly [name: string, body: string | Uint8Array, code: number])[] = [
    ['empty', '', parseError],
    ['cut', '{"jsonrpc":"2.0","id":7', parseError],
    ['trailing bytes', `${JSON.stringify(initialize())}x`, parseError],
    ['duplicate id', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', parseError],
    ['duplicate key in the arguments', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}', parseError],
    ['byte order mark', `\u00ef\u00bb\u00bf${JSON.stringify(initialize())}`, parseError],
    ['bad UTF-8', Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":"'), Buffer.of(0xc0, 0xaf), Buffer.from('","method":"ping"}')]), parseError],
    ['UTF-16', Buffer.from(JSON.stringify(initialize()), 'utf16le'), parseError],
    ['lone surrogate', '{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', parseError],
    ['64 levels within', deep(64), parseError],
    ['20 000 levels', deep(20_000), parseError],
    ['1e400', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":1e400}}', parseError],
    ['null', 'null', invalidRequest],
    ['a string', '"x"', invalidRequest],
    ['a number', '1', invalidRequest],
    ['an array of arrays', '[[]]', invalidRequest],
    ['an empty batch', '[]', invalidRequest],
    ['an empty object', '{}', invalidRequest],
    ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', invalidRequest],
    ['id 1.5', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', invalidRequest],
    ['id true', '{"jsonrpc":"2.0","id":true,"method":"ping"}', invalidRequest],
    ['id beyond 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', invalidRequest],
    ['method no string', '{"jsonrpc":"2.0","method":5}', invalidRequest],
    ['another version', '{"jsonrpc":"1.0","method":"ping"}', invalidRequest],
  ]
  for (const [name, body, code] of table) {
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
    const head = rawRequest(stack.port, { fields: [...legacyFields(null), authorization, ['Content-Length', String(bytes.length)]] })
    const answer = await rawExchange(stack.port, Buffer.concat([Buffer.from(head, 'latin1'), bytes]))
    t.equal(answer.status, 400, name)
    const message = JSON.parse(answer.body) as { id?: unknown; error: { code: number } }
    t.equal(message.error.code, code, name)
    t.notOk(Object.hasOwn(message, 'id'), `${name}: no id member`)
    t.equal(answer.headers.get('cache-control'), 'no-store')
  }
  t.equal(stack.calls.count, 0)
})

void t.test('an error that belongs to a request carries its id', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  for (const id of ['abc', '', 0, -1, 9_007_199_254_740_991, '1']) {
    const unknown = await rawExchange(
      stack.port,
      rawRequest(stack.port, { fields: [...modernFields('no/such'), authorization], body: JSON.stringify(modernRequest(id, 'no/such')) }),
    )
    t.equal(unknown.status, 404)
    t.match(JSON.parse(unknown.body), { id, error: { code: -32_601 } })
    const noMeta = { jsonrpc: '2.0', id, method: 'tools/list', params: {} }
    const answer = await rawExchange(stack.port, rawRequest(stack.port, { fields: [...modernFields('tools/list'), authorization], body: JSON.stringify(noMeta) }))
    t.match(JSON.parse(answer.body), { id, error: { code: invalidParams } })
  }
})

void t.test('batches exist under 2025-03-26 alone', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { value: id } } }))
  const table: readonly (readonly [name: string, version: string | null, body: unknown, status: number])[] = [
    ['without the header, which means 2025-03-26', null, batch, 200],
    ['2025-03-26', '2025-03-26', batch, 200],
    ['notifications alone', '2025-03-26', [{ jsonrpc: '2.0', method: 'notifications/initialized' }], 202],
    ['2025-06-18', '2025-06-18', batch, 400],
    ['2025-11-25', '2025-11-25', batch, 400],
    ['2026-07-28', '2026-07-28', batch, 400],
    ['a modern message within', '2025-03-26', [modernRequest(1, 'tools/list')], 400],
    ['initialize within', null, [initialize()], 400],
    ['too many', null, Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })), 400],
  ]
  for (const [name, version, body, status] of table) {
    const before = stack.calls.count
    const answer = await rawExchange(
      stack.port,
      rawRequest(stack.port, { fields: [...legacyFields(version), authorization], body: JSON.stringify(body) }),
    )
    t.equal(answer.status, status, name)
    t.equal(stack.calls.count - before, body === batch && status === 200 ? 2 : 0, `${name}: effect`)
    if (status === 400) t.match(JSON.parse(answer.body), { error: { code: invalidRequest } })
    if (status === 200) for (const id of [1, 2]) t.match(answer.body, `"id":${id}`)
  }
})

void t.test('the size of a body is bounded to the byte', async (t) => {
  const stack = await startTestStack({ limits: { maxBodyBytes: 500, ratePerMinute: 100, refusalsPerMinute: 10 } })
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const exact = JSON.stringify(initialize()).padEnd(500)
  const send = async (body: string, chunked: boolean): Promise<number> => {
    const fields = [...legacyFields(null), authorization]
    if (!chunked) return (await rawExchange(stack.port, rawRequest(stack.port, { fields, body }))).status
    const framed = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    return (await rawExchange(stack.port, rawRequest(stack.port, { fields: [...fields, ['Transfer-Encoding', 'chunked']], body: framed }))).status
  }
  for (const chunked of [false, true]) {
    t.equal(await send(exact, chunked), 200)
    t.equal(await send(`${exact} `, chunked), 413)
  }
})

void t.test('bytes that are no HTTP are answered once, without an echo, and end the connection', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const good = `Authorization: Bearer ${stack.registry.token('alice')}\r\n`
  const body = JSON.stringify(modernRequest(1, 'tools/call', { name: 'echo', arguments: {} }))
  const fields = modernFields('tools/call', 'echo').map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const start = `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${fields}`
  const length = `Content-Length: ${body.length}\r\n`
  const table: readonly (readonly [name: string, bytes: string, statuses: readonly number[]])[] = [
    ['NUL in a value', `${start}${length}Authorization: Bearer s3cret\0x\r\n\r\n${body}`, [400]],
    ['bare CR in a value', `${start}${length}Authorization: Bearer s3cret\rx\r\n\r\n${body}`, [400]],
    ['obs-fold', `${start}${length}Authorization: Bearer\r\n s3cret\r\n\r\n${body}`, [400]],
    ['space before the colon', `${start}${length}Authorization : Bearer s3cret\r\n\r\n${body}`, [400]],
    ['both lengths', `${start}${good}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    ['two lengths', `${start}${good}${length}Content-Length: 1\r\n\r\n${body}`, [400]],
    ['a bad chunk size', `${start}${good}Transfer-Encoding: chunked\r\n\r\ns3cret\r\n`, [400]],
    ['another coding', `${start}${good}Transfer-Encoding: gzip\r\n\r\n`, [400, 501]],
    ['headers over 16 KiB', `${start}X: ${'s3cret'.repeat(4000)}\r\n\r\n`, [431]],
    ['a long target', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, [431, 414, 400]],
    ['an unknown method', `S3CRET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n`, [400, 405, 501]],
    ['no HTTP at all', 's3cret\r\n\r\n', [400]],
    ['CONNECT', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', [405]],
  ]
  for (const [name, bytes, statuses] of table) {
    const connection = await rawConnect(stack.port)
    connection.send(bytes)
    const answer = await connection.answer()
    t.ok(statuses.includes(answer.status), `${name}: ${answer.status}`)
    t.notMatch(answer.text, /s3cret/i, name)
    t.equal(answer.headers.get('cache-control'), 'no-store', name)
    await connection.closed()
  }
  t.equal(stack.calls.count, 0)
  t.equal((await rawExchange(stack.port, `${start}${good}${length}\r\n${body}`)).status, 200, 'others are still served')
})

void t.test('repeated protocol fields are not read one way here and another way there', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const body = JSON.stringify(modernRequest(1, 'tools/call', { name: 'echo', arguments: {} }))
  for (const [name, value] of [['Mcp-Method', 'tools/list'], ['Mcp-Name', 'other'], ['MCP-Protocol-Version', '2025-11-25']] as const) {
    const fields = [...modernFields('tools/call', 'echo'), authorization, [name, value] as const]
    t.equal((await rawExchange(stack.port, rawRequest(stack.port, { fields, body }))).status, 400, name)
  }
  t.equal(stack.calls.count, 0)
})
