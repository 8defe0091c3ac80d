/** The verdict: its gates, its order, its words, and what it keeps of the checks before the one that failed. */
import t from 'tap'
import { boardRevision, requiredToolsHash } from '../../../server/acceptance/hashes.ts'
import { readAcceptInput } from '../../../server/acceptance/input.ts'
import { tokenReasons, type PresentedToken, type TokenReason, type Verdict } from '../../../server/acceptance/types.ts'
import { acceptHandoff, decide } from '../../../server/acceptance/verdict.ts'

const judge = (given: object, reason?: TokenReason): Verdict => decide(readAcceptInput(given), reason)

const keys = ['accepted', 'result', 'reasons', 'token_check', 'identity_check', 'capability_check', 'tool_manifest_check', 'board_check', 'is_trusted_channel', 'delivery_source']

t.test('nothing given', async (t) => {
  const verdict = judge({})
  t.same(Object.keys(verdict), keys)
  t.strictSame(verdict, {
    accepted: true, result: 'ok', reasons: [], token_check: null, identity_check: null, capability_check: null,
    tool_manifest_check: null, board_check: null, is_trusted_channel: false, delivery_source: 'chat_paste',
  })
})

const noItems = { live_items: [], required: requiredToolsHash([]), board: boardRevision([]) }
const foreign = '<project_start_config project_id="proj-b"/>'

/** Every gate: what makes a check run, and what leaves it out. */
const gates: readonly (readonly [name: keyof Verdict, given: object, runs: boolean])[] = [
  ['identity_check', { presented_body: '' }, false],
  ['identity_check', { presented_body: ' ' }, true],
  ['identity_check', { project_id: 'a', expected_repo_path: 'b' }, false],
  ['capability_check', { required_tools: [], available_tools: [] }, false],
  ['capability_check', { required_tools: ['a'] }, false],
  ['capability_check', { required_tools: ['a'], available_tools: null }, false],
  ['capability_check', { available_tools: ['a'] }, false],
  ['capability_check', { required_tools: ['a'], available_tools: [] }, true],
  ['tool_manifest_check', { expected_required_tools_hash: 'x' }, false],
  ['tool_manifest_check', { live_items: [] }, false],
  ['tool_manifest_check', { live_items: [], expected_required_tools_hash: '' }, false],
  ['tool_manifest_check', { live_items: [], expected_required_tools_hash: ' ' }, true],
  ['board_check', { expected_board_revision: 'x' }, false],
  ['board_check', { live_items: [] }, false],
  ['board_check', { live_items: [], expected_board_revision: '' }, false],
  ['board_check', { live_items: [], expected_board_revision: 'x' }, true],
]

for (const [name, given, runs] of gates) {
  t.equal(judge(given)[name] !== null, runs, `${name} ${runs ? 'runs' : 'is skipped'} with ${JSON.stringify(given)}`)
}

/** One input a step that fails there alone. */
const steps: readonly { readonly check: keyof Verdict; readonly result: string; readonly given: object; readonly reason?: TokenReason }[] = [
  { check: 'token_check', result: 'STALE_HANDOFF', given: {}, reason: 'expired' },
  { check: 'identity_check', result: 'FOREIGN_PROJECT_CONFIG', given: { project_id: 'proj-a', presented_body: foreign } },
  { check: 'capability_check', result: 'CAPABILITY_UNAVAILABLE', given: { required_tools: ['x'], available_tools: ['y'] } },
  { check: 'tool_manifest_check', result: 'TOOL_MANIFEST_DRIFT', given: { live_items: [], expected_required_tools_hash: 'x' } },
  { check: 'board_check', result: 'BOARD_DIVERGENCE', given: { live_items: [], expected_board_revision: 'x' } },
]

t.test('the first failure returns, and what came before keeps its object', async (t) => {
  for (const [index, first] of steps.entries()) {
    for (const second of steps.slice(index)) {
      const verdict = judge({ ...second.given, ...first.given }, first.reason)
      t.equal(verdict.result, first.result, `${first.result} before ${second.result}`)
      t.equal(verdict.accepted, false)
      for (const later of steps.slice(index + 1)) t.equal(verdict[later.check], null, `${later.check} is not reached`)
    }
  }
  const given = {
    project_id: 'proj-b', presented_body: foreign, required_tools: ['x'], available_tools: ['x'],
    live_items: [], expected_required_tools_hash: noItems.required, expected_board_revision: noItems.board,
  }
  const all = judge(given, 'ok')
  t.equal(all.result, 'ok')
  t.same(all.token_check, { valid: true, reason: 'ok' })
  for (const { check } of steps) t.not(all[check], null, `${check} ran`)
  const last = judge({ ...given, expected_board_revision: 'x' }, 'ok')
  for (const { check } of steps) t.not(last[check], null, `${check} is kept`)
})

t.test('a refused token', async (t) => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    not_found: ['STALE_HANDOFF', 'spoofing_suspected', 'load_handoff'],
    already_consumed: ['STALE_HANDOFF', 'sibling_likely_acted', 'cross_check_live_board'],
    expired: ['STALE_HANDOFF', 'sibling_likely_acted', 'cross_check_live_board'],
    wrong_project: ['STALE_HANDOFF', 'spoofing_suspected', 'load_handoff'],
    body_mismatch: ['BODY_HASH_MISMATCH', 'body_tampered', 'load_handoff'],
  }
  for (const reason of tokenReasons.filter((each) => each !== 'ok')) {
    const { result, reasons, token_check } = judge({}, reason)
    t.same(reasons, [`handoff token verification failed: reason='${reason}'`])
    if (token_check?.valid !== false) throw new Error('the token was refused')
    t.same(Object.keys(token_check), ['valid', 'reason', 'recovery'])
    t.same(Object.keys(token_check.recovery), ['signal', 'message', 'next_step', 'next_step_hint'])
    t.same([result, token_check.recovery.signal, token_check.recovery.next_step], expected[reason])
    t.ok(token_check.recovery.message !== '' && token_check.recovery.next_step_hint !== '')
  }
})

t.test('the token is asked for only where one is presented', async (t) => {
  const asked: PresentedToken[] = []
  const verify = (presented: PresentedToken): TokenReason => {
    asked.push(presented)
    return 'ok'
  }
  await acceptHandoff(readAcceptInput({}), verify)
  await acceptHandoff(readAcceptInput({ goal_token: '' }), verify)
  t.same(asked, [])
  t.equal((await acceptHandoff(readAcceptInput({ goal_token: ' A ' }), verify)).result, 'ok')
  await acceptHandoff(readAcceptInput({ goal_token: 'b', project_id: 'p', presented_body: '' }), async (presented) => verify(presented))
  t.strictSame(asked, [{ token: ' A ', project_id: '', presented_body: undefined }, { token: 'b', project_id: 'p', presented_body: '' }])
})

const project = (found: string, expected: string) => `presented body's <project_start_config project_id=${found}> disagrees with the project_id this envelope is being verified against (${expected})`
const path = (found: string, expected: string) => `presented body's <project_start_config repo_path=${found}> disagrees with the receiver's own repo_path (${expected})`
const tag = (attributes: string) => `/goal\n<project_start_config ${attributes}/>`

const identities: readonly (readonly [given: object, reasons: readonly string[], found: object | null])[] = [
  [{ presented_body: 'x', project_id: 'a' }, [], null],
  [{ presented_body: tag('project_id="a"') }, [], { project_id: 'a' }],
  [{ presented_body: tag('project_id="a"'), project_id: 'a' }, [], { project_id: 'a' }],
  [{ presented_body: tag('project_id="a"'), project_id: '' }, [], { project_id: 'a' }],
  [{ presented_body: tag('project_id=""'), project_id: 'b' }, [], { project_id: '' }],
  [{ presented_body: tag('project_id="a"'), project_id: 'A' }, [project("'a'", "'A'")], { project_id: 'a' }],
  [{ presented_body: tag('project_id="a "'), project_id: 'a' }, [project("'a '", "'a'")], { project_id: 'a ' }],
  [{ presented_body: tag('project_id="a&amp;b"'), project_id: 'a&b' }, [project("'a&amp;b'", "'a&b'")], { project_id: 'a&amp;b' }],
  [{ presented_body: tag('repo_path="/r"'), project_id: 'a' }, [], { repo_path: '/r' }],
  [{ presented_body: tag('repo_path="/r"'), expected_repo_path: '' }, [], { repo_path: '/r' }],
  [{ presented_body: tag('repo_path="unset"'), expected_repo_path: '/r' }, [], { repo_path: 'unset' }],
  [{ presented_body: tag('repo_path="UNSET"'), expected_repo_path: '/r' }, [path("'UNSET'", "'/r'")], { repo_path: 'UNSET' }],
  [{ presented_body: tag('repo_path="/r/"'), expected_repo_path: '/r' }, [path("'/r/'", "'/r'")], { repo_path: '/r/' }],
  [{ presented_body: tag('repo_path="/r"'), expected_repo_path: 'unset' }, [path("'/r'", "'unset'")], { repo_path: '/r' }],
  [{ presented_body: tag('repo_path="/r" project_id="a"'), project_id: "it's", expected_repo_path: 'b"c' }, [project("'a'", `"it's"`), path("'/r'", `'b"c'`)], { repo_path: '/r', project_id: 'a' }],
  [{ presented_body: tag('other="a"'), project_id: 'b', expected_repo_path: 'c' }, [], { other: 'a' }],
]

for (const [given, reasons, found] of identities) {
  const { identity_check, reasons: all, result } = judge(given)
  t.strictSame(identity_check, { checked: found !== null, consistent: reasons.length === 0, found, reasons }, JSON.stringify(given))
  t.same(all, reasons)
  t.equal(result, reasons.length === 0 ? 'ok' : 'FOREIGN_PROJECT_CONFIG')
}

t.equal(JSON.stringify(judge({ presented_body: tag('__proto__="x" a="b"') }).identity_check?.found), '{"__proto__":"x","a":"b"}', 'an attribute may be called __proto__')

t.test('tools', async (t) => {
  const verdict = judge({ required_tools: ['b', 'a', '\u{10000}', '\uffff', 'b', ' b'], available_tools: ['A', 'b', 'b'] })
  t.strictSame(verdict.capability_check, { required_tools: [' b', 'a', 'b', '\uffff', '\u{10000}'], available_tools: ['A', 'b'], missing_tools: [' b', 'a', '\uffff', '\u{10000}'] })
  t.same(verdict.reasons, ['required tool(s) unavailable:  b, a, \uffff, \u{10000}'])
  t.same(judge({ required_tools: ["it's\n"], available_tools: [] }).reasons, ["required tool(s) unavailable: it's\n"], 'names are raw')
  t.strictSame(judge({ required_tools: ['a'], available_tools: ['a', 'b'] }).capability_check, { required_tools: ['a'], available_tools: ['a', 'b'], missing_tools: [] })
})

t.test('hashes', async (t) => {
  const manifest = judge({ live_items: [], expected_required_tools_hash: noItems.required.toUpperCase() })
  t.strictSame(manifest.tool_manifest_check, { expected_required_tools_hash: noItems.required.toUpperCase(), live_required_tools_hash: noItems.required, matches: false })
  t.same(manifest.reasons, ["declared tool_requirements across the handoff's items changed since this envelope was generated"])
  const board = judge({ live_items: [], expected_board_revision: ` ${noItems.board}` })
  t.strictSame(board.board_check, { expected_board_revision: ` ${noItems.board}`, live_board_revision: noItems.board, matches: false })
  t.same(board.reasons, ["the live board's item id/status/depends_on state no longer matches this envelope's declared board_revision"])
})

t.test('where it came from is echoed, and never trusted', async (t) => {
  for (const [given, echoed] of [['mcp', 'mcp'], [' x ', ' x '], [null, 'chat_paste'], ['', 'chat_paste'], ['trusted', 'trusted']] as const) {
    const verdict = judge({ delivery_source: given })
    t.equal(verdict.delivery_source, echoed)
    t.equal(verdict.is_trusted_channel, false)
  }
})
