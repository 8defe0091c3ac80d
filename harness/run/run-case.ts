/** Runs one case on an open target, from its control to its outcome, whatever its code or the target does. */
import { HarnessError } from '../errors.ts'
import type { Failure } from '../fuzz/failure.ts'
import type { OpenTarget } from '../target/open-target.ts'
import { speaksHttp } from '../target/profile.ts'
import type { SecretSink } from '../target/taps.ts'
import type { Wire } from '../wire/wire.ts'
import type { Case, CaseContext, NegativeInput } from './case.ts'
import type { Catalogue } from './catalogue.ts'
import { createContext } from './context.ts'
import type { ContextOptions } from './context.ts'
import type { Sighting } from './ended-credentials.ts'
import { engineIds, stillServes } from './engine-requirements.ts'
import { judge } from './judge.ts'
import type { Judgement } from './judge.ts'
import type { CaseResult, Observation, Threshold } from './outcome.ts'
import { Inconclusive, NotApplicable, NotRun } from './signals.ts'
import { speakingAs } from './speaking-case.ts'

export interface RunCaseOptions {
  readonly case: Case
  readonly catalogue: Catalogue
  readonly target: OpenTarget
  readonly seed: number
  readonly runs?: number
  /** Of a fuzzing case, in ms on the clock of `performance.now()`. */
  readonly deadline?: number
  readonly replaying?: Failure
  /** Receives what the case finds, as it finds it. */
  readonly failed: (failure: Failure) => void
  readonly level: Threshold
  /** Of the whole case, in ms. */
  readonly timeoutMs: number
  /** Aborted when the run ends early: the case is then not judged. Its reason is the sentence for the report. */
  readonly signal: AbortSignal
  readonly secrets: SecretSink
}

export interface CaseEnd {
  readonly result: CaseResult
  /** What the case's own code threw: a fault of the harness. */
  readonly fault?: unknown
  /** For which other cases came what did not hold, in order; undefined where that is not known. */
  readonly provokedBy: readonly string[] | undefined
  /** Of the observations of the result. */
  readonly sighting: (observation: Observation) => Sighting | undefined
}

/** How a case's code came to its end. */
type Ending =
  | { readonly kind: 'done' }
  | { readonly kind: 'not-applicable'; readonly reason: string }
  | { readonly kind: 'not-run'; readonly reason: string }
  | { readonly kind: 'fault'; readonly error: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cut'; readonly reason: string }

interface Unclear {
  readonly input: string
  readonly reason: string
}

/** Never rejects. */
export async function runCase(options: RunCaseOptions): Promise<CaseEnd> {
  const observations: Observation[] = []
  const sightings = new Map<Observation, Sighting>()
  const observe = (observation: Observation, withToken: boolean): void => {
    observations.push(observation)
    if (!observation.ok) sightings.set(observation, { at: performance.now(), withToken })
  }
  const provokers = new Set<string | undefined>()
  const provoked: ContextOptions['provoked'] = (by) => { for (const each of by) if (each !== '' && each !== options.case.id) provokers.add(each) }
  const ended = await observed(options, observations, { observe, provoked })
  const known = [...provokers].flatMap((each) => each ?? []).toSorted()
  return { ...ended, provokedBy: known.length === provokers.size ? known : undefined, sighting: (observation) => sightings.get(observation) }
}

async function observed(options: RunCaseOptions, observations: readonly Observation[], sinks: Pick<ContextOptions, 'observe' | 'provoked'>): Promise<Omit<CaseEnd, 'sighting' | 'provokedBy'>> {
  const started = performance.now()
  const inconclusiveInputs: Unclear[] = []
  const doubt = (input: Unclear): void => {
    if (!inconclusiveInputs.some(({ input: same, reason }) => same === input.input && reason === input.reason)) inconclusiveInputs.push(input)
  }
  const stop = new AbortController()
  const skipped = new Set<string>()
  const setAside: Unclear[] = []
  const closing: (() => Promise<void>)[] = []
  const { context, wire, exchanges } = createContext({ ...options, endsAt: started + options.timeoutMs, onClose: (work) => closing.push(work), skip: (reason) => skipped.add(reason), setAside: (input) => setAside.push(input), signal: stop.signal, ...sinks, doubt })
  const ending = await bounded(async () => speakingAs(options.case.id, async () => perform(options, context, wire, doubt)), options)
  stop.abort()
  await Promise.allSettled(closing.map(async (work) => work()))

  const { id, suite, title } = options.case
  // Copies: a case that was given up goes on, and what it sees from now on is no part of the result.
  const base = { id, suite, title, observations: [...observations], durationMs: Math.round(performance.now() - started), ...(setAside.length === 0 ? {} : { setAside: [...setAside] }), ...(exchanges.length === 0 ? {} : { exchanges: [...exchanges] }) }
  const unclear = inconclusiveInputs.length === 0 ? {} : { inconclusiveInputs: [...inconclusiveInputs] }
  switch (ending.kind) {
    case 'done': {
      if (skipped.size > 0 && inconclusiveInputs.length === 0 && observations.every(({ requirement, ok }) => ok && engineIds.has(requirement))) {
        return { result: { ...base, outcome: 'not-applicable', reason: [...skipped].join('; ') } }
      }
      return { result: { ...base, ...unclear, ...shown(judge({ observations, inconclusiveInputs }, options.level), observations, options) } }
    }
    case 'timeout': {
      const late: Unclear = { input: '', reason: `the case did not end within ${options.timeoutMs} ms` }
      return { result: { ...base, ...unclear, ...judge({ observations, inconclusiveInputs: [late, ...inconclusiveInputs] }, options.level) } }
    }
    case 'not-applicable':
      return { result: { ...base, outcome: 'not-applicable', reason: ending.reason } }
    case 'not-run':
    case 'cut':
      return { result: { ...base, outcome: 'not-run', reason: ending.reason } }
    case 'fault':
      return { result: { ...base, ...unclear, outcome: 'inconclusive', reason: `the code of the case failed: ${nameOf(ending.error)}` }, fault: ending.error }
  }
}

/** A pass on a target that lacks what the case is about, or that has not shown it, was not shown by anything. */
function shown(judgement: Judgement, observations: readonly Observation[], { case: entry, target }: RunCaseOptions): Judgement {
  if (judgement.outcome !== 'pass') return judgement
  const { passesOn } = entry
  const unseen = passesOn !== undefined && !observations.some(({ requirement }) => passesOn.requirements.includes(requirement)) ? passesOn.otherwise : undefined
  const reason = entry.showsNothing?.(target.profile) ?? unseen
  return reason === undefined ? judgement : { outcome: 'inconclusive', reason }
}

/** The kind of an error, whose message may hold what must not be printed. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

async function perform(options: RunCaseOptions, context: CaseContext, wire: Wire, unclear: (input: Unclear) => void): Promise<void> {
  const entry = options.case
  if (entry.inputs !== undefined) {
    for (const input of await inputsOf(entry, context, unclear)) {
      try {
        await context.negative(input)
      } catch (error) {
        unclear({ input: input.input, reason: reasonToDoubt(error) })
      }
    }
  }
  if (entry.scenario === undefined) return
  try {
    await proveControl(options, context, wire)
  } catch (error) {
    unclear({ input: '', reason: reasonToDoubt(error) })
    return
  }
  try {
    await entry.scenario(context)
  } catch (error) {
    unclear({ input: '', reason: reasonToDoubt(error) })
  }
  await sanityAfter(options, context, wire)
}

/** Before a scenario, as before every negative input, the target must serve a good request. */
async function proveControl({ target }: RunCaseOptions, context: CaseContext, wire: Wire): Promise<void> {
  if (speaksHttp(target.profile)) {
    await context.control()
    return
  }
  const problem = await target.serves(wire)
  if (problem !== undefined) throw new Inconclusive(problem.title)
}

/** A case may have to ask the target before it knows its inputs. */
async function inputsOf(entry: Case, context: CaseContext, unclear: (input: Unclear) => void): Promise<readonly NegativeInput[]> {
  try {
    return await entry.inputs?.(context) ?? []
  } catch (error) {
    unclear({ input: '', reason: reasonToDoubt(error) })
    return []
  }
}

/** Why an input cannot be told. @throws the error itself where it is the fault of the case's code, or ends the case. */
function reasonToDoubt(error: unknown): string {
  if (error instanceof Inconclusive) return error.message
  const aboutTarget = error instanceof HarnessError && (error.code === 'target_start_failed' || error.code === 'target_not_ready' || error.code === 'port_in_use' || error.code === 'driver_failed')
  if (aboutTarget) return error.message
  throw error
}

/** After a scenario, as after every negative input, the target must still serve a good request. */
async function sanityAfter({ target }: RunCaseOptions, context: CaseContext, wire: Wire): Promise<void> {
  // A part of its own, which is shown with its own exchange.
  await context.attempt('', async () => {
    const problem = await target.serves(wire)
    context.observe({
      requirement: stillServes,
      ok: problem === undefined,
      expected: 'the control is served after the scenario as before it',
      actual: problem?.title ?? 'served',
    })
  })
}

/** Waits for the case, its deadline, or the end of the run, whichever is first. */
async function bounded(work: () => Promise<void>, options: RunCaseOptions): Promise<Ending> {
  let timer: NodeJS.Timeout | undefined
  let onAbort = (): void => {}
  const late = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => { resolve({ kind: 'timeout' }) }, options.timeoutMs)
  })
  const cut = new Promise<Ending>((resolve) => {
    onAbort = () => { resolve({ kind: 'cut', reason: String(options.signal.reason) }) }
    options.signal.addEventListener('abort', onAbort, { once: true })
    if (options.signal.aborted) onAbort()
  })
  try {
    return await Promise.race([settle(work), late, cut])
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', onAbort)
  }
}

async function settle(work: () => Promise<void>): Promise<Ending> {
  try {
    await work()
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof NotApplicable) return { kind: 'not-applicable', reason: error.message }
    if (error instanceof NotRun) return { kind: 'not-run', reason: error.message }
    return { kind: 'fault', error }
  }
}
