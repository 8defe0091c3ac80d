/** Inputs with two faults at once: the order of the checks decides which one is told. */
import { randomUUID } from 'node:crypto'
import { argumentsFor } from '../../harness/target/adapter.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { Case } from '../../harness/run/case.ts'
import { acknowledge, brought, changed, plainContent, send, sent, update, viewed } from './acting.ts'
import { judge, judgeUnchanged } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Pair, Stage } from './stage.ts'

const order = 'handoff.order-of-checks'
const unchanged = 'handoff.refusal-changes-nothing'

/** Within the limits of each text, and more than the limit of the whole by any way of counting. */
const large = { summary: '\u{1f9ea}'.repeat(2000), request: '\u{1f9ea}'.repeat(8000) } as const

async function ofSends(stage: Stage): Promise<void> {
  const { alpha, beta, adapter } = stage
  const key = `key-${randomUUID()}`
  changed(await send(alpha, beta, { idempotency_key: key }), 'a send with a key')
  const base = { recipient: beta.id, ...plainContent }
  const rows: readonly (readonly [input: string, call: JsonObject, wanted: 'invalid_input' | 'payload_too_large' | 'not_found' | 'idempotency_conflict'])[] = [
    ['shape before size', { ...base, ...large, priority: 'soon' }, 'invalid_input'],
    ['shape before parent', { ...base, title: '', parent_id: randomUUID() }, 'invalid_input'],
    ['shape before keys', { ...base, tags: 'none', idempotency_key: key }, 'invalid_input'],
    ['shape before policy', { ...base, recipient: 'nobody-by-that-name', expires_in_s: 0 }, 'invalid_input'],
    ['size before parent', { ...base, ...large, parent_id: randomUUID() }, 'payload_too_large'],
    ['size before keys', { ...base, ...large, idempotency_key: key }, 'payload_too_large'],
    ['size before policy', { ...base, ...large, recipient: 'nobody-by-that-name' }, 'payload_too_large'],
    ['parent before keys', { ...base, parent_id: randomUUID(), idempotency_key: key }, 'not_found'],
    ['parent before policy', { ...base, recipient: 'nobody-by-that-name', parent_id: randomUUID() }, 'not_found'],
    ['keys before policy', { ...base, recipient: 'nobody-by-that-name', idempotency_key: key }, 'idempotency_conflict'],
  ]
  for (const [input, call, wanted] of rows) judge(stage, order, `a send: ${input}`, await alpha.client.call('send', argumentsFor(adapter, 'send', call)), wanted)
}

async function ofTransitions(stage: Stage): Promise<void> {
  const { alpha, beta, adapter } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const key = `key-${randomUUID()}`
  const handoff = changed(await acknowledge(beta, (await sent(pair)).id, { idempotency_key: key }), 'an acknowledgement with a key')
  const completed = await brought(pair, 'completed')
  const before = await viewed(alpha, handoff.id)
  const shapeless = async (call: JsonObject): Promise<void> => {
    judge(stage, order, 'a transition: shape before access', await alpha.client.call('update_status', argumentsFor(adapter, 'update_status', call)), 'invalid_input')
  }
  await shapeless({ handoff_id: randomUUID(), status: 'done' })
  await shapeless({ handoff_id: randomUUID(), status: 'blocked', note: '' })
  judge(stage, order, 'a transition: shape before keys', await beta.client.call('acknowledge', argumentsFor(adapter, 'acknowledge', { handoff_id: handoff.id, expected_version: 'latest', idempotency_key: key })), 'invalid_input')
  judge(stage, order, 'a transition: access before keys', await acknowledge(beta, randomUUID(), { idempotency_key: key }), 'not_found')
  judge(stage, order, 'a transition: access before version', await acknowledge(beta, randomUUID(), { expected_version: 9 }), 'not_found')
  judge(stage, order, 'a transition: keys before version', await acknowledge(beta, handoff.id, { note: 'Another.', expected_version: 9, idempotency_key: key }), 'idempotency_conflict')
  judge(stage, order, 'a transition: keys before the table', await update(beta, completed.id, 'blocked', { idempotency_key: key }), 'idempotency_conflict')
  judge(stage, order, 'a transition: version before the table', await update(beta, completed.id, 'blocked', { expected_version: 1 }), 'version_conflict')
  await judgeUnchanged(stage, unchanged, 'the handoff, after all of them', alpha, before)
}

const why = 'A caller acts on the code that it gets. One that is told of the version where it may not even know of the handoff has learned something, and one that is told of policy in place of its own typing error looks in the wrong place.'

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.order-of-checks-sends',
    title: 'Of two faults of a send the first in the order of the contract is told',
    requirements: [order],
    abilities: ['error-codes', 'send-keys', 'expiry'],
    scenario: ofSends,
    explain: {
      sends: 'Sends with two faults each: shape, size, parent, a key that was used, policy.',
      expects: 'The code of the one that comes first in shape, size, parent, replay or conflict, policy.',
      why,
      failure: 'Checks are spread over layers that run in another order, or the key is looked up first of all.',
      fix: 'Check in one place, in the order of the contract.',
    },
  }),
  handoffCase({
    id: 'lifecycle.order-of-checks-transitions',
    title: 'Of two faults of a transition the first in the order of the contract is told',
    requirements: [order, unchanged],
    abilities: ['error-codes', 'transition-keys', 'versions'],
    scenario: ofTransitions,
    explain: {
      sends: 'Transitions with two faults each: shape, access, a key that was used, version, table.',
      expects: 'The code of the one that comes first in shape, access, replay or conflict, version, transition.',
      why,
      failure: 'The version or the state is compared before access or before the key.',
      fix: 'Check in one place, in the order of the contract.',
    },
  }),
]
