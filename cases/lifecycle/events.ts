/** The history of a handoff: one event for each change, in order, by whom, under which policy, in a chain. */
import type { Case } from '../../harness/run/case.ts'
import { eventsProblem } from '../../harness/handoff/event-chain.ts'
import { statuses } from '../../harness/handoff/contract.ts'
import { canonicalText } from '../support/formats/canonical.ts'
import { acknowledge, brought, changed, expired, sent, sideBySide, update, viewed } from './acting.ts'
import { judgeThat } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const events = 'handoff.events'
const chain = 'handoff.event-chain'
const revision = 'handoff.event-policy-revision'

interface Told {
  readonly actor: string
  readonly from?: string
  readonly to: string
  readonly note?: string
}

async function history(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const handoff = await sent(pair)
  const notes = ['Waiting for a key.', 'Found it: \u00e9, \u{1f511}.\n\tGoing on.'] as const
  changed(await update(beta, handoff.id, 'blocked', { note: notes[0] }), 'a block')
  changed(await acknowledge(beta, handoff.id, { note: notes[1] }), 'an acknowledgement')
  changed(await update(beta, handoff.id, 'completed'), 'a completion')
  await judgeHistory(stage, 'a handoff that was blocked, accepted and completed', beta, handoff.id, [
    { actor: alpha.id, to: 'queued' }, { actor: beta.id, from: 'queued', to: 'blocked', note: notes[0] },
    { actor: beta.id, from: 'blocked', to: 'accepted', note: notes[1] }, { actor: beta.id, from: 'accepted', to: 'completed' },
  ])
  const back = await sent({ sender: beta, recipient: alpha })
  changed(await update(beta, back.id, 'cancelled', { note: 'Not needed any more.' }), 'a cancellation')
  await judgeHistory(stage, 'a handoff that was cancelled', alpha, back.id, [{ actor: beta.id, to: 'queued' }, { actor: beta.id, from: 'queued', to: 'cancelled', note: 'Not needed any more.' }])
  const [one, other] = [await viewed(alpha, handoff.id), await viewed(beta, handoff.id)]
  judgeThat(stage, events, 'the two parties', canonicalText(one) === canonicalText(other), 'both see the same', 'they see different things')
}

async function judgeHistory(stage: Stage, input: string, by: Actor, id: string, told: readonly Told[]): Promise<void> {
  const view = await viewed(by, id)
  const wrong = told.findIndex(({ actor, from, to, note }, index) => {
    const event = view.events[index]
    const knowsFrom = stage.adapter.event['from_status'] !== undefined
    const knowsNote = stage.adapter.event['note'] !== undefined
    return event?.actor !== actor || event.to_status !== to || (knowsFrom && event.from_status !== from) || (knowsNote && event.note !== note)
  })
  const problem = view.events.length !== told.length ? `${view.events.length} events after ${told.length} changes`
    : wrong !== -1 ? `another actor, state or note in event ${wrong + 1}` : numberingProblem(view.events) ?? timeProblem(view.events)
  judgeThat(stage, events, input, problem === undefined, 'one event for each change, in order, with actor, states and note', problem ?? '')
}

function numberingProblem(seen: readonly { readonly seq?: number; readonly id?: string }[]): string | undefined {
  if (seen.some(({ seq }, index) => seq !== undefined && seq !== index + 1)) return 'events that are not numbered from 1 without a gap'
  const ids = seen.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return new Set(ids).size === ids.length ? undefined : 'two events with one id'
}

function timeProblem(seen: readonly { readonly created_at?: string }[]): string | undefined {
  const times = seen.flatMap(({ created_at: at }) => (at === undefined ? [] : [Date.parse(at)]))
  return times.some((at, index) => Number.isNaN(at) || at < (times[index - 1] ?? at)) ? 'times that go back, or are none' : undefined
}

async function chainOf(stage: Stage): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  const [made, late] = await Promise.all([
    sideBySide(statuses.filter((status) => status !== 'expired'), async (status) => brought(pair, status)),
    stage.has('expiry') ? expired(pair, 1, stage.context.signal) : Promise.resolve([]),
  ])
  const noted = await sent(pair)
  changed(await acknowledge(pair.recipient, noted.id, { note: 'Quotes " and \\, \u007e, \u00e9, \u2028, \u{1f512},\n\ttwo lines.' }), 'an acknowledgement with a note')
  const hashes = new Set<string>()
  let total = 0
  await sideBySide([...made, ...late, noted], async ({ id }) => {
    const { handoff, events: seen } = await viewed(pair.sender, id)
    const input = id === noted.id ? 'a handoff with a note beyond ASCII' : `a handoff that is ${handoff.status}`
    const problem = seen.some(({ hash, prev_hash: previous }) => !isHash(hash) || !isHash(previous)) ? 'hashes of another form, or none' : eventsProblem(handoff, seen)
    judgeThat(stage, chain, input, problem === undefined, 'a chain of hashes that can be computed anew', problem ?? '')
    total += seen.length
    for (const { hash } of seen) if (hash !== undefined) hashes.add(hash)
  })
  judgeThat(stage, chain, 'all of them', hashes.size === total, 'every event has a hash of its own', 'two events have one hash')
}

function isHash(value: string | undefined): boolean {
  return /^[0-9a-f]{64}$/.test(value ?? '')
}

async function revisions(stage: Stage): Promise<void> {
  const { alpha, beta, context: { fixture } } = stage
  const first = await revisionNow(stage)
  const handoff = await sent({ sender: alpha, recipient: beta })
  await fixture.setPolicy(alpha.identity, { sendTo: [beta.id] })
  const second = await revisionNow(stage)
  changed(await acknowledge(beta, handoff.id), 'an acknowledgement')
  const { events: seen } = await viewed(alpha, handoff.id)
  judgeThat(stage, revision, 'the two policies', first !== second, 'two revisions', 'one')
  judgeThat(stage, revision, 'the event of the send', seen[0]?.policy_revision === first, 'the revision when it was sent', 'another one')
  judgeThat(stage, revision, 'the event of the acknowledgement', seen[1]?.policy_revision === second, 'the revision when it was acknowledged', 'another one')
}

async function revisionNow(stage: Stage): Promise<string> {
  const answer = await stage.alpha.client.perform({ kind: 'whoami' })
  const told = answer.kind === 'ok' && answer.result.kind === 'whoami' ? answer.result.whoami.policy_revision : undefined
  return told ?? stage.context.notApplicable('the target does not tell the revision of its policy')
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.events',
    title: 'Every change of a handoff is one event, the oldest first',
    requirements: [events],
    scenario: history,
    explain: {
      sends: 'Handoffs that are blocked, accepted, completed and cancelled, with and without notes, and reads by both parties.',
      expects: 'The creation first, then one event for each change with its number, actor, states and note; the same to both parties.',
      why: 'The events are what an auditor has. A change without one did not happen, and one by the wrong actor was done by somebody else.',
      failure: 'The event is written after the change and lost between the two, its actor is always the sender, or the note is cut.',
      fix: 'Write the event in the transaction of the change, from the same values.',
    },
  }),
  handoffCase({
    id: 'lifecycle.event-chain',
    title: 'The events of a handoff form a chain of hashes that anybody can compute anew',
    requirements: [chain],
    abilities: ['event-chain'],
    scenario: chainOf,
    explain: {
      sends: 'Reads of a handoff in each state, and of one with a note beyond ASCII.',
      expects: 'Each hash is SHA-256 over the hash before it and the canonical JSON of the event without its hashes; each event names the hash of the one before.',
      why: 'A chain that only its own server can check protects against nobody who has that server.',
      failure: 'A field is left out of the hash, the JSON is not canonical, or every event begins a chain of its own.',
      fix: 'Hash the previous hash and the canonical JSON of exactly what a read shows.',
    },
  }),
  handoffCase({
    id: 'lifecycle.event-policy-revision',
    title: 'An event names the policy under which it came to be',
    requirements: [revision],
    abilities: ['event-chain'],
    needs: ['setPolicy'],
    fixture: 'own',
    scenario: revisions,
    explain: {
      sends: 'A send, an edit of the policy, and an acknowledgement; whoami tells the revision at each time.',
      expects: 'Each event has the revision that was in force.',
      why: 'Whether a change was allowed can be answered later only by the policy of its time.',
      failure: 'The revision at the start of the server, or at the time of the read, is told.',
      fix: 'Take the revision from the snapshot that authorised the operation.',
    },
  }),
]
