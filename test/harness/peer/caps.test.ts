import t from 'tap'
import { createLedger } from '../../../harness/peer/ledger.ts'
import { keep } from '../../../harness/peer/stdio-conversation.ts'
import type { JsonObject, PeerAnswer, PeerCall } from '../../../harness/peer/peer.ts'
import { listAll } from '../../../harness/peer/survey.ts'
import type { Channel } from '../../../harness/target/profile.ts'

const mebibyte = 1024 * 1024

async function listed(page: (count: number) => JsonObject): Promise<{ pages: number; items: number }> {
  let count = 0
  const call = async (_call: PeerCall): Promise<PeerAnswer> => {
    count += 1
    return { id: 1, messages: [], answer: { kind: 'result', result: page(count) }, response: undefined, reaction: undefined }
  }
  const { pages, items } = await listAll({ call }, 'tools/list', 'tools')
  return { pages: pages.length, items: items.length }
}

t.test('a list of more items than a call takes arguments is cut, and no stack overflows', async (t) => {
  t.same(await listed(() => ({ tools: Array.from({ length: 240_000 }, () => ({})) })), { pages: 1, items: 1_000 })
})

t.test('pages without end are given up, by their number and by their size', async (t) => {
  t.same(await listed((count) => ({ tools: [], nextCursor: String(count) })), { pages: 50, items: 0 })
  t.same(await listed((count) => ({ tools: ['x'.repeat(3 * mebibyte)], nextCursor: String(count) })), { pages: 3, items: 0 })
})

t.test('of what comes for one request no more is kept than a bound, but enough to see two responses', async (t) => {
  const messages: JsonObject[] = []
  for (let count = 0; count < 100; count += 1) keep(messages, { method: 'notifications/message', params: { data: 'x'.repeat(mebibyte) } })
  t.equal(messages.length, 16)
  for (let count = 0; count < 5; count += 1) keep(messages, { id: 1, result: {} })
  t.equal(messages.length, 18)
})

t.test('the digest keeps the beginning of long texts, the kind of large values, and a bounded sum', async (t) => {
  const channel: Channel = { transport: 'http', revision: '2026-07-28', era: 'modern' }
  const ledger = createLedger()
  const { digest } = ledger
  const long = 'y'.repeat(mebibyte)
  ledger.received({ channel, method: 'ping', message: { jsonrpc: '2.0', id: 1, error: { code: [long], message: long, data: { long } } } })
  ledger.received({ channel, method: 'ping', message: { jsonrpc: '2.0', id: 1, result: { resultType: { long }, _meta: { [long]: 1 } } } })
  ledger.received({ channel, method: undefined, message: { jsonrpc: '2.0', method: long, params: { requestId: long } } })
  t.match(digest.errors, [{ code: [], message: /^y{8192}$/ }])
  t.match(digest.results, [{ resultType: {} }])
  t.ok(JSON.stringify([digest.errors, digest.results, digest.notifications, [...digest.metaKeys.values()].map((keys) => [...keys])]).length < 64 * 1024)
  for (let count = 0; count < 1_000; count += 1) ledger.received({ channel, method: 'ping', message: { jsonrpc: '2.0', id: 1, error: { code: count, message: 'z'.repeat(8_000) } } })
  t.ok(digest.errors.length < 600)
})
