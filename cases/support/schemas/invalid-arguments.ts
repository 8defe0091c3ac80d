/**
 * Makes arguments that break an input schema in exactly one way, out of arguments that fulfil it. What a lenient server
 * may convert (a number in a string, null for what is absent) is never used.
 */
import type { JsonObject } from '../../../harness/peer/peer.ts'
import { isJsonObject, ownMember } from '../../../harness/wire/json.ts'
import { judgeValue } from './json-schema.ts'

export interface InvalidArguments {
  /** What is wrong, in words that hold no name of the target's. */
  readonly fault: string
  /** A property that the schema forbids: many servers drop it. */
  readonly extra: boolean
  readonly arguments: JsonObject
}

/** Longer texts are not worth sending. */
const longest = 65_536
const unknownName = 'handoff_conformance_unknown'

/** Each proven: the schema accepts `valid`, and refuses what is made of it. Empty where that cannot be told. */
export function invalidArguments(schema: JsonObject, valid: JsonObject): readonly InvalidArguments[] {
  if (judgeValue(schema, valid).kind !== 'valid') return []
  return candidates(schema, valid).filter((each) => judgeValue(schema, each.arguments).kind === 'invalid')
}

function candidates(schema: JsonObject, valid: JsonObject): InvalidArguments[] {
  const made: InvalidArguments[] = []
  const add = (fault: string, args: JsonObject, extra = false): void => { if (!made.some((each) => each.fault === fault)) made.push({ fault, extra, arguments: args }) }
  const properties = objectOf(ownMember(schema, 'properties'))
  const required = ownMember(schema, 'required')
  for (const name of Array.isArray(required) ? required : []) {
    // A server may fill in a default although its schema calls the argument required.
    const hasDefault = typeof name === 'string' && Object.hasOwn(objectOf(ownMember(properties, name)), 'default')
    if (typeof name === 'string' && !hasDefault) add('a required argument is missing', withoutMember(valid, name))
  }
  for (const [name, given] of Object.entries(properties)) {
    const property = objectOf(given)
    for (const { fault, value } of badValues(property)) add(fault, { ...valid, [name]: value })
  }
  if (ownMember(schema, 'additionalProperties') === false) add('an argument that the schema does not have', { ...valid, [unknownName]: 'x' }, true)
  return made
}

function badValues(property: JsonObject): { readonly fault: string; readonly value: unknown }[] {
  const type = ownMember(property, 'type')
  const types: unknown[] = Array.isArray(type) ? type : [type]
  const values: { fault: string; value: unknown }[] = []
  const limit = (name: string): number | undefined => {
    const value = ownMember(property, name)
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  }
  if (types.includes('string')) {
    values.push({ fault: 'an object in place of a string', value: { of: 'handoff-conformance' } })
    if (Array.isArray(ownMember(property, 'enum'))) values.push({ fault: 'a string that is none of the values of an enumeration', value: unknownName })
    const maxLength = limit('maxLength')
    if (maxLength !== undefined && maxLength < longest) values.push({ fault: 'a string that is too long', value: 'a'.repeat(Math.floor(maxLength) + 1) })
  }
  if (types.includes('integer') || types.includes('number')) {
    values.push({ fault: 'a text in place of a number', value: 'many' })
    const maximum = limit('maximum')
    if (maximum !== undefined && Math.abs(maximum) < 2 ** 52) values.push({ fault: 'a number that is too large', value: Math.floor(maximum) + 1 })
    const minimum = limit('minimum')
    if (minimum !== undefined && Math.abs(minimum) < 2 ** 52) values.push({ fault: 'a number that is too small', value: Math.ceil(minimum) - 1 })
  }
  if (types.includes('boolean')) values.push({ fault: 'an object in place of a boolean', value: { of: 'handoff-conformance' } })
  if (types.includes('array')) values.push({ fault: 'an object in place of an array', value: { of: 'handoff-conformance' } })
  if (types.includes('object')) values.push({ fault: 'a text in place of an object', value: 'handoff-conformance' })
  return values
}

function withoutMember(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
