/** An explanation says what the verdict says, and shows what every check was made of. */
import * as fc from 'fast-check'
import t from 'tap'
import { explainVerdict } from '../../../server/acceptance/explain.ts'
import { explanationSections } from '../../../server/acceptance/explain-sections.ts'
import { sha256 } from '../../../server/acceptance/hashes.ts'
import { readAcceptInput } from '../../../server/acceptance/input.ts'
import { tokenReasons } from '../../../server/acceptance/types.ts'
import { decide } from '../../../server/acceptance/verdict.ts'

t.test('nothing given', async (t) => {
  const { verdict, warnings, body, checks } = explainVerdict({})
  t.equal(verdict.result, 'ok')
  t.same([warnings, body], [[], null])
  t.match(checks, {
    token: { state: 'skipped', presented: false, project_id: '', presented_body_sha256: null, reason: null, reason_from: null },
    identity: { state: 'skipped', tag: null, found: null, compared: [], strict: null },
    capability: { state: 'skipped', required_tools: null, missing_tools: null },
    tool_manifest: { state: 'skipped', expected: null, preimage: null, sha256: null },
    board: { state: 'skipped', expected: null, preimage: null, sha256: null },
  })
})

const items = [{ id: 'i1', status: 'pending', tool_requirements: [{ name: 'caf\u00e9' }] }]
const board = '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f'

t.test('a whole envelope', async (t) => {
  const body = 'caf\u00e9\n<goal_token>a</goal_token>\n<!-- SECURITY: x -->\n<project_start_config project_id="p" repo_path="/r"/>'
  const input = {
    project_id: 'p', goal_token: 'a', presented_body: body, expected_repo_path: '/r', required_tools: ['b', 'a', 'a'], available_tools: ['a', 'b'],
    live_items: items, expected_required_tools_hash: 'd9957358c680f7382fdf2e65ede7171846b650ebea7953d521837c3b16eed288', expected_board_revision: board,
  }
  const stripped = body.replace(/\n<goal_token>.*-->/s, '')
  const { verdict, warnings, body: facts, checks } = explainVerdict(input)
  t.strictSame(verdict, decide(readAcceptInput({ ...input, presented_body: stripped }), 'ok'))
  t.same(warnings, [])
  t.same(facts, {
    delivered: { bytes: Buffer.byteLength(body), sha256: sha256(body) },
    banner: { byte_offset: 5, byte_length: 48 },
    stripped: { bytes: Buffer.byteLength(stripped), sha256: sha256(stripped) },
  })
  t.match(checks, {
    token: { state: 'passed', presented: true, project_id: 'p', presented_body_sha256: sha256(stripped), reason: 'ok', reason_from: 'assumed' },
    identity: {
      state: 'passed',
      tag: { byte_offset: 6, byte_length: 53, text: '<project_start_config project_id="p" repo_path="/r"/>' },
      found: { project_id: 'p', repo_path: '/r' },
      compared: [{ attribute: 'project_id', found: 'p', expected: 'p', compared: true, equal: true }, { attribute: 'repo_path', found: '/r', expected: '/r', compared: true, equal: true }],
      strict: { closed: true, attributes: [{ name: 'project_id', value: 'p', quote: '"', isSpaced: false }, { name: 'repo_path', value: '/r', quote: '"', isSpaced: false }] },
    },
    capability: { state: 'passed', required_tools: ['a', 'b'], available_tools: ['a', 'b'], missing_tools: [] },
    tool_manifest: { state: 'passed', preimage: '["caf\\u00e9"]', sha256: input.expected_required_tools_hash, expected: input.expected_required_tools_hash },
    board: { state: 'passed', preimage: '[["i1","pending",""]]', sha256: board, expected: board },
  })
})

t.test('what comes of a token can be told, and what is behind a failure is shown all the same', async (t) => {
  for (const token_reason of tokenReasons) {
    const { verdict, checks } = explainVerdict({ token_reason, input: { goal_token: 'a', presented_body: '<project_start_config project_id="q"/>', project_id: 'p', live_items: items, expected_board_revision: 'x' } })
    t.equal(verdict.token_check?.reason, token_reason)
    t.match(checks.token, { state: token_reason === 'ok' ? 'passed' : 'failed', reason: token_reason, reason_from: 'given' })
    t.match(checks.identity, { state: token_reason === 'ok' ? 'failed' : 'not-reached', found: { project_id: 'q' } })
    t.match(checks.board, { state: 'not-reached', sha256: board, expected: 'x' })
  }
  t.equal(explainVerdict({ token_reason: 'expired', input: { goal_token: '' } }).checks.token.state, 'skipped')
})

t.test('a body with a tag that nothing can be read of', async (t) => {
  const { checks, warnings } = explainVerdict({ presented_body: "<project_start_config project_id='a'>" })
  t.match(checks.identity, { state: 'passed', tag: { byte_offset: 0, byte_length: 37 }, found: null, compared: [], strict: { attributes: [{ name: 'project_id', value: 'a', quote: "'" }] } })
  t.same(warnings.map(({ name }) => name), ['tag-unreadable', 'attribute-not-double-quoted', 'readings-differ'])
})

t.test('a project by name', async (t) => {
  t.equal(explainVerdict({ input: { project_name: 'alpha', goal_token: 'a' }, projects: { alpha: 'proj-alpha' } }).checks.token.project_id, 'proj-alpha')
  for (const projects of [undefined, null, {}, { beta: 'b' }]) t.throws(() => explainVerdict({ input: { project_name: 'alpha' }, projects }), { code: 'invalid_input', field: 'project_name' })
})

const refused: readonly (readonly [given: unknown, field: string | undefined])[] = [
  [[], undefined],
  [{ input: [] }, undefined],
  [{ input: {}, token: 'ok' }, 'token'],
  [{ input: {}, token_reason: 'OK' }, 'token_reason'],
  [{ input: {}, token_reason: 1 }, 'token_reason'],
  [{ input: {}, projects: [] }, 'projects'],
  [{ input: {}, projects: { a: 1 } }, 'projects.a'],
  [{ input: { live_items: [{ id: 1 }] } }, 'live_items[0].id'],
  [{ token_reason: 'ok' }, 'token_reason'],
]
for (const [given, field] of refused) t.throws(() => explainVerdict(given), { code: 'invalid_input', field }, JSON.stringify(given))

t.test('it agrees with the verdict, and can be laid out, whatever is given', async (t) => {
  const text = fc.constantFrom('', 'a', 'b', board, '<project_start_config project_id="a"/>', '\n<goal_token>a</goal_token>\n<!-- SECURITY: -->')
  const input = fc.record({
    project_id: text, goal_token: text, presented_body: fc.array(text).map((parts) => parts.join('')), required_tools: fc.array(text), available_tools: fc.array(text),
    live_items: fc.array(fc.record({ id: text, tool_requirements: fc.array(fc.record({ name: text })) })),
    expected_required_tools_hash: text, expected_board_revision: text, expected_repo_path: text,
  }, { requiredKeys: [] })
  fc.assert(fc.property(input, fc.constantFrom(...tokenReasons), (given, token_reason) => {
    const explanation = explainVerdict({ input: given, token_reason })
    const failed = Object.values(explanation.checks).filter(({ state }) => state === 'failed')
    t.equal(failed.length, explanation.verdict.accepted ? 0 : 1)
    t.equal(Object.values(explanation.checks).some(({ state }) => state === 'not-reached') && explanation.verdict.accepted, false)
    t.equal(explanationSections(explanation)[0]?.title, `Verdict: ${explanation.verdict.result}`)
  }), { numRuns: 300 })
})
