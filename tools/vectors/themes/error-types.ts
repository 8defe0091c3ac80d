/** Wrong types, wherever they stand: each is `invalid_input` that names the field, before any check. */
import { ok, refused, tokenOk } from '../expectations.ts'
import { T, accept, group, plain, token, tokened } from '../writing.ts'
import type { Vector } from '../format.ts'

const texts = ['project_id', 'project_name', 'session_id', 'goal_token', 'presented_body', 'expected_required_tools_hash', 'expected_board_revision', 'expected_repo_path', 'delivery_source'] as const

/** A value that is no string, and what is done with it instead of refusing it. */
const noTexts: readonly (readonly [name: string, value: unknown, wrong: string])[] = [
  ['number', 7, 'Turns a number into text'],
  ['boolean', true, 'Turns true into text'],
  ['list', ['x'], 'Takes the one text of a list'],
  ['object', {}, 'Takes an object for a text, or for nothing'],
]

const slug = (parameter: string) => parameter.replaceAll('_', '-')

const wrongTexts = texts.flatMap((parameter) => noTexts.map(([name, value, wrong]) =>
  plain(`type-${slug(parameter)}-${name}`, `${wrong} where ${parameter} has to be a string.`, { [parameter]: value }, refused(parameter))))

/** Values that a check for truth takes for a missing parameter. */
const falsy: readonly Vector[] = [
  plain('type-goal-token-zero', 'Takes 0 for a missing goal_token because it is falsy.', { goal_token: 0 }, refused('goal_token')),
  plain('type-goal-token-false', 'Takes false for a missing goal_token because it is falsy.', { goal_token: false }, refused('goal_token')),
  plain('type-goal-token-empty-list', 'Takes an empty list for a missing goal_token, as Python does.', { goal_token: [] }, refused('goal_token')),
  plain('type-body-zero', 'Takes 0 for a missing body because it is falsy.', { presented_body: 0 }, refused('presented_body')),
  plain('type-body-false', 'Takes false for a missing body because it is falsy.', { presented_body: false }, refused('presented_body')),
  plain('type-project-id-zero', 'Takes 0 for a missing project_id because it is falsy.', { project_id: 0 }, refused('project_id')),
  plain('type-source-false', 'Takes false for a missing delivery_source because it is falsy.', { delivery_source: false }, refused('delivery_source')),
  plain('type-hash-false', 'Takes false for a missing hash because it is falsy.', { expected_board_revision: false }, refused('expected_board_revision')),
  plain('type-items-false', 'Takes false for missing items because it is falsy.', { live_items: false }, refused('live_items')),
  plain('type-items-empty-text', 'Takes an empty text for missing items because it is falsy.', { live_items: '' }, refused('live_items')),
  plain('type-tools-empty-text', 'Takes an empty text for missing tools because it is falsy.', { required_tools: '' }, refused('required_tools')),
  plain('type-tools-zero', 'Takes 0 for missing tools because it is falsy.', { available_tools: 0 }, refused('available_tools')),
]

const noLists: readonly (readonly [name: string, value: unknown, wrong: string])[] = [
  ['text', 'read', 'Takes a text for a list of one, or goes through its characters'],
  ['json-text', '["read"]', 'Parses JSON text into a list'],
  ['number', 7, 'Takes a number for a list of one'],
  ['boolean', true, 'Takes true for a list'],
  ['object', { 0: 'read' }, 'Goes through the members of an object'],
]

const wrongLists = (['required_tools', 'available_tools', 'live_items'] as const).flatMap((parameter) => noLists.map(([name, value, wrong]) =>
  plain(`type-${slug(parameter)}-${name}`, `${wrong} where ${parameter} has to be a list.`, { [parameter]: value }, refused(parameter))))

const entries: readonly (readonly [name: string, value: unknown, wrong: string])[] = [
  ['null', null, 'Drops null from a list'],
  ['number', 7, 'Turns a number in a list into text'],
  ['boolean', false, 'Drops false from a list'],
  ['list', ['read'], 'Flattens a list in a list'],
  ['object', { name: 'read' }, 'Takes the name of an object in a list'],
]

const wrongEntries = (['required_tools', 'available_tools'] as const).flatMap((parameter) => entries.map(([name, value, wrong]) =>
  plain(`type-${slug(parameter)}-entry-${name}`, `${wrong} of ${parameter}, or does not say which entry is wrong.`, { [parameter]: ['read', value] }, refused(`${parameter}[1]`))))

const wrongItems: readonly Vector[] = ([
  ['null', null], ['text', 'i1'], ['json-text', '{"id":"i1"}'], ['number', 7], ['boolean', true], ['list', ['i1', 'pending', '']],
] as const).map(([name, value]) =>
  plain(`type-item-${name}`, 'Skips an item that is no object, or does not say which one is wrong.', { live_items: [{ id: 'i0' }, {}, value] }, refused('live_items[2]')))

const memberValues: readonly (readonly [name: string, value: unknown, wrong: string])[] = [
  ['number', 7, 'Turns a number into text'],
  ['zero', 0, 'Takes 0 for a missing value because it is falsy'],
  ['false', false, 'Takes false for a missing value because it is falsy'],
  ['true', true, 'Turns true into text'],
  ['list', ['i1'], 'Joins a list, or takes its first entry'],
  ['empty-list', [], 'Takes an empty list for a missing value'],
  ['object', {}, 'Takes an object for a missing value'],
]

const wrongMembers = (['id', 'status', 'depends_on'] as const).flatMap((member) => memberValues.map(([name, value, wrong]) =>
  plain(`type-item-${slug(member)}-${name}`, `${wrong} where the ${member} of an item has to be a string.`, { live_items: [{ id: 'i0' }, { [member]: value }] }, refused(`live_items[1].${member}`))))

const nameValues: readonly (readonly [name: string, value: unknown, wrong: string])[] = [
  ['number', 7, 'Turns a number into a name'],
  ['zero', 0, 'Takes 0 for an empty name'],
  ['false', false, 'Takes false for an empty name'],
  ['list', ['a'], 'Takes a list of names for one'],
  ['object', {}, 'Takes an object for an empty name'],
]

const wrongNames = nameValues.flatMap(([name, value, wrong]) => [
  plain(`type-tool-name-${name}`, `${wrong} of a tool.`, { live_items: [{ tool_requirements: [{ name: 'a' }, { name: value }] }] }, refused('live_items[0].tool_requirements[1].name')),
  plain(`type-tool-name-in-text-${name}`, `${wrong} of a tool inside of JSON text.`, { live_items: [{}, { tool_requirements: JSON.stringify([{ name: value }]) }] }, refused('live_items[1].tool_requirements[0].name')),
])

const unknownKeys: readonly (readonly [id: string, comment: string, key: string, value: unknown])[] = [
  ['key-unknown', 'Ignores what it does not know.', 'color', 'red'],
  ['key-misspelt', 'Ignores a misspelt parameter, and with it a whole check.', 'goal_tokn', 'x'],
  ['key-camel-case', 'Takes camel case for underscores.', 'goalToken', 'x'],
  ['key-case', 'Reads parameters without regard to case.', 'Goal_Token', 'x'],
  ['key-of-other-tool', 'Takes the name that verify_handoff_token has for its token.', 'token', 'x'],
  ['key-of-verdict', 'Takes a part of the verdict from the input.', 'accepted', true],
  ['key-unknown-null', 'Ignores an unknown parameter because it is null.', 'color', null],
  ['key-unknown-empty', 'Ignores an unknown parameter because it is empty.', 'body_hash', ''],
  ['key-white-space', 'Trims the names of parameters.', 'project_id ', 'proj-alpha'],
]

/** The bad input comes first, and the token must still be good after it. */
function consumesNothing(id: string, wrong: string, bad: Readonly<Record<string, unknown>>, field: string): Vector {
  return tokened(id, wrong, token(),
    accept({ project_id: 'proj-alpha', goal_token: T, ...bad }, refused(field)),
    accept({ project_id: 'proj-alpha', goal_token: T }, ok({ token_check: tokenOk })))
}

export const errorTypesTheme = [
  group('A string is wanted', 'Parameters', [...wrongTexts, ...falsy]),
  group('A list is wanted', 'Parameters', [...wrongLists, ...wrongEntries]),
  group('Items', 'Parameters and hashes', [
    ...wrongItems, ...wrongMembers, ...wrongNames,
    plain('type-item-first-wrong', 'Names another entry than the first wrong one.', { live_items: [{}, {}, {}, { status: 5 }] }, refused('live_items[3].status')),
    plain('type-item-without-hashes', 'Looks into the items only where a hash is expected.', { live_items: [{ id: 7 }], required_tools: ['a'], available_tools: [] }, refused('live_items[0].id')),
  ]),
  group('Unknown parameters', 'Parameters', unknownKeys.map(([id, wrong, key, value]) => plain(id, wrong, { project_id: 'proj-alpha', [key]: value }, refused(key)))),
  group('Before any check', 'Parameters', [
    plain('type-before-token', 'Verifies the token before it has read everything.', { goal_token: '0123456789abcdef', delivery_source: 7 }, refused('delivery_source')),
    plain('type-before-identity', 'Judges the tag before it has read everything.', { project_id: 'proj-alpha', presented_body: '<project_start_config project_id="proj-beta">', live_items: [7] }, refused('live_items[0]')),
    plain('type-before-capability', 'Judges the tools before it has read everything.', { required_tools: ['a'], available_tools: [], expected_board_revision: 7 }, refused('expected_board_revision')),
    plain('type-of-unused', 'Does not look at a parameter that no check uses.', { expected_repo_path: 7 }, refused('expected_repo_path')),
    consumesNothing('type-source-consumes-nothing', 'Verifies the token before it looks at the last parameter.', { delivery_source: 7 }, 'delivery_source'),
    consumesNothing('type-tools-consume-nothing', 'Verifies the token before it looks at the entries of the lists.', { required_tools: ['a', 7], available_tools: [] }, 'required_tools[1]'),
    consumesNothing('type-item-consumes-nothing', 'Verifies the token before it looks at the items.', { live_items: [{ id: 'i1', status: 7 }] }, 'live_items[0].status'),
    consumesNothing('type-name-in-text-consumes-nothing', 'Verifies the token before it reads JSON text.', { live_items: [{ tool_requirements: '[{"name":7}]' }] }, 'live_items[0].tool_requirements[0].name'),
    consumesNothing('key-unknown-consumes-nothing', 'Verifies the token before it looks for unknown parameters.', { color: 'red' }, 'color'),
    consumesNothing('type-body-consumes-nothing', 'Verifies the token without a body that has the wrong type.', { presented_body: 7 }, 'presented_body'),
    consumesNothing('type-session-consumes-nothing', 'Looks at session_id only when it writes the audit.', { session_id: 7 }, 'session_id'),
  ]),
]
