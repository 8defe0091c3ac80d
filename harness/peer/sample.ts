/**
 * Makes the smallest arguments that a schema asks for: its required properties, each by its constant, its first
 * enumerated value, its default, its first example, or the least value of its type.
 */
import { isJsonObject } from '../wire/json.ts'
import type { JsonObject } from './peer.ts'

/** Schemas can refer to themselves. */
const maxDepth = 6

/** @returns undefined where the schema asks for something that nothing simple fulfils. */
export function sampleArguments(schema: unknown): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined
  const value = sample(schema, schema, 0)
  return isJsonObject(value) ? value : undefined
}

function sample(given: unknown, root: JsonObject, depth: number): unknown {
  const schema = resolved(given, root)
  if (schema === undefined || depth > maxDepth) return undefined
  if (Object.hasOwn(schema, 'const')) return schema['const']
  for (const name of ['enum', 'examples']) {
    const values = schema[name]
    if (Array.isArray(values) && values.length > 0) return values[0]
  }
  if (Object.hasOwn(schema, 'default')) return schema['default']
  for (const name of ['anyOf', 'oneOf', 'allOf']) {
    const choices = schema[name]
    if (Array.isArray(choices) && !Object.hasOwn(schema, 'type')) return sample(choices[0], root, depth + 1)
  }
  return ofType(schema, root, depth)
}

function ofType(schema: JsonObject, root: JsonObject, depth: number): unknown {
  const { type } = schema
  const kind: unknown = Array.isArray(type) ? type[0] : type
  switch (kind) {
    case 'string':
      return typeof schema['pattern'] === 'string' || typeof schema['format'] === 'string' ? undefined : 'a'.repeat(count(schema['minLength'], 1))
    case 'integer':
    case 'number':
      return least(schema)
    case 'boolean':
      return false
    case 'null':
      return null
    case 'array':
      return items(schema, root, depth)
    case 'object':
    case undefined:
      return properties(schema, root, depth)
    default:
      return undefined
  }
}

function properties(schema: JsonObject, root: JsonObject, depth: number): JsonObject | undefined {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const made: [string, unknown][] = []
  for (const name of required) {
    const of = isJsonObject(schema['properties']) && typeof name === 'string' && Object.hasOwn(schema['properties'], name) ? schema['properties'][name] : undefined
    const value = sample(of, root, depth + 1)
    if (value === undefined) return undefined
    made.push([String(name), value])
  }
  return Object.fromEntries(made)
}

function items(schema: JsonObject, root: JsonObject, depth: number): unknown[] | undefined {
  const length = count(schema['minItems'], 0)
  const value = length === 0 ? null : sample(schema['items'], root, depth + 1)
  return value === undefined ? undefined : Array.from({ length }, () => value)
}

function least({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof minimum === 'number') return Math.ceil(minimum)
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1
  return typeof maximum === 'number' && maximum < 1 ? Math.floor(maximum) : 1
}

function count(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= fallback && value <= 64 ? value : fallback
}

/** A schema itself, or what its local reference points at. */
function resolved(schema: unknown, root: JsonObject): JsonObject | undefined {
  if (!isJsonObject(schema)) return undefined
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let at: unknown = root
  for (const part of reference.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return isJsonObject(at) ? at : undefined
}
