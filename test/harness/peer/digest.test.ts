import t from 'tap'
import { createLedger } from '../../../harness/peer/ledger.ts'
import type { JsonObject } from '../../../harness/peer/peer.ts'
import type { Channel } from '../../../harness/target/profile.ts'

const channel: Channel = { transport: 'http', revision: '2026-07-28', era: 'modern' }

function digestOf(...messages: (readonly [method: string | undefined, message: JsonObject])[]): ReturnType<typeof createLedger>['digest'] {
  const ledger = createLedger()
  for (const [method, message] of messages) ledger.received({ channel, method, message: { jsonrpc: '2.0', ...message }, by: 'a.case' })
  return ledger.digest
}

t.test('results: type, server and hints', (t) => {
  const info = { 'io.modelcontextprotocol/serverInfo': { name: 'a', version: '1' } }
  const { results } = digestOf(
    ['tools/list', { id: 1, result: { resultType: 'complete', ttlMs: 0, _meta: info } }],
    ['tools/list', { id: 2, result: { resultType: 'complete', ttlMs: 5, _meta: info } }],
    ['tools/call', { id: 3, result: { _meta: { 'io.modelcontextprotocol/serverInfo': 'a' } } }],
    ['tools/call', { id: 4, result: { resultType: 7 } }],
  )
  t.strictSame(results, [
    { channel, by: 'a.case', method: 'tools/list', resultType: 'complete', serverInfo: true, cacheHint: true },
    { channel, by: 'a.case', method: 'tools/call', resultType: undefined, serverInfo: 'malformed', cacheHint: false },
    { channel, by: 'a.case', method: 'tools/call', resultType: 7, serverInfo: false, cacheHint: false },
  ], 'what looks the same is kept once')
  t.end()
})

t.test('errors: code and text as they came, up to a cap', (t) => {
  const { errors } = digestOf(
    ['x', { id: 1, error: { code: 'text', message: 'm', data: { a: 1 } } }],
    ['x', { error: 'nothing' }],
    ['x', { id: 2, error: { code: -1, message: 'm'.repeat(100_000) } }],
  )
  t.strictSame(errors.slice(0, 2), [{ channel, by: 'a.case', method: 'x', code: 'text', message: 'm', data: { a: 1 } }, { channel, by: 'a.case', method: 'x', code: undefined, message: undefined, data: undefined }])
  t.equal(String(errors[2]?.message).length, 8_192)
  t.end()
})

t.test('requests, notifications and subscriptions of the server', (t) => {
  const { requests, notifications, subscriptions } = digestOf(
    [undefined, { id: 1, method: 'roots/list' }],
    [undefined, { method: 'notifications/cancelled', params: { requestId: 7 } }],
    [undefined, { method: 'notifications/subscriptions/acknowledged', params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen-1' } } }],
  )
  t.same(requests.map(({ method }) => method), ['roots/list'])
  t.same(notifications.map(({ method, requestId }) => [method, requestId]), [['notifications/cancelled', 7], ['notifications/subscriptions/acknowledged', undefined]])
  t.same([...subscriptions], ['listen-1'])
  t.end()
})

t.test('keys of _meta, of messages and of items, and not of what a tool returns as data', (t) => {
  const { metaKeys } = digestOf(
    ['tools/list', { id: 1, result: { _meta: { a: 1 }, tools: [{ name: 'x', _meta: { b: 1 } }] } }],
    ['tools/call', { id: 2, result: { content: [{ type: 'text', _meta: { c: 1 } }], structuredContent: [{ _meta: { d: 1 } }] } }],
    [undefined, { method: 'notifications/progress', params: { _meta: { e: 1 } } }],
  )
  t.same([...metaKeys.get(channel) ?? []], ['a', 'b', 'c', 'e'].map((key) => [key, 'a.case']))
  t.end()
})

t.test('what came for several cases is told of the first of which that is known', (t) => {
  const ledger = createLedger()
  for (const by of [undefined, 'first', 'second']) ledger.received({ channel, method: 'tools/call', message: { jsonrpc: '2.0', id: 1, result: { _meta: { a: 1 } } }, by })
  t.same(ledger.digest.results.map(({ by }) => by), ['first'])
  t.same([...ledger.digest.metaKeys.get(channel) ?? []], [['a', 'first']])
  t.same([...new Set(ledger.violations.map(({ by }) => by))], ['first'])
  t.end()
})
