/**
 * The fixture as a case sees it: once its case is over nothing can be done to it any more; every token that is issued is
 * registered for redaction, and has its session where the target keeps sessions, before the case gets to see it; and a
 * target that was started again has its sessions again.
 */
import type { Fixture, Identity } from '../fixture/driver.ts'
import type { PeerPool } from '../peer/pool.ts'
import type { Sessions } from '../target/sessions.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import type { SecretSink } from '../target/taps.ts'

export interface WatchOptions {
  readonly secrets: SecretSink
  /** Told of everybody who gets a token. */
  readonly issued?: (identity: Identity) => void
  /** Told of every process that is started to be spoken to over stdio. */
  readonly started?: (process: StdioProcess) => void
  readonly sessions: Sessions
  readonly peers: Pick<PeerPool, 'renew'>
  /** Aborted when the case is over. */
  readonly signal: AbortSignal
}

export function watchedFixture(fixture: Fixture, options: WatchOptions): Fixture {
  const watch = async (identity: Identity): Promise<Identity> => {
    options.secrets(identity.token)
    options.issued?.(identity)
    await options.sessions.ensure(identity)
    return identity
  }
  const whileRunning = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    options.signal.throwIfAborted()
    return work()
  }
  return {
    url: fixture.url,
    abilities: fixture.abilities,
    identities: fixture.identities,
    issueToken: async (request) => whileRunning(async () => watch(await fixture.issueToken(request))),
    renew: async (identities) => whileRunning(async () => fixture.renew(identities)),
    rotate: async (identity, options) => whileRunning(async () => watch(await fixture.rotate(identity, options))),
    setPolicy: async (identity, policy) => whileRunning(async () => fixture.setPolicy(identity, policy)),
    disable: async (identity) => whileRunning(async () => fixture.disable(identity)),
    revoke: async (identity) => whileRunning(async () => fixture.revoke(identity)),
    writeRegistry: async (content) => whileRunning(async () => fixture.writeRegistry(content)),
    logs: async () => whileRunning(async () => fixture.logs()),
    issueGoalToken: async (request) => whileRunning(async () => {
      const token = await fixture.issueGoalToken(request)
      options.secrets(token)
      return token
    }),
    setClock: async (epochMs) => whileRunning(async () => fixture.setClock(epochMs)),
    openStdio: async (identity) => whileRunning(async () => {
      const process = await fixture.openStdio(identity)
      options.started?.(process)
      return process
    }),
    storeFile: () => fixture.storeFile(),
    limitFiles: async (kib) => whileRunning(async () => fixture.limitFiles(kib)),
    stop: async () => whileRunning(async () => fixture.stop()),
    kill: async () => whileRunning(async () => fixture.kill()),
    restart: async () => whileRunning(async () => {
      await fixture.restart()
      await options.sessions.renew()
      await options.peers.renew()
    }),
    close: async () => whileRunning(async () => fixture.close()),
  }
}
