import t from 'tap'
import { sanitiseEvent } from '../../../../harness/evidence/sanitise.ts'
import { createSecretRegistry } from '../../../../harness/evidence/secrets.ts'
import type { Identity } from '../../../../harness/fixture/driver.ts'
import { createExchangeLog } from '../../../../harness/run/exchange-log.ts'
import type { ShownExchange } from '../../../../harness/run/outcome.ts'
import { readFrom, type SeenExchange } from '../../../../harness/run/seen-exchange.ts'
import type { HeaderField, HttpRequest, Reaction } from '../../../../harness/wire/message.ts'
import { withField } from '../../../../harness/wire/message.ts'

const token = 'Zx9-Kq_3vT7rYw2LmN8pBd4HsJ6cGfA1'
const alpha: Identity = { name: 'alpha', agentId: 'a', token }
const other = 'Qw8_eRt5-yUi0pAs2DfG7hJk4LzX1cVb'
const content = 'The plan of nobody'
const origin = new URL('http://127.0.0.1:1/mcp')

const message = (more: object = {}): string => JSON.stringify({ jsonrpc: '2.0', id: 'one', method: 'tools/call', params: { name: 'handoff_send', arguments: { title: content, version: 3, metadata: { deep: content } } }, ...more })
const control: HttpRequest = { method: 'POST', target: '/mcp', headers: [['Content-Type', 'application/json'], ['Mcp-Param-Title', content], ['Authorization', `Bearer ${token}`], ['Mcp-Session-Id', 'session-0123']], body: Buffer.from(message()) }
const answer = (status: number, body: unknown = '', headers: readonly HeaderField[] = []): Reaction => ({
  kind: 'response', response: { status, headers, interim: [], body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), truncated: false, durationMs: 1 },
})

const observed = { level: 'must', expected: 'e', actual: 'a' } as const

/** As a run keeps it. */
function kept(seen: SeenExchange, own: readonly string[] = [token]): ShownExchange {
  const log = createExchangeLog({ origin, identities: [alpha] })
  log.violated({ ...observed, input: 'one' }, seen)
  const secrets = createSecretRegistry()
  for (const secret of own) secrets.add(secret)
  const event = sanitiseEvent({ type: 'case-end', result: { id: 'a.b', suite: 'spec', title: 't', outcome: 'fail', reason: 'r', observations: [], durationMs: 1, exchanges: log.shown } }, secrets)
  const [exchange] = (event.type === 'case-end' ? event.result.exchanges : undefined) ?? []
  if (exchange === undefined) throw new Error('nothing is shown')
  return exchange
}

const marked = ({ sent }: ShownExchange): string[] => sent.flatMap(({ text, mark }) => (mark === undefined ? [] : [`${mark} ${text.trim()}`]))

const differences: Readonly<Record<string, readonly [HttpRequest, readonly (string | RegExp)[]]>> = {
  'a field that is gone': [withField(control, 'authorization'), ['- Authorization: Bearer $ALPHA_TOKEN']],
  'a changed token': [withField(control, 'authorization', `Bearer ${token.slice(0, -1)}x`), ['- Authorization: Bearer $ALPHA_TOKEN', '+ authorization (masked): Bearer <$ALPHA_TOKEN with 1 character changed>']],
  'a cut token': [withField(control, 'authorization', `Bearer ${token.slice(0, 10)}`), [/^- /, '+ authorization (masked): Bearer <$ALPHA_TOKEN without its last 22 characters>']],
  'another case of letters': [withField(control, 'authorization', `bearer ${token.toUpperCase()}`), [/^- /, '+ authorization (masked): bearer <$ALPHA_TOKEN in another case of its letters>']],
  'a control byte behind it': [withField(control, 'authorization', `Bearer ${token}\u0001`), [/^- /, '+ authorization (masked): Bearer $ALPHA_TOKEN<U+0001>']],
  'a token in the query': [{ ...withField(control, 'authorization'), target: `/mcp?access_token=${token}&x=secret-value` }, ['- POST /mcp HTTP/1.1', '+ POST /mcp?access_token=$ALPHA_TOKEN&x=<12 characters> HTTP/1.1', /^- Authorization/]],
  'another method': [{ ...control, method: 'PUT' }, ['- POST /mcp HTTP/1.1', '+ PUT /mcp HTTP/1.1']],
  'another version of JSON-RPC': [{ ...control, body: Buffer.from(message({ jsonrpc: '1.0' })) }, ['- jsonrpc: "2.0"', '+ jsonrpc: "1.0"']],
  'another text of the same length': [{ ...control, body: Buffer.from(message().replace(content, 'The plan of nobodY')) }, ['- params.arguments.title: <18 characters>', '+ params.arguments.title: <18 characters> (another value)']],
  'a member twice': [{ ...control, body: Buffer.from(message().replace('{', '{"jsonrpc":"2.0",')) }, [/^- from byte \d+: nothing/, /^\+ from byte \d+: .*jsonrpc/]],
  'JSON that is none': [{ ...control, body: Buffer.from(`${message()}}`) }, [/^- from byte/, '+ from byte 180: }']],
  'no body': [{ ...control, body: Buffer.from('') }, [/^- body of/, '+ no body']],
}
for (const [name, [request, expected]] of Object.entries(differences)) {
  t.test(`the one fault is marked: ${name}`, async (t) => {
    const shown = kept({ kind: 'http', request, control, reaction: answer(200) })
    const lines = marked(shown)
    t.equal(lines.length, expected.length, lines.join('\n'))
    for (const [at, each] of expected.entries()) {
      if (typeof each === 'string') t.equal(lines[at], each)
      else t.match(lines[at], each)
    }
    t.notMatch(JSON.stringify(shown), content)
    t.notMatch(JSON.stringify(shown), 'session-0123')
  })
}

t.test('what came back is told by codes, names and sizes', async (t) => {
  const seen = (reaction: Reaction): readonly string[] => kept({ kind: 'http', request: control, reaction }).received
  t.same(seen(answer(401, { jsonrpc: '2.0', id: null, error: { code: -32_001, message: `no \u001b[31m${content}`, data: { code: 'not_found', text: content } } }, [['WWW-Authenticate', 'Bearer realm="x"'], ['Set-Cookie', 'sid=1234'], ['Mcp-Session-Id', 'another'], ['X-Own', 'hidden'], ['Location', `https://user:word@h/p?code=${content}`]])), [
    'status 401 (Unauthorized)', 'WWW-Authenticate: Bearer realm="x"', 'Set-Cookie (masked): <8 characters>', 'Mcp-Session-Id (masked): <7 characters>', 'Location: https://<user>@h/p?code=<18 characters>',
    'body of 151 bytes', '  JSON-RPC error -32001: no <U+001B>[31m<what was sent>', '  data with code, text, code not_found',
  ])
  t.same(seen(answer(200, { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ text: content }], structuredContent: { error: { code: 'version_conflict', message: content } } } })).at(-1), '  JSON-RPC result with isError, content, structuredContent, isError true, code version_conflict')
  t.same(seen(answer(200, 'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')).at(-1), '  JSON-RPC result with no members')
  t.same(seen(answer(422, { error: { code: 'invalid_input', message: 'It must be a list.' } })).at(-1), '  error invalid_input: It must be a list.', 'of plain HTTP')
  t.same(seen({ kind: 'closed', received: 3, detail: content }), ['the connection closed after 3 bytes, without a complete response'])
  t.same(seen(answer(200, 'x'.repeat(1_000_000))), ['status 200 (OK)', 'body of 1000000 bytes'])
})

t.test('a megabyte in every place ends in a few lines', async (t) => {
  const much = 'm '.repeat(500_000)
  const request: HttpRequest = { method: much, target: `/${much}?${much}`, headers: [['Origin', much], [much, much], ['Authorization', much], ...Array.from({ length: 500 }, (): HeaderField => ['X-A', 'a'])], body: Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at])))) }
  const shown = kept({ kind: 'http', request, control, reaction: answer(200, { error: { code: 1, message: much } }, [['WWW-Authenticate', much], ['Mcp-Much', much]]) })
  t.ok(JSON.stringify(shown).length < 40_000, `${JSON.stringify(shown).length}`)
})

const forms: Readonly<Record<string, string>> = {
  raw: token, base64: Buffer.from(`ab${token}`).toString('base64'), base64url: Buffer.from(`x:${token}`).toString('base64url'), hex: Buffer.from(token).toString('hex'),
  percent: [...Buffer.from(token)].map((byte) => `%${byte.toString(16)}`).join(''), escaped: Array.from(token).map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join(''),
  spaced: Array.from(token).join(' '), upper: token.toUpperCase(), 'in controls': Array.from(token).join('\u0001'),
}
const places: Readonly<Record<string, (text: string) => SeenExchange>> = {
  'the request target': (text) => ({ kind: 'http', request: { ...control, target: `/mcp/${text}?a=${text}#${text}` }, control, reaction: answer(200) }),
  'a query name': (text) => ({ kind: 'http', request: { ...control, target: `/mcp?${text}=1` }, control, reaction: answer(200) }),
  'the method': (text) => ({ kind: 'http', request: { ...control, method: text }, reaction: answer(200) }),
  'request fields': (text) => ({ kind: 'http', request: { ...control, headers: ['Authorization', 'X-Api-Key', 'Origin', 'Cookie', 'Mcp-Name', text].map((name): HeaderField => [name, text]) }, reaction: answer(200) }),
  'the body': (text) => ({ kind: 'http', request: { ...control, body: Buffer.from(JSON.stringify({ [text]: text, method: text, id: text, params: { name: text, uri: text, arguments: { [text]: text } } })) }, reaction: answer(200) }),
  'a body of bytes': (text) => ({ kind: 'http', request: { ...control, body: Buffer.from(`{${text}`) }, control, reaction: answer(200) }),
  'a form': (text) => ({ kind: 'http', request: { ...withField(control, 'content-type', 'application/x-www-form-urlencoded'), body: Buffer.from(`access_token=${text}&${text}`) }, control, reaction: answer(200) }),
  'response fields': (text) => ({ kind: 'http', request: control, reaction: answer(401, '', ['WWW-Authenticate', 'Location', 'Allow', 'Vary', 'Set-Cookie', 'Mcp-Anything', `mcp-${text}`].map((name): HeaderField => [name, `${text}, ${text}`])) }),
  'an error': (text) => ({ kind: 'http', request: control, reaction: answer(200, { error: { code: text, message: `it was ${text}.`, data: { code: text, [text]: text } } }) }),
  'a result': (text) => ({ kind: 'http', request: control, reaction: answer(200, { result: { [text]: text, isError: true, structuredContent: { code: text, error: text } } }) }),
  'a stream': (text) => ({ kind: 'http', request: control, reaction: answer(200, `data: ${JSON.stringify({ method: text })}\n\n`) }),
  'a line on stdin and what came for it': (text) => ({ kind: 'stdio', sent: JSON.stringify({ method: text, [text]: 1 }), received: [{ method: text }, { error: { code: 1, message: text } }], missing: text }),
}
/** By means of its own: what is left of the token in a text, whatever stands between its characters. */
function holds(text: string): boolean {
  const flat = JSON.parse(`"${JSON.stringify(text).slice(1, -1)}"`) as string
  const plain = flat.replaceAll(/<U\+[0-9A-F]+>|[^A-Za-z0-9_%+/-]/g, '').toLowerCase()
  return Object.values(forms).some((form) => plain.includes(form.replaceAll(/[^A-Za-z0-9_%+/-]/g, '').toLowerCase().slice(4, 24)))
}
for (const [place, put] of Object.entries(places)) {
  t.test(`no form of a token gets past redaction in ${place}`, async (t) => {
    for (const [form, text] of Object.entries(forms)) {
      const shown = kept(put(text))
      t.notOk([...shown.sent.map((line) => line.text), ...shown.received, shown.curl ?? '', shown.input].some(holds), `${form}: ${JSON.stringify(shown)}`)
    }
  })
}

t.test('a half of a token is as little shown as all of it', async (t) => {
  const shown = kept({ kind: 'http', request: control, reaction: answer(401, '', [['Allow', token.slice(0, 16)], ['Vary', token.slice(16)]]) })
  t.same(shown.received.slice(1, 3), ['Allow: <part of $ALPHA_TOKEN>', 'Vary: <part of $ALPHA_TOKEN>'])
  const half = other.slice(0, 15)
  const unknown = kept({ kind: 'http', request: control, reaction: answer(200, '', [['Vary', 'a'], ['Allow', `x ${half}`]]) }, [`Vary: a\nAllow: x ${half}`])
  t.match(unknown.received[0], /not shown: a secret of the run stands in it in pieces/)
})

t.test('only the first inputs of a case are shown, each once, and where nothing says which exchange it was the last ones', async (t) => {
  const log = createExchangeLog({ origin, identities: [alpha] })
  const seen = (): unknown[] => log.shown.map(({ input, received, unsure }) => [input, received[0], unsure])
  log.violated({ ...observed, input: 'nothing was sent' })
  t.same(log.shown, [])
  const note = (...statuses: readonly number[]): void => { for (const status of statuses) log.note({ kind: 'http', request: control, reaction: answer(status) }) }
  note(200)
  log.observed('another input')
  note(201, 202, 203)
  log.violated(observed)
  log.observed('')
  log.violated(observed)
  const last = [['', 'status 201 (Created)', true], ['', 'status 203 (Non-Authoritative Information)', true]]
  t.same(seen(), last, 'the first and the last since another input was observed')
  const early = answer(204)
  log.note({ kind: 'http', request: control, reaction: early }, [early])
  note(500, 501, 502)
  log.violated({ ...observed, input: 'a' }, early)
  for (const input of ['b', 'c', 'd']) log.violated({ ...observed, input }, { kind: 'http', request: control, reaction: answer(400) })
  t.same(seen(), [...last, ['a', 'status 204 (No Content)', undefined], ['b', 'status 400 (Bad Request)', undefined]])
})

t.test('what weighs more is shown first, and in the place of what weighs less', async (t) => {
  const log = createExchangeLog({ origin, identities: [alpha] })
  const seen = (): unknown[] => log.shown.map(({ input, received }) => [input, received[0]?.slice(7, 10)])
  const violated = (input: string, level: 'must' | 'should' | 'hardening', status: number): void => { log.violated({ ...observed, input, level }, { kind: 'http', request: control, reaction: answer(status) }) }
  violated('a', 'hardening', 201)
  violated('b', 'should', 202)
  violated('c', 'hardening', 203)
  violated('d', 'hardening', 204)
  t.same(seen(), [['b', '202'], ['a', '201'], ['c', '203']])
  violated('e', 'must', 205)
  violated('a', 'must', 206)
  violated('e', 'should', 207)
  t.same(seen(), [['e', '205'], ['a', '206'], ['b', '202']])
})

t.test('parts that run at the same time do not take the exchanges of each other for their own, and nobody takes those that stand apart', async (t) => {
  const log = createExchangeLog({ origin, identities: [alpha] })
  const note = (status: number): void => { log.note({ kind: 'http', request: control, reaction: answer(status) }) }
  const { promise: bothSent, resolve } = Promise.withResolvers<void>()
  const part = async (input: string, status: number, wait: Promise<void>): Promise<void> => log.part(async () => {
    note(status)
    await log.apart(async () => { note(500); await wait })
    log.violated({ ...observed, input })
  })
  await Promise.all([part('first', 201, bothSent), part('second', 202, bothSent), log.apart(async () => { note(503); resolve() })])
  await log.part(async () => { log.violated({ ...observed, input: 'a part that sends nothing' }); await bothSent })
  t.same(log.shown.map(({ input, received }) => [input, received[0]?.slice(7, 10)]), [['first', '201'], ['second', '202'], ['a part that sends nothing', '201'], ['a part that sends nothing', '202']])
  const other = createExchangeLog({ origin, identities: [alpha] })
  await log.apart(async () => { other.note({ kind: 'http', request: control, reaction: answer(200) }); await bothSent })
  other.violated(observed)
  t.same(other.shown, [], 'what another case asks for through something that this one has opened')
})

t.test('exchanges stand where they began, and what was observed of one input stays with that', async (t) => {
  const log = createExchangeLog({ origin, identities: [alpha] })
  const begun = log.begun()
  log.observed('a')
  log.note({ kind: 'http', request: control, reaction: answer(202) })
  log.note({ kind: 'http', request: control, reaction: answer(201) }, [], begun)
  log.violated({ ...observed, input: 'b' })
  log.observed('b')
  log.violated({ ...observed, input: 'c' })
  t.same(log.shown.map(({ input, received }) => [input, received[0]?.slice(7, 10)]), [['b', '202'], ['c', '202']])
})

t.test('what was read from an answer leads to its exchange, also in another case', async (t) => {
  const [one, two, log] = [createExchangeLog({ origin, identities: [] }), createExchangeLog({ origin, identities: [] }), createExchangeLog({ origin, identities: [] })]
  const [first, second, third] = [answer(201), answer(202), answer(203)]
  one.note({ kind: 'http', request: control, reaction: first }, [first])
  two.note({ kind: 'http', request: control, reaction: second }, [second])
  two.note({ kind: 'http', request: control, reaction: third }, [third])
  const read = readFrom(first, { what: 'was read' })
  log.violated({ ...observed, input: 'read' }, read)
  log.violated({ ...observed, input: 'put together' }, { reaction: second })
  log.violated({ ...observed, input: 'several' }, [third, undefined, read, second])
  log.violated({ ...observed, input: 'unknown' }, { what: 'nobody knows' })
  t.same(log.shown.map(({ input, received }) => [input, received[0]?.slice(7, 10)]), [['read', '201'], ['put together', '202'], ['several', '203'], ['several', '201']])
})

t.test('a field that is spoken of is shown, or said to be missing', async (t) => {
  const received = (actual: string, headers: readonly HeaderField[]): readonly string[] => {
    const log = createExchangeLog({ origin, identities: [alpha] })
    log.violated({ level: 'must', expected: 'Cache-Control with no-store', actual }, { kind: 'http', request: control, reaction: answer(200, '', headers) })
    return log.shown[0]?.received ?? []
  }
  t.same(received('none', []), ['status 200 (OK)', 'no field Cache-Control', 'no body'])
  t.same(received('a version in the field X-Powered-By', [['x-powered-by', 'Express 4.17'], ['server', 'own'], ['cache-control', 'public']]), ['status 200 (OK)', 'x-powered-by: Express 4.17', 'cache-control: public', 'no body'])
  t.same(received('refused for its Origin and its Authorization', []), ['status 200 (OK)', 'no field Cache-Control', 'no body'], 'no response has such a field')
  t.same(received('a server error', [['server', 'own'], ['cache-control', 'public']]), ['status 200 (OK)', 'cache-control: public', 'no body'])
})

t.test('what is taken out of the address of a request takes nothing of its line with it', async (t) => {
  const target = '/mcp?authorization=Qw8_eRt5-yUi0pAs2DfG7'
  const { sent } = kept({ kind: 'http', request: { ...control, target }, reaction: answer(200) })
  t.equal(sent[0]?.text, 'POST /mcp?authorization=[redacted] HTTP/1.1')
})
