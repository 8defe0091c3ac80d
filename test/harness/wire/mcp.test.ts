import t from 'tap'
import { fieldValues } from '../../../harness/wire/message.ts'
import type { HeaderField, Reaction } from '../../../harness/wire/message.ts'
import { initializeParams, mirroredValue, rpcAnswer, rpcMessages, rpcRequest } from '../../../harness/wire/mcp.ts'
import type { RpcCall } from '../../../harness/wire/mcp.ts'

const endpoint = new URL('http://127.0.0.1:1/mcp?tenant=a')
const modern: RpcCall = { endpoint, era: 'modern', revision: '2026-07-28', method: 'tools/list', id: 1 }
const legacy: RpcCall = { endpoint, era: 'legacy', revision: '2025-11-25', method: 'tools/list', id: 1 }

function message(call: RpcCall): unknown {
  return JSON.parse(Buffer.from(rpcRequest(call).body ?? []).toString())
}

t.test('a modern request carries its envelope and mirrors it', async (t) => {
  const call: RpcCall = { ...modern, method: 'tools/call', params: { name: 'ping', arguments: { text: 'hi' }, _meta: { progressToken: 7 } }, token: 'abc', headers: [['X', '1']] }
  const request = rpcRequest(call)
  t.equal(request.method, 'POST')
  t.equal(request.target, '/mcp?tenant=a')
  t.same(request.headers, [
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
    ['MCP-Protocol-Version', '2026-07-28'],
    ['Mcp-Method', 'tools/call'],
    ['Mcp-Name', 'ping'],
    ['Authorization', 'Bearer abc'],
    ['X', '1'],
  ])
  t.same(message(call), {
    jsonrpc: '2.0', id: 1, method: 'tools/call',
    params: {
      name: 'ping', arguments: { text: 'hi' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'handoff-conformance', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
        progressToken: 7,
      },
    },
  })
  t.same(rpcRequest(call), request, 'the same call gives the same bytes')
})

t.test('what Mcp-Name mirrors', async (t) => {
  const name = (method: string, params: Record<string, unknown>): string[] => fieldValues(rpcRequest({ ...modern, method, params }), 'mcp-name')
  t.same(name('tools/call', { name: 'a' }), ['a'])
  t.same(name('prompts/get', { name: 'a' }), ['a'])
  t.same(name('resources/read', { uri: 'file:///a', name: 'b' }), ['file:///a'])
  t.same(name('tasks/get', { taskId: 't' }), ['t'])
  t.same(name('tools/list', { name: 'a' }), [])
  t.same(name('tools/call', { name: 7 }), [])
})

const values: readonly (readonly [value: string, mirrored: string])[] = [
  ['us-west1', 'us-west1'],
  ['a b\tc', 'a b\tc'],
  ['Hello, \u4e16\u754c', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ['=?BASE64?literal?=', '=?BASE64?literal?='],
  ['', '=?base64??='],
]
for (const [value, mirrored] of values) {
  t.test(`mirrors ${JSON.stringify(value)}`, async (t) => { t.equal(mirroredValue(value), mirrored) })
}

t.test('legacy requests carry the version after the negotiation, and the session', async (t) => {
  const headers = (call: RpcCall): readonly HeaderField[] => rpcRequest(call).headers.slice(2)
  t.same(headers({ ...legacy, method: 'initialize', params: initializeParams('2025-11-25') }), [])
  t.same(headers(legacy), [['MCP-Protocol-Version', '2025-11-25']])
  t.same(headers({ ...legacy, revision: '2025-06-18', sessionId: 's1' }), [['MCP-Protocol-Version', '2025-06-18'], ['Mcp-Session-Id', 's1']])
  t.same(headers({ ...legacy, revision: '2025-03-26', sessionId: 's1' }), [['Mcp-Session-Id', 's1']])
  t.same(message(legacy), { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  t.same(message({ endpoint, era: 'legacy', revision: '2025-11-25', method: 'notifications/initialized' }), { jsonrpc: '2.0', method: 'notifications/initialized' })
  t.same(initializeParams('2025-11-25'), { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'handoff-conformance', version: '1' } })
})

function reaction(body: string, { status = 200, type = 'application/json', truncated = false } = {}): Reaction {
  return { kind: 'response', response: { status, headers: type === '' ? [] : [['content-type', type]], interim: [], body: Buffer.from(body), truncated, durationMs: 1 } }
}
const sse = 'text/event-stream; charset=utf-8'
const ok = '{"jsonrpc":"2.0","id":1,"result":{"a":1}}'

const answers: readonly (readonly [name: string, reaction: Reaction, expected: object])[] = [
  ['a result', reaction(ok), { kind: 'result', result: { a: 1 } }],
  ['a result with a media type of other case', reaction(ok, { type: 'Application/JSON; charset=utf-8' }), { kind: 'result' }],
  ['an error with any status', reaction('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m","data":[1]}}', { status: 404 }), { kind: 'error', code: -32601, message: 'm', data: [1] }],
  ['a result on a stream, after notifications and comments', reaction(`: hi\n\nid: 1\ndata:\n\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\ndata: ${ok}\n\n`, { type: sse }), { kind: 'result', result: { a: 1 } }],
  ['an id of another type', reaction(ok.replace('"id":1', '"id":"1"')), { kind: 'none', why: /no JSON-RPC response carries the id/ }],
  ['another id', reaction(ok.replace('"id":1', '"id":2')), { kind: 'none', why: /carries the id/ }],
  ['no id', reaction('{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}', { status: 403 }), { kind: 'none', why: /carries the id/ }],
  ['two answers with the id', reaction(`data: ${ok}\n\ndata: ${ok}\n\n`, { type: sse }), { kind: 'none', why: /2 answers/ }],
  ['a stream without an answer', reaction('data: {"jsonrpc":"2.0","method":"a"}\n\n', { type: sse }), { kind: 'none', why: /no JSON-RPC response/ }],
  ['another version', reaction(ok.replace('2.0', '1.0')), { kind: 'none', why: /no JSON-RPC 2\.0/ }],
  ['a batch', reaction(`[${ok}]`), { kind: 'none', why: /no object/ }],
  ['null', reaction('null'), { kind: 'none', why: /no object/ }],
  ['both result and error', reaction('{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}'), { kind: 'none', why: /not exactly one/ }],
  ['neither', reaction('{"jsonrpc":"2.0","id":1}'), { kind: 'none', why: /not exactly one/ }],
  ['a result that is no object', reaction('{"jsonrpc":"2.0","id":1,"result":[]}'), { kind: 'none', why: /no object/ }],
  ['a result under a refusing status', reaction(ok, { status: 401 }), { kind: 'none', why: /status 401 carries/ }],
  ['a code that is no integer', reaction('{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}}'), { kind: 'none', why: /no integer/ }],
  ['a message that is no string', reaction('{"jsonrpc":"2.0","id":1,"error":{"code":1}}'), { kind: 'none', why: /no string/ }],
  ['an error that is no object', reaction('{"jsonrpc":"2.0","id":1,"error":"x"}'), { kind: 'none', why: /no object/ }],
  ['members of the prototype only', reaction('{"jsonrpc":"2.0","id":1,"error":{"__proto__":{"code":1,"message":"m"}}}'), { kind: 'none', why: /no integer/ }],
  ['another media type', reaction(ok, { type: 'text/html' }), { kind: 'none', why: /neither/ }],
  ['no media type', reaction(ok, { type: '' }), { kind: 'none', why: /neither/ }],
  ['an empty body', reaction('', { status: 202, type: '' }), { kind: 'none', why: /status 202, no body/ }],
  ['a body that is cut', reaction(ok, { truncated: true }), { kind: 'none', why: /longer than/ }],
  ['deep nesting', reaction('['.repeat(20_000)), { kind: 'none', why: /deeper/ }],
  ['no response', { kind: 'closed', received: 0, detail: 'x' }, { kind: 'none', why: /no response: closed/ }],
]
for (const [name, given, expected] of answers) {
  t.test(`reads ${name}`, async (t) => { t.match(rpcAnswer(given, 1), expected) })
}

t.test('an error to a request whose id was not read counts only where it is asked for', async (t) => {
  for (const id of ['', '"id":null,']) {
    const refusal = reaction(`{"jsonrpc":"2.0",${id}"error":{"code":-32700,"message":"m"}}`, { status: 400 })
    t.equal(rpcAnswer(refusal, 1).kind, 'none')
    t.match(rpcAnswer(refusal, 1, { unreadId: true }), { kind: 'error', code: -32700 })
  }
  t.equal(rpcAnswer(reaction('{"jsonrpc":"2.0","result":{}}'), 1, { unreadId: true }).kind, 'none')
})

t.test('ids 0 and "" are ids', async (t) => {
  for (const id of [0, '']) t.equal(rpcAnswer(reaction(JSON.stringify({ jsonrpc: '2.0', id, result: {} })), id).kind, 'result')
})

t.test('all messages of a response', async (t) => {
  t.match(rpcMessages(reaction(`data: {"jsonrpc":"2.0","method":"a"}\n\ndata: ${ok}\n\n`, { type: sse })), { ok: true, status: 200, messages: [{ method: 'a' }, { id: 1 }] })
  t.match(rpcMessages(reaction('data: x\n\n', { type: sse })), { ok: false, why: 'status 200, the text is not JSON' })
})
