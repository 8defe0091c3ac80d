import t from 'tap'
import { isJsonObject, ownMember, readJson } from '../../../harness/wire/json.ts'

t.test('20 000 levels are refused, not overflowed on', async (t) => {
  for (const [open, close] of [['[', ']'], ['{"a":', '}']] as const) {
    const deep = (levels: number): string => `${open.repeat(levels)}1${close.repeat(levels)}`
    t.match(readJson(deep(20_000)), { ok: false, why: /deeper than 128/ })
    t.match(readJson(open.repeat(20_000)), { ok: false, why: /deeper than 128/ })
    t.match(readJson(deep(128)), { ok: true })
    t.match(readJson(deep(129)), { ok: false })
    t.match(readJson(deep(512), 512), { ok: true })
  }
})

t.test('a text of millions of values is refused before they cost memory', async (t) => {
  for (const text of [`[${'{},'.repeat(2_000_000)}0]`, `[${'0,'.repeat(300_000)}0]`, `{${'"a":[],'.repeat(150_000)}"b":0}`]) t.match(readJson(text), { ok: false, why: /more than 250000 values/, beyond: true })
  t.match(readJson(JSON.stringify([','.repeat(300_000), ...Array.from({ length: 240_000 }, () => 0)])), { ok: true })
  t.match(readJson('[1,2,3]', 8, 3), { ok: false })
})

t.test('brackets within strings are no depth', async (t) => {
  t.match(readJson(JSON.stringify(['['.repeat(1000), '\\"[['.repeat(500)])), { ok: true })
})

t.test('__proto__ and its kin are data', async (t) => {
  const reading = readJson('{"__proto__":{"polluted":true},"constructor":1}')
  if (!reading.ok || !isJsonObject(reading.value)) return t.fail('it is an object')
  t.equal(Object.getPrototypeOf(reading.value), Object.prototype)
  t.same(ownMember(reading.value, '__proto__'), { polluted: true })
  t.equal(ownMember(reading.value, 'constructor'), 1)
  t.equal(ownMember(reading.value, 'toString'), undefined)
  t.equal('polluted' in {}, false)
  return undefined
})

t.test('what is no JSON', async (t) => {
  for (const text of ['', ' \n', '{', '{"a":1,}', 'NaN', '1 2', "{'a':1}", '\u00a0']) t.equal(readJson(text).ok, false, JSON.stringify(text))
  for (const bytes of [[0xff], [0x22, 0xc0, 0xaf, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22]]) t.match(readJson(Uint8Array.from(bytes)), { ok: false, why: /UTF-8/ })
})

t.test('a byte order mark may stand before bytes', async (t) => {
  t.same(readJson(Buffer.from('\ufeff{"a":1}')), { ok: true, value: { a: 1 } })
})
