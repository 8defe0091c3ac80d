import { assert, constantFrom, oneof, property, string } from 'fast-check'
import t from 'tap'
import { parseDocument } from 'yaml'
import { comment, quotedScalar, shownName, shownNames } from '../../../harness/init/plain-text.ts'
import { testSeed } from '../../support/seed.ts'

t.test('any text that UTF-8 can hold comes back from its scalar as it was, in printable ASCII', async (t) => {
  const texts = oneof(string({ unit: 'binary' }), constantFrom('a: b # c', '"\\', '\u0000\u0085\u2028\ufeff\u202e', '{{', "'", '\r\n- x', '\u{e0041}'))
  assert(property(texts, (text) => {
    const scalar = quotedScalar(text)
    if (scalar === undefined) return !text.isWellFormed()
    const document = parseDocument(`key: ${scalar}\nlist: [${scalar}]\nmap: { ${scalar}: 1 }\n`, { version: '1.2', uniqueKeys: true })
    const value = document.toJS() as { key: string; list: string[]; map: Record<string, number> }
    return document.errors.length === 0 && /^[\x20-\x7e]*$/.test(scalar) && value.key === text && value.list[0] === text && Object.keys(value.map)[0] === text
  }), { seed: testSeed(), numRuns: 300 })
  t.equal(quotedScalar('\ud800'), undefined)
})

t.test('a comment stays one, whatever is named in it', async (t) => {
  const name = `x\nversion: 2\r\u2028#"'\u001b[31m\u202e${'y'.repeat(500)}`
  for (const line of comment(`Tools: ${shownNames([name, name, 'ok'], 2)}.`)) t.match(line, /^#[\x20-\x7e…]*$/)
  t.match(shownNames(['a', 'b', 'c'], 2), '"a", "b" and 1 more')
  t.ok(shownName('\ud800').length < 10)
})
