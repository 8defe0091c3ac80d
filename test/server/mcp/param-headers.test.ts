import t from 'tap'
import { decodeFieldValue, mirroredParams, paramHeaderProblem } from '../../../server/mcp/param-headers.ts'

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    place: { type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } },
    list: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Item' } },
    ratio: { type: 'number', 'x-mcp-header': 'Ratio' },
    spaced: { type: 'string', 'x-mcp-header': 'not a token' },
    empty: { type: 'string', 'x-mcp-header': '' },
    plain: { type: 'string' },
  },
}

void t.test('what counts is declared on properties, with a name and a type that may be mirrored', async (t) => {
  t.same(mirroredParams(schema).map(({ path, field }) => `${path.join('.')} ${field}`), [
    'region Mcp-Param-Region', 'count Mcp-Param-Count', 'dry Mcp-Param-Dry', 'place.city Mcp-Param-City',
  ])
  for (const none of [undefined, null, true, {}, { properties: 1 }, { properties: { region: true } }]) t.same(mirroredParams(none), [])
})

const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`

for (const [args, fields, fits] of [
  [{}, {}, true],
  [undefined, {}, true],
  [{ region: null }, {}, true],
  [{ region: 'eu' }, { 'mcp-param-region': 'eu' }, true],
  [{ region: 'eu' }, {}, false],
  [{ region: 'eu' }, { 'mcp-param-region': 'EU' }, false],
  [{ region: 'eu' }, { 'mcp-param-region': base64('eu') }, true],
  [{ region: 'eu' }, { 'mcp-param-region': base64('us') }, false],
  [{ region: 'eu' }, { 'mcp-param-region': '=?BASE64?ZXU=?=' }, false],
  [{ region: '=?BASE64?ZXU=?=' }, { 'mcp-param-region': '=?BASE64?ZXU=?=' }, true],
  [{ region: 'eu' }, { 'mcp-param-region': '=?base64?ZXU?=' }, false],
  [{ region: 'eu' }, { 'mcp-param-region': '=?base64?@ZXU=?=' }, false],
  [{ region: '' }, { 'mcp-param-region': '=?base64??=' }, true],
  [{ region: '世界' }, { 'mcp-param-region': base64('世界') }, true],
  [{ region: '\u00e9' }, { 'mcp-param-region': '\u00e9' }, false],
  [{ region: 'eu' }, { 'mcp-param-region': 'eu, us' }, false],
  [{}, { 'mcp-param-region': 'eu' }, false],
  [{ region: null }, { 'mcp-param-region': 'null' }, false],
  [{ region: { deep: 1 } }, {}, true],
  [{ count: 42 }, { 'mcp-param-count': '42' }, true],
  [{ count: 42 }, { 'mcp-param-count': '42.0' }, true],
  [{ count: -7 }, { 'mcp-param-count': '-7' }, true],
  [{ count: 42 }, { 'mcp-param-count': '42.5' }, false],
  [{ count: 42 }, { 'mcp-param-count': '0x2a' }, false],
  [{ count: 42 }, { 'mcp-param-count': '' }, false],
  [{ count: 2 ** 53 }, { 'mcp-param-count': '9007199254740993' }, false],
  [{ count: 'many' }, { 'mcp-param-count': 'many' }, true],
  [{ dry: true }, { 'mcp-param-dry': 'true' }, true],
  [{ dry: true }, { 'mcp-param-dry': 'True' }, false],
  [{ place: { city: 'Ulm' } }, { 'mcp-param-city': 'Ulm' }, true],
  [{ place: { city: 'Ulm' } }, {}, false],
  [{ list: ['a'] }, {}, true],
] as const) {
  void t.test(`${JSON.stringify(args)} with ${JSON.stringify(fields)}`, async (t) => {
    const problem = paramHeaderProblem(mirroredParams(schema), args, (name) => (fields as Record<string, string>)[name])
    t.equal(problem === undefined, fits, problem ?? 'no problem')
  })
}

void t.test('bytes that are no UTF-8 are no value', async (t) => {
  t.equal(decodeFieldValue(`=?base64?${Buffer.from([0xff]).toString('base64')}?=`), undefined)
  t.equal(decodeFieldValue('=?base64?=?='), undefined)
})
