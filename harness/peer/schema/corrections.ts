/**
 * Where a `schema.json` is narrower than the `schema.ts` that it was generated from, and that the specification names
 * as the source of truth: the wider reading holds, so that no server is called wrong for what the generator lost.
 */
import type { Definitions, JsonSchema } from './unions.ts'

interface Correction {
  readonly revision: string
  readonly definition: string
  readonly reason: string
  readonly apply: (schema: JsonSchema) => JsonSchema
}

const number = { type: 'number' }

export const corrections: readonly Correction[] = [
  {
    revision: '2026-07-28',
    definition: 'JSONValue',
    reason: 'A JSON value may be null and may be a number with a fraction; the generated union lists strings, integers and booleans alone.',
    apply: () => ({}),
  },
  {
    revision: '2025-06-18',
    definition: 'NumberSchema',
    reason: 'The limits of a number may have a fraction; they were generated as integers.',
    apply: (schema) => ({ ...schema, properties: { ...(schema['properties'] as JsonSchema), minimum: number, maximum: number } }),
  },
]

export function corrected(revision: string, definitions: Definitions): Definitions {
  const changed = corrections.filter((each) => each.revision === revision)
    .flatMap(({ definition, apply }) => (definitions[definition] === undefined ? [] : [[definition, apply(definitions[definition])] as const]))
  return { ...definitions, ...Object.fromEntries(changed) }
}
