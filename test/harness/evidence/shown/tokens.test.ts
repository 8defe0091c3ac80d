import { spawnSync } from 'node:child_process'
import t from 'tap'
import { holdsPart, withoutParts } from '../../../../harness/evidence/shown/tokens.ts'

const token = 'Zx9-Kq_3vT7rYw2LmN8pBd4HsJ6cGfA1'
const alpha = { variable: 'ALPHA_TOKEN', token }
const beta = { variable: 'BETA_TOKEN', token: 'Qw8_eRt5-yUi0pAs2DfG7hJk4LzX1cVb' }

t.test('parts of tokens are cut out, wherever and however they stand', async (t) => {
  for (const [text, shown] of [
    ['nothing of it', 'nothing of it'],
    [token.slice(0, 11), token.slice(0, 11)],
    [`a ${token.slice(0, 12)} b`, 'a <part of $ALPHA_TOKEN> b'],
    [token.slice(3).toUpperCase(), '<part of $ALPHA_TOKEN>'],
    [`${token.slice(0, 16)} ${token.slice(16)}`, '<part of $ALPHA_TOKEN> <part of $ALPHA_TOKEN>'],
    [`${token.slice(0, 16)}${token.slice(0, 16)}`, '<part of $ALPHA_TOKEN>'],
    [`${beta.token.slice(5)}, ${token.slice(5)}.`, '<part of $BETA_TOKEN>, <part of $ALPHA_TOKEN>.'],
    // Its small letter is two characters.
    [`\u0130\u0130 ${token.slice(0, 20)}|`, '\u0130\u0130 <part of $ALPHA_TOKEN>|'],
  ] as const) {
    t.equal(withoutParts(text, [alpha, beta]), shown, text)
    t.equal(holdsPart(text, [alpha, beta]), text !== shown, text)
  }
})

t.test('a long token of one letter in a line of that letter costs no more memory than it has letters', async (t) => {
  const program = `
    import { withoutParts } from ${JSON.stringify(new URL('../../../../harness/evidence/shown/tokens.ts', import.meta.url).href)}
    const known = [{ variable: 'ALPHA_TOKEN', token: 'a'.repeat(16_384) }]
    process.stdout.write(withoutParts('a'.repeat(4_000), known))`
  const { status, stdout } = spawnSync(process.execPath, ['--max-old-space-size=64', '--input-type=module', '--eval', program], { encoding: 'utf8' })
  t.same([status, stdout], [0, '<part of $ALPHA_TOKEN>'])
})
