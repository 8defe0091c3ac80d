/**
 * Halves of surrogate pairs, which no UTF-8 can carry. They are in a file of their own, since parsers of some languages
 * refuse such a file as a whole or put U+FFFD in their place.
 */
import { noTag, ok, refused, tokenOk } from '../expectations.ts'
import { T, accept, group, implementationDefined, plain, token, tokened } from '../writing.ts'

const high = '\ud83d'
const low = '\ude00'

const texts = ['project_id', 'project_name', 'session_id', 'goal_token', 'expected_required_tools_hash', 'expected_board_revision', 'expected_repo_path', 'delivery_source'] as const

export const errorLoneSurrogatesTheme = [
  group('The body', 'Goal tokens', [
    plain('surrogate-body-high', 'Hashes or judges a body with the first half of a pair.', { presented_body: `a${high}b` }, refused('presented_body')),
    plain('surrogate-body-low', 'Hashes or judges a body with the second half of a pair.', { presented_body: `a${low}b` }, refused('presented_body')),
    plain('surrogate-body-end', 'Misses half of a pair at the end of the body.', { presented_body: `a${high}` }, refused('presented_body')),
    plain('surrogate-body-start', 'Misses half of a pair at the start of the body.', { presented_body: `${low}a` }, refused('presented_body')),
    plain('surrogate-body-reversed', 'Takes two halves in the wrong order for a pair.', { presented_body: `${low}${high}` }, refused('presented_body')),
    plain('surrogate-body-after-pair', 'Takes the half after a pair for a part of it.', { presented_body: `${high}${low}${low}` }, refused('presented_body')),
    plain('surrogate-body-two-high', 'Takes two first halves for a pair.', { presented_body: `${high}${high}${low}` }, refused('presented_body')),
    plain('surrogate-body-in-tag', 'Reads a tag out of a body that cannot be encoded.', { project_id: 'proj-alpha', presented_body: `<project_start_config project_id="${high}">` }, refused('presented_body')),
    plain('surrogate-body-in-banner', 'Strips the banner first, and with it the half of a pair: the body is refused as it was given.', { presented_body: `/goal\n<goal_token>a</goal_token>\n<!-- SECURITY: ${high} -->\nhello` }, refused('presented_body')),
    plain('surrogate-pair-is-fine', 'Refuses whole pairs.', { presented_body: `a${high}${low}b` }, ok({ identity_check: noTag })),
    tokened('surrogate-body-consumes-nothing', 'Puts U+FFFD in place of the half, so that the body fits the token and consumes it.', token({ body: 'a\ufffdb' }),
      accept({ project_id: 'proj-alpha', goal_token: T, presented_body: `a${high}b` }, refused('presented_body')),
      accept({ project_id: 'proj-alpha', goal_token: T, presented_body: 'a\ufffdb' }, ok({ token_check: tokenOk, identity_check: noTag }))),
  ]),
  group('Other texts', 'Parameters', [
    ...texts.map((parameter) => plain(`surrogate-${parameter.replaceAll('_', '-')}`, `Takes ${parameter} with half of a surrogate pair.`, { [parameter]: `a${high}` }, refused(parameter))),
    plain('surrogate-required-tool', 'Takes a required tool with half of a surrogate pair.', { required_tools: ['a', high], available_tools: [] }, refused('required_tools[1]')),
    plain('surrogate-available-tool', 'Takes an available tool with half of a surrogate pair.', { available_tools: [low] }, refused('available_tools[0]')),
    plain('surrogate-both-lists', 'Finds a tool that has the same half on both sides.', { required_tools: [high], available_tools: [high] }, refused('required_tools[0]')),
    plain('surrogate-item-id', 'Hashes an id with half of a surrogate pair, for which the JSON text has an escape.', { live_items: [{ id: high }], expected_board_revision: 'x' }, refused('live_items[0].id')),
    plain('surrogate-item-status', 'Hashes a status with half of a surrogate pair.', { live_items: [{}, { status: low }] }, refused('live_items[1].status')),
    plain('surrogate-item-dependency', 'Hashes a dependency with half of a surrogate pair.', { live_items: [{ depends_on: high }] }, refused('live_items[0].depends_on')),
    implementationDefined(plain('surrogate-item-other-member', 'Whether a member that no hash is made of may have half of a surrogate pair; the contract does not say.', { live_items: [{ id: 'i1', title: high }] }, refused('live_items[0].title'))),
    plain('surrogate-tool-name', 'Hashes a name with half of a surrogate pair.', { live_items: [{ tool_requirements: [{ name: high }] }] }, refused('live_items[0].tool_requirements[0].name')),
    implementationDefined(plain('surrogate-tool-name-in-text', 'Takes the escape of half a pair inside of JSON text for a name; the contract does not say what becomes of it.', { live_items: [{ tool_requirements: '[{"name":"\\ud83d"}]' }] }, refused('live_items[0].tool_requirements[0].name'))),
  ]),
]
