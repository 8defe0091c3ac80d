/** What a reaction says about authentication: its status, its Bearer challenge, and whether the request was served. */
import { describeReaction } from '../../harness/run/describe.ts'
import { parseChallenges } from '../../harness/wire/challenge.ts'
import type { Challenge } from '../../harness/wire/challenge.ts'
import { isJsonObject } from '../../harness/wire/json.ts'
import { fieldValues } from '../../harness/wire/message.ts'
import type { HttpResponse, Reaction } from '../../harness/wire/message.ts'
import { rpcMessages } from '../../harness/wire/mcp.ts'

/** The error codes that are registered for a resource access error response (RFC 6750 §6.2, RFC 9470 §3, RFC 9449 §12.2). */
export const registeredErrors: readonly string[] = [
  'invalid_request', 'invalid_token', 'insufficient_scope', 'insufficient_user_authentication', 'invalid_dpop_proof', 'use_dpop_nonce',
]

export function statusOf(reaction: Reaction): number | undefined {
  return reaction.kind === 'response' ? reaction.response.status : undefined
}

export function isSuccess(reaction: Reaction): boolean {
  const status = statusOf(reaction)
  return status !== undefined && status >= 200 && status < 300
}

/** Whether it is a success, or began like an answer that never ended, as a stream does: then it may be one. */
export function maySucceed(reaction: Reaction): boolean {
  return isSuccess(reaction) || (reaction.kind === 'timeout' && reaction.received > 0)
}

/** Whether the body holds a JSON-RPC result with a 2xx status, of whatever kind: the request passed the guard. */
export function isServed(reaction: Reaction): boolean {
  if (!isSuccess(reaction)) return false
  const reading = rpcMessages(reaction)
  return reading.ok && reading.messages.some((message) => Object.hasOwn(message, 'result'))
}

/** Whether the request was served with success: a result that is complete and no error of the tool. */
export function isFulfilled(reaction: Reaction): boolean {
  if (!isSuccess(reaction)) return false
  const reading = rpcMessages(reaction)
  return reading.ok && reading.messages.some(({ result }) => isJsonObject(result)
    && (result['isError'] ?? false) === false && (result['resultType'] ?? 'complete') === 'complete')
}

/** The first Bearer challenge of a response; undefined where there is none. */
export function bearerOf(reaction: Reaction): Challenge | undefined {
  if (reaction.kind !== 'response') return undefined
  const { challenges } = parseChallenges(fieldValues(reaction.response, 'www-authenticate'))
  return challenges.find(({ scheme }) => scheme.toLowerCase() === 'bearer')
}

/** The value of a challenge's parameter by its name in any case; the first where it is repeated. */
export function parameter(challenge: Challenge | undefined, name: string): string | undefined {
  return challenge?.parameters.find((each) => each.name.toLowerCase() === name)?.value
}

/** Status, scheme and error code, which are all that a report may hold of a refusal. */
export function describe(reaction: Reaction): string {
  const words = describeReaction(reaction)
  if (reaction.kind !== 'response') return words
  const challenge = bearerOf(reaction)
  const told = fieldValues(reaction.response, 'www-authenticate').length > 0
  if (challenge === undefined) return `${words}, ${told ? 'no Bearer challenge' : 'no challenge'}`
  const error = parameter(challenge, 'error')
  if (error === undefined) return `${words}, Bearer without error`
  return `${words}, Bearer error ${registeredErrors.includes(error) ? error : 'that is not registered'}`
}

/** Whether Cache-Control keeps every shared cache from storing the response (RFC 9111 §5.2.2). */
export function keepsFromSharedCaches(response: HttpResponse): boolean {
  const directives = fieldValues(response, 'cache-control').join(',').toLowerCase().split(',').map((each) => each.trim())
  return directives.includes('no-store') || directives.includes('private')
}

/** Everything of a reaction in which something could leak: fields and body, as text. */
export function textOf(reaction: Reaction): string {
  if (reaction.kind !== 'response') return ''
  const { headers, body } = reaction.response
  return `${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${Buffer.from(body).toString('latin1')}`
}
