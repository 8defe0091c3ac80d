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

t.test('an adapter has the abilities that its mapping shows', async (t) => {
  t.strictSame([...abilitiesOf(family)], ['send-keys'])
  t.ok(abilitiesOf(referenceAdapter).has('event-chain') && abilitiesOf(referenceAdapter).has('paging'))
  t.strictSame(argumentsFor(family, 'inbox', { box: 'received', limit: 3, statuses: undefined }), { limit: 3 }, 'what the target does not take is left out')
})
