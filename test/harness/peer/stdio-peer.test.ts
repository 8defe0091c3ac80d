import t from 'tap'
import type { Test } from 'tap'
import { join } from 'node:path'
import { createLedger } from '../../../harness/peer/ledger.ts'
import { isPeerStream } from '../../../harness/peer/peer.ts'
import type { Peer } from '../../../harness/peer/peer.ts'
import { openStdioPeer } from '../../../harness/peer/stdio-peer.ts'
import { startStdio } from '../../../harness/wire/stdio.ts'
import type { Channel } from '../../../harness/target/profile.ts'
import { eventually } from '../support/alive.ts'

t.setTimeout(120_000)
const server = join(import.meta.dirname, '../support/stdio-server.ts')
const modern: Channel = { transport: 'stdio', revision: '2026-07-28', era: 'modern' }
const legacy: Channel = { transport: 'stdio', revision: '2025-06-18', era: 'legacy' }

async function open(t: Test, channel: Channel, faults: readonly string[] = []): Promise<Peer> {
  const process = startStdio({ command: [globalThis.process.execPath, server, ...faults], env: {} })
  t.teardown(async () => process.close(100))
  return (await openStdioPeer({ process, channel, identity: { name: 'alpha', agentId: undefined, token: '' }, ledger: createLedger() })).peer
}

t.test('requests side by side each get their own answer, with an envelope where the revision has one', async (t) => {
  const peer = await open(t, modern)
  const answers = await Promise.all([1, '1', 'x', undefined].map(async (id) => peer.call({ method: 'tools/list', ...(id === undefined ? {} : { id }) })))
  for (const answer of answers) t.match(answer, { answer: { kind: 'result' }, reaction: undefined, messages: [{}] })
  t.strictSame(answers.slice(0, 3).map(({ response }) => response?.['id']), [1, '1', 'x'])
  t.match(peer.message({ method: 'ping' }), { params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } } })
  t.match(await peer.call({ method: 'nope' }), { answer: { kind: 'error', code: -32_601 } })
  t.strictSame(peer.stdio?.strays, [])
})

t.test('the same id twice waits for the first to be answered', async (t) => {
  const peer = await open(t, modern)
  const answers = await Promise.all([1, 2, 3].map(async () => peer.call({ method: 'tools/list', id: 7 })))
  t.strictSame(answers.map(({ answer }) => answer.kind), ['result', 'result', 'result'])
})

t.test('a legacy peer begins with initialize at its own revision', async (t) => {
  const peer = await open(t, legacy)
  t.match((await peer.survey()).opening, { protocolVersion: '2025-06-18' })
  t.notOk('params' in peer.message({ method: 'ping' }))
})

t.test('any bytes in place of a message are followed to what comes of them', async (t) => {
  const peer = await open(t, modern)
  t.match(await peer.deliver('{oops', { method: 'tools/list' }), { answer: { kind: 'error', code: -32_700 } })
  const silent = await peer.deliver('{"jsonrpc":"2.0","method":"notifications/x"}', { method: 'tools/list' })
  t.match(silent, { answer: { kind: 'none', why: /a later request was answered/ }, messages: [] })
  const other = await peer.deliver('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', { method: 'tools/list' })
  t.match(other, { answer: { kind: 'none' }, response: { id: 1.5 } })
  const many = await peer.deliver('a\nb\nc', { method: 'tools/list' })
  t.equal(many.messages.length, 3, 'none of them is left for whoever comes next')
})

t.test('notifications belong to the request that alone is open, and a second answer to nobody', async (t) => {
  const peer = await open(t, modern, ['chatty', 'twice'])
  const answer = await peer.call({ method: 'tools/list' })
  t.match(answer.messages, [{ method: 'notifications/message' }, { result: {} }])
  // Whether the second came in the same moment or later, it is seen.
  t.ok(await eventually(() => answer.messages.length - 2 + (peer.stdio?.strays.length ?? 0) === 1))
  t.match(peer.stdio?.strays, answer.messages.length === 3 ? [] : [{ kind: 'second response' }])
})

t.test('a request of the target is answered, and told', async (t) => {
  const peer = await open(t, legacy, ['asks'])
  t.match(peer.stdio?.strays, [{ kind: 'request', message: { method: 'roots/list' } }])
  t.ok(await eventually(() => peer.stdio?.process.stderr().includes('answered: from-server') ?? false))
})

t.test('a target that asks without end and reads no reply fills no memory, and is still heard', async (t) => {
  const peer = await open(t, modern, ['asks-much'])
  const answer = await peer.call({ method: 'tools/list', timeoutMs: 60_000 })
  t.match(answer, { answer: { kind: 'result' } })
  t.equal(peer.stdio?.process.counts.requests, 20_000)
  t.ok(answer.messages.length <= 10_002, `${answer.messages.length} messages are kept`)
  t.ok((peer.stdio?.process.pendingBytes ?? 0) < 300_000, `${peer.stdio?.process.pendingBytes} bytes wait to be read`)
})

t.test('silence and a process that dies are answers like any other', async (t) => {
  const peer = await open(t, modern)
  t.match(await peer.call({ method: 'silence', timeoutMs: 50 }), { answer: { kind: 'none', why: /within 50 ms/ } })
  const [first, second] = await Promise.all([peer.call({ method: 'silence' }), peer.call({ method: 'die' })])
  for (const answer of [first, second, await peer.call({ method: 'ping' })]) t.match(answer, { answer: { kind: 'none', why: /the process ended \(exit code 7\)/ } })
})

t.test('a stream that is refused is an answer', async (t) => {
  const peer = await open(t, modern)
  const opened = await peer.open({ method: 'subscriptions/listen', params: { notifications: {} } })
  t.notOk(isPeerStream(opened))
  t.match(opened, { answer: { kind: 'error', code: -32_601 } })
})
