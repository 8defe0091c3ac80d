/** The same target with fresh credentials: for runs that last longer than an access token. */
import { HarnessError } from '../errors.ts'
import type { Fixture, Identity } from '../fixture/driver.ts'
import { findings } from './findings.ts'
import type { Opened } from './open-target.ts'

type Identities = Readonly<Record<string, Identity>>

/** Gives the target with credentials that are good for so many ms more: the same one while those that it has are. */
export type Renewal = (leastMs: number) => Promise<Opened>

/**
 * @param fresh Of the fixture.
 * @param speak Makes the target ready for those identities; a finding where it refuses them.
 */
export function createRenewal(fresh: NonNullable<Fixture['freshIdentities']>, speak: (identities: Identities) => Promise<Opened>): { readonly renewal: Renewal; begin(identities: Identities): Promise<Opened> } {
  let current: { readonly key: string; readonly opened: Promise<Opened> } | undefined
  const speakOnce = async (identities: Identities): Promise<Opened> => {
    const key = JSON.stringify(Object.values(identities).map(({ token }) => token))
    if (current?.key === key) return current.opened
    const opened = speak(identities)
    current = { key, opened }
    // What the target refused once, perhaps for a moment, is tried anew by the next case.
    void opened.then((came) => came.kind === 'finding', () => true).then((failed) => {
      if (failed && current?.opened === opened) current = undefined
      return failed
    })
    return opened
  }
  return {
    begin: speakOnce,
    async renewal(leastMs) {
      let identities: Identities
      try {
        identities = await fresh(leastMs)
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error
        return { kind: 'finding', finding: findings.credentialsEnded(error.message, error.remedy) }
      }
      return speakOnce(identities)
    },
  }
}
