/** Opens a peer over the transport of its channel, and knows how to end it. */
import { withField } from '../wire/message.ts'
import type { Wire } from '../wire/wire.ts'
import { openHttpPeer } from './http-peer.ts'
import type { Ledger } from './ledger.ts'
import type { OpenedPeer, PeerWish } from './pool.ts'

export interface PeerSetting {
  readonly wireFor: (caseId: string) => Wire
  readonly endpoint: URL
  readonly ledger: Ledger
}

/** @throws Inconclusive where the conversation cannot be opened. */
export async function openPeer(wish: PeerWish, { wireFor, endpoint, ledger }: PeerSetting): Promise<OpenedPeer> {
  const wire = wireFor(wish.caseId)
  const peer = await openHttpPeer({ ...wish, wire, endpoint, ledger })
  return {
    peer,
    async close() {
      // A session that nobody deletes stays with the target until it expires (2025-11-25, basic/transports "Session Management").
      const request = peer.request({ method: 'ping' })
      if (request.headers.some(([name]) => name.toLowerCase() === 'mcp-session-id')) {
        const { body: _, ...bodiless } = withField(request, 'content-type')
        await wire.send({ ...bodiless, method: 'DELETE' })
      }
    },
  }
}
