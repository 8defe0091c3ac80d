import t from 'tap'
import { visibleLine, visibleText } from '../../../harness/evidence/visible.ts'

const table: readonly (readonly [what: string, input: string, output: string])[] = [
  ['ordinary text', 'Grüße, 世界 👍', 'Grüße, 世界 👍'],
  ['a colour code', '\u001b[31mred', '<U+001B>[31mred'],
  ['a title sequence', '\u001b]0;x\u0007', '<U+001B>]0;x<U+0007>'],
  ['a C1 control sequence introducer', '\u009b2J', '<U+009B>2J'],
  ['a backspace and a delete', 'a\b\u007f', 'a<U+0008><U+007F>'],
  ['a carriage return', 'a\rb', 'a<U+000D>b'],
  ['a NUL', '\0', '<U+0000>'],
  ['a right-to-left override', 'exe\u202egnp', 'exe<U+202E>gnp'],
  ['isolates', '\u2066\u2069', '<U+2066><U+2069>'],
  ['an Arabic letter mark', '\u061c', '<U+061C>'],
  ['zero-width space and joiners', '\u200b\u200c\u200d', '<U+200B><U+200C><U+200D>'],
  ['a byte order mark', '\ufeff', '<U+FEFF>'],
  ['a soft hyphen', '\u00ad', '<U+00AD>'],
  ['a line separator', '\u2028', '<U+2028>'],
  ['tag characters', '\u{e0041}', '<U+E0041>'],
  ['a lone surrogate', '\ud800', '<U+D800>'],
  ['a Hangul filler', '\u3164', '<U+3164>'],
]

t.test('what is hidden is shown', async (t) => {
  for (const [what, input, output] of table) {
    t.equal(visibleLine(input), output, what)
    t.equal(visibleText(input), output, `${what}, in a text`)
  }
})

t.test('line feeds and tabs stay in a text and are shown in a line', async (t) => {
  t.equal(visibleText('a\n\tb'), 'a\n\tb')
  t.equal(visibleLine('a\n\tb'), 'a<U+000A><U+0009>b')
})
