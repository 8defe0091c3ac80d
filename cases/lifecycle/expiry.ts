/** The end of a handoff that nobody took: before, at and after its instant, whatever looks at it first. */
import { answerInWords } from '../../harness/handoff/contract.ts'
import type { SeenHandoff, SendInput } from '../../harness/handoff/contract.ts'
import type { Case } from '../../harness/run/case.ts'
import { acknowledge, brought, expired as expiredNow, page, sent, sideBySide, update, viewed } from './acting.ts'
import { judge, judgeThat } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const expiry = 'handoff.expiry'
const order = 'handoff.order-of-checks'

const lifeS = 60

async function atTheInstant(stage: Stage): Promise<void> {
  const { alpha, beta, context } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const input: Partial<SendInput> = { expires_in_s: lifeS }
  const began = Math.floor(Date.now() / 1000) * 1000
  const at = async (ms: number): Promise<void> => context.fixture.setClock(began + ms)
  await at(0)
  const queued = async (): Promise<SeenHandoff> => sent(pair, input)
  const [accepted, blocked] = [await brought(pair, 'accepted', input), await brought(pair, 'blocked', input)]
  const lasting = await sent(pair)
  const [early, instant, atOnce] = [await queued(), await queued(), await queued()]
  const [read, taken, cancelled, blockedLate, listed, stale, fitting, ofSender] = [await queued(), await queued(), await queued(), await queued(), await queued(), await queued(), await queued(), await queued()]
  judgeThat(stage, expiry, 'expires_at', Date.parse(read.expires_at ?? '') - Date.parse(read.created_at ?? '') === lifeS * 1000, `${lifeS} s after created_at`, 'another time, or none')
  judgeThat(stage, expiry, 'a handoff without an end', lasting.expires_at === undefined, 'no expires_at', 'one')

  await at(lifeS * 1000 - 1)
  judgeStatus(stage, 'a millisecond before the end', (await viewed(beta, early.id)).handoff, 'queued')
  judge(stage, expiry, 'a millisecond before the end: acknowledge', await acknowledge(beta, early.id), 'ok')

  // Whether the instant itself belongs to the life is not said; but that everything agrees on it.
  await at(lifeS * 1000)
  const seen = (await viewed(beta, instant.id)).handoff.status
  judge(stage, expiry, `at the instant, with ${seen} to a read: acknowledge`, await acknowledge(beta, atOnce.id), seen === 'queued' ? 'ok' : 'illegal_transition')

  await at(lifeS * 1000 + 1)
  judgeStatus(stage, 'a millisecond after the end: get by the recipient', (await viewed(beta, read.id)).handoff, 'expired')
  judgeStatus(stage, 'a millisecond after the end: get by the sender', (await viewed(alpha, ofSender.id)).handoff, 'expired')
  judge(stage, expiry, 'after the end: acknowledge', await acknowledge(beta, taken.id), 'illegal_transition')
  judge(stage, expiry, 'after the end: cancel', await update(alpha, cancelled.id, 'cancelled'), 'illegal_transition')
  judge(stage, expiry, 'after the end: block', await update(beta, blockedLate.id, 'blocked'), 'illegal_transition')
  if (stage.has('versions')) {
    judge(stage, order, 'after the end, with the version from before it', await acknowledge(beta, stale.id, { expected_version: 1 }), 'version_conflict')
    judge(stage, order, 'after the end, with the version that expiry made', await acknowledge(beta, fitting.id, { expected_version: 2 }), 'illegal_transition')
  }
  await judgeListed(stage, beta, listed.id, 'received')
  await judgeListed(stage, alpha, listed.id, 'sent')
  await sideBySide([read, taken, cancelled, blockedLate, listed, ofSender], async ({ id }, index) => judgeEnded(stage, beta, id, `handoff ${index + 1} of those that ended`))

  judgeStatus(stage, 'accepted before the end', (await viewed(beta, accepted.id)).handoff, 'accepted')
  judgeStatus(stage, 'blocked before the end', (await viewed(alpha, blocked.id)).handoff, 'blocked')
  judgeStatus(stage, 'without an end', (await viewed(beta, lasting.id)).handoff, 'queued')
  judge(stage, expiry, 'accepted before the end: complete', await update(beta, accepted.id, 'completed'), 'ok')
  judge(stage, expiry, 'blocked before the end: acknowledge', await acknowledge(beta, blocked.id), 'ok')
  await at(0)
  judgeStatus(stage, 'what has ended, once the clock went back', (await viewed(beta, read.id)).handoff, 'expired')
}

function judgeStatus(stage: Stage, input: string, { status }: SeenHandoff, wanted: SeenHandoff['status']): void {
  judgeThat(stage, expiry, input, status === wanted, wanted, status)
}

/** The list is what looks at it first. */
async function judgeListed(stage: Stage, by: Actor, id: string, box: 'received' | 'sent'): Promise<void> {
  if (box === 'sent' && !stage.has('sent-box')) return
  const whose = box === 'sent' ? { box } : {}
  const open = await page(by, { ...whose, limit: 100 })
  judgeThat(stage, expiry, `the open handoffs of the box ${box}, after the end`, !open.handoffs.some((each) => each.id === id), 'it is not among them', 'it is still among them')
  const ended = await page(by, { ...whose, limit: 100, statuses: ['expired'] })
  judgeThat(stage, expiry, `the expired handoffs of the box ${box}, after the end`, ended.handoffs.some((each) => each.id === id && each.status === 'expired'), 'it is among them', 'it is not among them')
}

/** Expired by one event of the server, whoever was refused before. */
async function judgeEnded(stage: Stage, by: Actor, id: string, input: string): Promise<void> {
  const { handoff, events } = await viewed(by, id)
  const last = events.at(-1)
  const problem = handoff.status !== 'expired' ? handoff.status
    : events.length !== 2 ? `${events.length} events`
      : last?.to_status !== 'expired' || (last.from_status ?? 'queued') !== 'queued' ? 'another last event'
        : last.actor !== 'server' ? 'another actor than server'
          : handoff.version !== undefined && handoff.version !== 2 ? `version ${handoff.version}` : undefined
  judgeThat(stage, expiry, input, problem === undefined, 'expired by one event of the server', problem ?? '')
}

async function inRealTime(stage: Stage): Promise<void> {
  const { alpha, beta, context } = stage
  const pair: Pair = { sender: alpha, recipient: beta }
  const taken = await sent(pair, { expires_in_s: 1 })
  const accepted = await acknowledge(beta, taken.id)
  const [first, second, third] = await expiredNow(pair, 3, context.signal)
  if (first === undefined || second === undefined || third === undefined) return
  judge(stage, expiry, 'a second later: acknowledge', await acknowledge(beta, first.id), 'illegal_transition')
  judge(stage, expiry, 'a second later: cancel', await update(alpha, second.id, 'cancelled'), 'illegal_transition')
  await judgeEnded(stage, alpha, third.id, 'a second later: get')
  await judgeEnded(stage, beta, first.id, 'a second later: get after a refusal')
  if (accepted.kind === 'ok') judgeStatus(stage, 'accepted within its second', (await viewed(beta, taken.id)).handoff, 'accepted')
  else context.setAside('accepted within its second', `the answer was late: ${answerInWords(accepted)}`)
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.expiry-instant',
    title: 'A queued handoff expires at its instant, whatever looks at it first',
    requirements: [expiry, order],
    abilities: ['expiry'],
    needs: ['setClock'],
    fixture: 'own',
    scenario: atTheInstant,
    explain: {
      sends: 'Handoffs that end after a minute, looked at a millisecond before the end, at it and a millisecond after it: by a read, a list of either box, and each transition, with and without a version.',
      expects: 'Queued before, expired after, by one event of the server; every transition is illegal_transition then, and the version is that after the expiry. Accepted and blocked handoffs do not expire.',
      why: 'A handoff that is past its time must not be taken on by whoever happens to be the first to touch it.',
      failure: 'Expiry is left to a job that comes by later, is applied by reads only, is undone with the refusal of a transition, or ends accepted work.',
      fix: 'Apply expiry within the transaction of every read and transition before anything else is judged, and commit it although the transition is refused.',
    },
  }),
  handoffCase({
    id: 'lifecycle.expiry-real-time',
    title: 'A handoff that ends after a second has ended when the second is over',
    requirements: [expiry],
    abilities: ['expiry'],
    scenario: inRealTime,
    explain: {
      sends: 'Handoffs that end after one second, one of them accepted at once; the others are read, acknowledged and cancelled when the second is over.',
      expects: 'Expired by an event of the server, and illegal_transition to every transition; the accepted one stays accepted.',
      why: 'Where no clock can be set, real time is what shows that there is one.',
      failure: 'Seconds are taken for milliseconds or minutes, or nothing expires until a job comes by.',
      fix: 'Keep the instant in milliseconds and compare it at every operation.',
    },
  }),
]
