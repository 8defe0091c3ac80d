/** What every case about stdio has in common. */
import type { Case, CaseContext, PeerOptions } from '../../harness/run/case.ts'
import type { Peer, PeerCall } from '../../harness/peer/peer.ts'
import type { StdioReply, StdioSide } from '../../harness/peer/stdio-conversation.ts'
import { channelName } from '../../harness/target/profile.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { harmlessCall } from '../support/harmless.ts'

type Given = Omit<Case, 'suite' | 'fixture'> & Pick<Partial<Case>, 'fixture'>

export function stdioCase(given: Given): Case {
  return { fixture: 'shared', channels: { transport: 'stdio' }, ...given, suite: 'stdio' }
}

/** The requirement of the revision that a channel speaks. */
export function byEra({ era }: Channel, modern: string, legacy: string): string {
  return era === 'modern' ? modern : legacy
}

/**
 * Lines and processes are the same in every revision of an era, so that one conversation of each era shows them. Each
 * is a process of its own, which the case may spoil.
 */
export async function eachEra(context: CaseContext, work: (peer: Peer, side: StdioSide, input: string) => Promise<void>, options: PeerOptions = {}): Promise<void> {
  const newest = (['modern', 'legacy'] as const).flatMap((era) => context.channels.find((channel) => channel.era === era) ?? [])
  await Promise.all(newest.map(async (channel) => {
    const input = channelName(channel)
    await context.attempt(input, async () => {
      const peer = await context.peer(channel, { ...options, own: true })
      await work(peer, sideOf(peer), input)
    })
  }))
}

export function sideOf(peer: Peer): StdioSide {
  if (peer.stdio === undefined) throw new Error('a case about stdio was given a peer over HTTP')
  return peer.stdio
}

/** Whether the harmless call is answered with a result now, on the same process, within the time of any call or so many ms. */
export async function serves(peer: Peer, timeoutMs?: number): Promise<boolean> {
  const { answer } = await peer.call({ ...harmlessCall(peer), ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  return answer.kind === 'result'
}

/** The line of a call, with its end. */
export function lineOf(peer: Peer, call: PeerCall): string {
  return `${JSON.stringify(peer.message(call))}\n`
}

/** One answer, and that a result. */
export function answeredOnce({ responses }: StdioReply): boolean {
  return responses.length === 1 && Object.hasOwn(responses[0] ?? {}, 'result')
}

/** `1 response`, `2 responses` */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** In words that hold nothing of what the target wrote. */
export function describeReply({ responses, missing }: StdioReply): string {
  if (responses.length > 1) return `${responses.length} responses`
  const [response] = responses
  if (response === undefined) return missing ?? 'no response'
  return Object.hasOwn(response, 'result') ? 'a result' : 'an error'
}
