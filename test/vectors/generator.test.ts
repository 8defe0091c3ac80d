import t from 'tap'
import { answersOf } from '../../tools/vectors/answer.ts'
import { disagreements, fileText, fileTexts } from '../../tools/vectors/build.ts'
import { expand } from '../../harness/vectors/expand.ts'
import { ok, stale, tokenFailed, tokenOk } from '../../tools/vectors/expectations.ts'
import { GoalTokens, microseconds, tokenText } from '../../tools/vectors/goal-tokens.ts'
import { themes } from '../../tools/vectors/themes/index.ts'
import { T, accept, group, implementationDefined, plain, token, tokened, verify } from '../../tools/vectors/writing.ts'

t.test('there are enough vectors, each with its own comment for what it is about', async (t) => {
  const vectors = Object.values(themes).flat().flatMap((each) => each.vectors)
  t.ok(vectors.length >= 450, `${vectors.length} vectors`)
  t.ok(Object.keys(themes).length >= 15, 'in files by theme')
})

t.test('an answer that the code does not give is told', async (t) => {
  const right = plain('right', 'Is right.', {}, ok())
  const wrong = plain('wrong', 'Is wrong.', { goal_token: 'x' }, stale('expired'))
  t.same(await disagreements({ a: [group('g', 's', [right])] }), [])
  t.match(await disagreements({ a: [group('g', 's', [right, wrong])] }), [/^wrong, call 0:\n {2}expected .*expired.*\n {2}answered .*not_found/s])
})

t.test('flags follow from the calls', async (t) => {
  const input = { project_id: 'proj-alpha', goal_token: T }
  t.same(plain('a', 'A.', {}, ok()).flags, ['contract', 'reasons-exact'])
  t.same(tokened('a', 'A.', token(), verify({}, tokenOk)).flags, ['contract', 'needs-issue'])
  t.same(tokened('a', 'A.', token(), accept(input, ok(), 1)).flags, ['contract', 'reasons-exact', 'needs-clock', 'needs-issue'])
  t.same(implementationDefined(plain('a', 'A.', {}, ok())).flags, ['implementation-defined', 'reasons-exact'])
})

t.test('shorthands and tokens are written out', async (t) => {
  const tokens = new Map([['t', 'abc1']])
  t.same(expand({ a: [`x{{token:t}}y${T}`, '{{token:t:upper}}'], b: { $repeat: ['ab', 3] }, c: { $list: [{ $repeat: ['z', 2] }, 2] } }, tokens),
    { a: ['xabc1yabc1', 'ABC1'], b: 'ababab', c: ['zz', 'zz'] })
  t.equal(JSON.stringify(expand(JSON.parse('{"__proto__":"{{token:t}}"}'), tokens)), '{"__proto__":"abc1"}')
  for (const bad of ['{{token:u}}', { $repeat: ['a'] }, { $repeat: [1, 1] }, { $repeat: ['a', 0.5] }, { $list: [1, -1] }, { $list: [1, 1], a: 1 }]) t.throws(() => expand(bad, tokens))
})

t.test('a token has a letter, so that upper case is another text', async (t) => {
  for (const alias of ['t', 'u', 'first', 'second']) {
    t.match(tokenText(alias), /^[0-9a-f]{15}f$/)
    t.not(tokenText(alias), tokenText(alias).toUpperCase())
  }
})

t.test('tokens are kept by the clock that is handed in', async (t) => {
  const day = microseconds(86_400)
  const presented = { token: tokenText('t'), project_id: 'proj-alpha', presented_body: undefined }
  const expiry = microseconds(300)
  const cases = [
    [[expiry], ['ok']], [[expiry + 1], ['expired']], [[expiry + 1, expiry + 2], ['expired', 'not_found']],
    [[0, day - 1], ['ok', 'already_consumed']], [[0, day], ['ok', 'not_found']],
    [[expiry + day - 1], ['expired']], [[expiry + day], ['not_found']],
  ] as const
  for (const [times, reasons] of cases) {
    const tokens = new GoalTokens([token()])
    t.same(times.map((time) => tokens.verify(presented, time)), reasons, `at ${times.join(', ')}`)
  }
  const bound = new GoalTokens([token({ body: '' })])
  t.equal(bound.verify({ ...presented, project_id: '' }, 0), 'wrong_project')
  t.equal(bound.verify({ ...presented, presented_body: ' ' }, 0), 'body_mismatch')
  t.equal(bound.verify({ ...presented, presented_body: '' }, 0), 'ok')
  t.equal(microseconds(300.000001), 300_000_001)
})

t.test('one vector has its own tokens and keeps them from call to call', async (t) => {
  const vector = tokened('a', 'A.', token(), verify({ project_id: 'proj-alpha', token: ` ${T}\n` }, tokenOk), verify({ project_id: 'proj-alpha', token: T }, tokenOk))
  t.same(await answersOf(vector), [tokenOk, tokenFailed('already_consumed')])
  t.same(await answersOf(vector), [tokenOk, tokenFailed('already_consumed')])
})

t.test('files are ASCII and say the same as what was written', async (t) => {
  const source = 'caf\u00e9 \u{1f600} \u007f \u2028'
  const groups = [group('g', 's', [plain('a', 'A.', { delivery_source: source }, ok({ delivery_source: source }))])]
  const text = fileText({ schema: 1, generator: 'test', groups })
  t.match(text, /^[\n -~]+$/)
  t.same(JSON.parse(text), { schema: 1, generator: 'test', groups: JSON.parse(JSON.stringify(groups)) })
  t.same([...fileTexts({ one: groups, two: groups }).keys()], ['one.json', 'two.json'])
})
