/** Tools with an output schema: an object in both eras, and in 2026 any JSON value (server/tools, Output Schema). */
import { noInput, readOnly, structured } from '../feature.ts'
import type { FixtureTool, JsonObject } from '../feature.ts'

function answers(name: string, kind: string, value: unknown, outputSchema: JsonObject): FixtureTool {
  return {
    name,
    description: `Answers ${kind} as structured content.`,
    inputSchema: noInput,
    outputSchema,
    annotations: readOnly,
    ...(outputSchema['type'] !== 'object' && { era: 'modern' as const }),
    run: () => structured(value),
  }
}

export const outputTools: readonly FixtureTool[] = [
  answers('output_object', 'an object', { temperature: 22.5, conditions: 'cloudy' }, {
    type: 'object',
    properties: { temperature: { type: 'number' }, conditions: { type: 'string' } },
    required: ['temperature', 'conditions'],
    additionalProperties: false,
  }),
  answers('output_array', 'an array', [1, 2, 3], { type: 'array', items: { type: 'integer' }, minItems: 1 }),
  answers('output_number', 'a number', 42, { type: 'integer' }),
  answers('output_null', 'null', null, { type: 'null' }),
]
