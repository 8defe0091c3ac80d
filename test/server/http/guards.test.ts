import t from 'tap'
import { modernFields, modernRequest, initialize, legacyFields } from '../support/messages.ts'
import { rawExchange, rawRequest } from '../support/raw-http.ts'
import type { RawAnswer } from '../support/raw-http.ts'
import { startTestStack } from '../support/stack.ts'
import type { TestStack } from '../support/stack.ts'

/** One fault a guard, each with the answer that only this guard gives; the order is the order of the contract. */
const faults = [
  { guard: 'host', status: 403, error: 'host_not_allowed' },
  { guard: 'origin', status: 403, error: 'origin_not_allowed' },
  { guard: 'method', status: 405, error: 'method_not_allowed' },
  { guard: 'credentials', status: 401, error: 'invalid_token' },
  { guard: 'type', status: 415, error: 'unsupported_media_type' },
  { guard: 'size', status: 413, error: 'content_too_large' },
  { guard: 'parse', status: 400, error: -32_700 },
  { guard: 'protocol', status: 400, error: -32_600 },
] as const

type Guard = (typeof faults)[number]['guard']

function faultyRequest(stack: TestStack, guards: readonly Guard[]): string {
  const has = (guard: Guard): boolean => guards.includes(guard)
  const fields: [string, string][] = [
    ['Authorization', `Bearer ${has('credentials') ? 'handoff_wrong' : stack.registry.token('alice')}`],
    ['Accept', 'application/json, text/event-stream'],
    ['Content-Type', has('type') ? 'text/plain' : 'application/json'],
  ]
  if (has('origin')) fields.push(['Origin', 'https://evil.example'])
  if (has('size')) fields.push(['Content-Length', String(9 * 1024 * 1024)])
  const body = has('size') ? '' : has('parse') ? '{"jsonrpc":' : JSON.stringify(has('protocol') ? { jsonrpc: '1.0', id: 1 } : initialize())
  return rawRequest(stack.port, {
    method: has('method') ? 'PUT' : 'POST',
    fields,
    body,
    ...(has('host') && { host: 'evil.example' }),
  })
}

function errorOf(answer: RawAnswer): unknown {
  const body = JSON.parse(answer.body) as { error: string | { code: number } }
  return typeof body.error === 'string' ? body.error : body.error.code
}

void t.test('each guard answers for itself', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  t.equal((await rawExchange(stack.port, faultyRequest(stack, []))).status, 200)
  for (const fault of faults) {
    const answer = await rawExchange(stack.port, faultyRequest(stack, [fault.guard]))
    t.match({ status: answer.status, error: errorOf(answer) }, { status: fault.status, error: fault.error }, fault.guard)
    t.equal(answer.headers.get('cache-control'), 'no-store', `${fault.guard}: no-store`)
    t.equal(answer.headers.get('content-type'), 'application/json')
    t.notMatch(answer.body, '"id"', `${fault.guard}: no id`)
    t.equal(answer.headers.has('www-authenticate'), fault.guard === 'credentials')
  }
  t.equal(stack.calls.count, 0)
})

void t.test('of two faults the earlier guard answers', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  for (const [index, first] of faults.entries()) {
    for (const second of faults.slice(index + 1)) {
      const answer = await rawExchange(stack.port, faultyRequest(stack, [second.guard, first.guard]))
      t.equal(errorOf(answer), first.error, `${first.guard} before ${second.guard}`)
    }
  }
})

void t.test('Host', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const body = JSON.stringify(modernRequest(1, 'tools/list'))
  const table: readonly (readonly [name: string, host: string | null, target: string, status: number])[] = [
    ['loopback address', `127.0.0.1:${stack.port}`, '/mcp', 200],
    ['localhost in capitals', 'LOCALHOST', '/mcp', 200],
    ['IPv6', '[::1]:80', '/mcp', 200],
    ['absolute-form', 'localhost', `http://localhost:${stack.port}/mcp`, 200],
    ['absolute-form of another host', 'localhost', 'http://evil.example/mcp', 403],
    ['absolute-form beside a foreign field', 'evil.example', 'http://localhost/mcp', 403],
    ['absolute-form with user information', 'localhost', 'http://localhost@evil.example/mcp', 400],
    ['none', null, '/mcp', 400],
    ['empty', '', '/mcp', 400],
    ['another', 'evil.example', '/mcp', 403],
    ['a look-alike', 'localhost.evil.example', '/mcp', 403],
    ['user information', 'localhost@evil.example', '/mcp', 400],
    ['two in one', 'localhost, evil.example', '/mcp', 400],
  ]
  for (const [name, host, target, status] of table) {
    const fields = [authorization, ...modernFields('tools/list')]
    const answer = await rawExchange(stack.port, rawRequest(stack.port, { host, target, fields, body }))
    t.equal(answer.status, status, name)
  }
  const two = rawRequest(stack.port, { fields: [['Host', 'localhost'], authorization, ...modernFields('tools/list')], body })
  t.equal((await rawExchange(stack.port, two)).status, 400, 'two fields')
})

void t.test('Origin', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const table: readonly (readonly [origin: string, status: number])[] = [
    ['http://localhost:5173', 200],
    ['https://127.0.0.1', 200],
    ['http://[::1]:8080', 200],
    ['null', 403],
    ['not a url', 403],
    ['file://', 403],
    ['http://localhost.evil.example', 403],
    ['http://localhost@evil.example', 403],
    ['http://localhost/', 403],
    ['http://localhost, http://evil.example', 403],
    ['http://l\xf6calhost', 403],
    ['', 403],
  ]
  for (const [origin, status] of table) {
    for (const path of ['/mcp', '/healthz']) {
      const answer = await rawExchange(
        stack.port,
        rawRequest(stack.port, {
          method: path === '/mcp' ? 'POST' : 'GET',
          target: path,
          fields: [['Origin', origin], ['Authorization', `Bearer ${stack.registry.token('alice')}`], ...legacyFields()],
          ...(path === '/mcp' && { body: JSON.stringify(initialize()) }),
        }),
      )
      t.equal(answer.status, status, `${path} ${origin}`)
    }
  }
})

void t.test('lists of hosts and origins replace the loopback names', async (t) => {
  const stack = await startTestStack({ allowedHosts: ['Handoff.example', '::1'], allowedOrigins: ['https://app.example'] })
  t.teardown(() => stack.close())
  const status = async (host: string, origin?: string): Promise<number> => {
    const fields: [string, string][] = origin === undefined ? [] : [['Origin', origin]]
    return (await rawExchange(stack.port, rawRequest(stack.port, { method: 'GET', target: '/healthz', host, fields }))).status
  }
  t.equal(await status('handoff.example:443'), 200)
  t.equal(await status('[::1]'), 200)
  t.equal(await status('localhost'), 403)
  t.equal(await status('handoff.example', 'https://app.example'), 200)
  t.equal(await status('handoff.example', 'https://app.example:8443'), 403)
  t.equal(await status('handoff.example', 'http://localhost'), 403)
})

void t.test('paths and methods', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  for (const path of ['/mcp/', '//mcp', '/./mcp', '/x/../mcp', '/MCP', '/%6dcp', '/mcp%2f', '/mcp;x', '/', '/mcp#x', '/healthz/', '*']) {
    const answer = await rawExchange(stack.port, rawRequest(stack.port, { target: path, fields: legacyFields(), body: '{}' }))
    t.equal(answer.status, 404, path)
    t.match(answer.body, /^\{"error":"not_found"/)
  }
  t.equal((await rawExchange(stack.port, rawRequest(stack.port, { target: 'localhost:1', method: 'GET' }))).status, 400)
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
    const fields: [string, string][] = [['Authorization', `Bearer ${stack.registry.token('alice')}`]]
    if (method === 'HEAD') continue
    const answer = await rawExchange(stack.port, rawRequest(stack.port, { method, fields }))
    t.equal(answer.status, 405, method)
    t.equal(answer.headers.get('allow'), 'POST', method)
  }
})

void t.test('content types, codings and credentials in the body', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const authorization = ['Authorization', `Bearer ${stack.registry.token('alice')}`] as const
  const message = JSON.stringify(initialize())
  const token = stack.registry.token('alice')
  const multipart = `--x\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${token}\r\n--x--\r\n`
  const table: readonly (readonly [name: string, type: readonly string[], body: string, status: number, error?: unknown])[] = [
    ['JSON', ['application/json'], message, 200],
    ['JSON with a charset', ['Application/JSON; charset="UTF-8"'], message, 200],
    ['JSON in another charset', ['application/json; charset=utf-16'], message, 415],
    ['no type', [], message, 415],
    ['two types', ['application/json', 'application/json'], message, 415],
    ['a list of types', ['application/json, text/plain'], message, 415],
    ['JSON as text', ['text/plain'], message, 415],
    ['a form', ['application/x-www-form-urlencoded'], 'a=b', 415, 'unsupported_media_type'],
    ['a form with a token', ['application/x-www-form-urlencoded'], `a=b&access%5ftoken=${token}`, 400, 'invalid_request'],
    ['a form over the limit', ['application/x-www-form-urlencoded'], `access_token=${'x'.repeat(17_000)}`, 415],
    ['multipart', ['multipart/form-data; boundary=x'], '--x--', 415],
    ['multipart with a token', ['multipart/form-data; boundary=x'], multipart, 400, 'invalid_request'],
    ['JSON with a token', ['application/json'], JSON.stringify({ ...initialize(), access_token: token }), 400, -32_600],
  ]
  for (const [name, types, body, status, error] of table) {
    const fields = [authorization, ['Accept', 'application/json, text/event-stream'] as const]
    const typed = [...fields, ...types.map((type) => ['Content-Type', type] as const)]
    const answer = await rawExchange(stack.port, rawRequest(stack.port, { fields: typed, body }))
    t.equal(answer.status, status, name)
    if (error !== undefined) t.equal(errorOf(answer), error, name)
    if (status === 400) t.match(answer.headers.get('www-authenticate'), /^Bearer .*error="invalid_request"/, name)
    t.notMatch(answer.text, token, 'the token is not echoed')
    if (name === 'JSON with a token') t.match(JSON.parse(answer.body), { id: 1 }, 'the id could be read, so it is given back')
  }
  const coded = [authorization, ...legacyFields(), ['Content-Encoding', 'gzip'] as const]
  t.equal((await rawExchange(stack.port, rawRequest(stack.port, { fields: coded, body: message }))).status, 415)
  // Of a form without a declared length no more than the limit is read.
  const chunked = [authorization, ['Content-Type', 'application/x-www-form-urlencoded'] as const, ['Transfer-Encoding', 'chunked'] as const]
  const body = `4400\r\n${'x'.repeat(0x4400)}\r\n`
  t.equal((await rawExchange(stack.port, rawRequest(stack.port, { fields: chunked, body }))).status, 415)
})
