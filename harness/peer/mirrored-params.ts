/**
 * The `Mcp-Param-*` fields that belong to a tool call: what the tool's input schema marks with `x-mcp-header`
 * (2026-07-28, basic/transports/streamable-http "Custom Headers from Tool Parameters").
 */
import { mirroredValue } from '../wire/mcp.ts'
import type { HeaderField } from '../wire/message.ts'
import type { JsonObject } from './peer.ts'
import { objectAt } from './survey.ts'

/** A parameter that is mirrored into a field of the request. */
export interface MirroredParam {
  /** Names of properties, from the root of the arguments. */
  readonly path: readonly string[]
  /** The whole name of the field, for example `Mcp-Param-Region`. */
  readonly field: string
  /** The schema of the parameter. */
  readonly schema: JsonObject
}

/** What a field name may be made of (RFC 9110 §5.6.2). */
export const fieldNameToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Only what is reached through `properties` counts, under a name that a field can have. */
export function mirroredDeclarations(inputSchema: JsonObject, path: readonly string[] = []): readonly MirroredParam[] {
  const properties = objectAt(inputSchema, 'properties')
  return Object.keys(properties).flatMap((name) => {
    const schema = objectAt(properties, name)
    const header = schema['x-mcp-header']
    const here = [...path, name]
    const declared = typeof header === 'string' && fieldNameToken.test(header)
    return [...(declared ? [{ path: here, field: `Mcp-Param-${header}`, schema }] : []), ...mirroredDeclarations(schema, here)]
  })
}

/** A parameter that is absent, null, or no primitive value has no field. */
export function mirroredParams(inputSchema: JsonObject, args: JsonObject): HeaderField[] {
  return mirroredDeclarations(inputSchema).flatMap(({ path, field }) => {
    const text = primitiveText(argumentAt(args, path))
    return text === undefined ? [] : [[field, mirroredValue(text)] as const]
  })
}

/** The argument at a path of property names; undefined where there is none. */
export function argumentAt(args: JsonObject, path: readonly string[]): unknown {
  const [last = ''] = path.slice(-1)
  const owner = path.slice(0, -1).reduce<JsonObject>(objectAt, args)
  return Object.hasOwn(owner, last) ? owner[last] : undefined
}

/** Strings as they are, booleans in lower case, integers in decimal without an exponent ("Value Encoding"). */
function primitiveText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') return undefined
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}
