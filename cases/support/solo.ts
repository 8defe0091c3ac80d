/** A peer that nobody else speaks through, for what can only be told apart where one call is under way at a time. */
import type { CaseContext } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'

/**
 * Over HTTP each answer has a stream of its own, so that any peer will do. Over stdio a log message names no request:
 * there it takes a process that no other case uses.
 */
export async function solo(context: CaseContext, peer: Peer): Promise<Peer> {
  return peer.channel.transport === 'http' ? peer : context.peer(peer.channel, { identity: peer.identity, own: true })
}
