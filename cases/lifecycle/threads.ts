/** Handoffs that continue others: threads, containment and depth. */
import { randomUUID } from 'node:crypto'
import type { Answer, SeenHandoff } from '../../harness/handoff/contract.ts'
import type { Case } from '../../harness/run/case.ts'
import { brought, changed, send, sent, sideBySide, viewed } from './acting.ts'
import { judge, judgeThat, judgeUnchanged, needTelling } from './judging.ts'
import { handoffCase } from './define.ts'
import type { Actor, Pair, Stage } from './stage.ts'

const threads = 'handoff.threads'
const containment = 'handoff.containment'
const depth = 'handoff.depth'
const unchanged = 'handoff.refusal-changes-nothing'

async function threadsOf(stage: Stage): Promise<void> {
  const pair: Pair = { sender: stage.alpha, recipient: stage.beta }
  const root = await sent(pair)
  const other = await sent(pair)
  judgeThat(stage, threads, 'a root', root.depth === 0 && root.parent_id === undefined, 'depth 0 and no parent', 'another depth, or a parent')
  judgeThat(stage, threads, 'two roots', root.thread_id !== undefined && root.thread_id !== other.thread_id, 'a thread for each', 'one thread, or none')

  const same = await child(stage, 'a child in the direction of its parent', stage.alpha, stage.beta, root)
  const back = await child(stage, 'a child in the other direction', stage.beta, stage.alpha, root)
  if (same !== undefined) await child(stage, 'a child of a child', stage.beta, stage.alpha, same)
  if (back !== undefined) await child(stage, 'a child of an answer', stage.beta, stage.alpha, back)
  for (const status of ['accepted', 'blocked', 'completed', 'cancelled'] as const) {
    await child(stage, `a child of a parent that is ${status}`, stage.beta, stage.alpha, await brought(pair, status))
  }
  const again = await viewed(stage.alpha, root.id)
  judgeThat(stage, threads, 'a parent, after it was continued', again.handoff.status === 'queued' && again.events.length === 1, 'it is as before', 'it has changed')
}

/** A child that must be sent, in its place in the thread. */
async function child(stage: Stage, input: string, by: Actor, to: Actor, parent: SeenHandoff): Promise<SeenHandoff | undefined> {
  const answer = await send(by, to, { parent_id: parent.id })
  if (!judge(stage, threads, input, answer, 'ok') || answer.kind !== 'ok' || answer.result.kind !== 'change') return undefined
  const { handoff } = answer.result
  const problem = handoff.parent_id !== parent.id ? 'another parent, or none'
    : handoff.thread_id !== parent.thread_id ? 'another thread'
      : handoff.depth !== (parent.depth ?? Number.NaN) + 1 ? `depth ${String(handoff.depth)} under ${String(parent.depth)}`
        : handoff.status !== 'queued' ? `the status ${handoff.status}` : undefined
  judgeThat(stage, threads, input, problem === undefined, 'queued, in the thread of its parent and one deeper', problem ?? '')
  return handoff
}

async function contained(stage: Stage): Promise<void> {
  const { alpha, beta } = stage
  const third = await stage.joined()
  const parent = await sent({ sender: alpha, recipient: beta }, { sensitivity: 'internal' })
  const before = await viewed(alpha, parent.id)
  const rows: readonly (readonly [input: string, act: () => Promise<Answer>, wanted: 'ok' | 'not_permitted' | 'not_found'])[] = [
    ['from the sender to a third party', async () => send(alpha, third, { parent_id: parent.id }), 'not_permitted'],
    ['from the recipient to a third party', async () => send(beta, third, { parent_id: parent.id }), 'not_permitted'],
    ['from a third party to the sender', async () => send(third, alpha, { parent_id: parent.id }), 'not_found'],
    ['from a third party to the recipient', async () => send(third, beta, { parent_id: parent.id }), 'not_found'],
    ['with a parent that never was', async () => send(alpha, beta, { parent_id: randomUUID() }), 'not_found'],
    ['from a party to itself', async () => send(beta, beta, { parent_id: parent.id }), 'not_permitted'],
    ['less sensitive than its parent', async () => send(alpha, beta, { parent_id: parent.id, sensitivity: 'public-safe' }), 'not_permitted'],
    ['less sensitive, in the other direction', async () => send(beta, alpha, { parent_id: parent.id, sensitivity: 'public-safe' }), 'not_permitted'],
    ['as sensitive as its parent', async () => send(alpha, beta, { parent_id: parent.id, sensitivity: 'internal' }), 'ok'],
    ['more sensitive than its parent', async () => send(beta, alpha, { parent_id: parent.id, sensitivity: 'restricted' }), 'ok'],
  ]
  await sideBySide(rows, async ([input, act, wanted]) => judge(stage, containment, `a child ${input}`, await act(), wanted))
  const restricted = await sent({ sender: alpha, recipient: beta }, { sensitivity: 'restricted' })
  judge(stage, containment, 'a child without a sensitivity, which is internal, of a restricted parent', await send(alpha, beta, { parent_id: restricted.id }), 'not_permitted')
  await judgeUnchanged(stage, unchanged, 'the parent, after all of them', alpha, before)
}

/** The limit of the fixture, where the driver can set one; else that of the target, where its file says so. */
const limit = 2
/** Chains of a target with a limit of its own are followed so far. */
const longest = 40

async function depthOf(stage: Stage): Promise<void> {
  const { alpha, beta, context } = stage
  const known = context.fixture.abilities.has('setDepth') ? limit : context.target.maxDepth
  let last = await sent({ sender: alpha, recipient: beta })
  let refused: Answer | undefined
  for (let at = 1; at <= (known ?? longest) && refused === undefined; at += 1) {
    const answer = await send(at % 2 === 0 ? alpha : beta, at % 2 === 0 ? beta : alpha, { parent_id: last.id })
    needTelling(answer)
    if (answer.kind !== 'ok' && known === undefined) refused = answer
    else if (judge(stage, depth, `a chain as deep as ${at}`, answer, 'ok')) last = changed(answer, 'the child')
    else return
  }
  if (known === undefined && refused === undefined) return context.inconclusive(`no limit was met in a chain of ${longest}, the driver cannot set_depth, and the target file does not say handoff.max_depth`)
  const before = await viewed(alpha, last.id)
  for (const [name, by, to] of [['the sender', alpha, beta], ['the recipient', beta, alpha]] as const) {
    judge(stage, depth, `one deeper than the limit, by ${name}`, await send(by, to, { parent_id: last.id }), 'depth_exceeded')
  }
  if (context.fixture.abilities.has('issueToken')) {
    judge(stage, 'handoff.order-of-checks', 'one deeper than the limit, to a third party', await send(alpha, await stage.joined(), { parent_id: last.id }), 'not_permitted')
  }
  await judgeUnchanged(stage, unchanged, 'the last of the chain, after everything that was refused', alpha, before)
  judge(stage, depth, 'a new root, after the limit was met', await send(alpha, beta), 'ok')
}

export const cases: readonly Case[] = [
  handoffCase({
    id: 'lifecycle.threads',
    title: 'A child continues the thread of its parent, in both directions and from any state',
    requirements: [threads],
    scenario: threadsOf,
    explain: {
      sends: 'Roots, children of them in both directions, children of children, and children of parents in each state.',
      expects: 'A thread and depth 0 for each root; the thread of its parent and one more depth for each child; the parent as before.',
      why: 'The thread is how two agents find what belongs together, and the depth is what ends a conversation that goes round in circles.',
      failure: 'A child begins a thread of its own, the depth is counted from the root alone, or only one direction can be continued.',
      fix: 'Copy the thread of the parent and add one to its depth, in the transaction that reads the parent.',
    },
  }),
  handoffCase({
    id: 'lifecycle.containment',
    title: 'A child stays between the parties of its parent and is at least as sensitive',
    requirements: [containment, unchanged],
    needs: ['issueToken'],
    scenario: contained,
    explain: {
      sends: 'Children to and from a third agent that may exchange handoffs with both parties, to oneself, and of each sensitivity.',
      expects: 'To who may not see the parent not_found; not_permitted for a third party and for less sensitivity; accepted for the same and for more.',
      why: 'A thread that can be handed on to a third agent, or lowered, takes what was said in confidence with it.',
      failure: 'A child is checked like a root, or only the sender of the child is held against the parties of the parent.',
      fix: 'Hold both parties and the sensitivity of the child against the parent, and refuse as the policy does.',
    },
  }),
  handoffCase({
    id: 'lifecycle.depth',
    title: 'A chain of handoffs ends exactly at its limit',
    requirements: [depth, 'handoff.order-of-checks', unchanged],
    fixture: 'own',
    fixtureOptions: { maxDepth: limit },
    scenario: depthOf,
    explain: {
      sends: 'A chain of children, in turn from both parties, up to the limit (of 2, where it can be set) and one beyond it.',
      expects: 'The limit itself is reached; one more is depth_exceeded, or not_permitted where the policy forbids it anyway, and nothing is written.',
      why: 'Two agents that answer each other without an end are the most expensive fault that there is; the limit is what stops them.',
      failure: 'The limit is compared with the depth of the parent, counted from one, or not checked for answers.',
      fix: 'Compare the depth of the child, which is 0 for a root, and refuse it where it is greater than the limit.',
    },
  }),
]
