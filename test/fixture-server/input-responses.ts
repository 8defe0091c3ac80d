/**
 * `inputResponses` that are no object are refused before the SDK sees them: version 2.4.0 takes them for no answers, so
 * that the questions are asked again (2026-07-28 basic/patterns/mrtr, Error Handling, wants an error).
 */
import { isObject } from './feature.ts'
import type { JsonObject } from './feature.ts'

/** The error response; undefined where the message may pass. */
export function refusalOf(message: unknown): JsonObject | undefined {
  if (!isObject(message) || !Object.hasOwn(message, 'id') || !isObject(message['params'])) return undefined
  const { params } = message
  if (!Object.hasOwn(params, 'inputResponses') || isObject(params['inputResponses'])) return undefined
  return { jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'params.inputResponses must be an object.' } }
}
