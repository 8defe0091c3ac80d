/** Finds every `x-mcp-header` of an input schema, wherever it stands, and says what it stands on (2026-07-28, server/tools). */
import { fieldNameToken } from '../../../harness/peer/mirrored-params.ts'
import { isJsonObject } from '../../../harness/wire/json.ts'

export interface HeaderAnnotation {
  readonly name: string | undefined
  /** Whether the name is one that a field can have. */
  readonly named: boolean
  readonly primitive: boolean
  /** Whether properties alone lead to it. */
  readonly reachable: boolean
  /** Whether the parameter is called like a secret. */
  readonly secret: boolean
}

/** Keywords whose value is a schema, and whose value is schemas in a list or under names. */
const single = ['items', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'additionalItems', 'propertyNames', 'not', 'if', 'then', 'else']
const several = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']
/** Schemas of a target are no deeper than this, or are not looked at there. */
const maxDepth = 64

export function headerAnnotations(schema: unknown, name = '', reachable = true, depth = 0): readonly HeaderAnnotation[] {
  if (!isJsonObject(schema) || depth > maxDepth) return []
  const here = Object.hasOwn(schema, 'x-mcp-header') ? [annotation(schema, name, reachable && depth > 0)] : []
  const { properties } = schema
  const named = isJsonObject(properties) ? Object.entries(properties) : []
  const elsewhere = [
    ...single.map((keyword) => schema[keyword]),
    ...several.flatMap((keyword): unknown[] => {
      const value = schema[keyword]
      return Array.isArray(value) ? value : isJsonObject(value) && !single.includes(keyword) ? Object.values(value) : []
    }),
  ]
  return [
    ...here,
    ...named.flatMap(([property, child]) => headerAnnotations(child, property, reachable, depth + 1)),
    ...elsewhere.flatMap((child) => headerAnnotations(child, name, false, depth + 1)),
  ]
}

function annotation(schema: Readonly<Record<string, unknown>>, property: string, reachable: boolean): HeaderAnnotation {
  const header = schema['x-mcp-header']
  const name = typeof header === 'string' ? header : undefined
  return {
    name,
    named: name !== undefined && fieldNameToken.test(name),
    primitive: isPrimitive(schema),
    reachable,
    secret: isSecretName(property) || (name !== undefined && isSecretName(name)),
  }
}

/** A parameter may also be null, and may say its type by its values. */
function isPrimitive({ type, enum: values, const: value }: Readonly<Record<string, unknown>>): boolean {
  if (type === undefined) {
    const all: unknown[] = Array.isArray(values) ? values : value === undefined ? [] : [value]
    return all.length > 0 && all.every((each) => typeof each === 'string' || typeof each === 'boolean' || Number.isInteger(each) || each === null)
  }
  const types: unknown[] = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  return types.length > 0 && types.every((each) => each === 'string' || each === 'integer' || each === 'boolean')
}

const secretWords = ['password', 'passwd', 'passphrase', 'secret', 'apikey', 'credential', 'credentials']
const secretPairs = ['api key', 'access key', 'private key', 'secret key', 'access token', 'auth token', 'bearer token', 'refresh token', 'api token', 'id token', 'session token']

/** By whole words, so that `max_tokens` and `page_token` are none. */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== '')
  if (words.length === 1 && words[0] === 'token') return true
  return words.some((word) => secretWords.includes(word)) || secretPairs.some((pair) => ` ${words.join(' ')} `.includes(` ${pair} `))
}
