/** The call that every server answers and that does nothing: `server/discover` (2026-07-28), or `ping` before. */
import type { Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'

export function harmlessCall(peer: Peer): PeerCall {
  return { method: peer.channel.era === 'modern' ? 'server/discover' : 'ping' }
}

/** The HTTP status of an answer; undefined over stdio and where there was no response. */
export function statusOfAnswer({ reaction }: PeerAnswer): number | undefined {
  return reaction?.kind === 'response' ? reaction.response.status : undefined
}

/** Whether the target met the message with a fault of its own, or with nothing at all where HTTP demands an answer. */
export function fellOver(answer: PeerAnswer): boolean {
  const { reaction } = answer
  if (reaction === undefined) return false
  if (reaction.kind !== 'response') return reaction.kind !== 'closed' || reaction.received > 0
  return reaction.response.status >= 500
}
