/** Expectations about a reaction over HTTP, and the probes that negative cases about HTTP spoil. */
import type { CaseContext, Expectation } from '../../harness/run/case.ts'
import type { Peer } from '../../harness/peer/peer.ts'
import type { Probe } from '../../harness/run/probe.ts'
import { describeReaction } from '../../harness/run/describe.ts'
import { Inconclusive } from '../../harness/run/signals.ts'
import { isJsonObject, ownMember } from '../../harness/wire/json.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { HttpRequest, Reaction } from '../../harness/wire/message.ts'
import { isFulfilled, maySucceed, statusOf } from '../auth-negative/reactions.ts'

export { statusOf }

/** A limit of the rate, or no connection at all, tells nothing. */
export function expectHttp(requirement: string, expected: string, holds: (reaction: Reaction) => boolean): Expectation {
  return {
    requirement,
    expected,
    check(reaction) {
      if (statusOf(reaction) === 429) throw new Inconclusive('the target limits the rate')
      if (reaction.kind === 'unreachable') throw new Inconclusive('no connection could be made')
      return { ok: holds(reaction), actual: describeHttp(reaction) }
    },
  }
}

export function statusIs(requirement: string, ...statuses: number[]): Expectation {
  return expectHttp(requirement, `status ${statuses.join(' or ')}`, (reaction) => statuses.includes(statusOf(reaction) ?? 0))
}

/** A 4xx status, and no success behind it. */
export function clientError(requirement: string): Expectation {
  return expectHttp(requirement, 'a 4xx status', (reaction) => isClientError(reaction) && !maySucceed(reaction))
}

/** A JSON-RPC error with one of these codes. */
export function rpcErrorIs(requirement: string, ...codes: number[]): Expectation {
  return expectHttp(requirement, `a JSON-RPC error with code ${codes.join(' or ')}`, (reaction) => codes.includes(errorCodeOf(reaction) ?? 0))
}

/** A complete result that is no tool error. */
export function isServed(requirement: string): Expectation {
  return expectHttp(requirement, 'the request is served', isFulfilled)
}

/** Served or refused, but no fault of the server and no silence. A connection closed on a body that is too large is a refusal. */
export function isHandled(requirement: string, expected = 'a result or a 4xx status'): Expectation {
  return expectHttp(requirement, expected, (reaction) => reaction.kind === 'closed' || isClientError(reaction) || (statusOf(reaction) === 200 && errorCodeOf(reaction) !== -32_603))
}

export function isClientError(reaction: Reaction): boolean {
  return Math.floor((statusOf(reaction) ?? 0) / 100) === 4
}

/** The code of the JSON-RPC error that a reaction holds, whatever its id. */
export function errorCodeOf(reaction: Reaction): number | undefined {
  const reading = rpcMessages(reaction)
  if (!reading.ok) return undefined
  const errors = reading.messages.map((message) => ownMember(message, 'error')).filter(isJsonObject)
  const code = errors.length === 1 ? errors[0]?.['code'] : undefined
  return typeof code === 'number' ? code : undefined
}

/** For example `status 400, JSON-RPC error -32020`. */
export function describeHttp(reaction: Reaction): string {
  const code = errorCodeOf(reaction)
  if (code !== undefined) return `${describeReaction(reaction)}, JSON-RPC error ${code}`
  return isFulfilled(reaction) ? `${describeReaction(reaction)}, a result` : describeReaction(reaction)
}

/** The peer of a case that is about one revision over HTTP. */
export async function httpPeer(context: CaseContext): Promise<Peer> {
  const [channel] = context.channels
  return channel === undefined ? context.notApplicable('the target does not speak that revision over HTTP') : context.peer(channel)
}

/** The request whose effect can be counted, where the target has one in the newest revision; else `server/discover`. */
export async function witness(context: CaseContext): Promise<Probe> {
  return context.target.era === 'modern' ? context.probe : (await httpPeer(context)).probe({ method: 'server/discover' })
}

/** As `witness`, where that calls a tool: its request names the tool in a field. */
export function toolCall(context: CaseContext): Probe {
  const probe = context.target.era === 'modern' ? context.probe : undefined
  const named = probe !== undefined && fieldValues(probe.request(context.alpha), 'mcp-name').length > 0
  return named ? probe : context.notApplicable('the target has no tool that may be called')
}

/** The request with another body. */
export function withBody(request: HttpRequest, body: string | Uint8Array): HttpRequest {
  return { ...request, body: Buffer.from(body) }
}

/** The message in the body of a request of ours. */
export function messageIn(request: HttpRequest): Record<string, unknown> {
  return JSON.parse(Buffer.from(request.body ?? new Uint8Array()).toString('utf8')) as Record<string, unknown>
}
