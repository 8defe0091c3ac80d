/** What a party may still see and do of what was sent, once the policy has changed. */
import { randomUUID } from 'node:crypto'
import { ceilings } from '../../harness/handoff/contract.ts'
import type { Ceiling, SeenHandoff } from '../../harness/handoff/contract.ts'
import type { AgentPolicy } from '../../harness/fixture/driver.ts'
import type { Case } from '../../harness/run/case.ts'
import { acknowledge, changed, get, page, send, sent, sideBySide, update, viewed } from './acting.ts'
import { judge, judgeAlike, judgeThat, judgeUnchanged, withoutNames } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Pair, Stage } from './stage.ts'

const accessNow = 'handoff.access-by-policy-in-force'
const counterpart = 'handoff.disabled-counterpart'
const noOracle = 'handoff.no-oracle'
const bothSides = 'handoff.both-sides-allow'
const unchanged = 'handoff.refusal-changes-nothing'

type Party = keyof Pair
const parties: readonly Party[] = ['sender', 'recipient']

interface Edit {
  readonly name: string
  readonly of: Party
  readonly policy: Partial<AgentPolicy>
  readonly back: Partial<AgentPolicy>
  /** The highest sensitivity that each party may see then; undefined: nothing. */
  readonly sees: Readonly<Record<Party, Ceiling | undefined>>
}

const all = { sender: 'restricted', recipient: 'restricted' } as const

const edits: readonly Edit[] = [
  { name: 'the ceiling of the recipient is internal', of: 'recipient', policy: { ceiling: 'internal' }, back: { ceiling: 'restricted' }, sees: { ...all, recipient: 'internal' } },
  { name: 'the ceiling of the recipient is public-safe', of: 'recipient', policy: { ceiling: 'public-safe' }, back: { ceiling: 'restricted' }, sees: { ...all, recipient: 'public-safe' } },
  { name: 'the ceiling of the sender is public-safe', of: 'sender', policy: { ceiling: 'public-safe' }, back: { ceiling: 'restricted' }, sees: { ...all, sender: 'public-safe' } },
  { name: 'the sender may send to nobody', of: 'sender', policy: { sendTo: [] }, back: { sendTo: ['*'] }, sees: { sender: undefined, recipient: undefined } },
  { name: 'the recipient receives from nobody', of: 'recipient', policy: { receiveFrom: [] }, back: { receiveFrom: ['*'] }, sees: { sender: undefined, recipient: undefined } },
  { name: 'the other direction is closed', of: 'sender', policy: { receiveFrom: [] }, back: { receiveFrom: ['*'] }, sees: all },
]

function isSeen(sensitivity: Ceiling, ceiling: Ceiling | undefined): boolean {
  return ceiling !== undefined && ceilings.indexOf(sensitivity) <= ceilings.indexOf(ceiling)
}

async function followsPolicy(stage: Stage): Promise<void> {
  const { fixture } = stage.context
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  const handoffs = await sideBySide(ceilings, async (sensitivity) => ({ sensitivity, handoff: await sent(pair, { sensitivity }) }))
  const before = await sideBySide(handoffs, async ({ handoff }) => viewed(pair.sender, handoff.id))
  await asParties(stage, pair, handoffs, 'at first', all)
  for (const { name, of, policy, back, sees } of edits) {
    const { identity } = pair[of]
    await fixture.setPolicy(identity, policy)
    await asParties(stage, pair, handoffs, name, sees)
    await fixture.setPolicy(identity, back)
  }
  await asParties(stage, pair, handoffs, 'once everything is as it was', all)
  for (const view of before) await judgeUnchanged(stage, unchanged, 'after everything that was refused', pair.sender, view)
}

/** What each party can do with each handoff: what it may see is there, what it may not see is as if it was not. */
async function asParties(stage: Stage, pair: Pair, handoffs: readonly { readonly sensitivity: Ceiling; readonly handoff: SeenHandoff }[], when: string, sees: Edit['sees']): Promise<void> {
  await sideBySide(parties.flatMap((party) => handoffs.map((each) => ({ party, ...each }))), async ({ party, sensitivity, handoff: { id } }) => {
    const input = `a ${sensitivity} handoff to its ${party}, when ${when}`
    const seen = isSeen(sensitivity, sees[party])
    const answer = await get(pair[party], id)
    judge(stage, accessNow, `get: ${input}`, answer, seen ? 'ok' : 'not_found')
    if (seen) return
    judge(stage, accessNow, `a transition: ${input}`, party === 'sender' ? await update(pair.sender, id, 'cancelled') : await acknowledge(pair.recipient, id), 'not_found')
    judge(stage, accessNow, `a child: ${input}`, await send(pair[party], pair[party === 'sender' ? 'recipient' : 'sender'], { parent_id: id, sensitivity: 'restricted' }), 'not_found')
    const none = randomUUID()
    judgeAlike(stage, noOracle, [{ input: 'a handoff that never was', answer: withoutNames(await get(pair[party], none), [none]) }, { input, answer: withoutNames(answer, [id]) }])
  })
  for (const party of parties) {
    if (party === 'sender' && !stage.has('sent-box')) continue
    const listed = new Set((await page(pair[party], { limit: 100, ...(party === 'sender' ? { box: 'sent' } : {}) })).handoffs.map(({ id }) => id))
    const wrong = handoffs.filter(({ sensitivity, handoff: { id } }) => listed.has(id) !== isSeen(sensitivity, sees[party])).length
    judgeThat(stage, accessNow, `the box of the ${party}, when ${when}`, wrong === 0, 'what may be seen and nothing else', `${wrong} handoffs are there or missing against the policy`)
  }
}

async function withoutCounterpart(stage: Stage): Promise<void> {
  const { fixture } = stage.context
  const ends: readonly { readonly name: string; readonly end: (pair: Pair, party: Party) => Promise<void> }[] = [
    { name: 'disabled', end: async (pair, party) => fixture.setPolicy(pair[party].identity, { enabled: false }) },
    { name: 'expired', end: async (pair, party) => fixture.setPolicy(pair[party].identity, { expiresAt: Date.now() - 60_000 }) },
  ]
  for (const { name, end } of ends) {
    const recipientGone: Pair = { sender: stage.alpha, recipient: await stage.joined() }
    const senderGone: Pair = { sender: await stage.joined(), recipient: stage.beta }
    const toGone = await sent(recipientGone)
    const fromGone = await sent(senderGone)
    await end(recipientGone, 'recipient')
    await end(senderGone, 'sender')
    judge(stage, counterpart, `the sender reads, with its recipient ${name}`, await get(stage.alpha, toGone.id), 'ok')
    judge(stage, counterpart, `the recipient reads, with its sender ${name}`, await get(stage.beta, fromGone.id), 'ok')
    const { handoffs } = await page(stage.beta, { limit: 100 })
    judgeThat(stage, counterpart, `the recipient lists, with its sender ${name}`, handoffs.some(({ id }) => id === fromGone.id), 'the handoff is listed', 'it is not listed')
    judge(stage, bothSides, `a new handoff to one that is ${name}`, await send(stage.alpha, recipientGone.recipient), 'not_permitted')
    judge(stage, counterpart, `the sender cancels, with its recipient ${name}`, await update(stage.alpha, toGone.id, 'cancelled'), 'ok')
    const accepted = await acknowledge(stage.beta, fromGone.id)
    if (judge(stage, counterpart, `the recipient accepts, with its sender ${name}`, accepted, 'ok')) {
      judge(stage, counterpart, `the recipient completes, with its sender ${name}`, await update(stage.beta, changed(accepted, 'the step').id, 'completed'), 'ok')
    }
    const { handoffs: done } = await page(stage.beta, { limit: 100, statuses: ['completed'] })
    judgeThat(stage, counterpart, `what was completed, with its sender ${name}`, done.some(({ id }) => id === fromGone.id), 'it is listed as completed', 'it is not listed')
  }
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.access-follows-policy',
    title: 'What a party sees of its handoffs follows the policy in force',
    requirements: [accessNow, noOracle, unchanged],
    needs: ['setPolicy'],
    fixture: 'own',
    scenario: followsPolicy,
    explain: {
      sends: 'A handoff of each sensitivity; then a ceiling is lowered, a relationship removed, on either side, and put back, and both parties read, list, move and continue what they have.',
      expects: 'What the ceiling of the caller or the relationship does not allow any more is not_found to every operation and missing in every list; it is back when the policy is, and nothing has changed.',
      why: 'A policy that is asked only when something is sent leaves everything that was sent before outside of it.',
      failure: 'Reads check only that the caller is a party, the ceiling at the time of sending is used, or lists are not filtered.',
      fix: 'Authorise every operation, lists included, by the snapshot in force: party, relationship in the direction of the handoff, ceiling of the caller.',
    },
  }),
  handoffCase({
    id: 'lifecycle.disabled-counterpart',
    title: 'A disabled or expired counterpart takes nothing away from the other party',
    requirements: [counterpart, bothSides],
    needs: ['issueToken', 'setPolicy'],
    fixture: 'own',
    scenario: withoutCounterpart,
    explain: {
      sends: 'Handoffs whose recipient or whose sender is disabled or expires; then the other party reads, lists, cancels, accepts and completes.',
      expects: 'Everything works as before, but for a new handoff to the one that is gone, which is not_permitted.',
      why: 'Work in hand does not vanish with the one who gave it, and what waits for somebody who is gone must be possible to take back.',
      failure: 'Access asks whether both parties are active, as a send does.',
      fix: 'Ask for an active caller, and of the counterpart only for the relationship.',
    },
  }),
]
