/** Reads the answer to an operation in the contract's terms, through an adapter. Pure. */
import type { PeerAnswer } from '../peer/peer.ts'
import { describeAnswer } from '../peer/describe.ts'
import { toolText, toolValue } from '../peer/tool-value.ts'
import { valueAt } from '../target/adapter.ts'
import type { Adapter } from '../target/adapter.ts'
import { isJsonObject } from '../wire/json.ts'
import { refusalCodes } from './contract.ts'
import type { Answer, OperationKind, RefusalCode, Result, SeenEvent, SeenHandoff, Whoami } from './contract.ts'
import { eventFields, handoffFields, misfit, whoamiFields } from './fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** Whatever the target wrote, and nothing of it in any text but `words`. */
export function readHandoffAnswer(adapter: Adapter, kind: OperationKind, answer: PeerAnswer): Answer {
  const { reaction } = answer
  if (reaction?.kind === 'response') {
    const { status } = reaction.response
    if (status === 401) return { kind: 'refused', code: 'unauthenticated', words: '' }
    if (status === 429) return { kind: 'refused', code: 'rate_limited', retryable: true, words: '' }
    if (status === 503) return { kind: 'refused', code: 'policy_unavailable', retryable: true, words: '' }
    if (status === 413) return { kind: 'refused', code: 'payload_too_large', words: '' }
  } else if (reaction !== undefined && reaction.kind !== 'malformed') {
    return { kind: 'unknown', what: describeAnswer(answer) }
  }
  switch (answer.answer.kind) {
    case 'none': return reaction === undefined ? { kind: 'unknown', what: answer.answer.why } : { kind: 'wrong', what: describeAnswer(answer) }
    case 'error': return refusalOf(adapter, answer.answer.data, answer.answer.message) ?? { kind: 'wrong', what: describeAnswer(answer) }
    case 'result': return readResult(adapter, kind, answer.answer.result)
  }
}

function readResult(adapter: Adapter, kind: OperationKind, result: Fields): Answer {
  const value = toolValue(result)
  if (result['isError'] === true) {
    return refusalOf(adapter, value, toolText(result)) ?? (adapter.error === undefined
      ? { kind: 'refused', code: undefined, words: toolText(result) }
      : { kind: 'wrong', what: 'a tool error without a code of the contract' })
  }
  if (value === undefined) return { kind: 'wrong', what: 'a result that holds no object' }
  const read = resultOf(adapter, kind, value)
  return typeof read === 'string' ? { kind: 'wrong', what: read } : { kind: 'ok', result: read }
}

const codes: readonly string[] = refusalCodes

function refusalOf({ error }: Adapter, value: unknown, words: string): Answer | undefined {
  if (error === undefined) return undefined
  const code = valueAt(value, error.code)
  if (typeof code !== 'string' || !codes.includes(code)) return undefined
  const field = error.field === undefined ? undefined : valueAt(value, error.field)
  const retryable = error.retryable === undefined ? undefined : valueAt(value, error.retryable)
  return {
    kind: 'refused', code: code as RefusalCode, words,
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
  }
}

/** The result in the contract's terms, or what is wrong with it. */
function resultOf(adapter: Adapter, kind: OperationKind, value: unknown): Result | string {
  const at = (name: string): unknown => {
    const path = adapter.operations[kind].results[name]
    return path === undefined ? undefined : valueAt(value, path)
  }
  switch (kind) {
    case 'whoami': {
      const whoami = fieldsOf(value, adapter.operations.whoami.results)
      if (whoami['agent_id'] === undefined) return 'whoami does not tell the id of the caller'
      return misfit('whoami', whoami, whoamiFields) ?? { kind: 'whoami', whoami: whoami as unknown as Pick<Whoami, 'agent_id'> }
    }
    case 'inbox': {
      const items = at('handoffs')
      if (!Array.isArray(items)) return 'the inbox holds no list of handoffs'
      const handoffs: SeenHandoff[] = []
      for (const item of items as readonly unknown[]) {
        const handoff = handoffOf(adapter, item)
        if (typeof handoff === 'string') return handoff
        handoffs.push(handoff)
      }
      const cursor = at('next_cursor')
      return { kind: 'inbox', handoffs, next_cursor: typeof cursor === 'string' ? cursor : undefined }
    }
    case 'get': {
      const handoff = handoffOf(adapter, at('handoff'))
      if (typeof handoff === 'string') return handoff
      const items = at('events')
      if (!Array.isArray(items)) return 'the result holds no list of events'
      const events = items.map((item) => fieldsOf(item, adapter.event))
      if (events.some(({ actor, to_status: to }) => actor === undefined || to === undefined)) return 'an event lacks its actor or the status that it leads to'
      const wrong = events.map((event) => misfit('an event', event, eventFields)).find((each) => each !== undefined)
      return wrong ?? { kind: 'get', handoff, events: events as unknown as readonly SeenEvent[] }
    }
    case 'send':
    case 'acknowledge':
    case 'update_status': {
      const handoff = handoffOf(adapter, at('handoff'))
      if (typeof handoff === 'string') return handoff
      const replayed = at('replayed')
      return { kind: 'change', handoff, replayed: typeof replayed === 'boolean' ? replayed : undefined }
    }
  }
}

function handoffOf({ handoff: names }: Adapter, value: unknown): SeenHandoff | string {
  if (!isJsonObject(value)) return 'there is no handoff in the result'
  const fields = fieldsOf(value, names)
  for (const name of ['id', 'sender', 'recipient', 'status']) if (fields[name] === undefined) return `a handoff lacks its ${name}`
  return misfit('a handoff', fields, handoffFields) ?? fields as unknown as SeenHandoff
}

function fieldsOf(value: unknown, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(names).flatMap(([name, path]) => {
    const found = valueAt(value, path)
    return found === undefined || found === null ? [] : [[name, found]]
  }))
}
