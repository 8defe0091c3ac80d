/** The peers of one fixture: those that cases share, and those that a case has for itself and that end with it. */
import type { Identity } from '../fixture/driver.ts'
import type { Channel } from '../target/profile.ts'
import type { JsonObject, Peer } from './peer.ts'

export interface PeerWish {
  readonly channel: Channel
  readonly identity: Identity
  /** Legacy: what `initialize` declares. */
  readonly capabilities?: JsonObject
  /** The case that it is opened for: its exchanges are recorded under that id. */
  readonly caseId: string
}

/** A peer, and how to end its conversation. */
export interface OpenedPeer {
  readonly peer: Peer
  close(): Promise<void>
}

export interface PeerPool {
  /** The same peer for the same channel, identity and capabilities. */
  shared(wish: PeerWish): Promise<Peer>
  /** A new one, which whoever asked must close. */
  own(wish: PeerWish): Promise<OpenedPeer>
  /** Ends every shared peer. */
  close(): Promise<void>
}

export function createPeerPool(open: (wish: PeerWish) => Promise<OpenedPeer>): PeerPool {
  const opening = new Map<string, Promise<OpenedPeer>>()
  return {
    async shared(wish) {
      const { transport, revision } = wish.channel
      // Over HTTP in the modern era nothing is kept open, so that each case can have exchanges of its own recorded.
      const perCase = wish.channel.transport === 'http' && wish.channel.era === 'modern' ? wish.caseId : ''
      const key = JSON.stringify([transport, revision, wish.identity.token, wish.identity.name, wish.capabilities ?? {}, perCase])
      const started = opening.get(key) ?? open(wish)
      opening.set(key, started)
      // A conversation that could not be opened is tried anew by the next case.
      started.catch(() => { opening.delete(key) })
      return (await started).peer
    },
    own: async (wish) => open(wish),
    async close() {
      const all = [...opening.values()]
      opening.clear()
      await Promise.all(all.map(async (started) => started.then(async (opened) => opened.close(), () => undefined)))
    },
  }
}
