/** The strict load of a registry: every rule, its place in the text, and no value of the file in any message. */
import t from 'tap'
import { parseRegistry } from '../../../server/registry/load.ts'
import { formatProblem } from '../../../server/registry/problem.ts'

const hash = 'a'.repeat(64)

const good = `# Who may hand what to whom.
version: 1
projects:
  - id: p1
    name: Project One
agents:
  - id: planner
    display_name: The planner
    enabled: true
    send_to: [builder]
    receive_from: ['*']
    disclosure_ceiling: internal
    token_sha256: ${hash}
    expires_at: 2030-01-31T12:00:00+02:00
  - id: builder
    display_name: "Builder \u{1F6E0}"
    enabled: false
    send_to: []
    receive_from:
      - planner
    disclosure_ceiling: public-safe
`

function problemsOf(text: string | Uint8Array): string[] {
  const parsed = parseRegistry(typeof text === 'string' ? Buffer.from(text) : text)
  return parsed.ok ? [] : parsed.problems.map((problem) => `${problem.line}:${problem.column} ${problem.path}: ${problem.message}`)
}

t.test('a good registry becomes a snapshot named by its bytes', async (t) => {
  const parsed = parseRegistry(Buffer.from(good))
  if (!parsed.ok) throw new Error(parsed.problems.map(formatProblem).join('\n'))
  const { snapshot } = parsed
  t.match(snapshot.revision, /^[0-9a-f]{64}$/)
  t.same([...snapshot.agents.keys()], ['planner', 'builder'])
  const planner = snapshot.agents.get('planner')
  t.same(planner, {
    id: 'planner', displayName: 'The planner', enabled: true, sendTo: new Set(['builder']), receiveFrom: new Set(['*']),
    disclosureCeiling: 'internal', tokenSha256: hash, expiresAt: Date.UTC(2030, 0, 31, 10),
  })
  t.equal(snapshot.byToken.get(hash), planner)
  t.equal(snapshot.byToken.size, 1)
  t.same(snapshot.projects, [{ id: 'p1', name: 'Project One' }])
  t.ok(Object.isFrozen(planner) && Object.isFrozen(snapshot) && Object.isFrozen(snapshot.projects))
  const other = parseRegistry(Buffer.from(`${good}\n`))
  t.ok(other.ok && other.snapshot.revision !== snapshot.revision)
})

t.test('what may be written differently', async (t) => {
  for (const [name, text] of [
    ['a byte order mark', `\u{FEFF}${good}`],
    ['CRLF', good.replaceAll('\n', '\r\n')],
    ['no projects', good.replace(/projects:[^]*?agents:/, 'agents:')],
    ['JSON', JSON.stringify({ version: 1, agents: [{ id: 'a1', display_name: 'A', enabled: true, send_to: [], receive_from: [], disclosure_ceiling: 'restricted' }] })],
    ['an alias', good.replace('send_to: [builder]', 'send_to: &all [builder]').replace('send_to: []', 'send_to: *all')],
    ['an end of document', `---\n${good}...\n`],
  ] as const) t.same(problemsOf(text), [], name)
})

const rows: ReadonlyArray<readonly [name: string, edit: (text: string) => string, expected: readonly string[]]> = [
  ['an unknown key', (x) => x.replace('    enabled: true', '    admin: true\n    enabled: true'), ['9:5 agents[0].admin: this key is not known']],
  ['an unknown key at the root', (x) => `${x}extra: 1\n`, ['22:1 extra: this key is not known']],
  ['a duplicate key', (x) => x.replace('enabled: false', 'enabled: false\n    enabled: true'), ['18:5 agents[1].enabled: the key stands twice, first at line 17']],
  ['a missing key', (x) => x.replace('    enabled: false\n', ''), ['15:5 agents[1].enabled: the key is missing']],
  ['an empty value', (x) => x.replace('enabled: false', 'enabled:'), ['17:13 agents[1].enabled: this must be true or false']],
  ['a quoted boolean', (x) => x.replace('enabled: true', 'enabled: "true"'), ['9:14 agents[0].enabled: this must be true or false']],
  ['a YAML 1.1 boolean', (x) => x.replace('enabled: true', 'enabled: yes'), ['9:14 agents[0].enabled: this must be true or false']],
  ['version 2', (x) => x.replace('version: 1', 'version: 2'), ['2:10 version: this version is not supported']],
  ['version "1"', (x) => x.replace('version: 1', 'version: "1"'), ['2:10 version: this version is not supported']],
  ['version 1.0', (x) => x.replace('version: 1', 'version: 1.0'), ['2:10 version: this version is not supported']],
  ['no version', (x) => x.replace('version: 1\n', ''), ['2:1 version: the key is missing']],
  ['a bad id', (x) => x.replace('id: planner', 'id: Planner'), ['7:9 agents[0].id: this is no agent id', '20:9 agents[1].receive_from[0]: no agent has this id']],
  ['an id of one character', (x) => x.replace('- planner', '- p'), ['20:9 agents[1].receive_from[0]: this is neither an agent id nor "*"']],
  ['a numeric id', (x) => x.replace('- planner', '- 1234'), ['20:9 agents[1].receive_from[0]: this must be a string']],
  ['a duplicate id', (x) => x.replace('id: builder', 'id: planner').replace('[builder]', '[]'), ['15:9 agents[1].id: another agent has the same id, at 7:9']],
  ['an unknown reference', (x) => x.replace('[builder]', '[builder, ghost]'), ['10:24 agents[0].send_to[1]: no agent has this id']],
  ['a duplicate entry', (x) => x.replace('[builder]', '[builder, builder]'), ['10:24 agents[0].send_to[1]: the list has this entry already, at 10:15']],
  ['a star in company', (x) => x.replace("['*']", "['*', builder]"), ['11:20 agents[0].receive_from[0]: "*" must stand alone']],
  ['a string for a list', (x) => x.replace('send_to: []', 'send_to: builder'), ['18:14 agents[1].send_to: this must be a list']],
  ['an unknown ceiling', (x) => x.replace('ceiling: internal', 'ceiling: secret'), ['12:25 agents[0].disclosure_ceiling: this is no disclosure ceiling']],
  ['a digest in upper case', (x) => x.replace(hash, hash.toUpperCase()), ['13:19 agents[0].token_sha256: this is no SHA-256 digest']],
  ['a short digest', (x) => x.replace(hash, hash.slice(1)), ['13:19 agents[0].token_sha256: this is no SHA-256 digest']],
  ['a shared digest', (x) => x.replace('enabled: false', `enabled: false\n    token_sha256: ${hash}\n    expires_at: 2030-01-01T00:00:00Z`), ['18:19 agents[1].token_sha256: another agent has the same token, at 13:19']],
  ['a token without an expiry', (x) => x.replace(/ {4}expires_at.*\n/, ''), ['7:5 agents[0].expires_at: a token must expire']],
  ['a time without an offset', (x) => x.replace('+02:00', ''), ['14:17 agents[0].expires_at: this is no point in time']],
  ['a date that does not exist', (x) => x.replace('2030-01-31', '2030-02-30'), ['14:17 agents[0].expires_at: this is no point in time']],
  ['an empty name', (x) => x.replace('The planner', '""'), ['8:19 agents[0].display_name: this must have 1 to 100 characters']],
  ['a name of 101', (x) => x.replace('The planner', 'x'.repeat(101)), ['8:19 agents[0].display_name: this must have 1 to 100 characters']],
  ['a control character', (x) => x.replace('The planner', '"a\\u0007b"'), ['8:19 agents[0].display_name: this holds a control character or half of a surrogate pair']],
  ['half a surrogate pair', (x) => x.replace('The planner', '"a\\ud800b"'), ['8:19 agents[0].display_name: this holds a control character or half of a surrogate pair']],
  ['white space at an end', (x) => x.replace('The planner', '" x"'), ['8:19 agents[0].display_name: this begins or ends with white space']],
  ['a project twice', (x) => x.replace('agents:', '  - id: p1\n    name: Project One\nagents:'), ['6:9 projects[1].id: this is the same as at 4:9', '7:11 projects[1].name: this is the same as at 5:11']],
  ['a project with more keys', (x) => x.replace('    name: Project One', '    name: Project One\n    path: x'), ['6:5 projects[0].path: this key is not known']],
  ['no agents', () => 'version: 1\nagents: []\n', ['2:9 agents: there is no agent']],
  ['a tag', (x) => x.replace('enabled: true', 'enabled: !!bool "true"'), ['9:14 : a tag is not allowed']],
  ['a directive', (x) => `%YAML 1.1\n---\n${x}`, ['1:1 : a directive is not allowed']],
  ['two documents', (x) => `${x}---\n${x}`, ['22:1 : the file holds more than one document']],
  ['a merge key', (x) => x.replace('  - id: builder', '  - <<: {enabled: true}\n    id: builder'), ['15:5 agents[1].(unknown key): this key is not known']],
  ['a key that is no string', (x) => x.replace('    enabled: true', '    ? [a]\n    : b\n    enabled: true'), ['9:7 : a key is not a string']],
  ['an alias without an anchor', (x) => x.replace('[builder]', '*nobody'), ['10:14 : an alias stands for nothing that was written before it']],
  ['an alias in its own anchor', (x) => x.replace('[builder]', '&a [*a]'), ['10:18 : an alias stands for nothing that was written before it']],
  ['a tab', (x) => x.replace('    enabled: true', '\tenabled: true'), ['9:1 : a tab is used for indentation']],
  ['an open quote', (x) => x.replace('The planner', '"The planner'), ['8:31 : a quote, bracket, comma, colon or space is missing']],
  ['an empty file', () => '', ['1:1 : the file is empty']],
  ['comments only', () => '# nothing\n', ['1:1 : the file is empty']],
  ['a list', () => '- a\n', ['1:1 : this must be a map']],
  ['too deep, in flow style', () => '['.repeat(500_000), ['1:17 : the file nests deeper than 16 levels']],
  ['too deep, in block style', () => '- '.repeat(500_000), ['1:33 : the file nests deeper than 16 levels']],
  ['too large', (x) => `${x}#${' '.repeat(1024 * 1024)}\n`, ['0:0 : the file is larger than 1048576 bytes']],
]

t.test('what is refused, and where', async (t) => {
  t.same(problemsOf(good), [], 'the control')
  for (const [name, edit, expected] of rows) {
    const text = edit(good)
    t.not(text, good, `${name}: the input differs from the control`)
    t.same(problemsOf(text), expected, name)
  }
})

t.test('all problems are reported at once, in the order of the file', async (t) => {
  const text = good.replace('enabled: true', 'enabled: 1').replace('[builder]', '[ghost]').replace('public-safe', 'x')
    .replace('version: 1', 'version: 3').replace('ceiling: internal', 'ceiling: !x internal')
  t.same(problemsOf(text).map((line) => line.split(' ')[0]), ['2:10', '9:14', '10:15', '12:25', '21:25'])
})

t.test('bytes that are not UTF-8 are placed', async (t) => {
  const bytes = Buffer.concat([Buffer.from('version: 1\n# \u{FFFD}é'), Buffer.from([0xff, 0x0a]), Buffer.from('x\n'), Buffer.from([0xc3, 0x28])])
  t.same(problemsOf(bytes), ['2:5 : the line is not valid UTF-8', '4:1 : the line is not valid UTF-8'])
  const long = Buffer.concat([Buffer.from('é'.repeat(1000)), Buffer.from([0x80]), Buffer.from('é'.repeat(1000))])
  t.same(problemsOf(long), ['1:1001 : the line is not valid UTF-8'])
})

t.test('aliases that expand beyond the cap are refused quickly', async (t) => {
  const lines = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
  for (let index = 1; index < 12; index += 1) {
    const [name, before] = ['abcdefghijkl'[index], 'abcdefghijkl'[index - 1]]
    lines.push(`${name}: &${name} [${Array(10).fill(`*${before}`).join(',')}]`)
  }
  t.ok(problemsOf(`${good}${lines.join('\n')}\n`).some((problem) => problem.includes('aliases expand to more than 100000 nodes')))
})

t.test('the largest registry is valid', async (t) => {
  const ids = Array.from({ length: 500 }, (_, index) => `agent-${index}`)
  const agents = ids.map((id) => `- {id: ${id}, display_name: x, enabled: true, send_to: [${ids.slice(0, 100).join(',')}], receive_from: ['*'], disclosure_ceiling: internal}`)
  t.same(problemsOf(`version: 1\nagents:\n${agents.join('\n')}\n`), [])
  t.same(problemsOf(`version: 1\nagents:\n${[...agents, agents[0]?.replace('agent-0', 'agent-x')].join('\n')}\n`), ['2:1 agents: the list has more than 500 entries'].map((x) => x.replace('2:1', '3:1')))
  t.same(problemsOf(good.replace('[builder]', `[${ids.slice(0, 101).join(',')}]`)).filter((x) => x.includes('entries')), ['10:14 agents[0].send_to: the list has more than 100 entries'])
})

t.test('what no registry can be is refused before a tree is built of it', async (t) => {
  const mebibyte = 1024 * 1024
  for (const unit of ['{a: 1},', '- !x a\n', '*a ', '&a ', '""', ']', '---\n', '%a\n']) {
    const parsed = parseRegistry(Buffer.from(unit.repeat(mebibyte / unit.length)))
    t.same(parsed.ok ? 'accepted' : parsed.problems.map(({ code }) => code), [unit === ']' ? 'bad_yaml' : 'too_complex'], JSON.stringify(unit))
  }
})

t.test('a column is a code point, and a byte order mark is none', async (t) => {
  const text = good.replace('send_to: [builder]', 'send_to: ["\u{1F600}", ghost]')
  t.same(problemsOf(`\u{FEFF}${text}`), ['10:15 agents[0].send_to[0]: this is neither an agent id nor "*"', '10:20 agents[0].send_to[1]: no agent has this id'])
  t.same(problemsOf(Buffer.concat([Buffer.from('\u{FEFF}\u{1F600}'), Buffer.from([0xff])])), ['1:2 : the line is not valid UTF-8'])
})

t.test('no value of the file is ever shown', async (t) => {
  const canary = 'handoff_CANARYcanary0123456789CANARYcanary012345678'
  const places: ReadonlyArray<(text: string) => string> = [
    (x) => x.replace(hash, canary),
    (x) => x.replace(hash, `"${canary}\\q"`),
    (x) => x.replace('    enabled: true', `    ${canary}: true\n    enabled: true`),
    (x) => x.replace('    enabled: true', `    token: ${canary}\n    enabled: true`),
    (x) => x.replace('id: planner', `id: ${canary}`),
    (x) => x.replace('[builder]', `[${canary}]`),
    (x) => x.replace('[builder]', `*${canary}`),
    (x) => x.replace('enabled: true', `enabled: !${canary} true`),
    (x) => x.replace('enabled: true', `enabled: ${canary}`),
    (x) => x.replace('ceiling: internal', `ceiling: ${canary}`),
    (x) => x.replace('+02:00', canary),
    (x) => x.replace('version: 1', `version: ${canary}`),
    (x) => x.replace('version: 1', `version: 1\n${canary}`),
    (x) => `%${canary}\n---\n${x}`,
    (x) => `${x}"${canary}`,
    (x) => `${x}---\n${canary}\n`,
    () => canary,
  ]
  for (const [index, place] of places.entries()) {
    const parsed = parseRegistry(Buffer.from(place(good)))
    t.notOk(parsed.ok, `place ${index} is refused`)
    t.notMatch(JSON.stringify(parsed), /canary/i, `place ${index} shows nothing`)
  }
})
