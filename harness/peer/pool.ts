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
  /** False once nobody is there any more to speak to; absent where there is always somebody. */
  alive?(): boolean
  /** Opens the conversation anew with a target that was started again; absent where none was lost by it. */
  renew?(): Promise<void>
  /** @param by A good token of the same identity, where its own may have ended. */
  close(by?: string): Promise<void>
}

export interface PeerPool {
  /** The same peer for the same channel, identity and capabilities; a new one where the process behind it has ended. */
  shared(wish: PeerWish): Promise<Peer>
  /** Makes one that is open already the shared one of its kind. */
  adopt(wish: PeerWish, opened: OpenedPeer): void
  /** A new one, which whoever asked must close. */
  own(wish: PeerWish): Promise<OpenedPeer>
  /** Opens every conversation anew that ended when the target was started again. One that cannot be opened is as it was. */
  renew(): Promise<void>
  /** Ends the shared peers of a token that nobody speaks with any more. @param by Another one of the same name, which is good. */
  retire(ended: Identity, by: Identity): Promise<void>
  /** Ends every shared peer. */
  close(): Promise<void>
}

export function createPeerPool(open: (wish: PeerWish) => Promise<OpenedPeer>): PeerPool {
  const opening = new Map<string, Promise<OpenedPeer>>()
  const tokens = new Map<string, string>()
  const owned = new Set<OpenedPeer>()
  const keyOf = (wish: PeerWish): string => {
    const { transport, revision, era } = wish.channel
    // Over HTTP in the modern era nothing is kept open, so that each case can have exchanges of its own recorded.
    const perCase = transport === 'http' && era === 'modern' ? wish.caseId : ''
    return JSON.stringify([transport, revision, wish.identity.token, wish.identity.name, wish.capabilities ?? {}, perCase])
  }
  return {
    async shared(wish) {
      const key = keyOf(wish)
      tokens.set(key, wish.identity.token)
      for (let attempt = 1; ; attempt += 1) {
        const started = opening.get(key) ?? open(wish)
        opening.set(key, started)
        // A conversation that could not be opened is tried anew by the next case.
        started.catch(() => { if (opening.get(key) === started) opening.delete(key) })
        const opened = await started
        // One that ends as soon as it is started would do so for ever.
        if (opened.alive?.() !== false || attempt === 2) return opened.peer
        if (opening.get(key) === started) opening.delete(key)
        await opened.close()
      }
    },
    adopt(wish, opened) {
      tokens.set(keyOf(wish), wish.identity.token)
      opening.set(keyOf(wish), Promise.resolve(opened))
    },
    async own(wish) {
      const opened = await open(wish)
      owned.add(opened)
      return { ...opened, close: async () => { owned.delete(opened); await opened.close() } }
    },
    async renew() {
      const shared = await Promise.allSettled(opening.values())
      const all = [...shared.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])), ...owned]
      await Promise.allSettled(all.map(async (opened) => opened.renew?.()))
    },
    async retire(ended, by) {
      const keys = [...tokens].flatMap(([key, token]) => (token === ended.token ? [key] : []))
      const over = keys.flatMap((key) => opening.get(key) ?? [])
      for (const key of keys) {
        tokens.delete(key)
        opening.delete(key)
      }
      await Promise.allSettled(over.map(async (started) => (await started).close(by.token)))
    },
    async close() {
      const all = [...opening.values()]
      opening.clear()
      await Promise.all(all.map(async (started) => started.then(async (opened) => opened.close(), () => undefined)))
    },
  }
}
