/**
 * What a case is. A case states what is sent and what is observed; its level and citation stand in the catalogue of
 * requirements, and the discipline of negative testing is kept by the engine, not by the case.
 */
import type { Failure, Found } from '../fuzz/failure.ts'
import type { RawConnection, Wire } from '../wire/wire.ts'
import type { HttpRequest, Reaction, Sender } from '../wire/message.ts'
import type { Ledger } from '../peer/ledger.ts'
import type { JsonObject, Peer } from '../peer/peer.ts'
import type { Channel, ChannelFilter, TargetProfile } from '../target/profile.ts'
import type { StdioJournal } from '../target/stdio-journal.ts'
import type { Ability, Fixture, FixtureOptions, Identity } from '../fixture/driver.ts'
import type { Probe } from './probe.ts'

export const suites = [
  'auth-negative', 'spec', 'stdio', 'isolation', 'accept-handoff', 'lifecycle', 'registry', 'manifest', 'interop',
] as const
export type SuiteName = (typeof suites)[number]

/** One thing that must hold of the reaction to a faulty request. */
export interface Expectation {
  readonly requirement: string
  /** In words, for the report. */
  readonly expected: string
  /** Whether it held, and what was seen: status codes, codes and field names only. Throws `Inconclusive` where nothing can tell. */
  check(reaction: Reaction): { readonly ok: boolean; readonly actual: string }
  /** Whether there is anything in the reaction that it could be judged by; nothing is observed where there is not. Default: always. */
  applies?(reaction: Reaction): boolean
}

/**
 * The part of a request that a fault may change; everything else must equal the control's. Moving the control's token
 * from its field into the target or the body counts as a fault of that part.
 */
export type FaultPart = 'method' | 'target' | 'headers' | 'body' | 'connection'

/** One input of a negative case: the control with exactly one fault. */
export interface NegativeInput {
  /** Which input this is, in words, unique within the case. */
  readonly input: string
  readonly part: FaultPart
  /** Default `library`; control and faulty request always take the same way. */
  readonly sender?: Sender
  /** The probe whose request is the control. Default: the context's own. */
  readonly probe?: Probe
  /** Whose credentials the control carries. Default: alpha. */
  readonly identity?: Identity
  /** Builds the faulty request from the control's. */
  fault(control: HttpRequest): HttpRequest
  /**
   * Where the fault lies in how the bytes are sent and not in what they are: does the whole faulty exchange. `faulty`
   * is what `fault` made of the control, proven; with the part `connection` it must equal the control.
   */
  exchange?(wire: Wire, control: HttpRequest, faulty: HttpRequest): Promise<Reaction>
  readonly expect: readonly Expectation[]
  /**
   * Where a source allows that the request is served after all (for example a control byte read as a space): true
   * means that a reaction that passes every expectation may also have taken effect.
   */
  readonly mayTakeEffect?: boolean
}

/** What the engine hands to a case. */
export interface CaseContext {
  readonly target: TargetProfile
  readonly fixture: Fixture
  readonly alpha: Identity
  /** A second identity, where the target or the driver has one. */
  readonly beta: Identity | undefined
  readonly wire: Wire
  /** A request that must succeed with good credentials, and how to tell that it did and whether it took effect. */
  readonly probe: Probe
  /** The ways to speak to the target that this case is about, in the order of the profile. */
  readonly channels: readonly Channel[]
  /**
   * A peer on a channel, shared by every case that asks for the same one. Default identity: alpha. With `own`, one
   * that no other case uses (a legacy session or a stdio process of its own), closed when the case ends.
   * @throws Inconclusive where the conversation cannot be opened.
   */
  peer(channel: Channel, options?: PeerOptions): Promise<Peer>
  /** What every peer of the run has received so far, held against the schemas. */
  readonly ledger: Ledger
  /** Every process that has been spoken to over stdio in the run so far. */
  readonly journal: StdioJournal
  /** A random source seeded by the run's seed and the case's id: numbers in [0, 1). */
  readonly random: () => number
  /** Of the run; in a fuzzing run each round of a case has its own. */
  readonly seed: number
  /** How many programs or histories a fuzzing case makes, where somebody asked for a number. */
  readonly runs: number | undefined
  /**
   * In a fuzzing run: a fuzzing case goes on with fresh programs until then, and ends by itself (ms, on the clock of
   * `performance.now()`). Undefined: it makes its default number, which is small.
   */
  readonly deadline: number | undefined
  /** When the case is cut off, in ms on the clock of `performance.now()`: what has not ended by then cannot be told. */
  readonly endsAt: number
  /** What this case found in an earlier run: it runs that alone, and observes as usual. */
  readonly replaying: Failure | undefined
  readonly signal: AbortSignal
  /** Runs one negative input with the whole discipline: control, proof of difference, fault, reason, sanity, effect. */
  negative(input: NegativeInput): Promise<Reaction>
  /** Sends the control now and needs it to succeed; throws `Inconclusive` where it does not. */
  control(identity?: Identity): Promise<Reaction>
  /** Builds the probe's request for an identity (undefined: without credentials). */
  request(identity: Identity | undefined): HttpRequest
  /** Keeps what the case has found, so that it can be replayed; the observation that fails is made beside it. */
  failed(found: Found): void
  /**
   * @param about What the observation is about: a reaction, an answer, a reply or a stream, or several of them; its
   *   exchange is shown where it does not hold. Default: the last exchanges of this part of the case.
   * @param provokedBy Where it is about what others were sent: the cases that it came for, each as `Received` has it.
   */
  observe(observation: { requirement: string; input?: string; ok: boolean; expected: string; actual: string }, about?: object, provokedBy?: readonly (string | undefined)[]): void
  /** Judges a reaction by an expectation and records it, where there is anything to judge; false also where nothing can tell, which leaves the input in doubt. */
  expect(expectation: Expectation, reaction: Reaction, input?: string): boolean
  /**
   * Does one part of a scenario. What cannot be told there, or what the target's claims rule out there, ends that part
   * and no other: a case all of whose parts are ruled out is `not-applicable`.
   */
  attempt(input: string, work: () => Promise<void>): Promise<void>
  openConnection(): Promise<RawConnection>
  /** Ends one input without a verdict. */
  inconclusive(reason: string): never
  /** Ends the case: only seen at run time that the target's claims rule it out. */
  notApplicable(reason: string): never
  /** Ends the case: something of this machine that it needs is missing, such as a program. The reason says how to get it. */
  notRun(reason: string): never
  /** Registers a secret that the target has given away, such as a goal token, so that nothing written will hold it. */
  secret(value: string): void
  /** Records an input that counts neither for the target nor against it, with the reason. */
  setAside(input: string, reason: string): void
}

/** What `explain` shows. Plain sentences. */
export interface Explanation {
  readonly sends: string
  readonly expects: string
  readonly why: string
  /** What a failure usually means. */
  readonly failure: string
  readonly fix: string
}

export interface PeerOptions {
  readonly identity?: Identity
  /** Legacy: what `initialize` declares (default: nothing). */
  readonly capabilities?: JsonObject
  readonly own?: boolean
}

export interface Case {
  /** A slug that never changes, for example `auth.no-credentials`. */
  readonly id: string
  readonly suite: SuiteName
  readonly title: string
  /** Every requirement that the case may observe, the main one first. */
  readonly requirements: readonly string[]
  /** Which channels it is about. A target that has none of them makes it `not-applicable`. Default: any. */
  readonly channels?: ChannelFilter
  /** It judges a file and asks the target nothing, so that no conversation is begun for it. */
  readonly asksNothing?: true
  /** Abilities of the driver that it needs; one that is missing makes it `not-applicable`. */
  readonly needs?: readonly Ability[]
  /**
   * `shared`: beside others on one fixture. `own`: a fresh fixture of its own. `alone`: on the shared fixture while
   * nothing else runs.
   */
  readonly fixture: 'shared' | 'own' | 'alone'
  /** True for a case that judges what the others have seen: it runs when all of them have ended. */
  readonly last?: boolean
  /** True for a case that makes its inputs up: a fuzzing run repeats it with fresh seeds. */
  readonly fuzz?: boolean
  readonly fixtureOptions?: FixtureOptions
  /** In ms, where it needs longer than cases do; what the user says of a run goes before it. */
  readonly timeoutMs?: number
  /** A reason why the target's own claims rule the case out; undefined where it applies. */
  appliesTo?(target: TargetProfile): string | undefined
  /**
   * Where the target turns out not to have what the case is about, a pass would show nothing: the reason, in one
   * sentence. It makes a pass `inconclusive` and leaves every violation as it is.
   */
  showsNothing?(target: TargetProfile): string | undefined
  /**
   * What a pass has to be made of: one of these requirements at least must have been observed. Where none was, a pass
   * would show nothing, and the case is `inconclusive` for that reason, in one sentence.
   */
  readonly passesOn?: { readonly requirements: readonly string[]; readonly otherwise: string }
  readonly explain: Explanation
  /** A case is either a list of negative inputs … */
  inputs?(context: CaseContext): readonly NegativeInput[] | Promise<readonly NegativeInput[]>
  /** … or a scenario. The engine runs the control before it and the sanity exchange after it. */
  scenario?(context: CaseContext): Promise<void>
}
