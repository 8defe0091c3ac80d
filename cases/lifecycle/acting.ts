/** The operations as the cases use them, and how a handoff is brought into a state by legal steps. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, InboxInput, RequestableStatus, SeenEvent, SeenHandoff, SendInput, Status, TransitionInput } from '../../harness/handoff/contract.ts'
import { answerInWords } from '../../harness/handoff/contract.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import type { Actor, Pair } from './stage.ts'

type Extra = Omit<TransitionInput, 'handoff_id'>

/** The least that a send needs, beside its recipient. */
export const plainContent = { title: 'A handoff', summary: 'What to know.', request: 'What to do.' } as const

/** @param options `timeoutMs`: until the answer; default: that of the wire. */
export async function send(by: Actor, to: Actor | string, input: Partial<Omit<SendInput, 'recipient'>> = {}, options: { readonly timeoutMs?: number } = {}): Promise<Answer> {
  return by.client.perform({ kind: 'send', input: { recipient: typeof to === 'string' ? to : to.id, ...plainContent, ...input } }, options)
}

export async function get(by: Actor, id: string): Promise<Answer> {
  return by.client.perform({ kind: 'get', input: { handoff_id: id } })
}

export async function inbox(by: Actor, input: InboxInput = {}): Promise<Answer> {
  return by.client.perform({ kind: 'inbox', input })
}

export async function acknowledge(by: Actor, id: string, extra: Extra = {}): Promise<Answer> {
  return by.client.perform({ kind: 'acknowledge', input: { handoff_id: id, ...extra } })
}

export async function update(by: Actor, id: string, status: RequestableStatus, extra: Extra = {}): Promise<Answer> {
  return by.client.perform({ kind: 'update_status', input: { handoff_id: id, status, ...extra } })
}

/** What may be asked for: `accepted` by acknowledging, the others by the update of a status. */
export const targetStatuses = ['accepted', 'blocked', 'completed', 'cancelled'] as const
export type TargetStatus = (typeof targetStatuses)[number]

export async function move(by: Actor, id: string, to: TargetStatus, extra: Extra = {}): Promise<Answer> {
  return to === 'accepted' ? acknowledge(by, id, extra) : update(by, id, to, extra)
}

/** The handoff that a send or a transition gave. @throws Inconclusive where it gave none. */
export function changed(answer: Answer, what: string): SeenHandoff {
  if (answer.kind === 'ok' && answer.result.kind === 'change') return answer.result.handoff
  throw new Inconclusive(`${what} was refused: ${answerInWords(answer)}`)
}

/** A handoff that was sent just now. @throws Inconclusive where it was refused. */
export async function sent({ sender, recipient }: Pair, input?: Partial<SendInput>): Promise<SeenHandoff> {
  return changed(await send(sender, recipient, input), 'a handoff that both sides allow')
}

/** How each state but `expired` is reached from `queued`, and by whom. */
const ways: Readonly<Record<Exclude<Status, 'expired'>, readonly (readonly [by: keyof Pair, to: TargetStatus])[]>> = {
  queued: [],
  accepted: [['recipient', 'accepted']],
  blocked: [['recipient', 'blocked']],
  completed: [['recipient', 'accepted'], ['recipient', 'completed']],
  cancelled: [['sender', 'cancelled']],
}

/** A fresh handoff in that state. @throws Inconclusive where a step was refused. */
export async function brought(pair: Pair, status: Exclude<Status, 'expired'>, input?: Partial<SendInput>): Promise<SeenHandoff> {
  let handoff = await sent(pair, input)
  for (const [by, to] of ways[status]) handoff = changed(await move(pair[by], handoff.id, to), `the step to ${to}, on the way to ${status},`)
  return handoff
}

/** In ms, beyond the second after which a handoff expires. */
const marginMs = 60

/** As many handoffs that have expired in real time. @throws Inconclusive where a send was refused. */
export async function expired(pair: Pair, count: number, signal: AbortSignal): Promise<readonly SeenHandoff[]> {
  const handoffs = await sideBySide(Array.from({ length: count }), async () => sent(pair, { expires_in_s: 1 }))
  await pause(1000 + marginMs, undefined, { signal }).catch(() => undefined)
  return handoffs
}

export interface View {
  readonly handoff: SeenHandoff
  readonly events: readonly SeenEvent[]
}

/** What a party sees of a handoff. @throws Inconclusive where it sees nothing. */
export async function viewed(by: Actor, id: string): Promise<View> {
  const answer = await get(by, id)
  if (answer.kind === 'ok' && answer.result.kind === 'get') return answer.result
  throw new Inconclusive(`a party could not read its handoff: ${answerInWords(answer)}`)
}

/** The handoffs of one page. @throws Inconclusive where there is none. */
export async function page(by: Actor, input: InboxInput = {}): Promise<{ readonly handoffs: readonly SeenHandoff[]; readonly next_cursor: string | undefined }> {
  const answer = await inbox(by, input)
  if (answer.kind === 'ok' && answer.result.kind === 'inbox') return answer.result
  throw new Inconclusive(`an inbox was refused: ${answerInWords(answer)}`)
}

/** So many at once: enough for connections to be kept busy. */
const width = 8

/** Does the work for each, some at a time; results in the order of the items. Rejects with the first that failed, once all under way have ended. */
export async function sideBySide<Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  let failed = false
  const settled = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, async () => {
    while (next < items.length && !failed) {
      const index = next
      next += 1
      try {
        results[index] = await work(items[index] as Item, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }))
  for (const each of settled) if (each.status === 'rejected') throw each.reason
  return results
}
