import t from 'tap'
import { answerBytes, difference, expectedInWords } from '../../../harness/vectors/compare.ts'
import type { AcceptAnswer } from '../../../harness/vectors/compare.ts'
import type { Expected } from '../../../harness/vectors/format.ts'

const failed = { valid: false, reason: 'expired', recovery: { signal: 'sibling_likely_acted', message: '…', next_step: 'cross_check_live_board', next_step_hint: '…' } }
const verdict = {
  accepted: false, result: 'STALE_HANDOFF', reasons: ["handoff token verification failed: reason='expired'"], token_check: failed, identity_check: null,
  capability_check: { required_tools: ['a', 'b'], available_tools: ['a'], missing_tools: ['b'] },
  tool_manifest_check: null, board_check: null, is_trusted_channel: false, delivery_source: 'chat_paste',
}
const right: Expected = { kind: 'value', value: verdict }
const value = (part: object): AcceptAnswer => ({ kind: 'value', value: { ...verdict, ...part } })
const recovery = (part: object): AcceptAnswer => value({ token_check: { ...failed, recovery: { ...failed.recovery, ...part } } })
const { board_check: _, ...nine } = verdict
const refused: Expected = { kind: 'error', code: 'invalid_input', field: 'goal_token' }

const compared: readonly (readonly [what: string, expected: Expected, answer: AcceptAnswer, difference: string | undefined])[] = [
  ['the same', right, value({}), undefined],
  ['members in another order', right, { kind: 'value', value: Object.fromEntries(Object.entries(verdict).toReversed()) }, undefined],
  ['other words in the free texts', right, recovery({ message: 'It ended.', next_step_hint: 'Look at the board.' }), undefined],
  ['an empty free text', right, recovery({ message: ' ' }), 'token_check.recovery.message is another text'],
  ['no free text', right, recovery({ message: 5 }), 'token_check.recovery.message is a number'],
  ['another result', right, value({ accepted: true, result: 'ok' }), 'accepted is true and not false'],
  ['a result of its own', right, value({ result: 'secret' }), 'result is another text and not STALE_HANDOFF'],
  ['no reason', right, value({ reasons: [] }), 'reasons has 0 entries and not 1'],
  ['another reason', right, value({ reasons: ['secret'] }), 'reasons[0] is another text'],
  ['another order of lists', right, value({ capability_check: { ...verdict.capability_check, required_tools: ['b', 'a'] } }), 'capability_check.required_tools[0] is another text'],
  ['a check that was skipped', right, value({ token_check: null }), 'token_check is null and no object'],
  ['a check that was not skipped', right, value({ identity_check: {} }), 'identity_check is an object and not null'],
  ['nine members', right, { kind: 'value', value: nine }, 'board_check is missing'],
  ['eleven members', right, value({ secret: 1 }), 'the answer has 1 more member'],
  ['a member more in a check', right, recovery({ secret: 1 }), 'token_check.recovery has 1 more member'],
  ['an error', right, { kind: 'error', code: 'invalid_input', field: undefined }, 'an error with invalid_input as its code'],
  ['an error with its own code', right, { kind: 'error', code: 'secret', field: 'secret' }, 'an error with another text as its code'],
  ['neither', right, { kind: 'other', what: 'status 500' }, 'status 500'],
  ['the refusal', refused, { kind: 'error', code: 'invalid_input', field: 'goal_token' }, undefined],
  ['a verdict in its place', refused, value({}), 'a verdict with STALE_HANDOFF as its result where an error is expected'],
  ['another code', refused, { kind: 'error', code: 'payload_too_large', field: 'goal_token' }, 'an error with payload_too_large as its code'],
  ['no field', refused, { kind: 'error', code: 'invalid_input', field: undefined }, 'invalid_input without a field'],
  ['another field', refused, { kind: 'error', code: 'invalid_input', field: 'secret' }, 'invalid_input with another field'],
]
for (const [what, expected, answer, found] of compared) {
  t.equal(difference(expected, answer), found, what)
  t.notMatch(difference(expected, answer) ?? '', /secret/, 'nothing that the target wrote')
}

t.equal(expectedInWords(right), 'a verdict with STALE_HANDOFF as its result')
t.equal(expectedInWords(refused), 'invalid_input at goal_token')
t.equal(answerBytes({ kind: 'value', value: { b: 1, a: ['é'] } }, true), '{"a":["\\u00e9"],"b":1}')
t.not(answerBytes({ kind: 'error', code: 'a', field: 'b' }, true), answerBytes({ kind: 'error', code: 'a', field: undefined }, true))
const worded = (message: string, wording: boolean): string => answerBytes(recovery({ message }), wording)
t.not(worded('One.', true), worded('Another.', true))
t.equal(worded('One.', false), worded('Another.', false), 'words that do not count')
t.not(worded('One.', false), worded('', false), 'but have to be there')
