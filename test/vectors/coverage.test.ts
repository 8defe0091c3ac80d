import t from 'tap'
import { acceptResults, tokenReasons } from '../../server/acceptance/index.ts'
import { isRefusal, isVerdict } from '../../tools/vectors/format.ts'
import { gateGaps } from '../../tools/vectors/lint/gates.ts'
import { lint } from '../../tools/vectors/lint/lint.ts'
import { precedenceGaps } from '../../tools/vectors/lint/precedence.ts'
import { wordGaps } from '../../tools/vectors/lint/words.ts'
import type { Call, Checks } from '../../tools/vectors/format.ts'
import { changed, committedVectors } from './files.ts'

/** What is taken away from the files, and the gap that has to be reported then. */
interface Case {
  readonly takes: (call: Call) => boolean
  readonly gap: string
}

const verdictOf = ({ expect }: Call) => (isVerdict(expect) ? expect : undefined)
const isGiven = ({ input }: Call, parameter: string) => input[parameter] !== undefined && input[parameter] !== null

const words: readonly Case[] = [
  ...acceptResults.map((result) => ({ takes: (call: Call) => verdictOf(call)?.result === result, gap: `no vector expects the result ${result}` })),
  ...(['invalid_input', 'payload_too_large'] as const).map((code) => ({ takes: ({ expect }: Call) => isRefusal(expect) && expect.error.code === code, gap: `no vector expects the error ${code}` })),
  ...tokenReasons.flatMap((reason) => [
    { takes: (call: Call) => verdictOf(call)?.token_check?.reason === reason, gap: `no vector expects the token reason ${reason} by accept` },
    { takes: ({ expect }: Call) => 'valid' in expect && expect.reason === reason, gap: `no vector expects the token reason ${reason} by verify` },
  ]),
]

const parameters: Readonly<Record<keyof Checks, readonly string[]>> = {
  token_check: ['goal_token', 'project_id', 'presented_body'],
  identity_check: ['presented_body', 'project_id', 'expected_repo_path'],
  capability_check: ['required_tools', 'available_tools'],
  tool_manifest_check: ['expected_required_tools_hash', 'live_items'],
  board_check: ['expected_board_revision', 'live_items'],
}

const forms: Readonly<Record<string, (call: Call, parameter: string) => boolean>> = {
  absent: ({ input }, parameter) => !Object.hasOwn(input, parameter),
  null: ({ input }, parameter) => input[parameter] === null,
  empty: ({ input }, parameter) => input[parameter] === '' || (Array.isArray(input[parameter]) && input[parameter].length === 0),
}

const gates: readonly Case[] = Object.entries(parameters).flatMap(([check, names]) => names.flatMap((name) => Object.entries(forms).map(([form, has]) => ({
  takes: (call: Call) => has(call, name),
  gap: `no vector has ${name} ${form} beside all else that ${check} needs`,
}))))

const others: readonly Case[] = [['project_name', 'null'], ['session_id', 'null'], ['session_id', 'empty'], ['delivery_source', 'absent'], ['delivery_source', 'null'], ['delivery_source', 'empty']].map(([name = '', form = '']) => ({
  takes: (call: Call) => forms[form]?.(call, name) === true,
  gap: `no vector has ${name} ${form} and a verdict`,
}))

const steps = [
  { name: 'identity by project', check: 'identity_check', result: 'FOREIGN_PROJECT_CONFIG', sign: 'presented_body' },
  { name: 'identity by path', check: 'identity_check', result: 'FOREIGN_PROJECT_CONFIG', sign: 'expected_repo_path' },
  { name: 'capability', check: 'capability_check', result: 'CAPABILITY_UNAVAILABLE', sign: 'available_tools' },
  { name: 'tool manifest', check: 'tool_manifest_check', result: 'TOOL_MANIFEST_DRIFT', sign: 'expected_required_tools_hash' },
  { name: 'board', check: 'board_check', result: 'BOARD_DIVERGENCE', sign: 'expected_board_revision' },
] as const

const pairs: readonly Case[] = steps.flatMap((second, index) => [
  ...(['not_found', 'already_consumed', 'expired', 'wrong_project', 'body_mismatch'] as const).map((reason) => ({
    takes: (call: Call) => verdictOf(call)?.token_check?.reason === reason && isGiven(call, second.sign),
    gap: `no vector has a token that fails with ${reason} where ${second.name} fails too`,
  })),
  {
    takes: (call: Call) => verdictOf(call)?.token_check?.valid === true && verdictOf(call)?.result === second.result,
    gap: `no vector has a token that holds where ${second.name} fails`,
  },
  ...steps.slice(0, index).filter(({ check }) => check !== second.check).flatMap((first) => [
    { takes: (call: Call) => verdictOf(call)?.result === first.result && isGiven(call, second.sign), gap: `no vector has both ${first.name} and ${second.name} failing` },
    { takes: (call: Call) => (verdictOf(call)?.[first.check] ?? null) !== null && verdictOf(call)?.result === second.result, gap: `no vector has ${first.name} holding where ${second.name} fails` },
  ]),
])

const all = committedVectors()
const without = (takes: Case['takes']) => all.filter(({ calls }) => !calls.some(takes))

t.test('what no vector expects any more is found', async (t) => {
  for (const { takes, gap } of words) t.ok(wordGaps(without(takes)).includes(gap), gap)
})

t.test('a gate that no vector tries any more is found', async (t) => {
  for (const { takes, gap } of [...gates, ...others]) t.ok(gateGaps(without(takes)).some((each) => each.startsWith(gap)), gap)
})

t.test('a pair of steps that no vector tries any more is found', async (t) => {
  for (const { takes, gap } of pairs) t.ok((await precedenceGaps(without(takes))).includes(gap), gap)
})

t.test('the lint looks for all of it, and what is implementation-defined covers nothing', async (t) => {
  const problems = await lint(changed((files) => {
    for (const vector of [...files.values()].flatMap(({ groups }) => groups).flatMap(({ vectors }) => vectors)) {
      vector.flags = vector.flags.map((flag) => (flag === 'contract' ? 'implementation-defined' : flag))
    }
  }))
  const gaps = [...words, ...gates, ...others, ...pairs].map(({ gap }) => gap)
  t.same(gaps.filter((gap) => !problems.some((problem) => problem.startsWith(gap))), [])
})
