/**
 * The discipline of negative testing, in one place that no case can go around: control, proof of one fault, the fault
 * itself, the right reason, no effect, and the control again.
 */
import type { Identity } from '../fixture/driver.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'
import type { Wire } from '../wire/wire.ts'
import type { NegativeInput } from './case.ts'
import { describeReaction } from './describe.ts'
import { refusedNotApplied, stillServes } from './engine-requirements.ts'
import type { Probe } from './probe.ts'
import type { SeenExchange } from './seen-exchange.ts'
import { Inconclusive } from './signals.ts'
import { proveSingleFault } from './single-fault.ts'

/** What a negative input is run with. */
export interface NegativeSetting {
  readonly wire: Wire
  /** With a marker that nothing else uses. */
  readonly probe: Probe
  readonly identity: Identity
  /** @param seen The exchange that it is about. */
  readonly observe: (observation: { requirement: string; input?: string; ok: boolean; expected: string; actual: string }, seen: SeenExchange) => void
}

/**
 * Runs one negative input and records every observation.
 * @returns What the faulty request came to.
 * @throws Inconclusive where the control is refused, the fault changed nothing, or an expectation cannot tell.
 * @throws Error where the case's own code is wrong: several faults at once, or a fault without a way to send it.
 */
export async function runNegative(input: NegativeInput, setting: NegativeSetting): Promise<Reaction> {
  const { probe, identity, observe } = setting
  const control = probe.request(identity)
  const faulty = proven(input, control)
  await needControl(control, input, setting)
  const before = await probe.effects?.()
  if (before !== undefined && before !== 1) {
    throw new Inconclusive(`the control (${probe.name}) was answered as done, but a read shows it ${before} times`)
  }

  const reaction = input.exchange === undefined
    ? await send(faulty, input, setting)
    : await input.exchange(setting.wire, control, faulty)

  const seen: SeenExchange = { kind: 'http', request: faulty, control, reaction }
  const { held, doubt } = judgeReaction(input, reaction, (observation) => { observe(observation, seen) })
  const after = await effectOf(input, setting, seen, held, before)
  await sanity(control, input, setting, after)
  if (doubt !== undefined) throw doubt
  return reaction
}

/** Judges by every expectation, also after one that cannot tell. */
function judgeReaction(input: NegativeInput, reaction: Reaction, observe: (observation: Parameters<NegativeSetting['observe']>[0]) => void): { readonly held: boolean; readonly doubt: Inconclusive | undefined } {
  let held = true
  let doubt: Inconclusive | undefined
  for (const expectation of input.expect) {
    if (expectation.applies?.(reaction) === false) continue
    try {
      const { ok, actual } = expectation.check(reaction)
      held &&= ok
      observe({ requirement: expectation.requirement, input: input.input, ok, expected: expectation.expected, actual })
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      held = false
      doubt ??= error
    }
  }
  return { held, doubt }
}

/** The faulty request, once it is proven to be the control with one fault. */
function proven(input: NegativeInput, control: HttpRequest): HttpRequest {
  if (input.part === 'connection' && input.exchange === undefined) {
    throw new Error(`the fault of ${JSON.stringify(input.input)} lies in the connection, but nothing says how to send it`)
  }
  const faulty = input.fault(control)
  const proof = proveSingleFault(control, faulty, input.part)
  switch (proof.kind) {
    case 'proven':
      return faulty
    case 'identical':
      throw new Inconclusive('the fault left the request as it was')
    case 'several':
      throw new Error(`the fault of ${JSON.stringify(input.input)} is declared in ${input.part} but changed ${proof.parts.join(', ') || 'nothing'}`)
  }
}

async function send(request: HttpRequest, input: NegativeInput, { wire }: NegativeSetting): Promise<Reaction> {
  return wire.send(request, input.sender === undefined ? {} : { sender: input.sender })
}

async function needControl(control: HttpRequest, input: NegativeInput, setting: NegativeSetting): Promise<void> {
  const failure = setting.probe.failure(await send(control, input, setting))
  if (failure !== undefined) throw new Inconclusive(`the control (${setting.probe.name}) was refused: ${failure}`)
}

/**
 * Records whether a refused request took effect. One that was served in full needs no record of its own: where that
 * is wrong, an expectation has said so, at its own level.
 * @returns How many times the probe's marker is there now; undefined for a read.
 */
async function effectOf(
  input: NegativeInput, setting: NegativeSetting, seen: Extract<SeenExchange, { kind: 'http' }>, held: boolean, before: number | undefined,
): Promise<number | undefined> {
  const { reaction } = seen
  const after = await readEffects(setting)
  if (input.mayTakeEffect === true && held) return after
  const served = setting.probe.failure(reaction) === undefined
  if (served && !held) return after
  // What a dead target did cannot be read; the sanity exchange says that it is dead.
  if (before !== undefined && after === undefined) return after
  const applied = before === undefined || after === undefined ? setting.probe.failure(asThoughAccepted(reaction)) === undefined : after > before
  setting.observe({
    requirement: refusedNotApplied,
    input: input.input,
    ok: !applied,
    expected: 'nothing of the request took effect',
    actual: applied ? `it took effect although answered with ${describeReaction(reaction)}` : 'no effect',
  }, seen)
  return after
}

/** A refusal whose body holds the result all the same has given away what it refused. */
function asThoughAccepted(reaction: Reaction): Reaction {
  return reaction.kind === 'response' ? { kind: 'response', response: { ...reaction.response, status: 200 } } : reaction
}

/** The control once more: the target must still serve, and serve as before. */
async function sanity(control: HttpRequest, input: NegativeInput, setting: NegativeSetting, after: number | undefined): Promise<void> {
  const reaction = await send(control, input, setting)
  if (reaction.kind === 'response' && reaction.response.status === 429) {
    throw new Inconclusive('the target limits the rate, so that the control after the fault could not be served')
  }
  const failure = setting.probe.failure(reaction)
  const count = failure === undefined ? await readEffects(setting) : undefined
  const lost = after !== undefined && count !== undefined && count !== after + 1
  setting.observe({
    requirement: stillServes,
    input: input.input,
    ok: failure === undefined && !lost,
    expected: 'the control is served after the fault as before it',
    actual: failure ?? (lost ? `the control was answered as done, but took effect ${count - after} times` : 'served'),
  }, { kind: 'http', request: control, reaction })
  if (failure === undefined && setting.probe.effects !== undefined && (after === undefined || count === undefined)) {
    throw new Inconclusive('what took effect could not be read after the fault')
  }
}

/** The count, or undefined where the probe only reads or the read itself fails. */
async function readEffects({ probe }: NegativeSetting): Promise<number | undefined> {
  try {
    return await probe.effects?.()
  } catch (error) {
    if (error instanceof Inconclusive) return undefined
    throw error
  }
}
