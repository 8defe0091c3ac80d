/** Who may send to whom: both sides must allow it, and both ceilings. */
import { ceilings } from '../../harness/handoff/contract.ts'
import type { Ceiling } from '../../harness/handoff/contract.ts'
import type { Case } from '../../harness/run/case.ts'
import { page, send, sideBySide } from './acting.ts'
import { judge, judgeThat } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Stage } from './stage.ts'

const bothSides = 'handoff.both-sides-allow'
const ceilingsAtSend = 'handoff.ceilings-at-send'
const unchanged = 'handoff.refusal-changes-nothing'
const disabled = 'handoff.disabled-may-nothing'

interface Attempt {
  readonly input: string
  readonly by: Actor
  /** An agent id. */
  readonly to: string
  readonly sensitivity?: Ceiling
}

async function bothSidesAllow(stage: Stage): Promise<void> {
  const { alpha, beta, context: { fixture } } = stage
  const listing = await stage.joined({ sendTo: [beta.id] })
  const listed = await stage.joined({ sendTo: [], receiveFrom: [alpha.id, listing.id] })
  const closed = await stage.joined({ receiveFrom: [] })
  const elsewhere = await stage.joined({ receiveFrom: [beta.id] })
  const mute = await stage.joined({ sendTo: [] })
  const low = await stage.joined({ ceiling: 'public-safe' })
  const off = await stage.mentioned({ enabled: false })
  const over = await stage.mentioned({}, -60_000)
  await fixture.setPolicy(listing.identity, { sendTo: [beta.id, listed.id] })

  const allowed: readonly Attempt[] = [
    { input: '* to *', by: alpha, to: beta.id },
    { input: '* to one that lists the sender', by: alpha, to: listed.id },
    { input: 'one that lists the recipient to *', by: listing, to: beta.id },
    { input: 'one that lists the recipient to one that lists the sender', by: listing, to: listed.id },
  ]
  const refused: readonly Attempt[] = [
    { input: 'to one that receives from nobody', by: alpha, to: closed.id },
    { input: 'to one that receives from somebody else', by: alpha, to: elsewhere.id },
    { input: 'from one that sends to nobody', by: mute, to: beta.id },
    { input: 'from one that sends to somebody else', by: listing, to: alpha.id },
    { input: 'neither side allows it', by: mute, to: closed.id },
    { input: 'only the other direction is allowed', by: listed, to: alpha.id },
    { input: 'to oneself', by: alpha, to: alpha.id },
    { input: 'to an agent that does not exist', by: alpha, to: 'nobody-by-that-name' },
    { input: 'to every agent at once', by: alpha, to: '*' },
    { input: 'to a disabled agent', by: alpha, to: off.agentId ?? '' },
    { input: 'to an agent that has expired', by: alpha, to: over.agentId ?? '' },
    { input: 'above the ceiling of the recipient', by: alpha, to: low.id, sensitivity: 'internal' },
    { input: 'above the ceiling of the sender', by: low, to: beta.id, sensitivity: 'internal' },
  ]
  await sideBySide(allowed, async ({ input, by, to }) => {
    const answer = await send(by, to)
    if (!judge(stage, bothSides, input, answer, 'ok') || answer.kind !== 'ok' || answer.result.kind !== 'change') return
    const { handoff } = answer.result
    judgeThat(stage, bothSides, input, handoff.sender === by.id && handoff.recipient === to && handoff.status === 'queued', 'queued, from the caller to the recipient that was named', 'another sender, recipient or status')
  })
  const titled = refused.map((attempt, index) => ({ ...attempt, title: `Refused, number ${index + 1}` }))
  await sideBySide(titled, async ({ input, by, to, title, sensitivity = 'public-safe' }) => judge(stage, bothSides, input, await send(by, to, { title, sensitivity }), 'not_permitted'))

  // What was stored in spite of a refusal shows once the policy allows everything.
  for (const { identity } of [closed, elsewhere, mute, listing, listed, low]) await fixture.setPolicy(identity, { sendTo: ['*'], receiveFrom: ['*'], ceiling: 'restricted' })
  const titles = new Set(titled.map(({ title }) => title))
  for (const by of [alpha, beta, closed, elsewhere, low]) {
    const { handoffs } = await page(by, { limit: 100 })
    const found = handoffs.filter(({ title }) => titles.has(title ?? '')).length
    judgeThat(stage, unchanged, `the inbox of a recipient (${by.identity.name}), once the policy allows everything`, found === 0, 'nothing of what was refused', `${found} handoffs that were refused`)
  }
  await fixture.disable(mute.identity)
  judge(stage, disabled, 'a send by a disabled agent', await send(mute, beta), ['unauthenticated', 'not_permitted'])
}

async function ceilingsOfBoth(stage: Stage): Promise<void> {
  const { beta } = stage
  const senders = await inTurn(ceilings, async (ceiling) => ({ ceiling, actor: await stage.joined({ ceiling }) }))
  const recipients = await inTurn(ceilings, async (ceiling) => ({ ceiling, id: (await stage.mentioned({ ceiling })).agentId ?? '' }))
  const sends = senders.flatMap((from) => recipients.flatMap((to) => ceilings.map((sensitivity) => ({ from, to, sensitivity }))))
  await sideBySide(sends, async ({ from, to, sensitivity }) => {
    const fits = [from.ceiling, to.ceiling].every((ceiling) => ceilings.indexOf(sensitivity) <= ceilings.indexOf(ceiling))
    const answer = await send(from.actor, to.id, { sensitivity })
    judge(stage, ceilingsAtSend, `${sensitivity}, from ${from.ceiling} to ${to.ceiling}`, answer, fits ? 'ok' : 'not_permitted')
  })
  const [lowest, middle] = senders
  if (lowest === undefined || middle === undefined) return
  judge(stage, ceilingsAtSend, 'no sensitivity, which is internal, from public-safe', await send(lowest.actor, beta), 'not_permitted')
  judge(stage, ceilingsAtSend, 'no sensitivity, which is internal, from internal', await send(middle.actor, beta), 'ok')
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.send-authorisation',
    title: 'A handoff is sent only where both sides allow it',
    requirements: [bothSides, unchanged, disabled],
    needs: ['issueToken', 'setPolicy', 'disable'],
    fixture: 'own',
    scenario: bothSidesAllow,
    explain: {
      sends: 'Handoffs between agents whose lists name each other, one of them, or neither, with and without *; to oneself, to nobody, to disabled and expired agents, above either ceiling; and, once the policy was opened, the inboxes of those who were refused.',
      expects: 'Accepted where the list of the sender has the recipient or *, and that of the recipient the sender or *; not_permitted for everything else, and nothing of it in any inbox later.',
      why: 'Nobody shall be able to put work before an agent that did not agree to take it from there.',
      failure: 'Only one list is looked at, the two are looked at in the wrong direction, or * is taken for a name.',
      fix: 'Check both lists of the snapshot in the direction of the handoff, both agents for being enabled and unexpired, and write only after that.',
    },
  }),
  handoffCase({
    id: 'lifecycle.ceilings-at-send',
    title: 'A handoff is sent only within both ceilings',
    requirements: [ceilingsAtSend],
    needs: ['issueToken'],
    fixture: 'own',
    scenario: ceilingsOfBoth,
    explain: {
      sends: 'A handoff of each sensitivity from a sender of each ceiling to a recipient of each ceiling, and one without a sensitivity.',
      expects: 'Accepted where the sensitivity is at most both ceilings, not_permitted elsewhere; no sensitivity counts as internal.',
      why: 'A ceiling says what an agent may ever be shown. One that holds on one side only lets the other disclose past it.',
      failure: 'Only the ceiling of one side is checked, the levels are compared as text, or the default is not checked at all.',
      fix: 'Compare the positions in public-safe < internal < restricted, for both sides, after the default was filled in.',
    },
  }),
]
