/**
 * The discipline of negative testing for messages, over any transport: the well-formed call succeeds, the same message
 * with one fault is refused for the right reason, and the well-formed call succeeds again.
 */
import { randomUUID } from 'node:crypto'
import type { CaseContext } from '../../harness/run/case.ts'
import { stillServes } from '../../harness/run/engine-requirements.ts'
import type { JsonObject, Peer, PeerAnswer, PeerCall } from '../../harness/peer/peer.ts'
import { describeAnswer, isResult, needTelling } from './answers.ts'
import type { AnswerExpectation } from './answers.ts'

export interface Refusal {
  /** Which input this is, in words; unique within the case. */
  readonly input: string
  /** The well-formed call. */
  readonly control: PeerCall
  /** Makes the faulty message from that of the control: a value to be written as JSON, or the text itself. */
  readonly fault: (message: JsonObject) => unknown
  readonly expect: readonly AnswerExpectation[]
  /** How the control succeeds (default: with a complete result). */
  readonly served?: (answer: PeerAnswer) => boolean
}

/** @returns What the faulty message came to. Ends the input as inconclusive where the control is refused. */
export async function refuse(context: CaseContext, peer: Peer, { served = isResult, ...refusal }: Refusal): Promise<PeerAnswer> {
  await needServed(context, peer, refusal.control, served, refusal.input)
  const answer = await deliverFault(context, peer, refusal)
  await observeServed(context, peer, refusal.control, served, refusal.input)
  return answer
}

/**
 * The same for several faults of one call, which is made before the first and after the last of them: where it is one
 * of many that are tried in the same way, a call between each two would show little more.
 */
export async function refuseEach(
  context: CaseContext, peer: Peer, control: PeerCall, faults: readonly Omit<Refusal, 'control' | 'served'>[], served: (answer: PeerAnswer) => boolean = isResult,
): Promise<void> {
  const [first] = faults
  if (first === undefined) return
  await needServed(context, peer, control, served, first.input)
  for (const fault of faults) await context.attempt(fault.input, async () => void await deliverFault(context, peer, { ...fault, control }))
  await observeServed(context, peer, control, served, `${faults.at(-1)?.input ?? ''}, and what came before it`)
}

async function needServed(context: CaseContext, peer: Peer, control: PeerCall, served: (answer: PeerAnswer) => boolean, input: string): Promise<void> {
  const answer = await peer.call(control)
  if (!served(answer)) context.inconclusive(`${input}: the well-formed call (${control.method}) was not served: ${describeAnswer(answer)}`)
}

async function deliverFault(context: CaseContext, peer: Peer, { input, control, fault, expect }: Omit<Refusal, 'served'>): Promise<PeerAnswer> {
  const id = `fault-${randomUUID()}`
  const message = peer.message({ ...control, id })
  const faulty = fault(message)
  const text = typeof faulty === 'string' || faulty instanceof Uint8Array ? faulty : JSON.stringify(faulty)
  if (text === JSON.stringify(message)) context.inconclusive(`${input}: the fault left the message as it was`)
  const answer = await peer.deliver(text, { ...control, id })
  needTelling(answer)
  for (const { requirement, expected, holds } of expect) {
    context.observe({ requirement, input, ok: holds(answer), expected, actual: describeAnswer(answer) }, answer)
  }
  return answer
}

async function observeServed(context: CaseContext, peer: Peer, control: PeerCall, served: (answer: PeerAnswer) => boolean, input: string): Promise<void> {
  const again = await peer.call(control)
  needTelling(again)
  context.observe({ requirement: stillServes, input, ok: served(again), expected: 'the well-formed call is served after the fault as before it', actual: describeAnswer(again) }, again)
}

/** A message whose parameters are changed. */
export function withParams(message: JsonObject, change: (params: JsonObject) => unknown): JsonObject {
  const params = message['params']
  return { ...message, params: change(typeof params === 'object' && params !== null ? (params as JsonObject) : {}) }
}

/** An object without one of its members. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}
