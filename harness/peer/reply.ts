/** What a peer says when a target asks it something: it is there, and it offers nothing. */
import type { JsonObject } from './peer.ts'

/** The response to a request of the target; undefined for anything that is no request. */
export function replyTo(message: JsonObject): JsonObject | undefined {
  const { method, id } = message
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  return method === 'ping'
    ? { jsonrpc: '2.0', id, result: {} }
    : { jsonrpc: '2.0', id, error: { code: -32_601, message: 'This client offers nothing of the kind.' } }
}
