/** Tools whose input schemas use more of JSON Schema 2020-12 than a list of properties. */
import { readOnly, structured, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

export const schemaTools: readonly FixtureTool[] = [
  {
    name: 'json_schema_2020_12_tool',
    description: 'Takes a contact, described with definitions, an anchor and a condition.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    annotations: readOnly,
    run: (input) => text(`contact with ${Object.keys(input).sort().join(', ')}`),
  },
  {
    name: 'strict_choice',
    description: 'Takes one of three colours and how many, and no other argument.',
    inputSchema: {
      type: 'object',
      properties: {
        colour: { type: 'string', enum: ['red', 'green', 'blue'] },
        count: { type: 'integer', minimum: 1, maximum: 10 },
        note: { type: 'string', maxLength: 100 },
      },
      required: ['colour'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { colour: { type: 'string' }, count: { type: 'integer' } },
      required: ['colour', 'count'],
    },
    annotations: readOnly,
    run: (input) => structured({ colour: input['colour'], count: input['count'] ?? 1 }),
  },
]
