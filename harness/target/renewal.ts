/** The same target with fresh credentials: for runs that last longer than an access token. */
import { HarnessError } from '../errors.ts'
import type { Fixture, Identity } from '../fixture/driver.ts'
import { findings } from './findings.ts'
import type { Opened } from './open-target.ts'

type Identities = Readonly<Record<string, Identity>>

/** Gives the target with credentials that are good for so many ms more: the same one while those that it has are. */
export type Renewal = (leastMs: number) => Promise<Opened>

interface Current {
  readonly identities: Identities
  readonly opened: Promise<Opened>
}

/**
 * @param fresh Of the fixture.
 * @param speak Makes the target ready for those identities; a finding where it refuses them.
 */
export function createRenewal(fresh: NonNullable<Fixture['freshIdentities']>, speak: (identities: Identities) => Promise<Opened>): { readonly renewal: Renewal; begin(identities: Identities): Promise<Opened> } {
  let current: Current | undefined
  const speakOnce = async (identities: Identities): Promise<Opened> => {
    if (current !== undefined && alike(current.identities, identities, ({ token }) => token)) {
      // Some servers give the same token again, with another end.
      if (!alike(current.identities, identities, ({ expiresAt }) => expiresAt)) current = { identities, opened: current.opened.then((opened) => endingAs(opened, identities)) }
      return current.opened
    }
    const opened = speak(identities)
    current = { identities, opened }
    // What the target refused once, perhaps for a moment, is tried anew by the next case.
    const forget = (): void => { if (current !== undefined && alike(current.identities, identities, ({ token }) => token)) current = undefined }
    opened.then((came) => { if (came.kind === 'finding') forget() }, forget)
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

function alike(some: Identities, others: Identities, of: (identity: Identity) => unknown): boolean {
  const names = Object.keys(others)
  return names.length === Object.keys(some).length && Object.entries(others).every(([name, other]) => some[name] !== undefined && of(some[name]) === of(other))
}

/** The same target, whose tokens end as those say. */
function endingAs(opened: Opened, identities: Identities): Opened {
  if (opened.kind === 'finding') return opened
  const { target } = opened
  const ending = (identity: Identity): Identity => {
    const { expiresAt: _, ...rest } = identity
    const expiresAt = identities[identity.name]?.expiresAt
    return expiresAt === undefined ? rest : { ...rest, expiresAt }
  }
  return { kind: 'open', target: { ...target, alpha: ending(target.alpha), beta: target.beta === undefined ? undefined : ending(target.beta), fixture: { ...target.fixture, identities } } }
}
