import t from 'tap'
import { initialize, legacyFields, modernFields, modernRequest } from '../support/messages.ts'
import { rawConnect, rawExchange, rawRequest } from '../support/raw-http.ts'
import { newToken } from '../support/registry-file.ts'
import { startTestStack } from '../support/stack.ts'
import type { TestStack } from '../support/stack.ts'

type Field = readonly [string, string]

const bearer = (token: string): Field => ['Authorization', `Bearer ${token}`]

function call(stack: TestStack, fields: readonly Field[], message: unknown = modernRequest(1, 'tools/call', { name: 'echo', arguments: {} })): string {
  return rawRequest(stack.port, { fields: [...modernFields('tools/call', 'echo'), ...fields], body: JSON.stringify(message) })
}

function health(stack: TestStack, target: string, fields: readonly Field[] = []): string {
  return rawRequest(stack.port, { method: 'GET', target, fields })
}

void t.test('without credentials no byte of the body is waited for', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const bodies: readonly (readonly [name: string, fields: readonly Field[], body: string])[] = [
    ['announced and never sent', [['Content-Length', '1000']], ''],
    ['larger than allowed', [['Content-Length', String(2 ** 40)]], 'x'],
    ['never-ending', [['Transfer-Encoding', 'chunked']], '5\r\nhello\r\n'],
    ['waiting for 100', [['Content-Length', '1000'], ['Expect', '100-continue']], ''],
    ['waiting for 100, chunked', [['Transfer-Encoding', 'chunked'], ['Expect', '100-Continue']], ''],
  ]
  for (const [name, fields, body] of bodies) {
    for (const credentials of [[], [bearer(newToken())]]) {
      const answer = await rawExchange(stack.port, rawRequest(stack.port, { fields: [...legacyFields(), ...credentials, ...fields], body }))
      t.equal(answer.status, 401, name)
      t.notMatch(answer.text, ' 100 ', `${name}: no 100`)
    }
  }
})

void t.test('a client that never stops sending is cut off after its refusal', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const connection = await rawConnect(stack.port)
  t.teardown(() => connection.close())
  connection.send(rawRequest(stack.port, { fields: [...legacyFields(), ['Transfer-Encoding', 'chunked']], body: '1\r\nx\r\n' }))
  t.equal((await connection.answer()).status, 401)
  const sending = setInterval(() => connection.send('1\r\nx\r\n'), 20)
  await connection.closed()
  clearInterval(sending)
  t.pass('the connection ended')
})

void t.test('with credentials the 100 comes, and then the body is read', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const connection = await rawConnect(stack.port)
  t.teardown(() => connection.close())
  const body = JSON.stringify(modernRequest(1, 'tools/list'))
  const fields: Field[] = [...modernFields('tools/list'), bearer(stack.registry.token('alice')), ['Expect', '100-continue'], ['Content-Length', String(body.length)]]
  connection.send(rawRequest(stack.port, { fields }))
  while (!connection.pending().startsWith('HTTP/1.1 100 ')) await new Promise((resolve) => connection.socket.once('data', resolve))
  connection.send(body)
  t.equal((await connection.answer()).status, 200)
  const other = await rawExchange(stack.port, call(stack, [bearer(stack.registry.token('alice')), ['Expect', 'something-else']]))
  t.equal(other.status, 417)
})

void t.test('each request on a kept-alive connection is judged by itself', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const connection = await rawConnect(stack.port)
  t.teardown(() => connection.close())
  const good = bearer(stack.registry.token('alice'))
  for (const [fields, status] of [[[good], 200], [[], 401], [[good], 200], [[bearer('handoff_x')], 401], [[good, good], 400], [[good], 200]] as const) {
    connection.send(call(stack, fields))
    t.equal((await connection.answer()).status, status)
  }
  t.equal(stack.calls.count, 3)
  stack.registry.set('alice', { enabled: false })
  connection.send(call(stack, [good]))
  t.equal((await connection.answer()).status, 401, 'disabled from the next request on')
})

void t.test('pipelined requests are answered in order', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const connection = await rawConnect(stack.port)
  t.teardown(() => connection.close())
  const good = bearer(stack.registry.token('alice'))
  connection.send(call(stack, [good]) + call(stack, []) + call(stack, [good], modernRequest(3, 'tools/call', { name: 'echo', arguments: {} })))
  t.match(await connection.answer(), { status: 200, body: '"id":1' })
  t.match(await connection.answer(), { status: 401 })
  t.match(await connection.answer(), { status: 200, body: '"id":3' })
})

void t.test('refused credentials use up the budget of the address; a valid token is let in all the same', async (t) => {
  const limits = { maxBodyBytes: 1000, ratePerMinute: 1000, refusalsPerMinute: 3 }
  const stack = await startTestStack({ limits })
  t.teardown(() => stack.close())
  const status = async (fields: readonly Field[]): Promise<number> => (await rawExchange(stack.port, call(stack, fields))).status
  for (let i = 0; i < 5; i += 1) t.equal(await status([]), 401, 'nothing presented spends nothing')
  for (let i = 0; i < 3; i += 1) t.equal(await status([bearer(newToken())]), 401)
  const over = await rawExchange(stack.port, call(stack, [bearer(newToken())]))
  t.match(over, { status: 429, body: 'too_many_refusals' })
  t.match(over.headers.get('retry-after'), /^\d+$/)
  t.equal(await status([['Authorization', 'Bearer a, Bearer b']]), 429, 'a malformed one too')
  t.equal(await status([bearer(stack.registry.token('alice'))]), 200, 'a valid token')
  t.equal((await rawExchange(stack.port, health(stack, '/readyz', [bearer(newToken())]))).status, 429, 'health is no way to go on guessing')
  t.equal((await rawExchange(stack.port, health(stack, '/readyz'))).status, 200)
  stack.clock.now += 60_000
  t.equal(await status([bearer(newToken())]), 401, 'a minute later')
})

void t.test('the limit of the identity comes before the body, and is its own', async (t) => {
  const stack = await startTestStack({ limits: { maxBodyBytes: 1000, ratePerMinute: 2, refusalsPerMinute: 10 } })
  t.teardown(() => stack.close())
  const alice = bearer(stack.registry.token('alice'))
  for (let i = 0; i < 2; i += 1) t.equal((await rawExchange(stack.port, call(stack, [alice]))).status, 200)
  const endless = rawRequest(stack.port, { fields: [...legacyFields(), alice, ['Transfer-Encoding', 'chunked']], body: '' })
  const over = await rawExchange(stack.port, endless)
  t.match(over, { status: 429, body: 'rate_limited' })
  t.match(over.headers.get('retry-after'), /^\d+$/)
  t.equal((await rawExchange(stack.port, call(stack, [bearer(stack.registry.token('bob'))]))).status, 200)
  stack.clock.now += 60_000
  t.equal((await rawExchange(stack.port, call(stack, [alice]))).status, 200)
})

void t.test('a batch is as many calls as it holds', async (t) => {
  const stack = await startTestStack({ limits: { maxBodyBytes: 10_000, ratePerMinute: 3, refusalsPerMinute: 10 } })
  t.teardown(() => stack.close())
  const fields = [...legacyFields(null), bearer(stack.registry.token('alice'))]
  const batch = (size: number): string =>
    JSON.stringify(Array.from({ length: size }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo' } })))
  const over = await rawExchange(stack.port, rawRequest(stack.port, { fields, body: batch(4) }))
  t.equal(over.status, 429)
  t.ok(over.headers.has('retry-after'))
  t.equal(stack.calls.count, 0)
  t.equal((await rawExchange(stack.port, rawRequest(stack.port, { fields, body: batch(2) }))).status, 200)
  t.equal(stack.calls.count, 2)
})

void t.test('health tells the revision to who is let in, and nothing else to anybody', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const bodyOf = async (target: string, fields: readonly Field[] = []): Promise<unknown> => {
    const answer = await rawExchange(stack.port, health(stack, target, fields))
    return { status: answer.status, body: JSON.parse(answer.body) as unknown }
  }
  const alice = bearer(stack.registry.token('alice'))
  t.strictSame(await bodyOf('/healthz'), { status: 200, body: { status: 'ok' } })
  t.strictSame(await bodyOf('/readyz', [bearer(newToken())]), { status: 200, body: { status: 'ready' } })
  t.match(await bodyOf('/readyz', [alice]), { status: 200, body: { status: 'ready', policy_revision: /^[0-9a-f]{64}$/ } })
  stack.registry.breakFile()
  t.strictSame(await bodyOf('/readyz'), { status: 503, body: { status: 'degraded' } })
  t.strictSame(await bodyOf('/healthz'), { status: 200, body: { status: 'ok' } })
  t.equal((await rawExchange(stack.port, call(stack, [alice]))).status, 200, 'the last good policy stays in force')
})

void t.test('where no policy is in force nobody is let in, and nobody is told why', async (t) => {
  const stack = await startTestStack({ policyMaxStaleS: 10 })
  t.teardown(() => stack.close())
  const alice = bearer(stack.registry.token('alice'))
  stack.registry.breakFile()
  t.equal((await rawExchange(stack.port, call(stack, [alice]))).status, 200)
  stack.clock.now += 10_001
  const answer = await rawExchange(stack.port, call(stack, [alice]))
  t.match(answer, { status: 503, body: 'policy_unavailable' })
  t.ok(answer.headers.has('retry-after'))
  t.match(await rawExchange(stack.port, health(stack, '/readyz', [alice])), { status: 503, body: '{"status":"unavailable"}' })
  t.equal((await rawExchange(stack.port, call(stack, []))).status, 401)
  t.equal(stack.calls.count, 1)
})

void t.test('a fault behind the guards answers 500 without a detail', async (t) => {
  const stack = await startTestStack({ mcp: () => { throw new Error('secret detail') } })
  t.teardown(() => stack.close())
  const answer = await rawExchange(stack.port, call(stack, [bearer(stack.registry.token('alice'))]))
  t.equal(answer.status, 500)
  t.notMatch(answer.body, 'secret')
  t.notMatch(stack.log.join('\n'), 'secret')
})

void t.test('no credential reaches the log', async (t) => {
  const stack = await startTestStack()
  t.teardown(() => stack.close())
  const token = newToken()
  for (const fields of [[bearer(token)], [bearer(`${token} x`)], [['Cookie', token]], [['Authorization', token]]] as const) {
    const answer = await rawExchange(stack.port, call(stack, [...fields], { ...initialize(), access_token: token }))
    t.notMatch(answer.text, token)
  }
  await rawExchange(stack.port, call(stack, [bearer(stack.registry.token('alice'))], { token }))
  t.notMatch(stack.log.join('\n'), /handoff_[A-Za-z0-9_-]{20}/)
})
