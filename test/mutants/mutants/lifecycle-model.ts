/** Servers with one rule of the handoff contract wrong, found by programs that are made up and shrunk to a few steps. */
import type { ServerMutant } from '../mutant.ts'

/** As short as anybody could write them. */
const program = { atMost: 6 } as const

/** Far more than any of them needs. */
const runs = 200

const alone = ['lifecycle.model'] as const
const policy = ['lifecycle.model-policy'] as const
const time = ['lifecycle.model-time'] as const

function fault(id: string, title: string, kills: readonly string[], file: string, find: string, replace: string): ServerMutant {
  return { id: `model-${id}`, title, target: 'reference', patch: { file: `server/${file}`, find, replace }, kills, program, runs }
}

const table = 'handoff/lifecycle.ts'
const lastArrow = "  { from: 'queued', to: 'expired', by: 'server' },\n"

/** One arrow more than the contract has. */
function arrow(from: string, to: string, by: string, kills: readonly string[] = alone): ServerMutant {
  return fault(`${by}-takes-${from}-to-${to}`, `The ${by} may take a handoff from ${from} to ${to}.`, kills, table, lastArrow, `${lastArrow}  { from: '${from}', to: '${to}', by: '${by}' },\n`)
}

const arrows: readonly ServerMutant[] = [
  arrow('queued', 'accepted', 'sender'),
  arrow('blocked', 'accepted', 'sender'),
  arrow('queued', 'blocked', 'sender'),
  arrow('accepted', 'completed', 'sender'),
  arrow('accepted', 'cancelled', 'sender'),
  arrow('blocked', 'cancelled', 'sender'),
  arrow('completed', 'cancelled', 'sender'),
  arrow('cancelled', 'cancelled', 'sender'),
  arrow('queued', 'completed', 'recipient'),
  arrow('queued', 'cancelled', 'recipient'),
  arrow('accepted', 'accepted', 'recipient'),
  arrow('blocked', 'blocked', 'recipient'),
  arrow('completed', 'accepted', 'recipient'),
  arrow('completed', 'blocked', 'recipient'),
  arrow('completed', 'completed', 'recipient'),
  arrow('cancelled', 'accepted', 'recipient'),
  arrow('cancelled', 'completed', 'recipient'),
  arrow('expired', 'accepted', 'recipient', time),
  arrow('expired', 'cancelled', 'sender', time),
  fault('no-way-back-to-accepted', 'A blocked handoff cannot be accepted any more.', alone, table, "  { from: 'blocked', to: 'accepted', by: 'recipient' },\n", ''),
  fault('blocked-is-not-open', 'A box leaves out what is blocked where no status is asked for.', alone, table, "['queued', 'accepted', 'blocked']", "['queued', 'accepted']"),
]

const access = 'handoff/access.ts'

const rights: readonly ServerMutant[] = [
  fault('third-party-reads', 'Anybody who knows the id of a handoff may get it.', alone, 'handoff/reads.ts', "  if (handoff === undefined || !mayAccess(caller.policy, caller.agentId, handoff, now)) throw notFound('handoff_id')\n", "  if (handoff === undefined) throw notFound('handoff_id')\n"),
  fault('third-party-moves', 'Whoever knows the id of a handoff is told that a move is illegal, and not that it is not there.', alone, access, '  if (agentId !== handoff.sender && agentId !== handoff.recipient) return false\n', ''),
  fault('sender-side-ignored', 'A relationship is one where the recipient alone wants it.', policy, access, '  if (!names(sender.sendTo, recipient.id)) return false\n', ''),
  fault('recipient-side-ignored', 'A relationship is one where the sender alone wants it.', policy, access, '  return names(recipient.receiveFrom, sender.id)', '  return true'),
  fault('sender-ceiling-ignored', 'An agent sends what is above its own ceiling.', policy, access, '  if (!isWithinCeiling(handoff.sensitivity, sender.disclosureCeiling)) return false\n', ''),
  fault('recipient-ceiling-ignored', 'An agent is sent what is above its ceiling.', policy, access, '  return isWithinCeiling(handoff.sensitivity, recipient.disclosureCeiling)', '  return true'),
  fault('read-ceiling-ignored', 'An agent whose ceiling was lowered still sees what is above it.', policy, access, '  return isWithinCeiling(handoff.sensitivity, agent.disclosureCeiling)', '  return true'),
  fault('read-ceiling-of-both', 'A lower ceiling of the other party takes a handoff away.', policy, access, '  return isWithinCeiling(handoff.sensitivity, agent.disclosureCeiling)', '  return [sender, recipient].every((party) => isWithinCeiling(handoff.sensitivity, party.disclosureCeiling))'),
  fault('disabled-recipient', 'What is sent to a disabled agent is kept for it.', policy, access, '  if (!isActive(recipient, now)) return false\n', ''),
  fault('disabled-counterpart', 'A party that is disabled takes a handoff away from the other one.', policy, access, '  if (!isActive(agent, now)) return false\n', '  if (!isActive(sender, now) || !isActive(recipient, now)) return false\n'),
  fault('sent-to-itself', 'An agent hands work to itself.', alone, access, '  if (sender.id === recipient.id) return false\n', ''),
  fault('child-to-third-party', 'A child leaves the two parties of its parent.', alone, access, '  if (!parties.includes(child.recipient)) return false\n', ''),
  fault('child-less-sensitive', 'A child is less sensitive than its parent.', alone, access, '  return isWithinCeiling(parent.sensitivity, child.sensitivity)', '  return true'),
]

const sends = 'handoff/send.ts'

const children: readonly ServerMutant[] = [
  fault('thread-of-its-own', 'A child begins a thread of its own.', alone, sends, 'parent?.thread_id ?? randomUUID()', 'randomUUID()'),
  fault('parent-unseen', 'A child of a handoff that its sender may not see is refused by policy, which tells that the parent is there.', alone, sends, "  if (parent === undefined || !mayAccess(caller.policy, caller.agentId, parent, now)) throw notFound('parent_id')\n", "  if (parent === undefined) throw notFound('parent_id')\n"),
  fault('depth-one-less', 'A chain may be one less deep than it is said.', alone, sends, 'handoff.depth > maxDepth', 'handoff.depth >= maxDepth'),
  fault('depth-one-more', 'A chain may be one deeper than it is said.', alone, sends, 'handoff.depth > maxDepth', 'handoff.depth > maxDepth + 1'),
  fault('default-sensitivity', 'What is sent without a sensitivity is for everybody.', alone, sends, "sensitivity: 'internal'", "sensitivity: 'public-safe'"),
  fault('references-mixed-up', 'References to artifacts are those to the context.', alone, sends, '    artifact_refs: draft.artifact_refs,\n', '    artifact_refs: draft.context_refs,\n'),
  fault('expires-in-minutes', 'Seconds until the expiry are taken for minutes.', alone, sends, 'draft.expires_in_s * 1000', 'draft.expires_in_s * 60_000'),
]

const replay = 'handoff/replay.ts'
const moves = 'handoff/transition.ts'
const firstAnswer = 'return { handoff: replay, replayed: true }'

const keys: readonly ServerMutant[] = [
  fault('replay-duplicates', 'A key is not looked at: the same again is done again.', alone, replay, '  const { idempotency_key: key, ...payload } = input\n', '  const { idempotency_key: _, ...payload } = input\n  const key = undefined\n'),
  fault('key-ignores-payload', 'A key that was used gives its first answer, whatever is sent with it.', alone, replay, ' || record.inputHash !== call.inputHash', ''),
  fault('key-of-another-tool', 'A key that was used with another tool is taken for a new one.', alone, replay, '  if (record === undefined) return undefined\n', '  if (record === undefined || record.tool !== call.tool) return undefined\n'),
  fault('key-crosses-identities', 'A key belongs to whoever used it first, among all identities.', alone, 'store/idempotency.ts', 'WHERE identity = ? AND key = ?', 'WHERE ? IS NOT NULL AND key = ?'),
  fault('replay-computed-anew', 'A replay of a send tells what has become of the handoff since.', alone, sends, firstAnswer, 'return { handoff: findHandoff(transaction, replay.id) ?? replay, replayed: true }'),
  fault('replay-of-move-computed-anew', 'A replay of a transition tells what has become of the handoff since.', alone, moves, firstAnswer, 'return { handoff: found, replayed: true }'),
  fault('replay-not-told', 'A replay is not marked as one.', alone, sends, firstAnswer, 'return { handoff: replay, replayed: false }'),
  fault('replay-unread', 'A replay shows a handoff that its sender may not read any more.', policy, sends, "      if (!mayAccess(caller.policy, caller.agentId, replay, now)) throw notFound('handoff_id')\n", ''),
  fault('policy-before-replay', 'A send that the policy no longer allows is refused, though it was done before.', policy, sends, '    const replay = findReplay(transaction, call)\n', '    if (!maySend(caller.policy, { sender: caller.agentId, recipient: draft.recipient, sensitivity: draft.sensitivity }, now)) throw notPermitted()\n    const replay = findReplay(transaction, call)\n'),
  fault('version-before-replay', 'A transition that was done is in conflict with its own version when it is sent again.', alone, moves, '    const replay = findReplay(transaction, call)\n', "    if (input.expected_version !== undefined && input.expected_version !== found.version) throw new HandoffError('version_conflict', 'Another version.')\n    const replay = findReplay(transaction, call)\n"),
  fault('key-of-move-forgotten', 'The key of a transition is not kept.', alone, moves, '    rememberAnswer(transaction, call, handoff)\n', ''),
]

const changes = 'handoff/changes.ts'

const histories: readonly ServerMutant[] = [
  fault('version-ignored', 'A version that is expected is not looked at.', alone, moves, 'if (expectedVersion !== undefined && expectedVersion !== current.version) {', 'if (expectedVersion === 0) {'),
  fault('older-version-will-do', 'A version that was is as good as the one that is.', alone, moves, 'expectedVersion !== current.version', 'expectedVersion > current.version'),
  fault('transition-before-version', 'An illegal transition is told before the version that is wrong.', alone, moves, 'if (expectedVersion !== undefined && expectedVersion !== current.version) {', "if (expectedVersion !== undefined && expectedVersion !== current.version && mayMove(current.status, to, roleOf(current, agentId) ?? 'server')) {"),
  fault('note-dropped', 'The note of a transition is lost.', alone, moves, '{ note: input.note }', '{}'),
  fault('updated-at-kept', 'A change leaves the time of the last change as it was.', time, changes, 'now > handoff.updated_at ? now : handoff.updated_at', 'handoff.updated_at'),
  fault('no-event-of-block', 'What is blocked has no event.', alone, changes, '  appendEvent(transaction, { ...eventOf(moved, cause), type: to,', "  if (to !== 'blocked') appendEvent(transaction, { ...eventOf(moved, cause), type: to,"),
  fault('event-from-queued', 'Every event says that it leads on from queued.', alone, changes, 'from_status: handoff.status })', "from_status: 'queued' })"),
  fault('event-by-sender', 'Every event is the sender’s.', alone, changes, '    actor: cause.actor,\n', '    actor: handoff.sender,\n'),
  fault('events-backwards', 'The newest event comes first.', alone, 'store/events.ts', 'ORDER BY seq`)', 'ORDER BY seq DESC`)'),
  fault('chain-of-one', 'Every event has the hash before the first one as its previous hash.', alone, 'store/events.ts', "String(last?.['hash'] ?? genesisHash)", 'genesisHash'),
  fault('note-outside-hash', 'The hash of an event does not cover its note.', alone, 'store/events.ts', 'hash: eventHash(previous, unhashed) }', "hash: eventHash(previous, Object.fromEntries(Object.entries(unhashed).filter(([name]) => name !== 'note')) as unknown as UnhashedEvent) }"),
]

const reads = 'handoff/reads.ts'
const cursor = 'next_cursor: encodeCursor(key, scope, last)'

const boxes: readonly ServerMutant[] = [
  fault('limit-before-filter', 'What may not be seen takes its place on the page.', policy, reads, `    const view = viewOf(caller.policy, caller.agentId, box, now)
    const handoffs: Handoff[] = []
    for (const handoff of listHandoffs(transaction, { ...scope, after, ...view })) {
      if (!mayAccess(caller.policy, caller.agentId, handoff, now)) continue
`, `    const view = { counterparts: [...caller.policy.agents.keys()], sensitivities: ['public-safe', 'internal', 'restricted'] as const }
    const handoffs: Handoff[] = []
    let listed = 0
    for (const handoff of listHandoffs(transaction, { ...scope, after, ...view })) {
      listed += 1
      if (listed > limit) return { handoffs }
      if (!mayAccess(caller.policy, caller.agentId, handoff, now)) continue
`),
  fault('oldest-first', 'A box begins with the oldest.', alone, 'store/handoffs.ts', 'ORDER BY created_at DESC, id DESC', 'ORDER BY created_at, id'),
  fault('no-cursor-after-one', 'A page of one handoff has no cursor.', alone, reads, cursor, '...(limit === 1 ? {} : { next_cursor: encodeCursor(key, scope, last) })'),
  fault('page-overlaps', 'The next page begins with the end of the one before.', alone, reads, cursor, 'next_cursor: encodeCursor(key, scope, handoffs.at(-2) ?? last)'),
  fault('page-skips', 'The next page leaves one out.', alone, reads, cursor, 'next_cursor: encodeCursor(key, scope, handoff)'),
  fault('sent-is-received', 'Both boxes are the one of what was received.', alone, reads, 'const scope = { agentId: caller.agentId, box,', "const scope = { agentId: caller.agentId, box: 'received' as const,"),
  fault('whoami-ceiling', 'Everybody is told the highest ceiling.', policy, 'handoff/service.ts', 'disclosure_ceiling: agent.disclosureCeiling', "disclosure_ceiling: 'restricted'"),
]

const expiry: readonly ServerMutant[] = [
  fault('expiry-unseen-by-get', 'A handoff whose time is over is shown as if it were not.', time, reads, '  if (!isDue(seen.handoff, now)) return seen\n', "  if (seen.handoff.version > 0) return seen\n"),
  fault('expiry-unseen-by-box', 'A box holds what has expired as queued.', time, 'store/handoffs.ts', 'expires_at <= ? ORDER BY', "expires_at <= ? AND id = '' ORDER BY"),
  fault('expiry-unseen-by-move', 'What has expired can be accepted.', time, moves, 'const current = applyExpiry(transaction, found, cause)', 'const current = found'),
  fault('expiry-of-accepted', 'What is accepted expires as well.', time, table, "mayMove(handoff.status, 'expired', 'server')", 'openStatuses.includes(handoff.status)'),
  fault('expiry-too-early', 'A handoff expires a second before its time.', time, table, 'Date.parse(handoff.expires_at) <= now', 'Date.parse(handoff.expires_at) <= now + 1_000'),
  fault('expiry-by-recipient', 'The recipient is said to have done what time did.', time, changes, 'actor: serverActor', 'actor: handoff.recipient'),
]

export const lifecycleModel: readonly ServerMutant[] = [...arrows, ...rights, ...children, ...keys, ...histories, ...boxes, ...expiry]
