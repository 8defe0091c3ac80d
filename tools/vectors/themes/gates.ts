/** Which parameters make a check run: each of them absent, null and empty, with all others there that the check needs. */
import { board, capability, consistent, foreign, foreignId, foreignPath, inconsistent, manifest, noTag, ok, sha256, stale, tokenOk, unavailable, drift, diverged } from '../expectations.ts'
import { T, accept, group, plain, token, tokened } from '../writing.ts'
import type { Expectation, Input, Vector } from '../format.ts'

const alpha = 'proj-alpha'
const body = '<project_start_config project_id="proj-beta" repo_path="/srv/beta">'
const found = [['project_id', 'proj-beta'], ['repo_path', '/srv/beta']] as const
const idReason = foreignId("'proj-beta'", "'proj-alpha'")
const pathReason = foreignPath("'/srv/beta'", "'/srv/alpha'")
const items = [{ id: 'i1', status: 'pending', tool_requirements: [{ name: 'meridian' }] }]
const tools = sha256('["meridian"]')
const revision = sha256('[["i1","pending",""]]')
const none = sha256('[]')

/** One parameter in all three forms, with the same right answer. */
function forms(id: string, parameter: string, empty: unknown, others: Input, expect: Expectation, wrong: Readonly<Record<'absent' | 'null' | 'empty', string>>): Vector[] {
  return [
    plain(`${id}-absent`, wrong.absent, others, expect),
    plain(`${id}-null`, wrong.null, { ...others, [parameter]: null }, expect),
    plain(`${id}-empty`, wrong.empty, { ...others, [parameter]: empty }, expect),
  ]
}

const bound = token({ body: 'the body' })
const unbound = ok({ token_check: tokenOk, identity_check: noTag })

export const gatesTheme = [
  group('Nothing at all', 'Parameters', [
    plain('gate-no-input', 'Rejects, or fails, where there is nothing to check.', {}, ok()),
    plain('gate-all-null', 'Takes null for a value: it means absent, for every parameter.', {
      project_id: null, project_name: null, session_id: null, goal_token: null, presented_body: null, required_tools: null, available_tools: null,
      live_items: null, expected_required_tools_hash: null, expected_board_revision: null, expected_repo_path: null, delivery_source: null,
    }, ok()),
    plain('gate-all-empty', 'Runs a check on nothing but empty values.', {
      project_id: '', session_id: '', goal_token: '', presented_body: '', required_tools: [], available_tools: [],
      live_items: [], expected_required_tools_hash: '', expected_board_revision: '', expected_repo_path: '', delivery_source: '',
    }, ok()),
    plain('gate-project-only', 'Checks that a project exists.', { project_id: 'proj-nobody-registered' }, ok()),
    plain('gate-session-only', 'Checks that a session exists.', { session_id: 'nobody' }, ok()),
    plain('gate-session-null', 'Takes a session_id of null for a value.', { session_id: null, project_id: alpha }, ok()),
    plain('gate-session-empty', 'Refuses an empty session_id.', { session_id: '', project_id: alpha }, ok()),
    plain('gate-items-only', 'Runs a check of the items where no hash is expected.', { live_items: items }, ok()),
    plain('gate-path-only', 'Runs the identity check without a body.', { expected_repo_path: '/srv/alpha' }, ok()),
  ]),

  group('Token', 'Parameters', [
    ...forms('gate-token', 'goal_token', '', { project_id: alpha, presented_body: '/goal' }, ok({ identity_check: noTag }), {
      absent: 'Wants a token.', null: 'Looks up a token of null.', empty: 'Looks up an empty token instead of taking it for a missing one.',
    }),
    tokened('gate-token-project-absent', 'Skips the token check where no project_id is given, or takes any project.', bound,
      accept({ goal_token: T, presented_body: 'the body' }, stale('wrong_project'))),
    tokened('gate-token-project-null', 'Skips the token check for a project_id of null, or compares with the text null.', bound,
      accept({ project_id: null, goal_token: T, presented_body: 'the body' }, stale('wrong_project'))),
    tokened('gate-token-project-empty', 'Skips the token check for an empty project_id, or takes any project.', bound,
      accept({ project_id: '', goal_token: T, presented_body: 'the body' }, stale('wrong_project'))),
    tokened('gate-token-body-absent', 'Wants a body for a bound token.', bound, accept({ project_id: alpha, goal_token: T }, ok({ token_check: tokenOk }))),
    tokened('gate-token-body-null', 'Hashes null as a body.', bound, accept({ project_id: alpha, goal_token: T, presented_body: null }, ok({ token_check: tokenOk }))),
    tokened('gate-token-body-empty', 'Takes an empty body for a missing one.', bound, accept({ project_id: alpha, goal_token: T, presented_body: '' }, stale('body_mismatch'))),
    tokened('gate-token-alone', 'Runs other checks because a token was given.', token(), accept({ project_id: alpha, goal_token: T, presented_body: 'x' }, unbound)),
  ]),

  group('Identity', 'Parameters', [
    ...forms('gate-identity-body', 'presented_body', '', { project_id: alpha, expected_repo_path: '/srv/alpha' }, ok(), {
      absent: 'Shows an identity_check without a body.', null: 'Reads a body of null.', empty: 'Shows an identity_check for an empty body.',
    }),
    plain('gate-identity-body-blank', 'Trims the body and takes a blank one for an empty one.', { project_id: alpha, presented_body: ' ' }, ok({ identity_check: noTag })),
    ...forms('gate-identity-project', 'project_id', '', { presented_body: body, expected_repo_path: '/srv/alpha' }, foreign(inconsistent(found, pathReason)), {
      absent: 'Compares the project_id of the tag with nothing, or skips the path as well.', null: 'Compares the project_id of the tag with null.', empty: 'Compares the project_id of the tag with the empty string.',
    }),
    ...forms('gate-identity-path', 'expected_repo_path', '', { project_id: alpha, presented_body: body }, foreign(inconsistent(found, idReason)), {
      absent: 'Compares the repo_path of the tag with a path of its own.', null: 'Compares the repo_path of the tag with null.', empty: 'Compares the repo_path of the tag with the empty string.',
    }),
    plain('gate-identity-no-expectation', 'Skips the identity check where there is nothing to compare with: the tag is read and shown.', { presented_body: body }, ok({ identity_check: consistent(...found) })),
  ]),

  group('Capability', 'Parameters', [
    ...forms('gate-required-tools', 'required_tools', [], { available_tools: ['read'] }, ok(), {
      absent: 'Shows a capability_check without required tools.', null: 'Takes required_tools of null for an empty list that is checked.', empty: 'Shows a capability_check for an empty list of required tools.',
    }),
    plain('gate-available-tools-absent', 'Takes available tools that are absent for none: the check is skipped.', { required_tools: ['read'] }, ok()),
    plain('gate-available-tools-null', 'Takes available tools of null for none: the check is skipped.', { required_tools: ['read'], available_tools: null }, ok()),
    plain('gate-available-tools-empty', 'Takes an empty list of available tools for an absent one: it is supplied, and everything is missing.', { required_tools: ['read'], available_tools: [] },
      unavailable(capability(['read'], [], ['read']))),
    plain('gate-required-tools-both-empty', 'Shows a capability_check of two empty lists.', { required_tools: [], available_tools: [] }, ok()),
    plain('gate-capability-not-from-items', 'Takes the required tools from the items.', { available_tools: ['read'], live_items: items }, ok()),
  ]),

  group('Tool manifest', 'Parameters', [
    ...forms('gate-manifest-hash', 'expected_required_tools_hash', '', { live_items: items }, ok(), {
      absent: 'Shows a tool_manifest_check without an expected hash.', null: 'Compares the hash with null.', empty: 'Compares the hash with the empty string.',
    }),
    plain('gate-manifest-items-absent', 'Takes items that are absent for none: the check is skipped.', { expected_required_tools_hash: tools }, ok()),
    plain('gate-manifest-items-null', 'Takes items of null for none: the check is skipped.', { live_items: null, expected_required_tools_hash: tools }, ok()),
    plain('gate-manifest-items-empty', 'Skips the check for an empty list of items: it is supplied, and its hash is that of [].', { live_items: [], expected_required_tools_hash: tools },
      drift(manifest(tools, '[]'))),
    plain('gate-manifest-items-empty-matches', 'Skips the check for an empty list of items, where it would hold.', { live_items: [], expected_required_tools_hash: none },
      ok({ tool_manifest_check: manifest(none, '[]') })),
    plain('gate-manifest-without-board', 'Wants both expected hashes.', { live_items: items, expected_required_tools_hash: tools },
      ok({ tool_manifest_check: manifest(tools, '["meridian"]') })),
  ]),

  group('Board', 'Parameters', [
    ...forms('gate-board-hash', 'expected_board_revision', '', { live_items: items }, ok(), {
      absent: 'Shows a board_check without an expected revision.', null: 'Compares the revision with null.', empty: 'Compares the revision with the empty string.',
    }),
    plain('gate-board-items-absent', 'Takes items that are absent for an empty board: the check is skipped.', { expected_board_revision: revision }, ok()),
    plain('gate-board-items-null', 'Takes items of null for an empty board: the check is skipped.', { live_items: null, expected_board_revision: revision }, ok()),
    plain('gate-board-items-empty', 'Skips the check for an empty board: it is supplied, and its revision is that of [].', { live_items: [], expected_board_revision: revision },
      diverged(board(revision, '[]'))),
    plain('gate-board-items-empty-matches', 'Skips the check for an empty board, where it would hold.', { live_items: [], expected_board_revision: none },
      ok({ board_check: board(none, '[]') })),
    plain('gate-board-without-manifest', 'Wants both expected hashes.', { live_items: items, expected_board_revision: revision },
      ok({ board_check: board(revision, '[["i1","pending",""]]') })),
  ]),

  group('A check that is skipped lets the next ones run', 'Parameters', [
    plain('gate-skip-to-capability', 'Stops at the first check that is skipped.', { required_tools: ['read'], available_tools: ['read'] }, ok({ capability_check: capability(['read'], ['read']) })),
    plain('gate-skip-to-board', 'Runs the board check only where all checks before it ran.', { live_items: items, expected_board_revision: none }, diverged(board(none, '[["i1","pending",""]]'))),
    plain('gate-skip-between', 'Runs the board check only where the capability check ran.', { project_id: alpha, presented_body: '/goal', live_items: items, expected_board_revision: revision },
      ok({ identity_check: noTag, board_check: board(revision, '[["i1","pending",""]]') })),
  ]),
]
