import t from 'tap'
import { createLedger } from '../../../harness/peer/ledger.ts'
import type { Channel } from '../../../harness/target/profile.ts'

const modern: Channel = { transport: 'http', revision: '2026-07-28', era: 'modern' }
const old: Channel = { transport: 'http', revision: '2024-11-05', era: 'legacy' }
const result = (id: unknown, more: object = {}) => ({ jsonrpc: '2.0', id, result: { resultType: 'complete', content: [{ type: 'text' }], ...more } })

t.test('every message counts, and each violation is told once', async (t) => {
  const ledger = createLedger()
  for (const id of [1, 2, 'three']) ledger.received({ channel: modern, method: 'tools/call', message: result(id) })
  ledger.received({ channel: { ...modern, transport: 'stdio' }, method: 'tools/call', message: result(1) })
  t.same([...ledger.counts.values()], [3, 1])
  t.same(ledger.violations.map(({ channel: { transport }, what, where, rule }) => [transport, what, where, rule]), [
    ['http', 'result of tools/call', '/result/content/*', 'has text'],
    ['stdio', 'result of tools/call', '/result/content/*', 'has text'],
  ])
})

t.test('what cannot be judged is counted and no violation', async (t) => {
  const ledger = createLedger()
  ledger.received({ channel: old, method: 'tools/call', message: {} })
  let deep: unknown = 0
  for (let depth = 0; depth < 3_000; depth += 1) deep = { a: deep }
  ledger.received({ channel: modern, method: 'tools/call', message: result(1, { content: [], structuredContent: deep }) })
  t.same([...ledger.counts.values()], [1, 1])
  t.same(ledger.violations, [])
})

t.test('an id that no schema allows is given back to whoever sent it, and is a violation to anybody else', async (t) => {
  const served = (id: unknown) => ({ ...result(id), result: { resultType: 'complete', content: [] } })
  for (const id of [null, 1.5, true, { a: 1 }]) {
    const ledger = createLedger()
    ledger.received({ channel: modern, method: 'tools/call', message: served(id), illegalId: id })
    t.same(ledger.violations, [])
    ledger.received({ channel: modern, method: 'tools/call', message: { ...served(id), result: {} }, illegalId: id })
    t.same(ledger.violations.filter(({ where }) => where === '/id'), [])
    t.not(ledger.violations.length, 0, 'what else is wrong is so all the same')
    ledger.received({ channel: modern, method: 'tools/call', message: served(id) })
    ledger.received({ channel: modern, method: 'tools/call', message: served(id), illegalId: 'another' })
    t.equal(ledger.violations.filter(({ where }) => where === '/id').length, 1)
  }
})
