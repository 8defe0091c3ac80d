import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import t from 'tap'
import { parseStrictJson, StrictJsonError, type StrictJsonFault } from '../../protocol/strict-json.ts'

const refused: readonly (readonly [name: string, input: string | Uint8Array, fault: StrictJsonFault])[] = [
  ['empty', '', 'syntax'],
  ['white space only', '  \n', 'syntax'],
  ['trailing comma', '[1,]', 'syntax'],
  ['trailing bytes', '{} x', 'syntax'],
  ['two texts', '{}{}', 'syntax'],
  ['NaN', '{"a":NaN}', 'syntax'],
  ['Infinity', '[Infinity]', 'syntax'],
  ['leading zero', '[01]', 'syntax'],
  ['plus sign', '[+1]', 'syntax'],
  ['open string', '{"a', 'syntax'],
  ['string ending in an escape', '"a\\', 'syntax'],
  ['unknown escape', '"\\x41"', 'syntax'],
  ['escape in a key that is none', '{"\\q":1,"b":2}', 'syntax'],
  ['raw control character', '"a\u0001b"', 'syntax'],
  ['single quotes', "{'a':1}", 'syntax'],
  ['comment', '{/* */}', 'syntax'],
  ['closing bracket alone', ']', 'syntax'],
  ['the wrong bracket', '[}', 'syntax'],
  ['no-break space', '\u00a0{}', 'syntax'],
  ['byte order mark', '\uFEFF{}', 'byte-order-mark'],
  ['byte order mark, as bytes', Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'byte-order-mark'],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0), 'not-utf8'],
  ['overlong form', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), 'not-utf8'],
  ['surrogate as bytes', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'not-utf8'],
  ['cut character', Uint8Array.of(0x22, 0xe2, 0x82, 0x22), 'not-utf8'],
  ['duplicate key', '{"a":1,"a":2}', 'duplicate-key'],
  ['duplicate key, one of them escaped', '{"a":1,"\\u0061":2}', 'duplicate-key'],
  ['duplicate key, nested', '[{"b":{"a":1,"c":[],"a":{}}}]', 'duplicate-key'],
  ['duplicate __proto__', '{"__proto__":1,"__proto__":2}', 'duplicate-key'],
  ['duplicate empty key', '{"":1,"":2}', 'duplicate-key'],
  ['high surrogate alone', '"\\ud800"', 'lone-surrogate'],
  ['low surrogate alone', '"\\udc00"', 'lone-surrogate'],
  ['pair in the wrong order', '"\\udc00\\ud800"', 'lone-surrogate'],
  ['high surrogate and a letter', '"\\uD83Dx"', 'lone-surrogate'],
  ['lone surrogate, not escaped', '"\ud800"', 'lone-surrogate'],
  ['lone surrogate in a key', '{"\\ud800":1}', 'lone-surrogate'],
  ['1e400', '{"a":1e400}', 'number-out-of-range'],
  ['-1e400', '[-1e400]', 'number-out-of-range'],
  ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, 'too-deep'],
  ['20 000 levels', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, 'too-deep'],
]

for (const [name, input, fault] of refused) {
  void t.test(`refused: ${name}`, async (t) => {
    try {
      parseStrictJson(input)
      t.fail('it was accepted')
    } catch (error) {
      t.ok(error instanceof StrictJsonError)
      t.equal((error as StrictJsonError).fault, fault)
    }
  })
}

const accepted: readonly (readonly [name: string, input: string, value: unknown])[] = [
  ['null', 'null', null],
  ['a string', '"x"', 'x'],
  ['zero', '-0', -0],
  ['small numbers', '[1e-400,0.5,-3]', [0, 0.5, -3]],
  ['the same key in two objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['the same key on two levels', '{"a":{"a":1}}', { a: { a: 1 } }],
  ['a key as a value', '{"a":"a","b":["a","a"]}', { a: 'a', b: ['a', 'a'] }],
  ['pairs and escapes', '"\\ud83d\\ude00\\\\ud800\\n\\u0041"', '\u{1F600}\\ud800\nA'],
  ['an escaped quote', '{"a\\"":1,"a":2}', { 'a"': 1, a: 2 }],
  ['brackets within strings', '{"[{":"]}"}', { '[{': ']}' }],
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, undefined],
]

for (const [name, input, value] of accepted) {
  void t.test(`accepted: ${name}`, async (t) => {
    const got = parseStrictJson(input)
    if (value !== undefined) t.strictSame(got, value)
    t.strictSame(parseStrictJson(new TextEncoder().encode(input)), got)
  })
}

void t.test('__proto__ stays a key of its own', async (t) => {
  const value = parseStrictJson('{"__proto__":{"polluted":true}}') as object
  t.ok(Object.hasOwn(value, '__proto__'))
  t.equal((value as { polluted?: unknown }).polluted, undefined)
})

void t.test('the message never quotes the text', async (t) => {
  for (const text of ['{"a": s3cret}', '{"s3cret":1,"s3cret":1}', '"s3cret\\ud800"']) {
    try {
      parseStrictJson(text)
      t.fail('it was accepted')
    } catch (error) {
      t.notMatch(String(error), /s3cret/)
      t.equal((error as Error).cause, undefined)
    }
  }
})

void t.test('reads what JSON.stringify writes', async () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      assert.deepEqual(parseStrictJson(text), JSON.parse(text))
    }),
    { numRuns: 200 },
  )
})

const alphabet = Array.from('{}[]",:\\u0d8e1- ')

void t.test('accepts nothing that JSON.parse refuses', async () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 24 }), (text) => {
      const ours = attempt(() => parseStrictJson(text))
      const theirs = attempt(() => JSON.parse(text) as unknown)
      if (ours.ok) assert.deepEqual(ours, theirs)
    }),
    { numRuns: 2000 },
  )
})

function attempt(read: () => unknown): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: read() }
  } catch {
    return { ok: false }
  }
}
