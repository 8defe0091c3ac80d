/**
 * A target made ready for cases: started, asked what it is, and proven to serve a well-formed request with good
 * credentials. Where any of that fails there is one finding, and nothing else is worth running.
 */
import type { Driver, Fixture, FixtureOptions, Identity } from '../fixture/driver.ts'
import type { RootCause } from '../run/outcome.ts'
import type { Probe } from '../run/probe.ts'
import { Inconclusive } from '../run/signals.ts'
import { HarnessError } from '../errors.ts'
import { anonymous } from '../fixture/stdio-command.ts'
import { createWire } from '../wire/client.ts'
import type { Exchange } from '../wire/client.ts'
import { defaultLimits } from '../wire/message.ts'
import type { Wire } from '../wire/wire.ts'
import { acceptanceOf } from './acceptance.ts'
import { valueAt } from './adapter.ts'
import { requireFit } from './adapter-fit.ts'
import { createCaller } from './caller.ts'
import type { Caller } from './caller.ts'
import { discoverTarget } from './discover.ts'
import { discoverStdio } from './discover-stdio.ts'
import { findings } from './findings.ts'
import { createHolds } from './holds.ts'
import { handoffProbe } from './handoff-probe.ts'
import { requireAllowed } from './loopback.ts'
import { createPace, pacedWire } from './paced-wire.ts'
import { createLedger } from '../peer/ledger.ts'
import type { Ledger } from '../peer/ledger.ts'
import { openPeer } from '../peer/open-peer.ts'
import type { PeerSetting } from '../peer/open-peer.ts'
import { createPeerPool } from '../peer/pool.ts'
import type { PeerPool } from '../peer/pool.ts'
import { openStdioTarget } from './open-stdio-target.ts'
import { inOrder, speaksHttp } from './profile.ts'
import type { Channel, TargetProfile } from './profile.ts'
import { readProbes } from './read-probe.ts'
import { createRenewal } from './renewal.ts'
import type { CreatedRenewal, Renewal } from './renewal.ts'
import { createSessions } from './sessions.ts'
import type { Sessions } from './sessions.ts'
import { createStdioJournal, journaled } from './stdio-journal.ts'
import type { StdioJournal } from './stdio-journal.ts'
import type { TargetInput } from './target-input.ts'
import type { ExchangeRecorder, SecretSink } from './taps.ts'
import { probeWithoutHttp, sessionsWithoutHttp, wireWithoutHttp } from './without-http.ts'

export interface OpenTarget {
  readonly fixture: Fixture
  readonly profile: TargetProfile
  /** Without credentials where the target needs none. */
  readonly alpha: Identity
  readonly beta: Identity | undefined
  readonly probe: Probe
  readonly sessions: Sessions
  readonly peers: PeerPool
  readonly ledger: Ledger
  readonly journal: StdioJournal
  /** Absent: its credentials are good for the whole run. Its fixture, conversations and profile are the same. */
  readonly fresh?: Renewal
  /** A case begins to speak with its credentials. @returns To be called once it has ended. Absent where they are good for the whole run. */
  readonly hold?: () => () => Promise<void>
  /** Beside `fresh`: see `CreatedRenewal.replace`. */
  readonly replace?: CreatedRenewal['replace']
  /** Sends a request that must succeed, over HTTP with the probe and else over stdio; undefined where it did. */
  serves(wire: Wire): Promise<RootCause | undefined>
  /** Why nothing of the target answers any more; undefined where something does. */
  gone(): Promise<string | undefined>
  /** A wire whose exchanges are recorded under that case's id, and told to whoever asks for it. */
  wireFor(caseId: string, tap?: (exchange: Exchange) => void): Wire
}

/** How long a process may take to give its first answer over stdio, in ms: package runners download first. */
const stdioReadyMs = 30_000

export type Opened = { readonly kind: 'open'; readonly target: OpenTarget } | { readonly kind: 'finding'; readonly finding: RootCause }

export interface OpenOptions {
  readonly driver: Driver
  readonly target: TargetInput
  readonly fixture?: FixtureOptions | undefined
  readonly secrets: SecretSink
  readonly record?: ExchangeRecorder | undefined
  /** Of one exchange over HTTP, in ms. Default: that of `defaultLimits`, which is also the most. */
  readonly exchangeMs?: number | undefined
  /** Default: one of its own; so for the next. */
  readonly ledger?: Ledger
  readonly journal?: StdioJournal
  /**
   * Whether processes are started to find out what it speaks over stdio beside HTTP, or what is known of that already.
   * Default: it is not asked.
   */
  readonly stdio?: 'ask' | readonly Channel[]
}

/** @throws HarnessError `remote_refused`, and every error of configuration that the driver finds. */
export async function openTarget(options: OpenOptions): Promise<Opened> {
  const started = await start(options)
  if (started.kind === 'finding') return started
  const { fixture } = started
  try {
    const opened = await prepare(fixture, options)
    if (opened.kind === 'finding') await fixture.close()
    return opened
  } catch (error) {
    await fixture.close()
    throw error
  }
}

async function start({ driver, fixture, secrets }: OpenOptions): Promise<{ kind: 'started'; fixture: Fixture } | { kind: 'finding'; finding: RootCause }> {
  try {
    return { kind: 'started', fixture: await driver.open({ ...fixture, secrets }) }
  } catch (error) {
    const duringStart = error instanceof HarnessError && (error.code === 'target_start_failed' || error.code === 'target_not_ready' || error.code === 'port_in_use')
    if (!duringStart) throw error
    return { kind: 'finding', finding: findings.startFailed(error.message, error.remedy) }
  }
}

async function prepare(started: Fixture, options: OpenOptions): Promise<Opened> {
  const { ledger = createLedger(), journal = createStdioJournal(), target, secrets } = options
  const fixture = journaled(started, journal)
  for (const { token } of Object.values(fixture.identities)) if (token !== '') secrets(token)
  if (speaksHttp(fixture)) return prepareHttp(fixture, { ...options, ledger, journal })
  const wire = wireWithoutHttp(fixture.url)
  const setting: PeerSetting = { wireFor: () => wire, endpoint: fixture.url, ledger, openStdio: fixture.openStdio, stdioReadyMs }
  const peers = createPeerPool(async (wish) => openPeer(wish, setting))
  const opened = await openStdioTarget(fixture, target, setting, peers)
  if (opened.kind === 'finding') return opened
  return {
    kind: 'open',
    target: {
      ...opened, fixture, peers, ledger, journal, probe: probeWithoutHttp, sessions: sessionsWithoutHttp, wireFor: () => wire,
      gone: async () => fixture.broken?.() ?? (await opened.serves())?.title,
    },
  }
}

async function prepareHttp(fixture: ReturnType<typeof journaled>, { target, record, exchangeMs, ledger, journal, stdio }: OpenOptions & { readonly ledger: Ledger; readonly journal: StdioJournal }): Promise<Opened> {
  await requireAllowed(fixture.url, target.allowRemote ?? false)
  const pace = target.ratePerSecond === undefined ? undefined : createPace(target.ratePerSecond)
  const wireFor = (caseId: string, tap?: (exchange: Exchange) => void): Wire => {
    const wire = createWire({
      origin: fixture.url,
      ...(exchangeMs === undefined ? {} : { limits: { timeoutMs: Math.min(exchangeMs, defaultLimits.timeoutMs) } }),
      onExchange(exchange) {
        record?.({ case: caseId, exchange })
        tap?.(exchange)
      },
      allowRemote: target.allowRemote ?? false,
    })
    return pace === undefined ? wire : pacedWire(wire, pace)
  }
  const identities = Object.values(fixture.identities).filter(({ token }) => token !== '')
  const wire = wireFor('discovery')
  const discovery = await discoverTarget({ wire, endpoint: fixture.url, target, identity: fixture.identities['alpha'], identities: identities.length })
  if (discovery.kind === 'finding') return discovery
  const setting: PeerSetting = { wireFor, endpoint: fixture.url, ledger, openStdio: fixture.openStdio, stdioReadyMs }
  const peers = createPeerPool(async (wish) => openPeer(wish, setting))
  const known = await channelsOverStdio(fixture, target, setting, peers, stdio)
  if (known.kind === 'finding') return known
  if (target.claims.adapter !== undefined) requireFit(target.claims.adapter, discovery.profile.tools)
  const acceptance = acceptanceOf(target.claims, discovery.profile.tools)
  const profile: TargetProfile = { ...discovery.profile, channels: inOrder([...discovery.profile.channels, ...known.channels]), ...(acceptance === undefined ? {} : { acceptance }) }
  const speech = { endpoint: profile.url, era: profile.era, revision: profile.revision }
  const sessions = createSessions({ wire, speech, enabled: profile.era === 'legacy' && profile.sessions })
  const { adapter } = target.claims
  const caller = createCaller({ wire, speech, sessions, ...(adapter?.error === undefined ? {} : { errorCode: adapter.error.code }) })
  const holds = createHolds(async (ended, by) => { await Promise.allSettled([peers.retire(ended, by), sessions.retire(ended, by)]) })
  let control: Probe | undefined
  const speak = async (known: Fixture['identities']): Promise<Opened> => {
    const alpha = await withAgentId(known['alpha'] ?? anonymous, target, caller)
    const beta = known['beta'] === undefined ? undefined : await withAgentId(known['beta'], target, caller)
    await sessions.ensure(alpha)
    await sessions.ensure(beta)
    const candidates = adapter !== undefined && alpha.agentId !== undefined && beta?.agentId !== undefined
      ? [handoffProbe({ caller, adapter, alpha, beta })]
      : readProbes(caller, profile.tools, target.claims)
    const chosen = await firstThatWorks(candidates, wire, alpha)
    if (chosen.kind === 'finding') return chosen
    control = chosen.probe
    await holds.use([alpha, beta])
    return {
      kind: 'open',
      target: {
        fixture: { ...fixture, identities: known }, profile, alpha, beta, probe: chosen.probe, sessions, wireFor, ledger, journal, peers,
        ...(renewed === undefined ? {} : { fresh: renewed.renewal, replace: renewed.replace, hold: () => holds.hold([alpha, beta]) }),
        serves: async (own) => checkControl(chosen.probe.fresh(), own, alpha),
        async gone() {
          const broken = fixture.broken?.()
          if (broken !== undefined) return broken
          const reaction = await wire.send(chosen.probe.fresh().request(alpha))
          return reaction.kind === 'response' ? undefined : reaction.kind
        },
      },
    }
  }
  const renewed = fixture.freshIdentities === undefined ? undefined : createRenewal({
    fresh: async (leastMs, refused) => fixture.freshIdentities?.(leastMs, refused) ?? fixture.identities,
    speak,
    async refuses(identity) {
      await sessions.ensure(identity)
      const reaction = control === undefined ? undefined : await wire.send(control.fresh().request(identity))
      return reaction?.kind === 'response' && reaction.response.status === 401
    },
  })
  return renewed === undefined ? speak(fixture.identities) : renewed.begin(fixture.identities)
}

/** What a target that listens speaks over stdio too, where its driver can start it so. */
async function channelsOverStdio(fixture: Fixture, target: TargetInput, setting: PeerSetting, pool: PeerPool, stdio: OpenOptions['stdio']): Promise<{ readonly kind: 'found'; readonly channels: readonly Channel[] } | { readonly kind: 'finding'; readonly finding: RootCause }> {
  if (stdio === undefined || !fixture.abilities.has('openStdio')) return { kind: 'found', channels: [] }
  if (stdio !== 'ask') return { kind: 'found', channels: stdio }
  const found = await discoverStdio({ name: target.name, setting, pool, identity: fixture.identities['alpha'] ?? anonymous, revision: target.revision })
  return found.kind === 'finding' ? found : { kind: 'found', channels: found.channels.map(({ channel }) => channel) }
}

/** Who an identity is to the target, asked where the driver does not know. */
async function withAgentId(identity: Identity, { claims: { adapter } }: TargetInput, caller: Caller): Promise<Identity> {
  if (adapter === undefined || identity.agentId !== undefined) return identity
  const answer = await caller.call({ method: 'tools/call', params: { name: adapter.operations.whoami.tool, arguments: {} }, id: 'whoami' }, identity)
  const agentId = answer.ok ? valueAt(answer.result['structuredContent'], adapter.operations.whoami.results['agent_id'] ?? '') : undefined
  return typeof agentId === 'string' ? { ...identity, agentId } : identity
}

async function firstThatWorks(probes: readonly Probe[], wire: Wire, identity: Identity): Promise<{ kind: 'probe'; probe: Probe } | { kind: 'finding'; finding: RootCause }> {
  let finding: RootCause = findings.controlRefused('none', 'there is nothing to call')
  for (const probe of probes) {
    const problem = await checkControl(probe.fresh(), wire, identity)
    if (problem === undefined) return { kind: 'probe', probe }
    finding = problem
  }
  return { kind: 'finding', finding }
}

/** Sends a probe once; undefined where it succeeded and, for a write, is seen to have taken effect once. */
export async function checkControl(probe: Probe, wire: Wire, identity: Identity): Promise<RootCause | undefined> {
  const failure = probe.failure(await wire.send(probe.request(identity)))
  if (failure !== undefined) return findings.controlRefused(probe.name, failure)
  try {
    const count = await probe.effects?.()
    return count === undefined || count === 1 ? undefined : findings.controlUnseen(probe.name, count)
  } catch (error) {
    if (error instanceof Inconclusive) return findings.controlRefused(probe.name, error.message)
    throw error
  }
}
