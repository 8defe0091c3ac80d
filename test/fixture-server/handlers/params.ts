/** Parameters as they came: the handlers judge them by themselves, since the SDK answers what it cannot read with -32603. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { StandardSchemaV1 } from '@modelcontextprotocol/server'
import { isObject } from '../feature.ts'
import type { JsonObject } from '../feature.ts'

export const rawParams: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': { version: 1, vendor: 'fixture-server', validate: (value) => ({ value: value as JsonObject }) },
}

export function invalidParams(message: string, data?: JsonObject): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data)
}

/** @throws ProtocolError -32602 where it is missing or no string */
export function stringParam(params: JsonObject, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw invalidParams(`params.${name} must be a string.`)
  return value
}

/** Arguments that are all strings, as prompts and completions have them. @throws ProtocolError -32602 */
export function stringArguments(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined) return {}
  if (!isObject(value) || !Object.values(value).every((each) => typeof each === 'string')) {
    throw invalidParams('params.arguments must be an object of strings.')
  }
  return value as Readonly<Record<string, string>>
}
