/** Canonical JSON: escapes, order and stability, against known hashes and an independent reading. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import t from 'tap'
import { canonicalJson, compareCodePoints } from '../../protocol/canonical-json.ts'
import type { Json } from '../../protocol/canonical-json.ts'

const texts: readonly (readonly [unknown, string])[] = [
  [[], '[]'],
  [{}, '{}'],
  [null, 'null'],
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ a: undefined, b: 0 }, '{"b":0}'],
  ['café', '"caf\\u00e9"'],
  ['\u007f/\u0000\b\t\n\f\r"\\', '"\\u007f/\\u0000\\b\\t\\n\\f\\r\\"\\\\"'],
  ['😀', '"\\ud83d\\ude00"'],
  [-0, '0'],
  [1e21, '1e+21'],
]

for (const [value, expected] of texts) {
  t.equal(canonicalJson(value as Json), expected, expected)
}

t.test('known hashes', (t) => {
  const hashes: readonly (readonly [Json, string])[] = [
    [[], '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'],
    [['Serena', 'meridian'], '244eb6370780107744446d9aa0c638f3d9445192b771c1b56d7e2bd4b646b67c'],
    [['café'], 'd9957358c680f7382fdf2e65ede7171846b650ebea7953d521837c3b16eed288'],
    [[['i1', 'pending', '']], '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f'],
  ]
  for (const [value, expected] of hashes) t.equal(createHash('sha256').update(canonicalJson(value)).digest('hex'), expected)
  t.end()
})

t.test('order is by code point: U+FFFF comes before U+10000, which UTF-16 units would turn round', (t) => {
  t.same(['\u{10000}', '\uffff', 'b', 'ab', 'a'].sort(compareCodePoints), ['a', 'ab', 'b', '\uffff', '\u{10000}'])
  t.equal(canonicalJson({ '\u{10000}': 1, '\uffff': 2 }), '{"\\uffff":2,"\\ud800\\udc00":1}')
  t.end()
})

t.test('what JSON has no text for is refused', (t) => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n, [undefined]]) {
    t.throws(() => canonicalJson(value as unknown as Json), TypeError)
  }
  t.end()
})

t.test('properties', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      t.ok(/^[\u0020-\u007e]*$/.test(text))
      return JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(canonicalJson(JSON.parse(text) as Json)))
    }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse())
      return canonicalJson(value) === canonicalJson(turned)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const points = (text: string) => Array.from(text, (point) => (point.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('')
      const expected = points(a) < points(b) ? -1 : points(a) > points(b) ? 1 : 0
      return Math.sign(compareCodePoints(a, b)) === expected
    }),
  )
  t.end()
})
