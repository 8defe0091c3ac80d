import t from 'tap'
import { dialectOf, judgeSchema, judgeValue } from '../../../../cases/support/schemas/json-schema.ts'
import { referencesOf } from '../../../../cases/support/schemas/schema-references.ts'

t.test('a schema is read in the dialect that it names', async (t) => {
  t.equal(dialectOf({}), '2020-12')
  t.equal(dialectOf({ $schema: 'https://json-schema.org/draft/2020-12/schema' }), '2020-12')
  t.equal(dialectOf({ $schema: 'http://json-schema.org/draft-07/schema#' }), 'draft-07')
  t.equal(dialectOf({ $schema: 'https://example.com/my-dialect' }), undefined)
  t.equal(dialectOf({ $schema: 7 }), undefined)
})

const schemas: readonly [schema: Record<string, unknown>, kind: string][] = [
  [{ type: 'object' }, 'valid'],
  [{ type: 'object', properties: { a: { type: ['string', 'null'], 'x-mcp-header': 'A' } } }, 'valid'],
  [{ type: 'object', properties: { a: { type: 'text' } } }, 'invalid'],
  [{ type: 'object', required: 'a' }, 'invalid'],
  // An array of schemas is `prefixItems` in 2020-12 and `items` before.
  [{ type: 'array', items: [{ type: 'string' }] }, 'invalid'],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [{ type: 'string' }] }, 'valid'],
  [{ $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, 'unclear'],
]
t.test('schemas are judged by the meta-schema of their dialect', async (t) => {
  for (const [schema, kind] of schemas) t.equal(judgeSchema(schema).kind, kind, JSON.stringify(schema))
})

t.test('values are judged, and nothing that a schema holds can hang or fetch', async (t) => {
  t.equal(judgeValue({ type: 'array', items: { type: 'integer' } }, [1, 2]).kind, 'valid')
  t.equal(judgeValue({ type: 'array', items: { type: 'integer' } }, ['1']).kind, 'invalid')
  t.equal(judgeValue({ type: 'null' }, null).kind, 'valid')
  t.equal(judgeValue({ $ref: 'https://example.com/schema.json' }, {}).kind, 'unclear')
  t.equal(judgeValue({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(64)}!`).kind, 'unclear')
  t.equal(judgeValue({ type: 'string', pattern: '(' }, 'a').kind, 'unclear')
})

const references: readonly [schema: Record<string, unknown>, expected: { network: number; dangling: number }][] = [
  [{ $ref: '#/$defs/a', $defs: { a: {} } }, { network: 0, dangling: 0 }],
  [{ $ref: '#/$defs/a' }, { network: 0, dangling: 1 }],
  [{ $ref: '#name', $defs: { a: { $anchor: 'name' } } }, { network: 0, dangling: 0 }],
  [{ $ref: '#name', $defs: { a: { $id: '#name' } } }, { network: 0, dangling: 0 }],
  [{ $ref: '#name' }, { network: 0, dangling: 1 }],
  [{ $ref: 'https://example.com/a.json' }, { network: 1, dangling: 0 }],
  [{ $id: 'https://example.com/root.json', properties: { a: { $ref: 'a.json' } } }, { network: 1, dangling: 0 }],
  [{ $id: 'https://example.com/root.json', properties: { a: { $ref: '#/properties/b' }, b: {} } }, { network: 0, dangling: 0 }],
  [{ $ref: 'https://example.com/a.json', $defs: { a: { $id: 'https://example.com/a.json' } } }, { network: 0, dangling: 0 }],
  [{ $ref: 'http://json-schema.org/draft-07/schema#' }, { network: 0, dangling: 0 }],
  [{ properties: { $ref: { type: 'string' } }, default: { $ref: 'https://example.com/a' }, enum: [{ $ref: '#/nowhere' }] }, { network: 0, dangling: 0 }],
  [{ $defs: { 'a/b': {} }, $ref: '#/$defs/a~1b' }, { network: 0, dangling: 0 }],
]
t.test('references lead into the schema, nowhere, or onto the network', async (t) => {
  for (const [schema, expected] of references) t.match(referencesOf(schema), expected, JSON.stringify(schema))
})
