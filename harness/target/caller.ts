/** Builds and judges the calls that probes make: one place that knows how a target is spoken to and what success is. */
import type { Identity } from '../fixture/driver.ts'
import { describeReaction } from '../run/describe.ts'
import type { HttpRequest, Reaction } from '../wire/message.ts'
import { rpcAnswer, rpcRequest } from '../wire/mcp.ts'
import type { Wire } from '../wire/wire.ts'
import { valueAt } from './adapter.ts'
import type { Sessions, Speech } from './sessions.ts'

export interface Call {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly id: string
}

/** The result of a call, or what was wrong, in words that hold nothing of what the target wrote. */
export type CallResult =
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly why: string }

export interface Caller {
  request(call: Call, identity: Identity | undefined): HttpRequest
  /** A tool result that says `isError` is no success. */
  read(call: Call, reaction: Reaction): CallResult
  /** Sends the call and reads its answer. */
  call(call: Call, identity: Identity | undefined): Promise<CallResult>
}

/** @param errorCode Path of the error code in a refused tool result, where the target has codes. */
export function createCaller(options: { readonly wire: Wire; readonly speech: Speech; readonly sessions: Sessions; readonly errorCode?: string }): Caller {
  const request = (call: Call, identity: Identity | undefined): HttpRequest => {
    const sessionId = options.sessions.id(identity)
    return rpcRequest({
      ...options.speech,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(identity === undefined || identity.token === '' ? {} : { token: identity.token }),
      ...call,
    })
  }
  const read = (call: Call, reaction: Reaction): CallResult => readCall(call, reaction, options.errorCode)
  return {
    request,
    read,
    async call(call, identity) {
      await options.sessions.ensure(identity)
      return read(call, await options.wire.send(request(call, identity)))
    },
  }
}

/** Reads the answer to a call as a success, or says what was wrong. */
export function readCall(call: Pick<Call, 'id'>, reaction: Reaction, errorCode?: string): CallResult {
  if (reaction.kind !== 'response' || reaction.response.status !== 200) return { ok: false, why: describeReaction(reaction) }
  const answer = rpcAnswer(reaction, call.id)
  switch (answer.kind) {
    case 'none':
      return { ok: false, why: answer.why }
    case 'error':
      return { ok: false, why: `status 200, JSON-RPC error ${answer.code}` }
    case 'result':
      break
  }
  const { resultType, isError } = answer.result
  if (resultType !== undefined && resultType !== 'complete') return { ok: false, why: 'the result is not complete' }
  if (isError !== undefined && isError !== false) {
    const code = errorCode === undefined ? undefined : valueAt(answer.result['structuredContent'], errorCode)
    return { ok: false, why: typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `tool error ${code}` : 'tool error' }
  }
  return { ok: true, result: answer.result }
}
