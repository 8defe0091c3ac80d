/** The contract's table of hashes, what counts as a tool, and the order of what is hashed. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import t from 'tap'
import { canonicalJson } from '../../../protocol/canonical-json.ts'
import { canonicalStrings } from '../../../server/acceptance/canonical.ts'
import { boardPreimage, boardRevision, bodyHash, requiredToolsHash, requiredToolsPreimage } from '../../../server/acceptance/hashes.ts'
import { readLiveItems } from '../../../server/acceptance/live-items.ts'

const tools = (...names: unknown[]) => ({ tool_requirements: names.map((name) => ({ name })) })

const toolHashes: readonly (readonly [name: string, items: unknown[], preimage: string, hash: string])[] = [
  ['no tools', [], '[]', '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'],
  ['one tool', [tools('meridian')], '["meridian"]', 'f4ca44c604ed72ba00a6bc9c0149fd93a7efc83c8eb8ec4c7aa840fd5657a8b2'],
  ['two tools over two items, one of them twice', [tools('meridian', 'Serena'), tools('Serena')], '["Serena","meridian"]', '244eb6370780107744446d9aa0c638f3d9445192b771c1b56d7e2bd4b646b67c'],
  ['a composed letter', [tools('café')], '["caf\\u00e9"]', 'd9957358c680f7382fdf2e65ede7171846b650ebea7953d521837c3b16eed288'],
]

for (const [name, items, preimage, hash] of toolHashes) {
  const read = readLiveItems(items)
  t.equal(requiredToolsPreimage(read), preimage, name)
  t.equal(requiredToolsHash(read), hash, name)
}

const boardHashes: readonly (readonly [name: string, items: unknown[], preimage: string, hash: string])[] = [
  ['one item', [{ id: 'i1', status: 'pending' }], '[["i1","pending",""]]', '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f'],
  ['two items, given the other way round', [{ id: 'i2', status: 'todo', depends_on: 'i1' }, { id: 'i1', status: 'pending', depends_on: null }], '[["i1","pending",""],["i2","todo","i1"]]', '997eb09599ec59bec82801991da1a50e146a39e8bc53390e7aae0edac946de75'],
]

for (const [name, items, preimage, hash] of boardHashes) {
  const read = readLiveItems(items)
  t.equal(boardPreimage(read), preimage, name)
  t.equal(boardRevision(read), hash, name)
}

t.equal(bodyHash('/goal\nhello'), 'addfa178d8e9ebf5a81483488671f71b4cbacab7de24ce74be940227397651e1', 'a body')
t.not(bodyHash('/goal\r\nhello'), bodyHash('/goal\nhello'), 'line ends are not normalised')
t.not(bodyHash('caf\u00e9'), bodyHash('cafe\u0301'), 'letters are not composed')
t.equal(bodyHash('\ufeffx'), createHash('sha256').update(Buffer.from('efbbbf78', 'hex')).digest('hex'), 'a byte order mark counts')

const requirements: readonly (readonly [name: string, value: unknown, preimage: string])[] = [
  ['absent', undefined, '[]'],
  ['null', null, '[]'],
  ['a number', 7, '[]'],
  ['an object', { name: 'x' }, '[]'],
  ['the JSON text of a list', '[{"name":"b"},{"name":"a"}]', '["a","b"]'],
  ['the JSON text of a list, with white space', ' [ {"name" : "a"} ]\n', '["a"]'],
  ['the JSON text of an object', '{"name":"x"}', '[]'],
  ['the JSON text of a JSON text of a list', JSON.stringify('[{"name":"x"}]'), '[]'],
  ['no JSON text', '[{"name":"x"},]', '[]'],
  ['an empty text', '', '[]'],
  ['a byte order mark before JSON text', '\ufeff[{"name":"x"}]', '[]'],
  ['a number that JSON does not know', '[{"name":"x","y":NaN}]', '[]'],
  ['entries that are no objects', ['x', 1, null, ['name'], { name: 'a' }], '["a"]'],
  ['names that are empty', [{ name: '' }, { name: null }, {}, { Name: 'x' }], '[]'],
  ['equal but for case, or for composition', [{ name: 'A' }, { name: 'a' }, { name: 'e\u0301' }, { name: '\u00e9' }], '["A","a","e\\u0301","\\u00e9"]'],
  ['nothing is trimmed', [{ name: ' a' }, { name: ' ' }], '[" "," a"]'],
  ['a prototype is no name', '[{"__proto__":{"name":"x"}}]', '[]'],
]

for (const [name, value, preimage] of requirements) {
  t.equal(requiredToolsPreimage(readLiveItems([{ tool_requirements: value }])), preimage, `tool_requirements: ${name}`)
}

t.equal(requiredToolsPreimage(readLiveItems([tools('\u{10000}', '\uffff', '\ue000')])), '["\\ue000","\\uffff","\\ud800\\udc00"]', 'order is by code point')
t.equal(
  boardPreimage(readLiveItems([{ id: '\u{10000}' }, { id: '\uffff', status: '\u{10000}' }, { id: '\uffff', status: '\uffff', depends_on: 'b' }, { id: '\uffff', status: '\uffff', depends_on: 'a' }])),
  '[["\\uffff","\\uffff","a"],["\\uffff","\\uffff","b"],["\\uffff","\\ud800\\udc00",""],["\\ud800\\udc00","",""]]',
  'triples too',
)
t.equal(boardPreimage(readLiveItems([{ id: 'a\u0000', status: 'a' }, { id: 'a', status: 'b' }, { id: 'a', status: 'b' }])), '[["a","b",""],["a","b",""],["a\\u0000","a",""]]', 'members are compared one by one, and duplicates stay')
t.equal(boardPreimage(readLiveItems([{ id: '\u007f/"\\\b\t\n\f\r\u001f' }])), '[["\\u007f/\\"\\\\\\b\\t\\n\\f\\r\\u001f","",""]]', 'escapes')

t.test('the fast text of lists is the canonical one', (t) => {
  const text = fc.string({ unit: fc.oneof(fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)), fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 })) })
  fc.assert(fc.property(fc.array(fc.oneof(text, fc.array(text))), (list) => canonicalStrings(list) === canonicalJson(list)))
  t.end()
})

t.test('the order of items and of tools does not matter', (t) => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '\uffff', '\u{10000}', '') })
  const item = fc.record({ id: name, status: name, depends_on: name, tool_requirements: fc.array(fc.record({ name })) })
  fc.assert(fc.property(fc.array(item).chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length }))), ([items, shuffled]) => {
    const [one, other] = [readLiveItems(items), readLiveItems(shuffled)]
    return boardRevision(one) === boardRevision(other) && requiredToolsHash(one) === requiredToolsHash(other)
  }))
  t.end()
})
