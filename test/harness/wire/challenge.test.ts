import t from 'tap'
import { array, assert, constantFrom, property, record, string, tuple, uniqueArray } from 'fast-check'
import { parseChallenges } from '../../../harness/wire/challenge.ts'

/** A short form: the scheme, then `=token68` or name=value pairs, quoted values in quotes. */
function shortened(values: readonly string[]): string[] {
  return parseChallenges(values).challenges.map(({ scheme, token68, parameters }) => {
    const rest = token68 === undefined ? parameters.map(({ name, value, quoted }) => `${name}=${quoted ? JSON.stringify(value) : value}`) : [`:${token68}`]
    return [scheme, ...rest].join(' ')
  })
}

const good: readonly (readonly [name: string, values: readonly string[], expected: readonly string[]])[] = [
  ['no field', [], []],
  ['a scheme alone', ['Bearer'], ['Bearer']],
  ['one parameter', ['Bearer realm="mcp"'], ['Bearer realm="mcp"']],
  ['several parameters', ['Bearer realm="a", error=invalid_token ,error_description="b c"'], ['Bearer realm="a" error=invalid_token error_description="b c"']],
  ['several spaces after the scheme', ['Bearer   realm="a"'], ['Bearer realm="a"']],
  ['a comma and an escape within quotes', [String.raw`Bearer realm="a, b=\"c\" \\"`], [String.raw`Bearer realm="a, b=\"c\" \\"`]],
  ['an empty quoted-string', ['Bearer realm=""'], ['Bearer realm=""']],
  ['two challenges in one field', ['Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'], ['Newauth realm="apps" type=1 title="Login to \\"apps\\""', 'Basic realm="simple"']],
  ['two fields', ['Basic realm="a"', 'Bearer'], ['Basic realm="a"', 'Bearer']],
  ['schemes alone in a list', ['Negotiate, NTLM'], ['Negotiate', 'NTLM']],
  ['token68', ['Negotiate YWJj+/-._~==, Basic realm="x"'], ['Negotiate :YWJj+/-._~==', 'Basic realm="x"']],
  ['token68 that looks like a parameter name', ['Bearer realm'], ['Bearer :realm']],
  ['token68 with one padding', ['Bearer realm='], ['Bearer :realm=']],
  ['white space around the value', ['  Bearer realm="a"  '], ['Bearer realm="a"']],
  ['obs-text in quotes', ['Bearer realm="\xe9"'], ['Bearer realm="\xe9"']],
  ['a name in capitals', ['bearer REALM=x'], ['bearer REALM=x']],
]
for (const [name, values, expected] of good) {
  t.test(`accepts ${name}`, async (t) => {
    t.same(parseChallenges(values).problems, [])
    t.same(shortened(values), expected)
  })
}

const bad: readonly (readonly [name: string, values: readonly string[], problem: RegExp])[] = [
  ['an empty field', [''], /field 1, position 1: .*no challenge/],
  ['a parameter twice', ['Bearer error="a", ERROR="b"'], /position 19: .*already/],
  ['a missing comma', ['Bearer realm="a" error="b"'], /position 18: a comma is missing/],
  ['space around the equals sign', ['Bearer realm = "a"'], /position 13: white space/],
  ['an empty element', ['Bearer realm="a",, error="b"'], /position 18: an empty list element/],
  ['a trailing comma', ['Bearer realm="a",'], /an empty list element/],
  ['a leading comma', [', Bearer'], /position 1: an empty list element/],
  ['quotes that do not close', ['Bearer realm="a'], /position 14: a quoted-string/],
  ['a control character in quotes', ['Bearer realm="a\x01"'], /position 14: a quoted-string/],
  ['a parameter without a scheme', ['realm="a"'], /position 1: a parameter stands before any scheme/],
  ['a parameter without a value', ['Bearer realm="x", a=, error="b"'], /position 21: a parameter without a value/],
  ['an unquoted URL', ['Bearer resource_metadata=https://x/y'], /position 31: a comma is missing/],
  ['a tab after the scheme', ['Bearer\trealm="a"'], /position 7: only spaces/],
  ['a scheme that is no token', ['"Bearer"'], /position 1: neither/],
  ['a parameter after a token68', ['Negotiate abc==, realm="x"'], /position 18: a parameter follows a token68/],
  ['the second field', ['Bearer', 'Basic realm="'], /^field 2, position 13/],
]
for (const [name, values, problem] of bad) {
  t.test(`reports ${name}`, async (t) => {
    const { problems } = parseChallenges(values)
    t.match(problems[0], problem)
  })
}

t.test('reads on after a missing comma, so that later parameters are still seen', async (t) => {
  t.same(shortened(['Bearer realm="a" error="b"']), ['Bearer realm="a" error="b"'])
})

t.test('keeps repetitions', async (t) => {
  t.same(shortened(['Bearer error="a", error="b"']), ['Bearer error="a" error="b"'])
})

t.test('never throws, always ends, and reports positions inside the value', async () => {
  assert(property(array(string({ unit: constantFrom('"', ',', '=', ' ', '\t', '\\', 'a', 'B', '/', '\0', '\xff') }), { maxLength: 3 }), (values) => {
    for (const problem of parseChallenges(values).problems) {
      const [, field, position] = /^field (\d+), position (\d+): /.exec(problem) ?? []
      const value = values[Number(field) - 1]
      if (value === undefined || Number(position) < 1 || Number(position) > value.length + 1) return false
    }
    return true
  }), { numRuns: 2000 })
})

t.test('what is written by the grammar is read back without a problem', async () => {
  const name = string({ unit: constantFrom(...Array.from('abcXYZ019-_.!')), minLength: 1, maxLength: 6 })
  const value = string({ unit: constantFrom(...Array.from('ab,= "\\\t\xe9;')), maxLength: 8 })
  const parameters = uniqueArray(tuple(name, value), { selector: ([key]) => key.toLowerCase(), minLength: 1, maxLength: 4 })
  const challenge = record({ scheme: name, parameters })
  assert(property(array(challenge, { minLength: 1, maxLength: 3 }), (written) => {
    const text = written.map(({ scheme, parameters }) => `${scheme} ${parameters.map(([key, text]) => `${key}="${text.replace(/["\\]/g, String.raw`\$&`)}"`).join(', ')}`).join(', ')
    const { challenges, problems } = parseChallenges([text])
    const read = challenges.map(({ scheme, parameters }) => ({ scheme, parameters: parameters.map(({ name, value }) => [name, value]) }))
    return problems.length === 0 && JSON.stringify(read) === JSON.stringify(written)
  }), { numRuns: 1000 })
})
