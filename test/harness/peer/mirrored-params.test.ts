import t from 'tap'
import { mirroredDeclarations, mirroredParams } from '../../../harness/peer/mirrored-params.ts'

const marked = (type: string, header: unknown, more: object = {}): object => ({ type, 'x-mcp-header': header, ...more })
const schema = {
  type: 'object',
  properties: {
    text: marked('string', 'Text'),
    count: marked('integer', 'Count'),
    flag: marked('boolean', 'Flag'),
    place: { type: 'object', properties: { city: marked('string', 'City') } },
    list: { type: 'array', items: marked('string', 'Item') },
    unsafe: marked('string', 'a b\r\nEvil: 1'),
    none: marked('string', 7),
    plain: { type: 'string' },
  },
} as const

void t.test('declarations are found through properties alone, and only under names that can be sent', async (t) => {
  t.same(mirroredDeclarations(schema).map(({ path, field }) => [path.join('.'), field]), [
    ['text', 'Mcp-Param-Text'], ['count', 'Mcp-Param-Count'], ['flag', 'Mcp-Param-Flag'], ['place.city', 'Mcp-Param-City'],
  ])
})

// The examples of the specification, "Value Encoding", and the edges of each type.
for (const [args, fields] of [
  [{ text: 'us-west1' }, [['Mcp-Param-Text', 'us-west1']]],
  [{ text: 'Hello, 世界' }, [['Mcp-Param-Text', '=?base64?SGVsbG8sIOS4lueVjA==?=']]],
  [{ text: ' padded ' }, [['Mcp-Param-Text', '=?base64?IHBhZGRlZCA=?=']]],
  [{ text: 'line1\nline2' }, [['Mcp-Param-Text', '=?base64?bGluZTEKbGluZTI=?=']]],
  [{ text: '=?base64?literal?=' }, [['Mcp-Param-Text', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=']]],
  [{ text: '' }, [['Mcp-Param-Text', '=?base64??=']]],
  [{ text: 'a\tb c' }, [['Mcp-Param-Text', 'a\tb c']]],
  [{ count: 42 }, [['Mcp-Param-Count', '42']]],
  [{ count: -7 }, [['Mcp-Param-Count', '-7']]],
  [{ count: -0 }, [['Mcp-Param-Count', '0']]],
  [{ count: 1e21 }, [['Mcp-Param-Count', '1000000000000000000000']]],
  [{ flag: false }, [['Mcp-Param-Flag', 'false']]],
  [{ text: null, count: undefined, flag: {} }, []],
  [{ place: { city: 'Ulm' } }, [['Mcp-Param-City', 'Ulm']]],
  [{ place: 'Ulm', list: ['a'], unsafe: 'x', none: 'x', plain: 'x' }, []],
  [Object.create({ text: 'inherited' }) as object, []],
] as const) {
  void t.test(JSON.stringify(args), async (t) => t.same(mirroredParams(schema, args as Record<string, unknown>), fields))
}
