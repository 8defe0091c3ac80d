/** The same target with fresh credentials: for runs that last longer than an access token. */
import { HarnessError } from '../errors.ts'
import type { Fixture, Identity } from '../fixture/driver.ts'
import { createTurns } from '../fixture/turns.ts'
import { findings } from './findings.ts'
import type { Opened } from './open-target.ts'

type Identities = Readonly<Record<string, Identity>>

export interface CreatedRenewal {
  readonly renewal: Renewal
  begin(identities: Identities): Promise<Opened>
  /**
   * Replaces those of the tokens of which nobody said when they end and which the target refuses.
   * @returns The tokens that had ended: there are others in their place, which it serves. None where that is not the reason.
   */
  readonly replace: (identities: readonly (Identity | undefined)[]) => Promise<ReadonlySet<string>>
}

export interface RenewalOptions {
  /** Of the fixture. */
  readonly fresh: NonNullable<Fixture['freshIdentities']>
  /** Makes the target ready for those identities; a finding where it refuses them. */
  readonly speak: (identities: Identities) => Promise<Opened>
  /** Whether the target answers a good request of that identity with status 401. */
  readonly refuses: (identity: Identity) => Promise<boolean>
}

const none: ReadonlySet<string> = new Set()

/** Gives the target with credentials that are good for so many ms more: the same one while those that it has are. */
export type Renewal = (leastMs: number) => Promise<Opened>

interface Current {
  readonly identities: Identities
  readonly opened: Promise<Opened>
}

export function createRenewal({ fresh, speak, refuses }: RenewalOptions): CreatedRenewal {
  let current: Current | undefined
  /** Those that the target refuses for another reason: nothing better came in their place. */
  const hopeless = new Set<string>()
  const inTurn = createTurns()
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
    void opened.then((came) => came.kind === 'finding', () => true).then((failed) => { if (failed) forget(); return failed })
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
    replace: async (identities) => inTurn(async () => {
      const ended = new Set<string>()
      for (const identity of identities) {
        if (identity !== undefined && identity.token !== '' && identity.expiresAt === undefined && !hopeless.has(identity.token) && await refuses(identity)) ended.add(identity.token)
      }
      if (ended.size === 0) return none
      const replaced = await fresh(0, ended).catch((error: unknown) => {
        if (error instanceof HarnessError) return {}
        throw error
      })
      const others = Object.values(replaced).map(({ token }) => token)
      if (others.length > 0 && !others.some((token) => ended.has(token))) {
        const opened = await speakOnce(replaced)
        // Alpha has been served with it already.
        if (opened.kind === 'open' && !(opened.target.beta !== undefined && await refuses(opened.target.beta))) return ended
      }
      for (const token of [...ended, ...others]) hopeless.add(token)
      return none
    }),
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
