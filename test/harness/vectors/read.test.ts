import t from 'tap'
import { readdirSync } from 'node:fs'
import { HarnessError } from '../../../harness/errors.ts'
import { readVectors, vectorFile } from '../../../harness/vectors/locate.ts'
import { parseVectors } from '../../../harness/vectors/read.ts'

const verdict = {
  accepted: true, result: 'ok', reasons: [], token_check: { valid: true, reason: 'ok' }, identity_check: null, capability_check: null,
  tool_manifest_check: null, board_check: null, is_trusted_channel: false, delivery_source: 'chat_paste',
}
const vector = {
  id: 'token-good', comment: 'Refuses a good token.', flags: ['contract', 'needs-issue'],
  setup: { tokens: [{ alias: 'a', project_id: 'proj-alpha', body: '{{token:a}}', ttl_s: 300, minted_at_s: 0.000001 }] },
  calls: [
    { at_s: 1, input: { project_id: 'proj-alpha', goal_token: '{{token:a}}' }, expect: verdict },
    { at_s: 1, via: 'verify', input: { project_id: 'proj-alpha', token: '{{token:a}}' }, expect: { valid: false, reason: 'already_consumed', recovery: {} } },
    { at_s: 1, input: { goal_token: 1 }, expect: { error: { code: 'invalid_input', field: 'goal_token' } } },
  ],
}
const file = (...vectors: readonly unknown[]): unknown => ({ schema: 1, generator: 'a test', groups: [{ name: 'A group', source: 'Goal tokens', vectors }] })
const parse = (value: unknown): ReturnType<typeof parseVectors> => parseVectors(typeof value === 'string' ? value : JSON.stringify(value), 'some.json')

t.test('a file is read as it stands', async (t) => {
  const [group] = parse(file(vector))
  t.match(group, { name: 'A group', source: 'Goal tokens' })
  const [read] = group?.vectors ?? []
  t.match(read, { id: 'token-good', tokens: [{ alias: 'a', projectId: 'proj-alpha', body: '{{token:a}}', ttlS: 300, mintedAtS: 0.000001 }] })
  t.strictSame([...read?.flags ?? []], ['contract', 'needs-issue'])
  t.match(read?.calls, [
    { atS: 1, via: 'accept', expect: { kind: 'value', value: verdict } },
    { via: 'verify', expect: { kind: 'value' } },
    { via: 'accept', expect: { kind: 'error', code: 'invalid_input', field: 'goal_token' } },
  ])
})

t.test('half a surrogate pair may stand in an input', async (t) => {
  const text = JSON.stringify(file({ ...vector, calls: [{ at_s: 0, input: { goal_token: '\ud800' }, expect: { error: { code: 'invalid_input' } } }] }))
  t.equal(parse(text)[0]?.vectors[0]?.calls[0]?.input['goal_token'], '\ud800')
})

const change = (part: object): unknown => file({ ...vector, ...part })
const call = (part: object): unknown => change({ calls: [{ ...vector.calls[0], ...part }] })
const token = (part: object): unknown => change({ setup: { tokens: [{ ...vector.setup.tokens[0], ...part }] } })
const { board_check: _, ...nine } = verdict

const wrong: readonly (readonly [what: string, value: unknown, said: RegExp])[] = [
  ['no JSON', '{', /the file cannot be read: The text is not valid JSON/],
  ['the same key twice', JSON.stringify(file(vector)).replace('"schema":1', '"schema":1,"schema":1'), /the file cannot be read: .*same key twice/],
  ['a list', [], /the file must be an object/],
  ['another version', { schema: 2, generator: 'a', groups: [] }, /schema must be 1/],
  ['an unknown key', { schema: 1, generator: 'a', groups: [], more: 1 }, /the file has the unknown key "more"/],
  ['a group without vectors', { schema: 1, generator: 'a', groups: [{ name: 'a', source: 'b' }] }, /groups\[0\] lacks "vectors"/],
  ['the same id twice', file(vector, vector), /the file has the vector token-good twice/],
  ['an unknown flag', change({ flags: ['slow'] }), /groups\[0\]\.vectors\[0\] \(token-good\)\.flags must hold only contract/],
  ['no call', change({ calls: [] }), /calls must not be empty/],
  ['no comment', change({ comment: '' }), /comment must be a text/],
  ['a token without a life', token({ ttl_s: undefined }), /tokens\[0\] lacks "ttl_s"/],
  ['a negative time', token({ minted_at_s: -1 }), /minted_at_s must be a number of seconds/],
  ['a body that is a number', token({ body: 1 }), /tokens\[0\]\.body must be a text/],
  ['the same alias twice', change({ setup: { tokens: [vector.setup.tokens[0], vector.setup.tokens[0]] } }), /has the same alias twice/],
  ['an alias without a token', call({ input: { goal_token: 'x {{token:b}}' } }), /calls\[0\]\.input cannot be expanded: there is no token "b"/],
  ['a repetition without a count', call({ input: { goal_token: { $repeat: ['x'] } } }), /must stand alone and hold a pair/],
  ['a repetition beside something', call({ input: { goal_token: { $repeat: ['x', 1], a: 1 } } }), /must stand alone/],
  ['half a repetition', call({ input: { goal_token: { $repeat: ['x', 0.5] } } }), /must be a whole number/],
  ['a repetition without end', call({ input: { goal_token: { $repeat: ['x', 1e9] } } }), /too long/],
  ['a verdict with nine members', call({ expect: nine }), /expect lacks "board_check"/],
  ['a verdict with eleven members', call({ expect: { ...verdict, more: 1 } }), /expect has the unknown key "more"/],
  ['a token check in place of a verdict', call({ expect: { valid: true, reason: 'ok' } }), /expect lacks "accepted"/],
  ['an unknown error', call({ expect: { error: { code: 'busy' } } }), /error\.code must be/],
  ['another way', call({ via: 'issue' }), /via must be accept or verify/],
  ['an input that is a list', call({ input: [] }), /input must be an object/],
]
for (const [what, value, said] of wrong) {
  t.test(`not: ${what}`, async (t) => {
    t.throws(() => parse(value), { code: 'vectors_invalid', message: said })
    t.throws(() => parse(value), { message: /^some\.json: / })
  })
}

t.test('the vectors are found beside package.json, and every file of them is read', async (t) => {
  const folder = vectorFile('accept-handoff/')
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json') && each !== 'schema.json')) {
    t.ok((await readVectors(`accept-handoff/${name}`)).length > 0, name)
  }
  const error: unknown = await readVectors('accept-handoff/no-such-file.json').catch((each: unknown) => each)
  t.ok(error instanceof HarnessError)
  t.match(error, { code: 'vectors_invalid', message: 'vectors/accept-handoff/no-such-file.json cannot be read (ENOENT)' })
})
