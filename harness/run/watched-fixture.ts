/**
 * The fixture as a case sees it: every token that is issued is registered for redaction, and has its session where
 * the target keeps sessions, before the case gets to see it.
 */
import type { Fixture, Identity } from '../fixture/driver.ts'
import type { Sessions } from '../target/sessions.ts'
import type { SecretSink } from '../target/taps.ts'

export function watchedFixture(fixture: Fixture, options: { readonly secrets: SecretSink; readonly sessions: Sessions }): Fixture {
  const watch = async (identity: Identity): Promise<Identity> => {
    options.secrets(identity.token)
    await options.sessions.ensure(identity)
    return identity
  }
  return {
    url: fixture.url,
    abilities: fixture.abilities,
    identities: fixture.identities,
    issueToken: async (request) => watch(await fixture.issueToken(request)),
    rotate: async (identity) => watch(await fixture.rotate(identity)),
    disable: async (identity) => { await fixture.disable(identity) },
    revoke: async (identity) => { await fixture.revoke(identity) },
    writeRegistry: async (text) => { await fixture.writeRegistry(text) },
    logs: async () => fixture.logs(),
    setClock: async (epochMs) => { await fixture.setClock(epochMs) },
    stop: async () => { await fixture.stop() },
    kill: async () => { await fixture.kill() },
    restart: async () => { await fixture.restart() },
    close: async () => { await fixture.close() },
  }
}
