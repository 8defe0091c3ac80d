/** After a server has come back: what was acknowledged is there, once and whole, and nothing else is. */
import { answerInWords, isPassing, statuses } from '../../../harness/handoff/contract.ts'
import type { Answer, Operation, SeenHandoff } from '../../../harness/handoff/contract.ts'
import { eventsProblem } from '../../../harness/handoff/event-chain.ts'
import { Inconclusive } from '../../../harness/run/signals.ts'
import type { Actor } from '../stage.ts'
import { wholeList } from '../whole-list.ts'
import { operationOf, titlePrefix } from './workload.ts'
import type { Keys, Tracked } from './workload.ts'

/** What is wrong with one handoff, with its history as lines that a person reads. */
export interface Loss {
  readonly requirement: 'handoff.crash-durable' | 'handoff.crash-whole' | 'handoff.crash-once'
  readonly what: string
  readonly lines: readonly string[]
}

export interface AuditOptions {
  readonly tracked: readonly Tracked[]
  readonly keys: Keys
}

/** @throws Inconclusive where the target answers nothing that can be judged. */
export async function auditEach({ tracked, keys }: AuditOptions): Promise<readonly Loss[]> {
  const losses: Loss[] = []
  // A few at a time: the target has just started.
  for (let at = 0; at < tracked.length; at += 8) {
    const found = await Promise.all(tracked.slice(at, at + 8).map(async (one) => auditOne(one, keys)))
    losses.push(...found.flatMap((each) => each ?? []))
  }
  return losses
}

async function auditOne(one: Tracked, keys: Keys): Promise<Loss | undefined> {
  const { sender, recipient } = one
  const underWay = one.pending
  if (one.id === undefined) {
    // Never acknowledged: with its key the same send gives one handoff, whether the first try was kept or not.
    if (!keys.sends || underWay === undefined) return undefined
    const again = await surely(sender, operationOf(one, underWay, true))
    if (again.kind !== 'ok' || again.result.kind !== 'change') return loss('handoff.crash-once', one, `the same send again, with its key, was answered with ${answerInWords(again)}`)
    one.id = again.result.handoff.id
    one.version = 1
    one.pending = undefined
    return undefined
  }
  const got = await surely(recipient, { kind: 'get', input: { handoff_id: one.id } })
  if (got.kind !== 'ok' || got.result.kind !== 'get') return loss('handoff.crash-durable', one, `a get is answered with ${answerInWords(got)}`)
  const { handoff, events } = got.result
  const problem = eventsProblem(handoff, events)
  if (problem !== undefined) return loss('handoff.crash-whole', one, problem)
  const kept = handoff.status === one.status && events.length === one.version
  const movedOn = underWay !== undefined && handoff.status === underWay.to && events.length === one.version + 1
  if (!kept && !movedOn) return loss('handoff.crash-durable', one, `it is ${handoff.status} with ${events.length} events`)
  if (handoff.title !== undefined && handoff.title !== one.title) return loss('handoff.crash-whole', one, 'its title is another one')
  return auditReplays(one, keys)
}

/** The first answers come again, also after the restart. */
async function auditReplays(one: Tracked, keys: Keys): Promise<Loss | undefined> {
  if (keys.sends) {
    const again = await surely(one.sender, operationOf(one, { by: 'sender', to: 'queued', key: undefined }, true))
    const problem = replayProblem(again, one, 1)
    if (problem !== undefined) return loss('handoff.crash-once', one, `the acknowledged send again, with its key: ${problem}`)
  }
  const last = one.acknowledged.at(-1)
  if (last === undefined || !keys.transitions) return undefined
  const again = await surely(last.step.by === 'sender' ? one.sender : one.recipient, operationOf(one, last.step, true))
  const problem = replayProblem(again, one, last.version)
  return problem === undefined ? undefined : loss('handoff.crash-once', one, `the acknowledged change to ${last.step.to} again, with its key: ${problem}`)
}

function replayProblem(answer: Answer, { id }: Tracked, version: number): string | undefined {
  if (answer.kind !== 'ok' || answer.result.kind !== 'change') return `answered with ${answerInWords(answer)}`
  const { handoff, replayed } = answer.result
  if (handoff.id !== id) return 'another handoff was made'
  if (replayed === false) return 'done anew in place of being replayed'
  return handoff.version === undefined || handoff.version === version ? undefined : `version ${handoff.version} in place of ${version}`
}

/**
 * Lists everything that both parties have, and looks for what is twice, missing, or not of this case's making.
 * @param known Every handoff that was sent, of all rounds.
 */
export async function auditLists(parties: readonly Actor[], known: readonly Tracked[], boxes: readonly ('received' | 'sent')[]): Promise<readonly Loss[]> {
  const byTitle = new Map(known.map((one) => [one.title, one]))
  const losses: Loss[] = []
  for (const by of parties) {
    for (const box of boxes) {
      const seen = new Map<string, number>()
      for (const { title } of await listAll(by, box, known.length)) seen.set(title ?? '', (seen.get(title ?? '') ?? 0) + 1)
      for (const [title, count] of seen) {
        const one = byTitle.get(title)
        // Others than this case's are the engine's own controls.
        if (!title.startsWith(titlePrefix)) continue
        if (one === undefined) losses.push({ requirement: 'handoff.crash-whole', what: 'a handoff is listed that nobody sent', lines: [] })
        else if (count > 1) losses.push(loss('handoff.crash-once', one, `it is listed ${count} times`))
      }
      for (const one of known) {
        const party = box === 'sent' ? one.sender : one.recipient
        if (one.version > 0 && party.identity.name === by.identity.name && !seen.has(one.title)) losses.push(loss('handoff.crash-durable', one, `it is not in what ${party.identity.name} has ${box}`))
      }
    }
  }
  return losses
}

/** Handoffs in a box that are not of the case's making, at most: controls, and what others of a shared target sent. */
const strangers = 10_000

/** @param known How many of the box are known. */
async function listAll(by: Actor, box: 'received' | 'sent', known: number): Promise<readonly SeenHandoff[]> {
  const cannot = (why: string): never => { throw new Inconclusive(`what ${by.identity.name} has ${box} cannot be listed: ${why}`) }
  const { pages, endless } = await wholeList(async (cursor) => {
    const page = await surely(by, { kind: 'inbox', input: { box, statuses: [...statuses], limit: 100, ...(cursor === undefined ? {} : { cursor }) } })
    return page.kind === 'ok' && page.result.kind === 'inbox' ? page.result : cannot(answerInWords(page))
  }, { pages: (known + strangers) / 100 + 1, handoffs: known + strangers })
  return endless === undefined ? pages.flat() : cannot(endless)
}

/** Reads and keyed writes may be asked again where an answer was lost. @throws Inconclusive where none comes. */
async function surely({ client }: Actor, operation: Operation): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await client.perform(operation)
    if (answer.kind !== 'unknown' && !isPassing(answer)) return answer
    if (attempt === 4) throw new Inconclusive(`after the restart the target gives no answer: ${answerInWords(answer)}`)
  }
}

function loss(requirement: Loss['requirement'], one: Tracked, what: string): Loss {
  const sent = one.version > 0 ? 'acknowledged' : 'no answer'
  return {
    requirement,
    what,
    lines: [
      `${one.sender.identity.name} sends h1 to ${one.recipient.identity.name} → ${sent}`,
      ...one.acknowledged.map(({ step, version }) => `${step.by} moves h1 to ${step.to} → acknowledged, version ${version}`),
      ...(one.pending === undefined || one.version === 0 ? [] : [`${one.pending.by} moves h1 to ${one.pending.to} → no answer`]),
      'the server is killed and started again',
      `h1: ${what}`,
    ],
  }
}
