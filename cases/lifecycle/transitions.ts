/** Every state and every state that may be asked for, by everybody: each from a handoff of its own. */
import { answerInWords, statuses } from '../../harness/handoff/contract.ts'
import type { SeenHandoff, Status } from '../../harness/handoff/contract.ts'
import type { Case } from '../../harness/run/case.ts'
import { brought, expired, move, sideBySide, targetStatuses, viewed } from './acting.ts'
import type { TargetStatus, View } from './acting.ts'
import { judge, judgeThat, judgeUnchanged } from './judging.ts'
import type { Wanted } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const lifecycle = 'handoff.lifecycle'
const unchanged = 'handoff.refusal-changes-nothing'
const partiesOnly = 'handoff.parties-only'
const disabled = 'handoff.disabled-may-nothing'

type Party = keyof Pair

/** The contract's table, but for the server's own row. */
const table: readonly (readonly [from: Status, to: TargetStatus, by: Party])[] = [
  ['queued', 'accepted', 'recipient'],
  ['blocked', 'accepted', 'recipient'],
  ['queued', 'blocked', 'recipient'],
  ['accepted', 'blocked', 'recipient'],
  ['accepted', 'completed', 'recipient'],
  ['blocked', 'completed', 'recipient'],
  ['queued', 'cancelled', 'sender'],
]

function byTable(from: Status, to: TargetStatus, by: Party): 'ok' | 'illegal_transition' {
  return table.some((row) => row[0] === from && row[1] === to && row[2] === by) ? 'ok' : 'illegal_transition'
}

interface Play {
  readonly pair: Pair
  /** Who asks. */
  readonly actor: Actor
  /** Who looks at the handoff before and after a refusal. */
  readonly witness: Actor
  readonly wanted: (from: Status, to: TargetStatus) => Wanted
  /** What is broken where the answer is another one. */
  readonly requirement: string
  /** Called once every handoff is in its state. */
  readonly ready?: () => Promise<void>
}

interface Step {
  readonly handoff: SeenHandoff
  readonly from: Status
  readonly to: TargetStatus
}

async function play(stage: Stage, { ready, ...how }: Play): Promise<void> {
  const { context } = stage
  const withExpiry = stage.has('expiry')
  if (!withExpiry) context.setAside('from expired', 'the target knows no expiry')
  const combinations = statuses.flatMap((from) => targetStatuses.map((to) => ({ from, to })))
  const [made, late] = await Promise.all([
    sideBySide(combinations.filter(({ from }) => from !== 'expired'), async ({ from, to }): Promise<Step> => ({ handoff: await brought(how.pair, from as Exclude<Status, 'expired'>), from, to })),
    withExpiry ? expired(how.pair, targetStatuses.length, context.signal) : [],
  ])
  const steps: readonly Step[] = [...made, ...late.map((handoff, index): Step => ({ handoff, from: 'expired', to: targetStatuses[index] ?? 'accepted' }))]
  await ready?.()
  await sideBySide(steps, async (step) => {
    const input = `${step.from} → ${step.to}`
    await context.attempt(input, async () => take(stage, how, step, input))
  })
}

async function take(stage: Stage, { actor, witness, wanted, requirement }: Omit<Play, 'ready'>, { handoff, from, to }: Step, input: string): Promise<void> {
  const before = await viewed(witness, handoff.id)
  if (before.handoff.status !== from) stage.context.inconclusive(`a handoff that was brought to ${from} is ${before.handoff.status}`)
  const answer = await move(actor, handoff.id, to)
  const want = wanted(from, to)
  const right = judge(stage, requirement, input, answer, want)
  if (want !== 'ok') {
    await judgeUnchanged(stage, unchanged, input, witness, before)
  } else if (right) {
    const problem = answer.kind === 'ok' && answer.result.kind === 'change' ? wrongMove(answer.result.handoff, to) ?? wrongEvents(before, await viewed(witness, handoff.id), to) : answerInWords(answer)
    judgeThat(stage, requirement, input, problem === undefined, `the handoff is ${to}, with one event more`, problem ?? '')
  }
}

function wrongMove(handoff: SeenHandoff, to: Status): string | undefined {
  return handoff.status === to ? undefined : `the answer says ${handoff.status}`
}

function wrongEvents(before: View, { handoff, events }: View, to: Status): string | undefined {
  if (handoff.status !== to) return `it is ${handoff.status} afterwards`
  if (events.length !== before.events.length + 1) return `${events.length} events after ${before.events.length}`
  return events.some(({ to_status: status }) => status === to) ? undefined : 'no event that leads to it'
}

async function asParty(stage: Stage, party: Party): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  await play(stage, { pair, actor: pair[party], witness: pair[party === 'sender' ? 'recipient' : 'sender'], wanted: (from, to) => byTable(from, to, party), requirement: lifecycle })
}

async function asStranger(stage: Stage, actor: Actor): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  await play(stage, { pair, actor, witness: stage.alpha, wanted: () => 'not_found', requirement: partiesOnly })
}

async function asDisabled(stage: Stage): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: await stage.joined() }
  await play(stage, {
    pair, actor: pair.recipient, witness: pair.sender, requirement: disabled,
    // Over HTTP it has no credentials any more; over stdio it is known, and refused.
    wanted: () => ['unauthenticated', 'not_permitted', 'not_found'],
    ready: async () => stage.context.fixture.disable(pair.recipient.identity),
  })
}

const why = 'Two agents rely on one reading of the table: work that can be taken back after it was accepted, or done after it was cancelled, is lost or done twice.'
const failure = 'A transition is checked by the new state alone, a repeat is taken for harmless, or the role of the caller is not looked at.'
const fix = 'Keep the table of the contract as data, look up (state, new state, role), and refuse what is not there before anything is written.'
const strangerFix = 'Authorise every operation by the two parties of the handoff before anything else is looked at, and answer not_found to everybody else.'

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.transitions-recipient',
    title: 'The recipient moves a handoff as the table says and in no other way',
    requirements: [lifecycle, unchanged],
    scenario: async (stage) => asParty(stage, 'recipient'),
    explain: {
      sends: 'From a fresh handoff in each of the six states, a request of the recipient for each of the four states that can be asked for.',
      expects: 'Accepted from queued and blocked, blocked from queued and accepted, completed from accepted and blocked; everything else, repeats included, is illegal_transition and changes nothing.',
      why, failure, fix,
    },
  }),
  handoffCase({
    id: 'lifecycle.transitions-sender',
    title: 'The sender can only cancel, and only what is still queued',
    requirements: [lifecycle, unchanged],
    scenario: async (stage) => asParty(stage, 'sender'),
    explain: {
      sends: 'From a fresh handoff in each of the six states, a request of the sender for each of the four states that can be asked for.',
      expects: 'Cancelled from queued; everything else is illegal_transition and changes nothing.',
      why, failure, fix,
    },
  }),
  handoffCase({
    id: 'lifecycle.transitions-third-party',
    title: 'Who is no party moves nothing, though it may exchange handoffs with both',
    requirements: [partiesOnly, unchanged],
    needs: ['issueToken'],
    scenario: async (stage) => asStranger(stage, await stage.joined()),
    explain: {
      sends: 'From a fresh handoff in each of the six states, a request for each of the four states by a third agent that may send to both parties and receive from both.',
      expects: 'Every request is answered with not_found, and changes nothing.',
      why: 'A handoff is between two. A third agent that can move it takes the work from the one who was asked, or ends it unseen.',
      failure: 'The relationship to the parties is checked in place of being one of them.',
      fix: strangerFix,
    },
  }),
  handoffCase({
    id: 'lifecycle.transitions-outsider',
    title: 'Who has no relationship to anybody moves nothing',
    requirements: [partiesOnly, unchanged],
    needs: ['issueToken'],
    scenario: async (stage) => asStranger(stage, await stage.joined({ sendTo: [], receiveFrom: [] })),
    explain: {
      sends: 'From a fresh handoff in each of the six states, a request for each of the four states by an agent that may send to nobody and receive from nobody.',
      expects: 'Every request is answered with not_found, and changes nothing.',
      why: 'Valid credentials say who calls, not what it may touch.',
      failure: 'Whoever authenticates may move whatever it can name.',
      fix: strangerFix,
    },
  }),
  handoffCase({
    id: 'lifecycle.transitions-disabled',
    title: 'A recipient that was disabled moves nothing any more',
    requirements: [disabled, unchanged],
    needs: ['issueToken', 'disable'],
    scenario: asDisabled,
    explain: {
      sends: 'Handoffs of one recipient in each of the six states; then the recipient is disabled, and asks for each of the four states.',
      expects: 'Every request is refused, over HTTP for its credentials, and changes nothing.',
      why: 'To disable an agent is what an operator does when it misbehaves; what it holds must not stay in its hands.',
      failure: 'Credentials are looked at when a session or a connection begins, and not at every operation.',
      fix: 'Authenticate and authorise every request against the policy in force.',
    },
  }),
]
