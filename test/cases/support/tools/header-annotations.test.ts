import t from 'tap'
import { headerAnnotations, isSecretName } from '../../../../cases/support/tools/header-annotations.ts'

const text = (header: unknown, more: object = {}): object => ({ type: 'string', 'x-mcp-header': header, ...more })
const holding = (property: unknown, name = 'value'): object => ({ type: 'object', properties: { [name]: property } })

void t.test('what stands where it may', async (t) => {
  const good = { named: true, primitive: true, reachable: true, secret: false }
  t.match(headerAnnotations(holding(text('Region'))), [{ name: 'Region', ...good }])
  t.match(headerAnnotations(holding(holding(text('City')))), [good])
  t.match(headerAnnotations(holding({ type: ['integer', 'null'], 'x-mcp-header': 'Count' })), [good])
  t.match(headerAnnotations(holding({ enum: ['a', 'b'], 'x-mcp-header': 'Kind' })), [good])
})

for (const [why, schema, wrong] of [
  ['an empty name', holding(text('')), { named: false }],
  ['a space', holding(text('a b')), { named: false }],
  ['a line end', holding(text('a\r\nb')), { named: false }],
  ['a name that is no string', holding(text(7)), { named: false }],
  ['a number', holding({ type: 'number', 'x-mcp-header': 'Ratio' }), { primitive: false }],
  ['an object', holding({ type: 'object', 'x-mcp-header': 'Whole' }), { primitive: false }],
  ['no type', holding({ 'x-mcp-header': 'Any' }), { primitive: false }],
  ['the root', { ...holding({ type: 'string' }), type: 'string', 'x-mcp-header': 'Root' }, { reachable: false }],
  ['items', holding({ type: 'array', items: text('Item') }), { reachable: false }],
  ['a tuple', holding({ type: 'array', prefixItems: [text('First')] }), { reachable: false }],
  ['a choice', holding({ oneOf: [{ type: 'null' }, text('Choice')] }), { reachable: false }],
  ['a condition', { if: holding(text('If')) }, { reachable: false }],
  ['a definition', { $defs: { one: text('Defined') } }, { reachable: false }],
  ['other properties', { additionalProperties: text('More') }, { reachable: false }],
  ['a secret', holding(text('Key'), 'apiKey'), { secret: true }],
] as const) {
  void t.test(why, async (t) => t.match(headerAnnotations(schema), [wrong]))
}

void t.test('data that looks like an annotation is none', async (t) => {
  const data = { 'x-mcp-header': 'Data' }
  for (const schema of [holding({ type: 'object', default: data, examples: [data], const: data, enum: [data] }), { required: ['x-mcp-header'] }, null, 7, []]) {
    t.same(headerAnnotations(schema), [])
  }
  t.same(headerAnnotations(holding({ type: 'string' }, 'x-mcp-header')), [], 'a property of that name')
})

void t.test('a schema without an end is looked at to some depth', async (t) => {
  const schema: { properties: Record<string, unknown> } = { properties: {} }
  schema.properties['again'] = schema
  t.same(headerAnnotations(schema), [])
})

for (const [name, secret] of [
  ['password', true], ['userPassword', true], ['API_KEY', true], ['api-key', true], ['token', true], ['accessToken', true], ['client_secret', true], ['credentials', true],
  ['max_tokens', false], ['pageToken', false], ['tokenCount', false], ['key', false], ['region', false], ['passenger', false],
] as const) {
  void t.test(`${name} is ${secret ? 'a' : 'no'} secret`, async (t) => t.equal(isSecretName(name), secret))
}
