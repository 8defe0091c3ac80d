/** Reads what an acceptance tool, or its endpoint over plain HTTP, answered: a value, an error as data, or neither. */
import { describeAnswer } from '../../harness/peer/describe.ts'
import type { PeerAnswer } from '../../harness/peer/peer.ts'
import { toolValue } from '../../harness/peer/tool-value.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import { readFrom } from '../../harness/run/seen-exchange.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import { refusalIn } from '../../harness/target/acceptance.ts'
import { valueAt } from '../../harness/target/adapter.ts'
import type { AcceptAnswer } from '../../harness/vectors/compare.ts'
import { isJsonObject, readJson } from '../../harness/wire/json.ts'
import type { Reaction } from '../../harness/wire/message.ts'
import { needTelling } from '../support/answers.ts'

/** Of JSON-RPC. */
const invalidParams = -32_602

/** @throws Inconclusive where nothing can be told: a limit of the rate, no connection, a store that is busy. */
export function toolAnswer(answer: PeerAnswer): AcceptAnswer {
  return readFrom(answer, ofTool(answer))
}

function ofTool(answer: PeerAnswer): AcceptAnswer {
  needTelling(answer)
  if (answer.answer.kind !== 'result') {
    const told = answer.answer.kind === 'error' && answer.answer.code === invalidParams ? refusalAround(answer.answer.data) : undefined
    return told === undefined ? { kind: 'other', what: describeAnswer(answer) } : { kind: 'error', ...told }
  }
  const { result } = answer.answer
  const value = toolValue(result)
  const refusal = refusalIn(value)
  if (result['isError'] !== true) {
    if (value === undefined) return { kind: 'other', what: 'a result that holds no object' }
    return refusal === undefined ? { kind: 'value', value } : { kind: 'other', what: 'an error in a result that is not marked as one' }
  }
  if (refusal?.code === 'busy') throw new Inconclusive('the target was busy')
  return refusal === undefined ? { kind: 'other', what: 'a tool error without a code' } : { kind: 'error', ...refusal }
}

/** What the statuses of the endpoint mean. */
const codes: Readonly<Record<number, string>> = { 400: 'invalid_input', 413: 'payload_too_large' }
const contractCodes: ReadonlySet<string> = new Set(Object.values(codes))

/**
 * Code and field of an error whose place nothing settles: the data of a JSON-RPC error, or a body over HTTP. There they
 * may also stand at the top, as in problem details (RFC 9457), or in `detail`, where frameworks put what a handler
 * raises; a code of somebody else's is none there.
 */
export function refusalAround(value: unknown): ReturnType<typeof refusalIn> {
  const elsewhere = [{ error: value }, { error: valueAt(value, 'detail') }].map(refusalIn)
  return refusalIn(value) ?? elsewhere.find((refusal) => refusal !== undefined && contractCodes.has(refusal.code))
}

/** @throws Inconclusive where nothing can be told: a limit of the rate, no connection, a store that is busy. */
export function endpointAnswer(reaction: Reaction): AcceptAnswer {
  return readFrom(reaction, ofEndpoint(reaction))
}

function ofEndpoint(reaction: Reaction): AcceptAnswer {
  if (reaction.kind === 'unreachable') throw new Inconclusive('no connection could be made')
  if (reaction.kind !== 'response') return { kind: 'other', what: describeReaction(reaction) }
  const { status, body } = reaction.response
  if (status === 429) throw new Inconclusive('the target limits the rate')
  if (status === 503) throw new Inconclusive('the target was busy')
  const reading = readJson(body)
  const value = reading.ok && isJsonObject(reading.value) ? reading.value : undefined
  if (status === 200) return value === undefined || refusalIn(value) !== undefined ? { kind: 'other', what: 'status 200 without a verdict' } : { kind: 'value', value }
  const code = codes[status]
  if (code === undefined) return { kind: 'other', what: describeReaction(reaction) }
  const refusal = refusalAround(value) ?? { code, field: undefined }
  return refusal.code === code ? { kind: 'error', ...refusal } : { kind: 'other', what: `status ${status} with a code that belongs to another status` }
}
