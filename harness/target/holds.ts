/**
 * Which tokens cases still speak with. What was opened for a token that no case holds, and that another one of its name
 * has replaced, is ended: a long run would else keep a process or a session for each token that it ever had.
 */
import type { Identity } from '../fixture/driver.ts'

export interface Holds {
  /** From now on nobody begins with any other token. */
  use(identities: readonly (Identity | undefined)[]): Promise<void>
  /** A case begins with these. @returns To be called once it has ended. */
  hold(identities: readonly (Identity | undefined)[]): () => Promise<void>
}

/** @param retire Ends what was opened for the first one; the other is of the same name, and good. Its errors are nobody's. */
export function createHolds(retire: (ended: Identity, by: Identity) => Promise<void>): Holds {
  const counts = new Map<string, number>()
  const known = new Map<string, Identity>()
  let current: readonly Identity[] = []
  const settle = async (): Promise<void> => {
    const over = [...known.values()].flatMap((ended) => {
      const by = current.find(({ name }) => name === ended.name)
      return by === undefined || by.token === ended.token || (counts.get(ended.token) ?? 0) > 0 ? [] : [{ ended, by }]
    })
    for (const { ended } of over) known.delete(ended.token)
    await Promise.allSettled(over.map(async ({ ended, by }) => retire(ended, by)))
  }
  const spoken = (identities: readonly (Identity | undefined)[]): Identity[] => identities.filter((identity): identity is Identity => identity !== undefined && identity.token !== '')
  return {
    async use(identities) {
      current = spoken(identities)
      for (const identity of current) known.set(identity.token, identity)
      await settle()
    },
    hold(identities) {
      const held = spoken(identities)
      for (const identity of held) {
        // One that was retired just before may open something again.
        known.set(identity.token, identity)
        counts.set(identity.token, (counts.get(identity.token) ?? 0) + 1)
      }
      return async () => {
        for (const { token } of held) {
          const left = (counts.get(token) ?? 1) - 1
          if (left > 0) counts.set(token, left)
          else counts.delete(token)
        }
        await settle()
      }
    },
  }
}
