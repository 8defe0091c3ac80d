/** Idempotency keys: the same call is done once and answered as it was first answered, a different one is refused. */
import { randomUUID } from 'node:crypto'
import type { Answer, SeenHandoff, SendInput } from '../../harness/handoff/contract.ts'
import { argumentsFor } from '../../harness/target/adapter.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { Case } from '../../harness/run/case.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { acknowledge, changed, get, inbox, page, plainContent, send, sent, update, viewed } from './acting.ts'
import { judge, judgeThat, judgeUnchanged } from './judging.ts'
import { handoffCase } from './define.ts'
import { openStage } from './stage.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const keys = 'handoff.keys'
const scope = 'handoff.key-scope'
const refusedKeys = 'handoff.keys-of-refused-calls'
const replayAccess = 'handoff.replay-needs-access'
const secret = 'handoff.key-is-not-shown'
const transitionSecret = 'hardening.handoff-transition-key'
const unchanged = 'handoff.refusal-changes-nothing'

const newKey = (): string => `key-${randomUUID()}`

/** Arguments of any kind, null too. */
async function sendAnything({ adapter }: Stage, by: Actor, input: JsonObject): Promise<Answer> {
  return by.client.call('send', argumentsFor(adapter, 'send', input))
}

/** Observes that a call was answered as the first one was. */
function judgeReplay(stage: Stage, requirement: string, input: string, answer: Answer, first: SeenHandoff): void {
  if (!judge(stage, requirement, input, answer, 'ok') || answer.kind !== 'ok' || answer.result.kind !== 'change') return
  const { handoff, replayed } = answer.result
  const problem = handoff.id !== first.id ? 'another handoff'
    : stage.has('replayed') && replayed !== true ? 'not marked as replayed'
      : canonicalText(handoff) === canonicalText(first) ? undefined : 'the handoff, but not as it was first answered'
  judgeThat(stage, requirement, input, problem === undefined, 'the first answer again', problem ?? '')
}

/** Observes that a call was done, and not answered again. @returns The handoff. */
function judgeDone(stage: Stage, requirement: string, input: string, answer: Answer): SeenHandoff {
  if (judge(stage, requirement, input, answer, 'ok') && stage.has('replayed') && answer.kind === 'ok' && answer.result.kind === 'change') {
    judgeThat(stage, requirement, input, answer.result.replayed === false, 'done now, not replayed', 'marked as replayed, or not marked')
  }
  return changed(answer, input)
}

async function keysOfSends(stage: Stage): Promise<void> {
  const { alpha, context } = stage
  const able = context.fixture.abilities.has('issueToken')
  const recipient = able ? await stage.joined() : stage.beta
  const full = {
    recipient: recipient.id, title: `With a key, ${randomUUID()}`, summary: 'What to know.', request: 'What to do.', context_refs: ['a', 'b'], artifact_refs: ['c'], tags: ['d'],
    sensitivity: 'internal', priority: 'high', idempotency_key: newKey(),
  } as const
  const plain = { ...plainContent, recipient: recipient.id, title: `With a key, ${randomUUID()}`, idempotency_key: newKey() }
  const first = judgeDone(stage, keys, 'the first send', await sendAnything(stage, alpha, full))
  const second = judgeDone(stage, keys, 'the first send without defaults', await sendAnything(stage, alpha, plain))
  const same: readonly (readonly [input: string, call: JsonObject, of: SeenHandoff])[] = [
    ['the same send', full, first],
    ['the same send, its arguments in another order', Object.fromEntries(Object.entries(full).toReversed()), first],
    ['the same send, with white space around texts and key', { ...full, title: ` ${full.title}\n`, context_refs: [' a', 'b '], idempotency_key: ` ${full.idempotency_key} ` }, first],
    ['the same send, with null for what is absent', { ...full, parent_id: null, expires_in_s: null }, first],
    ['the defaults written out', { ...plain, context_refs: [], artifact_refs: [], tags: [], sensitivity: 'internal', priority: 'normal' }, second],
    ['null for the defaults', { ...plain, context_refs: null, tags: null, sensitivity: null, priority: null }, second],
  ]
  for (const [input, call, of] of same) judgeReplay(stage, keys, input, await sendAnything(stage, alpha, call), of)
  const other: readonly (readonly [input: string, change: Partial<SendInput>])[] = [
    ['title', { title: 'Another title' }], ['summary', { summary: 'Something else to know.' }], ['request', { request: 'Something else to do.' }],
    ['recipient', { recipient: recipient === stage.beta ? alpha.id : stage.beta.id }], ['references', { context_refs: ['b', 'a'] }], ['artifacts', { artifact_refs: [] }],
    ['tags', { tags: ['d', 'd'] }], ['sensitivity', { sensitivity: 'restricted' }], ['priority', { priority: 'urgent' }], ['parent', { parent_id: first.id }],
    ...(stage.has('expiry') ? [['end', { expires_in_s: 60 }] as const] : []),
  ]
  for (const [input, change] of other) judge(stage, keys, `the same key, with another ${input}`, await sendAnything(stage, alpha, { ...full, ...change }), 'idempotency_conflict')
  judgeDone(stage, scope, 'the key in other letters', await sendAnything(stage, alpha, { ...full, idempotency_key: full.idempotency_key.toUpperCase() }))
  if (recipient !== stage.beta) judgeDone(stage, scope, 'the key and payload of another identity', await sendAnything(stage, stage.beta, full))
  // The one in other letters and that of the other identity are of the same title.
  const titled = (await page(recipient, { limit: 100 })).handoffs.filter(({ title }) => title === full.title || title === plain.title).length
  const wanted = recipient === stage.beta ? 3 : 4
  judgeThat(stage, keys, 'the inbox of the recipient, after all of them', titled === wanted, 'a handoff for each call that was done, and no other', `${titled} handoffs after ${wanted} calls that were done`)
  judgeReplay(stage, keys, 'the same send, after everything', await sendAnything(stage, alpha, full), first)
}

async function keysOfTransitions(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const [handoff, other, third] = [await sent(pair), await sent(pair), await sent(pair)]
  const key = newKey()
  const call = { note: 'A note.', idempotency_key: key }
  const accepted = judgeDone(stage, keys, 'the first acknowledgement', await acknowledge(beta, handoff.id, call))
  const before = await viewed(alpha, handoff.id)
  const otherBefore = await viewed(alpha, other.id)
  judgeReplay(stage, keys, 'the same acknowledgement', await acknowledge(beta, handoff.id, call), accepted)
  judgeReplay(stage, keys, 'the same acknowledgement, with white space around note and key', await acknowledge(beta, handoff.id, { note: '\tA note. ', idempotency_key: ` ${key}` }), accepted)
  const conflicts: readonly (readonly [input: string, act: () => Promise<Answer>])[] = [
    ['another note', async () => acknowledge(beta, handoff.id, { ...call, note: 'Another note.' })],
    ['no note', async () => acknowledge(beta, handoff.id, { idempotency_key: key })],
    ['another handoff', async () => acknowledge(beta, other.id, call)],
    ['another tool', async () => update(beta, handoff.id, 'blocked', call)],
    ['a send', async () => send(beta, alpha, { idempotency_key: key })],
    ...(stage.has('versions') ? [['a version', async () => acknowledge(beta, handoff.id, { ...call, expected_version: 1 })] as const] : []),
  ]
  for (const [input, act] of conflicts) judge(stage, input === 'another tool' || input === 'a send' ? scope : keys, `the key of an acknowledgement, with ${input}`, await act(), 'idempotency_conflict')
  await judgeUnchanged(stage, unchanged, 'the handoff, after replays and conflicts', alpha, before)
  await judgeUnchanged(stage, unchanged, 'the other handoff, after a conflict', alpha, otherBefore)

  const blocking = { idempotency_key: newKey() }
  const blocked = judgeDone(stage, keys, 'the first block', await update(beta, handoff.id, 'blocked', blocking))
  judgeReplay(stage, keys, 'the acknowledgement, after the handoff was blocked', await acknowledge(beta, handoff.id, call), accepted)
  judgeReplay(stage, keys, 'the same block', await update(beta, handoff.id, 'blocked', blocking), blocked)
  judge(stage, keys, 'the key of a block, with another status', await update(beta, handoff.id, 'completed', blocking), 'idempotency_conflict')
  changed(await update(beta, handoff.id, 'completed'), 'a completion')
  const after = await viewed(alpha, handoff.id)
  judgeReplay(stage, keys, 'the acknowledgement, after the handoff was completed', await acknowledge(beta, handoff.id, call), accepted)
  await judgeUnchanged(stage, unchanged, 'the completed handoff, after a replay', alpha, after)
  if (stage.has('versions')) {
    const versioned = { expected_version: 1, idempotency_key: newKey() }
    const taken = judgeDone(stage, keys, 'an acknowledgement that names its version', await acknowledge(beta, third.id, versioned))
    judgeReplay(stage, keys, 'the same one, although the version has passed', await acknowledge(beta, third.id, versioned), taken)
  }
  judgeDone(stage, scope, 'the key of the other party', await update(alpha, other.id, 'cancelled', { idempotency_key: key }))
}

async function refusedCalls(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const sending = newKey()
  judge(stage, refusedKeys, 'a send that the policy refuses', await send(alpha, alpha, { idempotency_key: sending }), 'not_permitted')
  judge(stage, refusedKeys, 'a send with a parent that never was', await send(alpha, beta, { idempotency_key: sending, parent_id: randomUUID() }), 'not_found')
  judge(stage, refusedKeys, 'a send without a title', await sendAnything(stage, alpha, { recipient: beta.id, summary: 'S', request: 'R', idempotency_key: sending }), 'invalid_input')
  judgeDone(stage, refusedKeys, 'another send, with the key of those that were refused', await send(alpha, beta, { idempotency_key: sending }))
  if (!stage.has('transition-keys')) return
  const handoff = await sent(pair)
  const moving = newKey()
  judge(stage, refusedKeys, 'a transition that is illegal', await update(beta, handoff.id, 'completed', { idempotency_key: moving }), 'illegal_transition')
  if (stage.has('versions')) judge(stage, refusedKeys, 'a transition with another version', await acknowledge(beta, handoff.id, { idempotency_key: moving, expected_version: 7 }), 'version_conflict')
  judgeDone(stage, refusedKeys, 'another transition, with the key of those that were refused', await acknowledge(beta, handoff.id, { idempotency_key: moving }))
}

async function afterEdits(stage: Stage): Promise<void> {
  const { alpha, beta, context: { fixture } } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const sending = { sensitivity: 'internal', idempotency_key: newKey() } as const
  const first = changed(await send(alpha, beta, sending), 'a send with a key')
  const moving = { idempotency_key: newKey() }
  const taken = stage.has('transition-keys') ? changed(await acknowledge(beta, (await sent(pair)).id, moving), 'an acknowledgement with a key') : undefined
  const again = async (by: 'sender' | 'recipient'): Promise<Answer> => (by === 'sender' ? send(alpha, beta, sending) : acknowledge(beta, taken?.id ?? '', moving))

  await fixture.setPolicy(beta.identity, { enabled: false })
  judgeReplay(stage, keys, 'the same send, to a recipient that was disabled since', await again('sender'), first)
  await fixture.setPolicy(beta.identity, { enabled: true })
  for (const [name, of, policy, back] of [
    ['the ceiling of the sender was lowered', alpha, { ceiling: 'public-safe' }, { ceiling: 'restricted' }],
    ['the recipient receives from nobody', beta, { receiveFrom: [] }, { receiveFrom: ['*'] }],
  ] as const) {
    await fixture.setPolicy(of.identity, policy)
    judge(stage, replayAccess, `the same send, after ${name}`, await again('sender'), 'not_found')
    await fixture.setPolicy(of.identity, back)
    judgeReplay(stage, keys, `the same send, once ${name} no more`, await again('sender'), first)
  }
  if (taken === undefined) return
  await fixture.setPolicy(beta.identity, { ceiling: 'public-safe' })
  judge(stage, replayAccess, 'the same acknowledgement, after the ceiling of the recipient was lowered', await again('recipient'), 'not_found')
  judgeReplay(stage, keys, 'the same send, after the ceiling of the recipient was lowered', await again('sender'), first)
  await fixture.setPolicy(beta.identity, { ceiling: 'restricted' })
  judgeReplay(stage, keys, 'the same acknowledgement, once the policy is back', await again('recipient'), taken)
}

async function afterRestart(before: Stage): Promise<void> {
  const { context } = before
  const sending = { idempotency_key: newKey() }
  const first = changed(await send(before.alpha, before.beta, sending), 'a send with a key')
  const moving = { idempotency_key: newKey() }
  const taken = before.has('transition-keys') ? changed(await acknowledge(before.beta, first.id, moving), 'an acknowledgement with a key') : undefined
  const view = await viewed(before.alpha, first.id)
  await context.fixture.restart()
  // The connections went with the target.
  const stage = await openStage(context)
  const { alpha, beta } = stage
  try {
    await judgeUnchanged(stage, unchanged, 'the handoff, after a restart', alpha, view)
    judgeReplay(stage, keys, 'the same send, after a restart', await send(alpha, beta, sending), first)
    judge(stage, keys, 'the same key with another payload, after a restart', await send(alpha, beta, { ...sending, title: 'Another title' }), 'idempotency_conflict')
    if (taken !== undefined) judgeReplay(stage, keys, 'the same acknowledgement, after a restart', await acknowledge(beta, first.id, moving), taken)
    await judgeUnchanged(stage, unchanged, 'the handoff, after all of them', alpha, view)
  } finally {
    stage.close()
  }
}

async function notShown(stage: Stage): Promise<void> {
  const { alpha, beta, adapter } = stage
  const [ofSender, ofRecipient] = [newKey(), newKey()]
  const handoff = changed(await send(alpha, beta, { idempotency_key: ofSender }), 'a send with a key')
  const text = async (by: Actor, kind: 'get' | 'inbox' | 'acknowledge' | 'update_status', input: JsonObject): Promise<string> => JSON.stringify((await by.client.raw(kind, argumentsFor(adapter, kind, input))).answer)
  const seen: readonly (readonly [input: string, text: string, key: string])[] = [
    ['what the recipient reads', await text(beta, 'get', { handoff_id: handoff.id }), ofSender],
    ['what the recipient lists', await text(beta, 'inbox', { limit: 100 }), ofSender],
    ['what the recipient is answered', await text(beta, 'acknowledge', { handoff_id: handoff.id, idempotency_key: ofRecipient }), ofSender],
    ['what the sender reads, with the events', await text(alpha, 'get', { handoff_id: handoff.id }), ofRecipient],
    ['what the recipient reads, with the events', await text(beta, 'get', { handoff_id: handoff.id }), ofSender],
  ]
  for (const [input, given, key] of seen) judgeThat(stage, key === ofSender ? secret : transitionSecret, input, given.length > 20 && !given.includes(key), 'no key of the other party', 'the key of the other party')
  judge(stage, secret, 'the handoff is read', await get(beta, handoff.id), 'ok')
  judge(stage, secret, 'the inbox is read', await inbox(beta), 'ok')
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.send-keys',
    title: 'A send with a key is done once',
    requirements: [keys, scope],
    abilities: ['send-keys'],
    scenario: keysOfSends,
    explain: {
      sends: 'A send with a key, the same again in every way in which it can be written, the key with each part of the payload changed, in other letters, and by another identity.',
      expects: 'The first answer again for the same payload, defaults, null, order and white space aside; idempotency_conflict for another one; keys of others and in other letters are other keys; one handoff for each call that was done.',
      why: 'A caller that lost an answer must be able to ask again without handing the work over twice.',
      failure: 'The raw arguments are compared, a field is left out of the comparison, keys are shared between identities, or a replay writes.',
      fix: 'Hash the canonical input with its defaults, keep it by identity and key in the transaction of the change, and answer from it.',
    },
  }),
  handoffCase({
    id: 'lifecycle.transition-keys',
    title: 'A transition with a key is done once, and answered the same after the handoff has moved on',
    requirements: [keys, scope, unchanged],
    abilities: ['transition-keys'],
    scenario: keysOfTransitions,
    explain: {
      sends: 'Transitions with keys, again, after the handoff moved on and after its end, with another note, version, handoff, status and tool, and by the other party.',
      expects: 'The first answer again for the same input whatever the state is now, idempotency_conflict for another input or tool, and nothing written by either.',
      why: 'A retry after a lost answer must not be told that its own transition is illegal.',
      failure: 'The state or the version is checked before the key, the current handoff is answered in place of the first answer, or the key is bound to less than all of the input.',
      fix: 'Look the key up right after access, and answer with what was recorded.',
    },
  }),
  handoffCase({
    id: 'lifecycle.keys-of-refused-calls',
    title: 'A refused call leaves its key free',
    requirements: [refusedKeys],
    abilities: ['send-keys'],
    scenario: refusedCalls,
    explain: {
      sends: 'Sends and transitions with a key that are refused for policy, parent, input, state or version, and then good ones with the same key.',
      expects: 'The good ones are done, and not answered with a conflict or an old refusal.',
      why: 'Only what was done needs protection from being done again; a key that is burnt by a refusal makes the caller believe in work that was never handed over.',
      failure: 'The key is recorded before the call is judged, or refusals are recorded too.',
      fix: 'Record the key with the change, in one transaction.',
    },
  }),
  handoffCase({
    id: 'lifecycle.keys-and-policy',
    title: 'A replay is answered as first, or not found where the caller may not read the handoff any more',
    requirements: [keys, replayAccess],
    abilities: ['send-keys'],
    needs: ['setPolicy'],
    fixture: 'own',
    scenario: afterEdits,
    explain: {
      sends: 'Calls with keys again after the recipient was disabled, a ceiling lowered, a relationship removed, and all of it put back.',
      expects: 'The first answer where the caller may still read the handoff, although a new send would be refused; not_found where it may not; the first answer again once it may.',
      why: 'A replay shows a handoff. It must neither be a way around the policy nor be refused because the policy would not allow the call anew.',
      failure: 'Keys are looked up before access, or policy before keys.',
      fix: 'Keep the order of the contract: parent, replay with a check of access, then policy.',
    },
  }),
  handoffCase({
    id: 'lifecycle.keys-after-restart',
    title: 'Keys are remembered across a restart',
    requirements: [keys, unchanged],
    abilities: ['send-keys'],
    needs: ['restart'],
    fixture: 'own',
    scenario: afterRestart,
    explain: {
      sends: 'A send and a transition with keys, a restart of the target, the same calls and one with another payload.',
      expects: 'The first answers again, a conflict for the other payload, and the handoff as before.',
      why: 'A restart is when answers get lost, and retries come.',
      failure: 'Keys are kept in memory, or for a time only.',
      fix: 'Store keys beside the handoffs, for ever.',
    },
  }),
  handoffCase({
    id: 'lifecycle.key-not-shown',
    title: 'A key is shown to nobody but who gave it',
    requirements: [secret, transitionSecret],
    abilities: ['send-keys'],
    scenario: notShown,
    explain: {
      sends: 'A send and an acknowledgement with keys, and reads and lists by the other party.',
      expects: 'The key of the other party is nowhere in the answers, in the events neither.',
      why: 'Keys are often made from names of jobs and runs, and with the key of somebody else mistakes can be provoked.',
      failure: 'The row of the handoff is answered as it is stored, or the key is noted in the event.',
      fix: 'Keep keys in a table of their own.',
    },
  }),
]
