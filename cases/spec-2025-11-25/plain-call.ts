/** A call that the target serves and that does nothing: what a fault is held against. */
import type { CaseContext } from '../../harness/run/case.ts'
import type { Peer, PeerCall } from '../../harness/peer/peer.ts'
import { isResult } from '../support/answers.ts'

const candidates = ['ping', 'tools/list', 'resources/list', 'prompts/list'] as const
const known = new WeakMap<Peer, Promise<PeerCall | undefined>>()

/** The first that is served; a ping, with every server that conforms. */
export async function plainCall(context: CaseContext, peer: Peer): Promise<PeerCall> {
  const found = known.get(peer) ?? firstServed(peer)
  known.set(peer, found)
  const call = await found
  if (call === undefined) context.inconclusive('no well-formed call was served: neither ping nor a list')
  return call
}

async function firstServed(peer: Peer): Promise<PeerCall | undefined> {
  for (const method of candidates) {
    if (isResult(await peer.call({ method }))) return { method }
  }
  return undefined
}
