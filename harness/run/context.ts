/** Builds what a case is given, and collects what it observes. */
import { HarnessError } from '../errors.ts'
import type { Identity } from '../fixture/driver.ts'
import { failureOf } from '../fuzz/failure.ts'
import type { Failure } from '../fuzz/failure.ts'
import { fitsChannel } from '../target/profile.ts'
import type { OpenTarget } from '../target/open-target.ts'
import type { SecretSink } from '../target/taps.ts'
import type { Peer } from '../peer/peer.ts'
import type { StdioProcess } from '../wire/stdio.ts'
import type { Wire } from '../wire/wire.ts'
import type { Case, CaseContext, NegativeInput } from './case.ts'
import type { Catalogue } from './catalogue.ts'
import { engineIds } from './engine-requirements.ts'
import { createExchangeLog } from './exchange-log.ts'
import type { ExchangeLog } from './exchange-log.ts'
import { runNegative } from './negative.ts'
import type { Observation, ShownExchange } from './outcome.ts'
import { seededRandom } from './random.ts'
import type { SeenExchange } from './seen-exchange.ts'
import { Inconclusive, NotApplicable, NotRun } from './signals.ts'
import { watchedFixture } from './watched-fixture.ts'
import { witnessedPeer } from './witnessed-peer.ts'
import { witnessedWire } from './witnessed-wire.ts'

export interface ContextOptions {
  readonly case: Case
  readonly catalogue: Catalogue
  readonly target: OpenTarget
  readonly seed: number
  readonly runs?: number
  /** In ms, on the clock of `performance.now()`. */
  readonly deadline?: number
  readonly endsAt: number
  readonly replaying?: Failure
  readonly signal: AbortSignal
  readonly secrets: SecretSink
  /** @param withToken Whether a token of the run may have been in what was sent for it, where it does not hold. */
  readonly observe: (observation: Observation, withToken: boolean) => void
  /** Receives for what other cases of the run something did not hold. */
  readonly provoked: (by: readonly (string | undefined)[]) => void
  readonly failed: (failure: Failure) => void
  /** Takes what must be done once the case is over. */
  readonly onClose: (work: () => Promise<void>) => void
  /** Receives why a part of the case does not apply. */
  readonly skip: (reason: string) => void
  /** Receives an input that counts for nothing, with the reason. */
  readonly setAside: (input: { readonly input: string; readonly reason: string }) => void
  /** Receives an input that cannot be told, with the reason. */
  readonly doubt: (input: { readonly input: string; readonly reason: string }) => void
}

/** @returns The context, the wire whose exchanges are recorded under the case's id, and what is to be shown of those that did not hold. */
export function createContext(options: ContextOptions): { readonly context: CaseContext; readonly wire: Wire; readonly exchanges: readonly ShownExchange[] } {
  const { target, signal } = options
  const release = target.hold?.()
  if (release !== undefined) options.onClose(release)
  const log = createExchangeLog({ origin: target.profile.url, identities: [target.alpha, target.beta] })
  const note: ExchangeLog['note'] = (...noted) => { if (!signal.aborted) log.note(...noted) }
  const witness: Pick<ExchangeLog, 'note' | 'apart' | 'begun'> = { note, apart: async (work) => log.apart(work), begun: () => log.begun() }
  const spoken = (process: StdioProcess): void => { target.journal.spoken(process, options.case.id) }
  /** For a peer over stdio, whose process knows who has spoken to it. */
  const witnessOf = ({ stdio }: Peer): typeof witness => (stdio === undefined ? witness : {
    ...witness,
    note(...noted) { spoken(stdio.process); note(...noted) },
    begun() { spoken(stdio.process); return log.begun() },
  })
  const wire = witnessedWire(target.wireFor(options.case.id, ({ request, reaction }) => { note({ kind: 'http', request, reaction }, [reaction]) }), witness)
  const record = recorder(options, log)
  const context: CaseContext = {
    target: target.profile,
    fixture: watchedFixture(target.fixture, { secrets: options.secrets, issued: (identity) => { log.knows(identity) }, started: spoken, sessions: target.sessions, peers: target.peers, signal }),
    alpha: target.alpha,
    beta: target.beta,
    wire,
    probe: target.probe,
    channels: target.profile.channels.filter((channel) => fitsChannel(channel, options.case.channels ?? {})),
    ledger: target.ledger,
    journal: target.journal,
    async peer(channel, { identity = target.alpha, capabilities, own = false } = {}) {
      signal.throwIfAborted()
      const wish = { channel, identity, caseId: options.case.id, ...(capabilities === undefined ? {} : { capabilities }) }
      if (!own) {
        const shared = await log.apart(async () => target.peers.shared(wish))
        return witnessedPeer(shared, witnessOf(shared))
      }
      const opened = await log.apart(async () => target.peers.own(wish))
      if (signal.aborted) {
        // The case ended while it was opened: nobody else would close it.
        await opened.close()
        signal.throwIfAborted()
      }
      options.onClose(async () => opened.close())
      return witnessedPeer(opened.peer, witnessOf(opened.peer))
    },
    random: seededRandom(options.seed, options.case.id),
    seed: options.seed,
    runs: options.runs,
    deadline: options.deadline,
    endsAt: options.endsAt,
    replaying: options.replaying,
    signal,
    async negative(input: NegativeInput) {
      signal.throwIfAborted()
      const identity = input.identity ?? target.alpha
      await target.sessions.ensure(identity)
      log.knows(identity)
      return log.apart(async () => runNegative(input, { wire, probe: (input.probe ?? target.probe).fresh(), identity, observe: record }))
    },
    async control(identity: Identity = target.alpha) {
      signal.throwIfAborted()
      await target.sessions.ensure(identity)
      const probe = target.probe.fresh()
      const reaction = await log.apart(async () => wire.send(probe.request(identity)))
      const failure = probe.failure(reaction)
      if (failure !== undefined) throw new Inconclusive(`the control (${probe.name}) was refused: ${failure}`)
      return reaction
    },
    request: (identity) => target.probe.request(identity),
    failed(found) {
      if (!signal.aborted) options.failed(failureOf({ case: options.case.id, seed: options.seed }, found))
    },
    observe(observation, about, provokedBy) {
      record(observation, about, provokedBy === undefined)
      if (!observation.ok && provokedBy !== undefined && !signal.aborted) options.provoked(provokedBy)
    },
    expect(expectation, reaction, input) {
      if (expectation.applies?.(reaction) === false) return true
      try {
        const { ok, actual } = expectation.check(reaction)
        record({ requirement: expectation.requirement, ...(input === undefined ? {} : { input }), ok, expected: expectation.expected, actual }, reaction)
        return ok
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error
        if (!signal.aborted) options.doubt({ input: input ?? '', reason: error.message })
        return false
      }
    },
    async attempt(input, work) {
      try {
        signal.throwIfAborted()
        await log.part(work)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof NotApplicable) options.skip(error.message)
        else if (error instanceof Inconclusive) options.doubt({ input, reason: error.message })
        else throw error
      }
    },
    openConnection: async () => wire.connect(),
    inconclusive(reason) {
      throw new Inconclusive(reason)
    },
    notApplicable(reason) {
      throw new NotApplicable(reason)
    },
    notRun(reason) {
      throw new NotRun(reason)
    },
    secret(value) {
      options.secrets(value)
    },
    setAside(input, reason) {
      if (!signal.aborted) options.setAside({ input, reason })
    },
  }
  return { context, wire, exchanges: log.shown }
}

/** Gives each observation the level that the catalogue has for it, so that no case chooses its own. */
function recorder({ case: entry, catalogue, signal, observe, target }: ContextOptions, log: ExchangeLog): (observation: Parameters<CaseContext['observe']>[0], about?: SeenExchange | object, ownDoing?: boolean) => void {
  const allowed = new Set([...entry.requirements, ...engineIds])
  const mayEnd = target.fresh !== undefined
  return (observation, about, ownDoing) => {
    // After its deadline a case has no say any more.
    if (signal.aborted) return
    const requirement = catalogue.requirement(observation.requirement)
    if (requirement === undefined || !allowed.has(requirement.id)) {
      throw new HarnessError('catalogue_invalid', `the case ${entry.id} observes ${observation.requirement}, which it does not name`)
    }
    observe({ ...observation, level: requirement.level }, !mayEnd || observation.ok || log.mayCarry(about))
    // Nothing can violate a MAY.
    if (!observation.ok && requirement.level !== 'may') log.violated({ ...observation, level: requirement.level }, about, ownDoing)
    log.observed(observation.input ?? '')
  }
}
