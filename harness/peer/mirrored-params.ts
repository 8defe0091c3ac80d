/**
 * The `Mcp-Param-*` fields that belong to a tool call: what the tool's input schema marks with `x-mcp-header`
 * (2026-07-28, basic/transports/streamable-http "Custom Headers from Tool Parameters").
 */
import { mirroredValue } from '../wire/mcp.ts'
import type { HeaderField } from '../wire/message.ts'
import type { JsonObject } from './peer.ts'
import { objectAt } from './survey.ts'

/** Only what is reached through `properties` counts, and only values that are a string, a number or a boolean. */
export function mirroredParams(inputSchema: JsonObject, args: JsonObject): HeaderField[] {
  const properties = objectAt(inputSchema, 'properties')
  return Object.keys(properties).flatMap((name) => {
    const property = objectAt(properties, name)
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    const header = property['x-mcp-header']
    const inner = mirroredParams(property, objectAt(args, name))
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return typeof header === 'string' && plain ? [[`Mcp-Param-${header}`, mirroredValue(String(value))] as const, ...inner] : inner
  })
}
