/**
 * The discipline of negative testing for messages, over any transport: the well-formed call succeeds, the same message
 * with one fault is refused for the right reason, and the well-formed call succeeds again.
 */
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
export async function refuse(context: CaseContext, peer: Peer, { input, control, fault, expect, served = isResult }: Refusal): Promise<PeerAnswer> {
  const first = await peer.call(control)
  if (!served(first)) context.inconclusive(`${input}: the well-formed call (${control.method}) was not served: ${describeAnswer(first)}`)
  const id = `fault-${first.id ?? ''}`
  const faulty = fault(peer.message({ ...control, id }))
  const text = typeof faulty === 'string' || faulty instanceof Uint8Array ? faulty : JSON.stringify(faulty)
  if (text === JSON.stringify(peer.message({ ...control, id }))) context.inconclusive(`${input}: the fault left the message as it was`)
  const answer = await peer.deliver(text, { ...control, id })
  needTelling(answer)
  for (const { requirement, expected, holds } of expect) {
    context.observe({ requirement, input, ok: holds(answer), expected, actual: describeAnswer(answer) })
  }
  const again = await peer.call(control)
  needTelling(again)
  context.observe({ requirement: stillServes, input, ok: served(again), expected: 'the well-formed call is served after the fault as before it', actual: describeAnswer(again) })
  return answer
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
