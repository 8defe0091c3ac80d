/**
 * Rewrites unions whose members are told apart by one constant property (`type`, `method` or `mode`) so that a
 * validator judges a value by the member that it says it is: what is wrong with it can then be said, and not only that
 * it is none of them. What is valid stays the same.
 */

export type JsonSchema = Readonly<Record<string, unknown>>
export type Definitions = Readonly<Record<string, JsonSchema>>

const keys = ['type', 'method', 'mode'] as const

export function distinguished(definitions: Definitions): Definitions {
  return Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, rewrite(schema, definitions) as JsonSchema]))
}

function rewrite(value: unknown, definitions: Definitions): unknown {
  if (Array.isArray(value)) return value.map((each) => rewrite(each, definitions))
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewrite(each, definitions)]))
  const members = schema['anyOf']
  if (!Array.isArray(members) || schema['allOf'] !== undefined) return schema
  for (const key of keys) {
    const constants = members.map((member) => constantOf(member as JsonSchema, key, definitions))
    if (constants.includes(undefined) || new Set(constants).size !== constants.length) continue
    const { anyOf: _, ...rest } = schema
    return {
      ...rest,
      type: 'object',
      required: [key],
      properties: { [key]: { enum: constants } },
      allOf: members.map((member, index) => ({ if: { not: { properties: { [key]: { const: constants[index] } }, required: [key] } }, else: member })),
    }
  }
  return schema
}

/** What the property must be in a member that is a reference; undefined where it need not be one thing. */
function constantOf(member: JsonSchema, key: string, definitions: Definitions): unknown {
  const reference = member['$ref']
  if (typeof reference !== 'string') return undefined
  const { properties, required } = (definitions[reference.split('/').at(-1) ?? ''] ?? {}) as { properties?: Record<string, JsonSchema>; required?: string[] }
  return required?.includes(key) === true ? properties?.[key]?.['const'] : undefined
}
