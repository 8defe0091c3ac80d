/** Servers with one rule of the handoff contract wrong, each seen by the cases about that rule. */
import type { ServerMutant } from '../mutant.ts'

/** @param kills Without the `lifecycle.` that they all begin with. */
function fault(id: string, title: string, file: string, [find, replace]: readonly [find: string, replace: string], ...kills: readonly string[]): ServerMutant {
  return { id: `rules-${id}`, title, target: 'reference', patch: { file: `server/${file}`, find, replace }, kills: kills.map((name) => `lifecycle.${name}`) }
}

const table = 'handoff/lifecycle.ts'
const lastArrow = "  { from: 'queued', to: 'expired', by: 'server' },\n"

/** One row more than the table has. */
function arrow(from: string, to: string, by: string): readonly [find: string, replace: string] {
  return [lastArrow, `${lastArrow}  { from: '${from}', to: '${to}', by: '${by}' },\n`]
}

const access = 'handoff/access.ts'
const sends = 'handoff/send.ts'
const moves = 'handoff/transition.ts'
const reads = 'handoff/reads.ts'
const replay = 'handoff/replay.ts'
const changes = 'handoff/changes.ts'
const cursor = 'handoff/cursor.ts'
const checks = 'tools/input.ts'
const stranger = '  if (agentId !== handoff.sender && agentId !== handoff.recipient) return false\n'
const notAllowed = '    if (!maySend(caller.policy, offer, now)) throw notPermitted()\n'

const transitions: readonly ServerMutant[] = [
  fault('recipient-cancels-accepted', 'The recipient may cancel what it has accepted.', table, arrow('accepted', 'cancelled', 'recipient'), 'transitions-recipient'),
  fault('recipient-blocks-cancelled', 'The recipient may block what was cancelled.', table, arrow('cancelled', 'blocked', 'recipient'), 'transitions-recipient'),
  fault('sender-completes-blocked', 'The sender may complete what is blocked.', table, arrow('blocked', 'completed', 'sender'), 'transitions-sender'),
  fault('related-is-party', 'Who may send to everybody is taken for a party of every handoff.', access, [stranger, `  if (agentId !== handoff.sender && agentId !== handoff.recipient && policy.agents.get(agentId)?.sendTo.has('*') !== true) return false\n`], 'containment', 'no-oracle-handoffs', 'transitions-third-party'),
  fault('nobody-is-party', 'Who may send to nobody is not asked whether it is a party.', access, [stranger, "  if (agentId !== handoff.sender && agentId !== handoff.recipient && policy.agents.get(agentId)?.sendTo.size !== 0) return false\n"], 'transitions-outsider'),
  fault('disabled-is-active', 'A disabled agent may go on.', 'registry/active.ts', ['  if (!agent.enabled) return false\n', ''], 'disabled-counterpart', 'no-oracle-sends', 'send-authorisation', 'transitions-disabled'),
]

const policy: readonly ServerMutant[] = [
  fault('expired-is-active', 'An agent that has expired is sent to as before.', 'registry/active.ts', ['  if (agent.expiresAt !== undefined && nowMs >= agent.expiresAt) return false\n', ''], 'disabled-counterpart', 'no-oracle-sends', 'send-authorisation'),
  fault('wrong-direction', 'The recipient has to be allowed to send to the sender, in place of receiving from it.', access, ['  return names(recipient.receiveFrom, sender.id)', '  return names(recipient.sendTo, sender.id)'], 'send-authorisation'),
  fault('star-invites', 'Who receives from everybody is sent to by everybody.', access, ['  if (!names(sender.sendTo, recipient.id)) return false\n', "  if (!names(sender.sendTo, recipient.id) && !recipient.receiveFrom.has('*')) return false\n"], 'access-follows-policy', 'no-oracle-sends', 'send-authorisation'),
  fault('ceilings-as-text', 'Levels are compared as text.', access, ['  return ceilings.indexOf(sensitivity) <= ceilings.indexOf(ceiling)', '  return sensitivity <= ceiling'], 'ceilings-at-send'),
  fault('access-without-relationship', 'Parties keep what they have when their relationship ends.', access, ['  if (!isActive(agent, now)) return false\n  if (!isRelated(sender, recipient)) return false\n', '  if (!isActive(agent, now)) return false\n'], 'access-follows-policy', 'keys-and-policy'),
  fault('lists-unfiltered', 'Lists show what may not be seen.', reads, [`    const view = viewOf(caller.policy, caller.agentId, box, now)
    const handoffs: Handoff[] = []
    for (const handoff of listHandoffs(transaction, { ...scope, after, ...view })) {
      if (!mayAccess(caller.policy, caller.agentId, handoff, now)) continue
`, `    const view = { counterparts: [...caller.policy.agents.keys()], sensitivities: ['public-safe', 'internal', 'restricted'] as const }
    const handoffs: Handoff[] = []
    for (const handoff of listHandoffs(transaction, { ...scope, after, ...view })) {
`], 'access-follows-policy', 'paging-access'),
  fault('forbidden-reads-otherwise', 'A handoff of others is refused with another text than one that never was.', reads, ["  if (handoff === undefined || !mayAccess(caller.policy, caller.agentId, handoff, now)) throw notFound('handoff_id')\n", "  if (handoff === undefined) throw notFound('handoff_id')\n  if (!mayAccess(caller.policy, caller.agentId, handoff, now)) throw Object.assign(notFound('handoff_id'), { message: 'You may not see this handoff.' })\n"], 'access-follows-policy', 'no-oracle-handoffs'),
  fault('forbidden-names-no-field', 'A transition of what never was names no field.', moves, ["    if (found === undefined || !mayAccess(caller.policy, caller.agentId, found, cause.now)) throw notFound('handoff_id')\n", "    if (found === undefined) throw new HandoffError('not_found', notFound('handoff_id').message)\n    if (!mayAccess(caller.policy, caller.agentId, found, cause.now)) throw notFound('handoff_id')\n"], 'no-oracle-handoffs'),
  fault('parent-reads-otherwise', 'A parent of others is refused with another text than one that never was.', sends, ["  if (parent === undefined || !mayAccess(caller.policy, caller.agentId, parent, now)) throw notFound('parent_id')\n", "  if (parent === undefined) throw notFound('parent_id')\n  if (!mayAccess(caller.policy, caller.agentId, parent, now)) throw Object.assign(notFound('parent_id'), { message: 'You may not see this parent.' })\n"], 'no-oracle-handoffs'),
  fault('unknown-recipient-told', 'A send to nobody has a text of its own.', sends, [notAllowed, `    if (!caller.policy.agents.has(draft.recipient)) throw new HandoffError('not_permitted', 'There is no such agent.')\n${notAllowed}`], 'no-oracle-sends'),
  fault('recipient-side-told', 'A send that the recipient does not want names the field.', sends, [notAllowed, `    if (caller.policy.agents.get(draft.recipient)?.receiveFrom.size === 0) throw new HandoffError('not_permitted', notPermitted().message, { field: 'recipient' })\n${notAllowed}`], 'no-oracle-sends'),
  fault('self-is-invalid', 'A handoff to oneself is an invalid input.', sends, [notAllowed, `    if (draft.recipient === caller.agentId) throw new HandoffError('invalid_input', 'Not to yourself.', { field: 'recipient' })\n${notAllowed}`], 'containment', 'keys-of-refused-calls', 'no-oracle-sends', 'send-authorisation'),
]

const threads: readonly ServerMutant[] = [
  fault('depth-from-root', 'Every child has depth 1.', sends, ['parent === undefined ? 0 : parent.depth + 1', 'parent === undefined ? 0 : 1'], 'depth', 'threads'),
  fault('ended-parent', 'A handoff that has ended cannot be continued.', sends, [notAllowed, `${notAllowed}    if (parent !== undefined && !['queued', 'accepted', 'blocked'].includes(parent.status)) throw notPermitted()\n`], 'threads'),
  fault('child-equally-sensitive', 'A child may not be more sensitive than its parent.', access, ['  return isWithinCeiling(parent.sensitivity, child.sensitivity)', '  return parent.sensitivity === child.sensitivity'], 'containment'),
  fault('depth-before-policy', 'The depth of a child is told before the policy is asked.', sends, [notAllowed, `    if (parent !== undefined && parent.depth >= maxDepth) throw new HandoffError('depth_exceeded', 'Too deep.', { field: 'parent_id' })\n${notAllowed}`], 'depth'),
]

const time: readonly ServerMutant[] = [
  fault('version-before-expiry', 'The version of a transition is that from before the expiry.', moves, ['const refused = refusal(current,', 'const refused = refusal({ ...current, version: found.version },'], 'expiry-instant'),
  fault('blocked-expires', 'What is blocked expires as well.', table, arrow('blocked', 'expired', 'server'), 'expiry-instant'),
  fault('expiry-rounded-up', 'A handoff lives for two seconds at least.', sends, ['draft.expires_in_s * 1000', 'Math.max(draft.expires_in_s, 2) * 1000'], 'expiry-real-time'),
  fault('later-version-will-do', 'A version that is yet to come is as good as the one that is.', moves, ['expectedVersion !== current.version', 'expectedVersion < current.version'], 'versions'),
  fault('conflict-moves', 'A transition that expects another version is refused, and made all the same.', moves, ['    if (refused !== undefined) return { refused }\n', "    if (refused !== undefined) {\n      if (refused.code === 'version_conflict' && current.status === 'queued') moveHandoff(transaction, current, 'blocked', { ...cause, actor: caller.agentId })\n      return { refused }\n    }\n"], 'versions'),
]

const keys: readonly ServerMutant[] = [
  fault('key-without-case', 'Keys in capitals are the same as in small letters.', 'store/idempotency.ts', ['WHERE identity = ? AND key = ?', 'WHERE identity = ? AND key = ? COLLATE NOCASE'], 'send-keys'),
  fault('key-without-priority', 'A key does not cover the priority.', replay, ['  const { idempotency_key: key, ...payload } = input\n', '  const { idempotency_key: key, priority: _, ...payload } = input as { idempotency_key?: string; priority?: string }\n'], 'send-keys'),
  fault('key-before-defaults', 'A default that is written out makes another call.', sends, ["keyedCall(caller.agentId, 'handoff_send', draft)", "keyedCall(caller.agentId, 'handoff_send', input)"], 'send-keys'),
  fault('key-by-order', 'Arguments in another order make another call.', replay, ['canonicalJson({ tool, input: payload })', 'JSON.stringify({ tool, input: payload })'], 'send-keys'),
  fault('key-without-note', 'A key does not cover the note.', moves, ['const call = keyedCall(caller.agentId, tool, input)', 'const { note: _, ...covered } = input\n  const call = keyedCall(caller.agentId, tool, covered)'], 'transition-keys'),
  fault('key-without-handoff', 'A key does not cover the handoff that is moved.', moves, ['const call = keyedCall(caller.agentId, tool, input)', "const call = keyedCall(caller.agentId, tool, { ...input, handoff_id: '' } as AcknowledgeInput)"], 'transition-keys'),
  fault('refused-key-burnt', 'A key of a call that was refused cannot be used again.', replay, ['  if (record === undefined) return undefined\n', "  if (record === undefined) {\n    const tried = ((globalThis as { triedKeys?: Map<string, string> }).triedKeys ??= new Map())\n    const before = tried.get(call.key)\n    tried.set(call.key, call.inputHash)\n    if (before !== undefined && before !== call.inputHash) throw new HandoffError('idempotency_conflict', 'Used.')\n    return undefined\n  }\n"], 'keys-of-refused-calls'),
  fault('replay-asks-to-send', 'A replay is not found where the send would not be allowed any more.', sends, ["      if (!mayAccess(caller.policy, caller.agentId, replay, now)) throw notFound('handoff_id')\n", "      if (!maySend(caller.policy, replay, now)) throw notFound('handoff_id')\n"], 'keys-and-policy'),
  fault('keys-until-restart', 'Keys from before the start of the server are forgotten.', 'store/idempotency.ts', ['  if (row === undefined) return undefined\n', "  const since = ((globalThis as { keysSince?: WeakMap<object, Map<string, true>> }).keysSince ??= new WeakMap())\n  const known = since.get(transaction) ?? new Map()\n  since.set(transaction, known)\n  if (row === undefined) known.set(identity + key, true)\n  if (row === undefined || !known.has(identity + key)) return undefined\n"], 'keys-after-restart'),
  fault('key-in-event', 'The key of a send stands in its event.', sends, ['{ actor: caller.agentId, policyRevision: caller.policy.revision, now })', '{ actor: caller.agentId, policyRevision: caller.policy.revision, now, ...(draft.idempotency_key === undefined ? {} : { note: draft.idempotency_key }) })'], 'key-not-shown'),
  fault('transition-key-in-event', 'The key of a transition stands in its event.', moves, ['const note = input.note === undefined ? {} : { note: input.note }', "const note = input.idempotency_key === undefined ? {} : { note: input.idempotency_key }"], 'key-not-shown'),
]

const order: readonly ServerMutant[] = [
  fault('size-before-shape', 'The size of an input is looked at before its shape.', checks, ['  const isValid = validatorOf(tool.inputSchema)\n', "  if (Buffer.byteLength(JSON.stringify(input)) > maxMessageBytes) throw new HandoffError('payload_too_large', 'Too large.')\n  const isValid = validatorOf(tool.inputSchema)\n"], 'order-of-checks-sends'),
  fault('policy-before-parent', 'The policy is asked before the parent is looked for.', sends, ['    const parent = findParent(transaction, caller, draft.parent_id, now)\n', '    if (draft.idempotency_key === undefined && !maySend(caller.policy, { sender: caller.agentId, recipient: draft.recipient, sensitivity: draft.sensitivity }, now)) throw notPermitted()\n    const parent = findParent(transaction, caller, draft.parent_id, now)\n'], 'order-of-checks-sends'),
  fault('keys-before-access', 'A key is looked up before it is known whether the caller may see the handoff.', moves, ['    const found = findHandoff(transaction, input.handoff_id)\n', '    findReplay(transaction, call)\n    const found = findHandoff(transaction, input.handoff_id)\n'], 'order-of-checks-transitions'),
]

const lists: readonly ServerMutant[] = [
  fault('default-limit', 'A page has 50 handoffs where no limit is given.', reads, ['limit: 20 }', 'limit: 50 }'], 'paging'),
  fault('order-by-change', 'Lists are ordered by the last change.', 'store/handoffs.ts', ['ORDER BY created_at DESC, id DESC', 'ORDER BY updated_at DESC, id DESC'], 'paging-inserts'),
  fault('cursor-of-anybody', 'A cursor is good for every agent.', cursor, ['agent: scope.agentId,', "agent: '',"], 'paging-cursors'),
  fault('cursor-of-any-box', 'A cursor is good for both boxes.', cursor, ['box: scope.box,', "box: '',"], 'paging-cursors'),
  fault('cursor-of-any-states', 'A cursor is good for all states.', cursor, ['const statuses = [...new Set(scope.statuses)].sort()', 'const statuses: string[] = []'], 'paging-cursors'),
  fault('default-states', 'A list shows everything where no states are given.', reads, ['statuses: openStatuses,', "statuses: ['queued', 'accepted', 'blocked', 'completed', 'cancelled', 'expired'] as const,"], 'inbox-filters'),
]

const events: readonly ServerMutant[] = [
  fault('noted-by-sender', 'The actor of an event with a note is the sender.', changes, ['    actor: cause.actor,\n', '    actor: cause.note === undefined ? cause.actor : handoff.sender,\n'], 'events'),
  fault('note-cut', 'Notes are cut after their first line.', changes, ['{ note: cause.note }', "{ note: cause.note.split('\\n')[0] ?? '' }"], 'events', 'inert-text'),
  fault('hash-of-plain-json', 'Hashes are taken over JSON that is not canonical.', 'store/hash-chain.ts', ['  return canonicalJson({ ...event })', '  return JSON.stringify(event)'], 'event-chain'),
  fault('hash-the-other-way', 'Hashes are taken over the event followed by the previous hash.', 'store/hash-chain.ts', ["hash('sha256', previousHash + text, 'hex')", "hash('sha256', text + previousHash, 'hex')"], 'event-chain'),
  fault('first-revision', 'Events name the policy of the first of them.', changes, ['    policy_revision: cause.policyRevision,\n', '    policy_revision: ((globalThis as { firstRevision?: string }).firstRevision ??= cause.policyRevision),\n'], 'event-policy-revision'),
]

const inputs: readonly ServerMutant[] = [
  fault('title-one-more', 'A title may have 161 characters.', 'tools/handoff-send.ts', ['text(1, 160,', 'text(1, 161,'], 'inputs-send'),
  fault('tags-one-more', 'There may be 21 tags.', 'tools/handoff-send.ts', ['textList(20, 50,', 'textList(21, 50,'], 'inputs-send'),
  fault('life-one-less', 'The longest life of a handoff is a second shorter.', 'tools/handoff-send.ts', ['wholeNumber(1, 2_592_000,', 'wholeNumber(1, 2_591_999,'], 'inputs-send'),
  fault('note-one-more', 'A note may have 501 characters.', 'tools/arguments.ts', ['text(1, 500,', 'text(1, 501,'], 'inputs-transitions'),
  fault('key-one-less', 'A key may have seven characters.', 'tools/arguments.ts', ['text(8, 128,', 'text(7, 128,'], 'inputs-send', 'inputs-transitions'),
  fault('limit-one-more', 'A page may have 101 handoffs.', 'tools/handoff-inbox.ts', ['wholeNumber(1, 100,', 'wholeNumber(1, 101,'], 'inputs-reads'),
  fault('code-units', 'Lengths are counted in UTF-16 units.', 'tools/validation.ts', ['validateFormats: false })', 'validateFormats: false, unicode: false })'], 'inputs-send', 'inputs-transitions'),
  fault('second-controls', 'Control characters beyond ASCII are let through.', checks, ['\\u007f-\\u009f]', '\\u007f]'], 'inputs-send', 'inputs-transitions'),
  fault('line-feed-refused', 'Line feeds are refused as control characters.', checks, ['\\u0000-\\u0008\\u000b', '\\u0000-\\u0008\\u000a\\u000b'], 'inputs-send', 'inputs-transitions'),
  fault('controls-trimmed', 'Control characters at the end are trimmed away before they are looked for.', checks, ["checkText('', given)", "checkText('', input)"], 'inputs-send', 'inputs-transitions'),
  fault('nulls-kept', 'Null is a value of its own.', checks, ['value === null && Object.hasOwn', 'value === undefined && Object.hasOwn'], 'inputs-send'),
  fault('length-before-trimming', 'Lengths are counted before white space is taken away.', checks, ['[key, trimmed(value)]', '[key, value]'], 'inputs-send'),
  fault('get-unchecked', 'The input of get is not held against its schema.', checks, ['  if (!isValid(input)) {', "  if (!isValid(input) && tool.name !== 'handoff_get') {"], 'inputs-reads', 'inputs-schemas'),
  fault('field-left-out', 'A refusal does not say which argument it means.', checks, ['messageOf(error), optionalField(fieldOf(error))', 'messageOf(error)'], 'inputs-reads', 'inputs-send', 'inputs-transitions'),
]

const content: readonly ServerMutant[] = [
  fault('text-normalised', 'Texts are normalised.', checks, ['return value.trim()', "return value.trim().normalize('NFC')"], 'inert-text'),
  fault('text-escaped', 'Markup in titles is escaped.', sends, ['    title: draft.title,\n', "    title: draft.title.replaceAll('<', '&lt;'),\n"], 'inert-text'),
  fault('direction-stripped', 'Bidirectional controls are taken out of texts.', checks, ['return value.trim()', "return value.trim().replaceAll(/[\\u202a-\\u202e\\u2066-\\u2069]/g, '')"], 'inert-text'),
  fault('references-fetched', 'References are fetched when they are sent.', sends, ['    const handoff = newHandoff(caller, draft, parent, now)\n', "    const handoff = newHandoff(caller, draft, parent, now)\n    for (const ref of draft.context_refs) if (ref.startsWith('http')) void fetch(ref).catch(() => undefined)\n"], 'inert-references'),
  fault('updated-later', 'A handoff was updated after it was created.', sends, ['    updated_at: isoTime(now),\n', '    updated_at: isoTime(now + 1),\n'], 'handoff-shape'),
  fault('low-by-default', 'The default priority is low.', sends, ["priority: 'normal' }", "priority: 'low' }"], 'handoff-shape', 'send-keys'),
  fault('size-in-characters', 'The size of an input is counted in characters.', checks, ['Buffer.byteLength(JSON.stringify(input))', 'JSON.stringify(input).length'], 'order-of-checks-sends', 'payload-size'),
  fault('size-one-less', 'An input may have one byte less than the limit.', checks, ['if (bytes > maxMessageBytes)', 'if (bytes >= maxMessageBytes)'], 'payload-size'),
  fault('whoami-lists', 'Whoami tells whom one may send to as whom one receives from.', 'handoff/service.ts', ['receive_from: [...agent.receiveFrom]', 'receive_from: [...agent.sendTo]'], 'whoami'),
  fault('refusal-for-people', 'The text of a refusal is a sentence for people.', 'tools/table.ts', ['  return { ...resultOf(structuredContent), isError: true }', "  return { ...resultOf(structuredContent), content: [{ type: 'text', text: message }], isError: true }"], 'results-as-text'),
]

export const lifecycleRules: readonly ServerMutant[] = [...transitions, ...policy, ...threads, ...time, ...keys, ...order, ...lists, ...events, ...inputs, ...content]
