/** What was found where something else should be: its kind, and no word of it but those that the schemas themselves have. */
import type { ErrorObject } from 'ajv'
import { isJsonObject } from '../../wire/json.ts'
import { schemaOf, schemaRevisions } from './definitions.ts'

/** @param error Of a validator that keeps the data. */
export function foundIn({ keyword, data }: ErrorObject): string {
  switch (keyword) {
    case 'required': return 'no such member'
    case 'additionalProperties': return 'another member'
    case 'minimum': return 'less'
    case 'maximum': return 'more'
    case 'minItems': return 'fewer items'
    case 'maxItems': return 'more items'
    default: return kindOf(data)
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (isJsonObject(value)) {
    const { type } = value
    return isKnown(type) ? `an object of the type "${type}"` : 'an object'
  }
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number with a fraction'
  if (typeof value === 'boolean') return 'true or false'
  return isKnown(value) ? `"${value}"` : 'a text'
}

let known: ReadonlySet<string> | undefined

/** Whether any revision has it for a value: all other words are a target's own. */
function isKnown(value: unknown): value is string {
  if (typeof value !== 'string') return false
  known ??= new Set(schemaRevisions.flatMap((revision) => wordsIn(schemaOf(revision).definitions)))
  return known.has(value)
}

function wordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => (key === 'const' || key === 'enum' ? [value].flat().filter((word) => typeof word === 'string') : wordsIn(value)))
}
