/** How values are quoted inside reasons. */
import t from 'tap'
import { canonicalJson } from '../../../protocol/canonical-json.ts'
import { quote } from '../../../server/acceptance/quote.ts'

const values: readonly (readonly [value: string, quoted: string])[] = [
  ['', "''"],
  ['proj-a', "'proj-a'"],
  ["it's", `"it's"`],
  ['say "x"', `'say "x"'`],
  [`it's "x"`, String.raw`'it\'s "x"'`],
  [String.raw`a\b`, String.raw`'a\\b'`],
  [String.raw`\'"`, String.raw`'\\\'"'`],
  ['a\nb\rc\td', String.raw`'a\nb\rc\td'`],
  ['\u0000\u001f\u007f', String.raw`'\x00\x1f\x7f'`],
  ['\b\f\v', String.raw`'\x08\x0c\x0b'`],
  ['\u0080\u0085\u009f', String.raw`'\x80\x85\x9f'`],
  ['\u00a0\u00ad\u2028\ufeff', "'\u00a0\u00ad\u2028\ufeff'"],
  ['caf\u00e9 \u{1f600}', "'caf\u00e9 \u{1f600}'"],
]

for (const [value, quoted] of values) t.equal(quote(value), quoted, canonicalJson(value))
