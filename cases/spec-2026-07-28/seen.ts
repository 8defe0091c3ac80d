/** What cases share that judge all the messages of a run: they make some messages of their own, and read the digest. */
import { randomUUID } from 'node:crypto'
import type { CaseContext } from '../../harness/run/case.ts'
import type { Channel } from '../../harness/target/profile.ts'
import { eachChannel } from '../support/channels.ts'
import { declaredFilter, whileListening } from '../support/streams/listening.ts'
import { servedCalls } from '../support/methods.ts'
import { oncePerRun } from '../support/once.ts'
import { showing } from '../support/showing.ts'

/** Enough of everything to be judged, also where nothing else has run; then judges what the whole run has seen. */
export async function eachSeen(context: CaseContext, judge: (channel: Channel, name: string) => void): Promise<void> {
  await eachChannel(context, async (peer, name) => {
    await provoke(context, peer)
    judge(peer.channel, name)
  })
}

const provoke = oncePerRun(async (context, peer) => {
  await servedCalls(context, peer)
  await showing(context, peer)
  await peer.call({ method: 'conformance/no-such-method' })
  await peer.call({ method: 'tools/call', params: { name: 'conformance-no-such-tool', arguments: {} } })
  await peer.deliver('{', { method: 'server/discover' })
  const id = `bare-${randomUUID()}`
  await peer.deliver(JSON.stringify({ jsonrpc: '2.0', id, method: 'server/discover' }), { method: 'server/discover', id })
  const filter = declaredFilter(await peer.survey())
  if (Object.keys(filter).length > 0) await whileListening(context, peer, `seen-${randomUUID()}`, filter, async () => Promise.resolve())
})

export function sameChannel(one: Channel, other: Channel): boolean {
  return one.transport === other.transport && one.revision === other.revision
}

/** For inputs and reports: a method of ours, or that there is none. */
export function methodName(method: string): string {
  return method === '' ? 'an empty method' : method
}
