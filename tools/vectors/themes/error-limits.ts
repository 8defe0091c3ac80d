/** The limits, at the last size that is allowed and the first that is not. Sizes of texts are in bytes of UTF-8. */
import { board, capability, diverged, noTag, ok, sha256, stale, tokenOk, tooLarge, unavailable } from '../expectations.ts'
import { T, accept, group, implementationDefined, plain, token, tokened } from '../writing.ts'
import type { Vector } from '../format.ts'

const mebibyte = 1_048_576
const kibibytes = 4096
const many = 10_000

const repeat = (text: string, count: number) => ({ $repeat: [text, count] })
const list = (value: unknown, count: number) => ({ $list: [value, count] })

const texts = ['project_id', 'project_name', 'session_id', 'goal_token', 'expected_required_tools_hash', 'expected_board_revision', 'expected_repo_path', 'delivery_source'] as const

const tooLong = texts.map((parameter) =>
  plain(`limit-${parameter.replaceAll('_', '-')}`, `Has no limit for ${parameter}, or cuts it.`, { [parameter]: repeat('a', kibibytes + 1) }, tooLarge(parameter)))

const emptyBoard = `[${Array.from({ length: many }, () => '["","",""]').join(',')}]`
const emptyBoardHash = sha256(emptyBoard)

/** The large input comes first, and the token must still be good after it. */
function consumesNothing(id: string, wrong: string, large: Readonly<Record<string, unknown>>, field: string): Vector {
  return tokened(id, wrong, token(),
    accept({ project_id: 'proj-alpha', goal_token: T, ...large }, tooLarge(field)),
    accept({ project_id: 'proj-alpha', goal_token: T }, ok({ token_check: tokenOk })))
}

export const errorLimitsTheme = [
  group('The body', 'Parameters, limits', [
    plain('limit-body-exact', 'Refuses a body of exactly 1 MiB.', { presented_body: repeat('a', mebibyte) }, ok({ identity_check: noTag })),
    plain('limit-body-over', 'Accepts a body of one byte more than 1 MiB.', { presented_body: repeat('a', mebibyte + 1) }, tooLarge('presented_body')),
    plain('limit-body-bytes-exact', 'Counts something else than bytes of UTF-8, so that an allowed body is refused.', { presented_body: repeat('\u00e9', mebibyte / 2) }, ok({ identity_check: noTag })),
    plain('limit-body-bytes-over', 'Counts characters or UTF-16 units instead of bytes.', { presented_body: repeat('\u00e9', mebibyte / 2 + 1) }, tooLarge('presented_body')),
    plain('limit-body-astral-exact', 'Counts a character outside the basic plane as six bytes, surrogate by surrogate.', { presented_body: repeat('\u{1f600}', mebibyte / 4) }, ok({ identity_check: noTag })),
    plain('limit-body-astral-over', 'Counts UTF-16 units instead of bytes.', { presented_body: repeat('\u{1f600}', mebibyte / 4 + 1) }, tooLarge('presented_body')),
    plain('limit-body-escapes', 'Counts the bytes of the JSON text: a control character takes six there.', { presented_body: repeat('\u0001', mebibyte / 4) }, ok({ identity_check: noTag })),
    plain('limit-body-not-4-kib', 'Holds the body to the limit of the other texts.', { presented_body: repeat('a', kibibytes + 1) }, ok({ identity_check: noTag })),
    consumesNothing('limit-body-consumes-nothing', 'Verifies the token before it looks at the size of the body.', { presented_body: repeat('a', mebibyte + 1) }, 'presented_body'),
  ]),

  group('Other texts', 'Parameters, limits', [
    ...tooLong,
    plain('limit-text-exact', 'Refuses a text of exactly 4 KiB.', { session_id: repeat('a', kibibytes), project_id: repeat('a', kibibytes), expected_repo_path: repeat('a', kibibytes) }, ok()),
    plain('limit-token-exact', 'Refuses a token of exactly 4 KiB before it looks it up.', { goal_token: repeat('a', kibibytes) }, stale('not_found')),
    plain('limit-text-bytes-exact', 'Counts something else than bytes of UTF-8, so that an allowed text is refused.', { session_id: repeat('\u00e9', kibibytes / 2) }, ok()),
    plain('limit-text-bytes-over', 'Counts characters or UTF-16 units instead of bytes.', { session_id: repeat('\u00e9', kibibytes / 2 + 1) }, tooLarge('session_id')),
    plain('limit-text-astral-over', 'Counts code points or UTF-16 units instead of bytes.', { session_id: repeat('\u{1f600}', kibibytes / 4 + 1) }, tooLarge('session_id')),
    plain('limit-required-tool', 'Has no limit for the names of required tools, or does not say which one is too long.', { required_tools: ['a', repeat('a', kibibytes + 1)] }, tooLarge('required_tools[1]')),
    plain('limit-available-tool', 'Has no limit for the names of available tools.', { available_tools: [repeat('a', kibibytes + 1)] }, tooLarge('available_tools[0]')),
    plain('limit-item-id', 'Has no limit for the ids of items.', { live_items: [{}, { id: repeat('a', kibibytes + 1) }] }, tooLarge('live_items[1].id')),
    plain('limit-item-status', 'Has no limit for the statuses of items.', { live_items: [{ status: repeat('a', kibibytes + 1) }] }, tooLarge('live_items[0].status')),
    plain('limit-item-dependency', 'Has no limit for the dependencies of items.', { live_items: [{ depends_on: repeat('a', kibibytes + 1) }] }, tooLarge('live_items[0].depends_on')),
    plain('limit-item-other-member', 'Has no limit for members of an item that no hash is made of.', { live_items: [{ id: 'i1', title: repeat('a', kibibytes + 1) }] }, tooLarge('live_items[0].title')),
    plain('limit-item-exact', 'Refuses values of exactly 4 KiB in an item.', { live_items: [{ id: repeat('a', kibibytes), status: repeat('a', kibibytes), depends_on: repeat('a', kibibytes) }] }, ok()),
    plain('limit-tool-name', 'Has no limit for the names in tool_requirements.', { live_items: [{ tool_requirements: [{ name: 'a' }, { name: repeat('a', kibibytes + 1) }] }] }, tooLarge('live_items[0].tool_requirements[1].name')),
    plain('limit-requirements-text', 'Has no limit for the JSON text of tool_requirements: it is a text like any other.', { live_items: [{ tool_requirements: repeat(' ', kibibytes + 1) }] }, tooLarge('live_items[0].tool_requirements')),
    plain('limit-requirements-text-exact', 'Refuses JSON text of exactly 4 KiB.', { live_items: [{ tool_requirements: repeat(' ', kibibytes) }] }, ok()),
    consumesNothing('limit-text-consumes-nothing', 'Verifies the token before it looks at the sizes of the other parameters.', { delivery_source: repeat('a', kibibytes + 1) }, 'delivery_source'),
    consumesNothing('limit-item-consumes-nothing', 'Verifies the token before it looks into the items.', { live_items: [{ id: repeat('a', kibibytes + 1) }] }, 'live_items[0].id'),
  ]),

  group('Lists', 'Parameters, limits', [
    plain('limit-items-exact', 'Refuses exactly 10 000 items, or hashes duplicates once.', { live_items: list({}, many), expected_board_revision: emptyBoardHash }, ok({ board_check: board(emptyBoardHash, emptyBoard) })),
    plain('limit-items-exact-diverged', 'Skips the check of a long board.', { live_items: list({}, many), expected_board_revision: sha256('[]') }, diverged(board(sha256('[]'), emptyBoard))),
    plain('limit-items-over', 'Accepts 10 001 items, or looks at the first 10 000.', { live_items: list({}, many + 1) }, tooLarge('live_items')),
    plain('limit-required-tools-exact', 'Refuses exactly 10 000 required tools.', { required_tools: list('read', many), available_tools: ['read'] }, ok({ capability_check: capability(['read'], ['read']) })),
    plain('limit-required-tools-over', 'Accepts 10 001 required tools, or counts them without their duplicates.', { required_tools: list('read', many + 1) }, tooLarge('required_tools')),
    plain('limit-available-tools-exact', 'Refuses exactly 10 000 available tools.', { required_tools: ['write'], available_tools: list('read', many) }, unavailable(capability(['write'], ['read'], ['write']))),
    plain('limit-available-tools-over', 'Accepts 10 001 available tools, or counts them without their duplicates.', { available_tools: list('read', many + 1) }, tooLarge('available_tools')),
    implementationDefined(plain('limit-requirements-entries', 'Whether the limit of 10 000 tools holds for the entries of tool_requirements too; the contract does not say.', { live_items: [{ tool_requirements: list({ name: 'read' }, many + 1) }] }, ok())),
    consumesNothing('limit-list-consumes-nothing', 'Verifies the token before it counts the items.', { live_items: list({}, many + 1) }, 'live_items'),
  ]),

  group('Before any check', 'Parameters, limits', [
    plain('limit-over-unknown-token', 'Looks the token up before it looks at the sizes.', { goal_token: '0123456789abcdef', session_id: repeat('a', kibibytes + 1) }, tooLarge('session_id')),
    plain('limit-over-missing-tool', 'Judges the tools before it looks at the sizes.', { required_tools: ['a'], available_tools: [], expected_repo_path: repeat('a', kibibytes + 1) }, tooLarge('expected_repo_path')),
  ]),
]
