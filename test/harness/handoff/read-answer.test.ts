import t from 'tap'
import { readHandoffAnswer } from '../../../harness/handoff/read-answer.ts'
import type { PeerAnswer } from '../../../harness/peer/peer.ts'
import { adapterNamed, abilitiesOf, argumentsFor, referenceAdapter } from '../../../harness/target/adapter.ts'
import type { Adapter } from '../../../harness/target/adapter.ts'

const family = adapterNamed('agent-handoff-mcp') as Adapter

function resultOf(result: Record<string, unknown>): PeerAnswer {
  return { id: 1, messages: [], response: undefined, reaction: undefined, answer: { kind: 'result', result } }
}

const camel = { id: 'h', threadId: 't', depth: 0, sender: 'alpha', recipient: 'beta', status: 'queued', contextRefs: ['a'], createdAt: '2026-01-01T00:00:00.000Z' }

t.test('handoffs in camelCase are read in the contract\'s terms', async (t) => {
  t.match(readHandoffAnswer(family, 'send', resultOf({ structuredContent: { handoff: camel } })), {
    kind: 'ok', result: { kind: 'change', handoff: { id: 'h', thread_id: 't', context_refs: ['a'], created_at: camel.createdAt }, replayed: undefined },
  })
  t.match(readHandoffAnswer(family, 'get', resultOf({ content: [{ type: 'text', text: JSON.stringify({ handoff: camel, events: [{ actor: 'alpha', toStatus: 'queued', eventType: 'created' }] }) }] })), {
    kind: 'ok', result: { kind: 'get', events: [{ actor: 'alpha', to_status: 'queued', type: 'created' }] },
  })
})

t.test('what fits nothing of the contract is told from a refusal', async (t) => {
  const error = (code: string) => resultOf({ isError: true, structuredContent: { error: { code, message: 'x', retryable: false, field: 'title' } } })
  t.match(readHandoffAnswer(referenceAdapter, 'send', error('invalid_input')), { kind: 'refused', code: 'invalid_input', field: 'title', retryable: false })
  t.match(readHandoffAnswer(referenceAdapter, 'send', error('no_idea')), { kind: 'wrong' })
  t.match(readHandoffAnswer(family, 'send', resultOf({ isError: true, content: [{ type: 'text', text: 'No.' }] })), { kind: 'refused', code: undefined, words: 'No.' })
  t.match(readHandoffAnswer(family, 'send', resultOf({ structuredContent: { handoff: { ...camel, status: 'sleeping' } } })), { kind: 'wrong' })
  t.match(readHandoffAnswer(family, 'send', resultOf({ structuredContent: {} })), { kind: 'wrong' })
  t.match(readHandoffAnswer(family, 'send', { id: 1, messages: [], response: undefined, reaction: { kind: 'closed', received: 0 } as PeerAnswer['reaction'], answer: { kind: 'none', why: 'closed' } }), { kind: 'unknown' })
})

t.test('a field that is of another kind than the contract says is told by its name, and never shown', async (t) => {
  const handoff = { id: 'h', sender: 'alpha', recipient: 'beta', status: 'queued' }
  const event = { actor: 'alpha', to_status: 'queued' }
  const change = (fields: object) => readHandoffAnswer(referenceAdapter, 'send', resultOf({ structuredContent: { handoff: { ...handoff, ...fields } } }))
  const get = (fields: object) => readHandoffAnswer(referenceAdapter, 'get', resultOf({ structuredContent: { handoff, events: [event, { ...event, ...fields }] } }))
  const whoami = (fields: object) => readHandoffAnswer(referenceAdapter, 'whoami', resultOf({ structuredContent: { agent_id: 'alpha', ...fields } }))
  const rows = [
    [change({ version: 'told-by-the-target' }), 'a handoff has version'],
    [change({ depth: 0.5 }), 'a handoff has depth'],
    [change({ tags: 'one' }), 'a handoff has tags'],
    [change({ context_refs: [1] }), 'a handoff has context_refs'],
    [change({ updated_at: 0 }), 'a handoff has updated_at'],
    [change({ status: ['queued'] }), 'a handoff has status'],
    [get({ seq: 'told-by-the-target' }), 'an event has seq'],
    [get({ from_status: 'told-by-the-target' }), 'an event has from_status'],
    [get({ prev_hash: { update: 1 } }), 'an event has prev_hash'],
    [whoami({ receive_from: 7 }), 'whoami has receive_from'],
  ] as const
  for (const [answer, what] of rows) t.strictSame(answer, { kind: 'wrong', what: `${what} as the contract does not know it` })
  t.match(change({ version: 1, parent_id: null, tags: [] }), { kind: 'ok' })
})

t.test('an adapter has the abilities that its mapping shows', async (t) => {
  t.strictSame([...abilitiesOf(family)], ['send-keys'])
  t.ok(abilitiesOf(referenceAdapter).has('event-chain') && abilitiesOf(referenceAdapter).has('paging'))
  t.strictSame(argumentsFor(family, 'inbox', { box: 'received', limit: 3, statuses: undefined }), { limit: 3 }, 'what the target does not take is left out')
})
