/**
 * One conformance run: opens the target, plans, runs the cases, judges them, and tells it all as run events. It
 * prints and writes nothing itself.
 */
import { HarnessError } from '../errors.ts'
import type { ExitCode } from '../errors.ts'
import { createExpectations } from '../expected/expectations.ts'
import type { Expectations } from '../expected/expectations.ts'
import { sharesServer } from '../fixture/driver.ts'
import type { Ability, Driver } from '../fixture/driver.ts'
import { failureOf } from '../fuzz/failure.ts'
import type { Failure, Found } from '../fuzz/failure.ts'
import { runRounds } from '../fuzz/rounds.ts'
import type { Round } from '../fuzz/rounds.ts'
import { divideTime } from '../fuzz/shares.ts'
import { createLedger } from '../peer/ledger.ts'
import { findings } from '../target/findings.ts'
import { openTarget } from '../target/open-target.ts'
import type { Opened, OpenTarget } from '../target/open-target.ts'
import { createStdioJournal } from '../target/stdio-journal.ts'
import type { ExchangeRecorder, SecretSink } from '../target/taps.ts'
import type { TargetInput } from '../target/target-input.ts'
import type { Case } from './case.ts'
import type { Catalogue } from './catalogue.ts'
import { firstEnd, withoutEndedCredentials } from './ended-credentials.ts'
import type { EventSink, TargetDescription } from './events.ts'
import { countExpected, countOutcomes, exitCodeOf } from './exit-code.ts'
import type { Counts } from './exit-code.ts'
import type { CaseResult, RootCause, Threshold } from './outcome.ts'
import { planCases, selectCases, selectedSuites } from './plan.ts'
import type { Selection } from './plan.ts'
import { seededOrder } from './random.ts'
import { nameOf, runCase } from './run-case.ts'
import { schedule } from './schedule.ts'
import { casesOfPart, shardOf } from './shard.ts'
import type { Part } from './shard.ts'
import { createStop } from './stop.ts'
import type { Stop } from './stop.ts'

export interface RunOptions {
  readonly catalogue: Catalogue
  readonly driver: Driver
  readonly target: TargetInput
  readonly select: Selection
  /** Violations at or above it are failures. */
  readonly level: Threshold
  /** Cases side by side on the shared fixture (default 4). */
  readonly concurrency?: number
  /** Decides the order of the cases and everything that they draw (default 1). */
  readonly seed?: number
  /** Programs or histories that each fuzzing case makes (default: its own, small number). */
  readonly runs?: number
  /** Runs every case again and again with fresh seeds until the time budget is spent; meant for fuzzing cases. */
  readonly fuzz?: boolean
  /** Runs the case that found this, on this alone, with the seed that it was found by; before it those whose messages it judged. */
  readonly replaying?: Failure
  /** Of one case, in ms (default 60 000); no exchange over HTTP of any of them takes longer either. */
  readonly timeoutMs?: number
  /** Of the whole run, in ms; what has not run by then is `not-run`. Default: none, and for a fuzzing run 60 000. */
  readonly timeBudgetMs?: number
  /** Runs only this part of the plan. */
  readonly part?: Part
  /** Which failures are foretold, and until when (default: none). */
  readonly expectations?: Expectations
  /** Start nothing more after the first failure that nobody foretold. */
  readonly failFast?: boolean
  /** Aborted on an interrupt: running cases end, fixtures are closed, what is known so far is emitted. */
  readonly signal?: AbortSignal
  /** Default: the version unknown to the engine, `0.0.0`. */
  readonly harnessVersion?: string
  readonly emit: EventSink
  readonly secrets: SecretSink
  readonly record?: ExchangeRecorder
}

export interface RunSummary {
  readonly counts: Counts
  readonly exitCode: ExitCode
  readonly interrupted: boolean
  /** In the order in which they ended. */
  readonly results: readonly CaseResult[]
  /** What can be replayed, each once, in the order in which it was found; every case that failed has one at least. */
  readonly failures: readonly Failure[]
  /** What the code of cases threw, with the case's id: faults of the harness. */
  readonly faults: readonly { readonly case: string; readonly error: unknown }[]
  /** One sentence for each expected failure that the run says nothing of. */
  readonly notes: readonly string[]
}

const defaults = { concurrency: 4, seed: 1, timeoutMs: 60_000, fuzzBudgetMs: 60_000 } as const

/**
 * @returns What it all came to; a target that cannot be tested is a finding, not an error.
 * @throws HarnessError for what is wrong before anything runs: the selection, the address, a token, the driver.
 */
export async function runConformance(options: RunOptions): Promise<RunSummary> {
  const plan = options.replaying === undefined ? selectCases(options.catalogue.cases, options.select) : casesOf(options.replaying, options.catalogue)
  const selected = options.part === undefined ? plan : casesOfPart(plan, options.part)
  const run = createRun(options, plan)
  run.start(selected.length)
  try {
    const opened = await unlessCut(openTarget({ driver: options.driver, target: options.target, fixture: { rateLimits: 'generous' }, secrets: options.secrets, record: options.record, exchangeMs: options.timeoutMs, ledger: run.ledger, journal: run.journal, ...(selected.some(mayUseStdio) ? { stdio: 'ask' as const } : {}) }), run.stop, closeLate)
    if (opened.kind === 'cut') {
      for (const entry of selected) run.notRun(entry, opened.reason)
    } else if (opened.kind === 'finding') {
      run.finding(opened.finding)
      for (const entry of selected) run.notRun(entry, opened.finding.title, opened.finding.id)
    } else {
      try {
        options.emit({ type: 'target', target: describeTarget(options.driver, opened.target) })
        await run.cases(selected, opened.target)
      } finally {
        await run.close(opened.target)
      }
    }
  } finally {
    run.stop.dispose()
  }
  return run.end()
}

/** Whatever their suites. @throws HarnessError `unknown_case` */
function casesOf({ case: judge, provokedBy = [] }: Failure, catalogue: Catalogue): Case[] {
  return [...new Set([...provokedBy, judge])].map((id) => {
    const entry = catalogue.find(id)
    if (entry === undefined) throw new HarnessError('unknown_case', `there is no case ${JSON.stringify(id)} in this version`)
    return entry
  })
}

/** A target that is slow to open, or to be let in again, must not outlast the run. @param late Takes what comes of it later. */
async function unlessCut(opening: Promise<Opened>, stop: Stop, late: (opened: Opened) => Promise<void> = async () => Promise.resolve()): Promise<Opened | { readonly kind: 'cut'; readonly reason: string }> {
  let onCut = (): void => {}
  const cut = new Promise<'cut'>((resolve) => {
    onCut = () => { resolve('cut') }
    stop.cut.addEventListener('abort', onCut, { once: true })
    if (stop.cut.aborted) onCut()
  })
  const first = await Promise.race([opening, cut]).finally(() => { stop.cut.removeEventListener('abort', onCut) })
  if (first !== 'cut') return first
  opening.then(late).catch(() => undefined)
  return { kind: 'cut', reason: stop.reason() }
}

async function closeLate(opened: Opened): Promise<void> {
  if (opened.kind === 'open') await opened.target.fixture.close()
}

/** A round goes on until its deadline, and has what a case has otherwise to end after it. In ms. */
function timeLeft(round: Round | undefined): number {
  return round === undefined ? 0 : Math.max(0, Math.round(round.deadline - performance.now()))
}

/** Nothing is started to be spoken to over stdio where no case would. */
function mayUseStdio({ channels, asksNothing }: Case): boolean {
  return asksNothing !== true && channels?.transport !== 'http'
}

interface Work {
  readonly case: Case
  readonly alone: boolean
}

function createRun(options: RunOptions, plan: readonly Case[]) {
  const { catalogue, emit, driver, part } = options
  const expectations = options.expectations ?? createExpectations([], '')
  const { runs, replaying } = options
  const seed = replaying?.seed ?? options.seed ?? defaults.seed
  const timeBudgetMs = options.timeBudgetMs ?? (options.fuzz === true ? defaults.fuzzBudgetMs : undefined)
  const stop: Stop = createStop({ signal: options.signal, timeBudgetMs })
  const concurrency = options.concurrency ?? defaults.concurrency
  const started = performance.now()
  const results: CaseResult[] = []
  const faults: { case: string; error: unknown }[] = []
  const found = new Map<string, RootCause>()
  const failures = new Map<string, Failure>()
  const ledger = createLedger()
  const journal = createStdioJournal()

  const finding = (cause: RootCause): void => {
    if (found.has(cause.id)) return
    found.set(cause.id, cause)
    emit({ type: 'finding', finding: cause })
  }
  const failed = (failure: Failure): void => {
    if (failures.has(failure.id)) return
    failures.set(failure.id, failure)
    emit({ type: 'failure', failure })
  }
  const end = (ended: CaseResult): void => {
    const result = expectations.mark(ended)
    results.push(result)
    emit({ type: 'case-end', result })
    if (options.failFast === true && result.outcome === 'fail' && result.expectedFailure === undefined) stop.startNothingMore(`not started: ${result.id} failed and the run stops at the first failure`)
  }
  const unrun = (entry: Case): Omit<CaseResult, 'outcome'> => ({ id: entry.id, suite: entry.suite, title: entry.title, observations: [], durationMs: 0 })
  const unable = (entry: Case, reason: string, rootCause?: string): CaseResult => ({ ...unrun(entry), outcome: 'not-run', reason, ...(rootCause === undefined ? {} : { rootCause }) })
  const notRun = (entry: Case, reason: string, rootCause?: string): void => { end(unable(entry, reason, rootCause)) }

  /** On the shared fixture, or on one of its own. @param again The first time met the end of a token of which nobody had said when it ends. */
  const runOn = async (entry: Case, given: OpenTarget, round?: Round, again = false): Promise<CaseResult> => {
    const timeoutMs = options.timeoutMs ?? entry.timeoutMs ?? defaults.timeoutMs
    const fresh = given.fresh === undefined ? { kind: 'open' as const, target: given } : await unlessCut(given.fresh(timeoutMs + timeLeft(round)), stop)
    if (fresh.kind === 'cut') return unable(entry, fresh.reason)
    if (fresh.kind === 'finding') {
      finding(fresh.finding)
      return unable(entry, fresh.finding.title, fresh.finding.id)
    }
    const { target } = fresh
    const begun = performance.now()
    // Whose fault they are is only known at the end where a token may end before.
    const held: { readonly failure: Failure; readonly at: number }[] = []
    const { result: seen, fault, sighting, provokedBy } = await runCase({ case: entry, catalogue, target, seed: round?.seed ?? seed, level: options.level, timeoutMs: timeoutMs + timeLeft(round), signal: stop.cut, secrets: options.secrets, failed: target.fresh === undefined ? failed : (failure) => { held.push({ failure, at: performance.now() }) }, ...(runs === undefined ? {} : { runs }), ...(replaying?.case === entry.id ? { replaying } : {}), ...(round === undefined ? {} : { deadline: round.deadline }) })
    const now = performance.now()
    const doubtful = seen.outcome === 'fail' || seen.outcome === 'warn' || seen.outcome === 'inconclusive'
    const refused = doubtful && fault === undefined && !stop.cut.aborted ? await target.replace?.([target.alpha, target.beta]) : undefined
    // It may have ended as soon as the case began.
    const identities = [target.alpha, target.beta].map((identity) => (identity !== undefined && refused?.has(identity.token) === true ? { ...identity, expiresAt: begun } : identity))
    const result = withoutEndedCredentials(seen, { identities, now, level: options.level, sighting })
    if (!again && result.outcome === 'inconclusive' && refused !== undefined && refused.size > 0) return runOn(entry, given, round, true)
    const end = result === seen ? Infinity : firstEnd(identities, now) ?? Infinity
    for (const { failure, at } of held) if (at < end) failed(failure)
    if (result.outcome === 'fail' && ![...failures.values()].some((failure) => failure.case === entry.id)) {
      failed(failureOf({ case: entry.id, seed: round?.seed ?? seed, ...(entry.last === true && provokedBy !== undefined ? { provokedBy } : {}) }, foundBy(result)))
    }
    if (fault === undefined) return result
    faults.push({ case: entry.id, error: fault })
    const cause = findings.harnessFault(entry.id, fault instanceof Error ? `${fault.name}: ${fault.message}` : nameOf(fault))
    finding(cause)
    return { ...result, rootCause: cause.id }
  }

  const runOwn = async (entry: Case, shared: OpenTarget, round?: Round): Promise<CaseResult> => {
    let opened
    try {
      opened = await openTarget({ driver, target: options.target, fixture: { rateLimits: 'generous', ...entry.fixtureOptions }, secrets: options.secrets, record: options.record, exchangeMs: options.timeoutMs, ledger, journal, ...(mayUseStdio(entry) ? { stdio: shared.profile.channels.filter(({ transport }) => transport === 'stdio') } : {}) })
    } catch (error) {
      // The shared fixture has opened with the same driver, so that this is one fixture's bad luck and not the run's.
      const [message, remedy] = error instanceof HarnessError ? [error.message, error.remedy] : [`the fixture could not be made: ${nameOf(error)}`, 'Run again.']
      opened = { kind: 'finding' as const, finding: findings.fixtureFailed(message, remedy) }
    }
    if (opened.kind === 'finding') {
      finding(opened.finding)
      return unable(entry, opened.finding.title, opened.finding.id)
    }
    const result = await runOn(entry, opened.target, round)
    await close(opened.target)
    return result
  }

  /** A fixture that cannot be closed leaves something behind: the harness's own fault, whatever the cases came to. */
  const close = async (target: OpenTarget): Promise<void> => {
    // Whatever becomes of its conversations, the fixture itself is closed.
    for (const each of [target.peers, target.sessions, target.fixture]) {
      try {
        await each.close()
      } catch (error) {
        faults.push({ case: 'fixture', error })
        finding(findings.fixtureFailed(`the fixture at ${target.fixture.url.href} could not be closed: ${nameOf(error)}`, 'Look for processes and temporary folders that are left, and report this as a fault of the harness.'))
      }
    }
  }

  /** Once the target has gone, every later case would only repeat that. */
  const lost = async (target: OpenTarget): Promise<RootCause | undefined> => {
    const last = results.at(-1)
    if (found.has('target-lost')) return found.get('target-lost')
    if (last === undefined || last.outcome === 'pass' || last.outcome === 'not-applicable') return undefined
    const seen = await target.gone()
    if (seen === undefined) return undefined
    const cause = findings.lost(seen, last.id)
    finding(cause)
    return cause
  }

  return {
    stop,
    ledger,
    journal,
    finding,
    notRun,
    close,
    start(planned: number): void {
      emit({
        type: 'run-start', time: new Date().toISOString(), harnessVersion: options.harnessVersion ?? '0.0.0', catalogueDigest: catalogue.digest,
        nodeVersion: process.version, seed, level: options.level, suites: selectedSuites(options.select), planned,
        ...(part === undefined ? {} : { shard: shardOf(plan, part) }),
      })
    },
    async cases(selected: readonly Case[], target: OpenTarget): Promise<void> {
      const shared = new Set([...driver.abilities].filter((ability) => target.fixture.abilities.has(ability)))
      const abilities = ({ fixture, fixtureOptions = {} }: Case): ReadonlySet<Ability> => (fixture === 'own' ? driver.abilitiesWith?.(fixtureOptions) : undefined) ?? shared
      const work: Work[] = []
      for (const planned of planCases(selected, target.profile, abilities, driver.kind)) {
        if (planned.kind === 'run') {
          // Where there is only one target, a case that wants one of its own gets it while nothing else runs.
          work.push({ case: planned.case, alone: planned.case.fixture === 'alone' || planned.case.last === true || (planned.case.fixture === 'own' && sharesServer(driver)) })
        } else {
          end({ ...unrun(planned.case), outcome: 'not-applicable', reason: planned.reason, ...(planned.missingAbility === undefined ? {} : { missingAbility: planned.missingAbility }) })
        }
      }
      const shares = options.fuzz === true ? divideTime(work, { end: started + (timeBudgetMs ?? 0), concurrency }) : undefined
      const runRound = async (entry: Case, round?: Round): Promise<CaseResult> => {
        if (entry.fixture === 'own' && !sharesServer(driver)) return runOwn(entry, target, round)
        const cause = await lost(target)
        return cause === undefined ? runOn(entry, target, round) : unable(entry, cause.title, cause.id)
      }
      const ordered = seededOrder(work, seed)
      const place = ({ case: { id, last } }: Work): number => (last !== true ? 0 : id === replaying?.case ? 2 : 1)
      const left = await schedule(ordered.toSorted((one, other) => place(one) - place(other)), {
        concurrency,
        signal: stop.starting,
        async run(job) {
          const { case: entry } = job
          emit({ type: 'case-start', id: entry.id, title: entry.title })
          end(shares === undefined ? await runRound(entry) : await runRounds({ seed, end: shares.next(job), signal: stop.starting, run: async (round) => runRound(entry, round) }))
        },
      })
      for (const { case: entry } of left) notRun(entry, stop.reason())
    },
    end(): RunSummary {
      const counts = countOutcomes(results)
      const interrupted = options.signal?.aborted === true
      const unexpected = expectations.unexpected(results)
      const exitCode = exitCodeOf({
        counts, interrupted, faulty: faults.length > 0, expected: countExpected(results), unexpected: unexpected.length,
        // A part without a case says nothing of the target, but a target that could not be opened does.
        part: part !== undefined && found.size === 0,
      })
      emit({ type: 'run-end', time: new Date().toISOString(), durationMs: Math.round(performance.now() - started), interrupted, counts, exitCode, ...(unexpected.length === 0 ? {} : { unexpected }) })
      return { counts, exitCode, interrupted, results, failures: [...failures.values()], faults, notes: expectations.notes(results, new Set(plan.map(({ id }) => id))) }
    },
  }
}

/** What there is to say of a failure that the case itself kept nothing of. */
function foundBy({ title, reason, observations }: CaseResult): Found {
  const violated = observations.filter(({ ok }) => !ok)
  return {
    kind: 'case', title: reason ?? title, data: {},
    lines: violated.map(({ requirement, input, expected, actual }) => `${requirement}: ${input === undefined ? '' : `${input}: `}expected ${expected}, got ${actual}`),
  }
}

function describeTarget(driver: Driver, { profile }: OpenTarget): TargetDescription {
  return {
    name: profile.name,
    driver: driver.kind,
    url: profile.url.href,
    revision: profile.revision,
    revisions: profile.revisions,
    auth: profile.auth,
    ...(profile.serverInfo === undefined ? {} : { serverInfo: profile.serverInfo }),
  }
}
