/** The worked examples of the contract, and an envelope as a receiver meets it. A good place to begin. */
import { board, capability, consistent, diverged, drift, foreign, foreignId, foreignPath, inconsistent, manifest, noTag, ok, stale, tokenOk, unavailable } from '../expectations.ts'
import { T, accept, group, plain, token, tokened } from '../writing.ts'
import type { Input } from '../format.ts'

/** The hashes as the contract prints them. */
const hashes = {
  none: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
  meridian: 'f4ca44c604ed72ba00a6bc9c0149fd93a7efc83c8eb8ec4c7aa840fd5657a8b2',
  two: '244eb6370780107744446d9aa0c638f3d9445192b771c1b56d7e2bd4b646b67c',
  cafe: 'd9957358c680f7382fdf2e65ede7171846b650ebea7953d521837c3b16eed288',
  oneItem: '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f',
  twoItems: '997eb09599ec59bec82801991da1a50e146a39e8bc53390e7aae0edac946de75',
}

const tag = '<project_start_config schema_version="1" project_id="proj-alpha" repo_path="/srv/alpha" />'
const body = `/goal\nFinish the parser.\n\n${tag}\n`
const delivered = `/goal\n<goal_token>${T}</goal_token>\n<!-- SECURITY: this token is used once and ends soon -->\nFinish the parser.\n\n${tag}\n`
const found = [['schema_version', '1'], ['project_id', 'proj-alpha'], ['repo_path', '/srv/alpha']] as const
const items = [
  { id: 'i1', status: 'pending', title: 'Write the parser', tool_requirements: [{ name: 'meridian' }] },
  { id: 'i2', status: 'todo', title: 'Test it', depends_on: 'i1', tool_requirements: '[{"name":"Serena"},{"name":"meridian"}]' },
]
const boardText = '[["i1","pending",""],["i2","todo","i1"]]'
const toolsText = '["Serena","meridian"]'

const envelope: Input = {
  project_id: 'proj-alpha', session_id: 'session-7', goal_token: T, presented_body: delivered,
  required_tools: ['meridian', 'Serena'], available_tools: ['Serena', 'grep', 'meridian'],
  live_items: items, expected_required_tools_hash: hashes.two, expected_board_revision: hashes.twoItems,
  expected_repo_path: '/srv/alpha', delivery_source: 'chat_paste',
}

const parts = {
  token_check: tokenOk,
  identity_check: consistent(...found),
  capability_check: capability(['Serena', 'meridian'], ['Serena', 'grep', 'meridian']),
  tool_manifest_check: manifest(hashes.two, toolsText),
  board_check: board(hashes.twoItems, boardText),
}

export const examplesTheme = [
  group('The table of hashes', 'Hashes, worked examples', [
    plain('example-no-tools', 'Writes something else than [] for no tools.', { live_items: [], expected_required_tools_hash: hashes.none }, ok({ tool_manifest_check: manifest(hashes.none, '[]') })),
    plain('example-one-tool', 'Hashes something else than the JSON list of the names.', { live_items: [items[0]], expected_required_tools_hash: hashes.meridian }, ok({ tool_manifest_check: manifest(hashes.meridian, '["meridian"]') })),
    plain('example-two-tools', 'Counts a tool twice, or sorts without regard to case.', { live_items: [{ tool_requirements: [{ name: 'meridian' }, { name: 'Serena' }] }, { tool_requirements: [{ name: 'Serena' }] }], expected_required_tools_hash: hashes.two },
      ok({ tool_manifest_check: manifest(hashes.two, toolsText) })),
    plain('example-composed', 'Hashes UTF-8 instead of escapes.', { live_items: [{ tool_requirements: [{ name: 'caf\u00e9' }] }], expected_required_tools_hash: hashes.cafe }, ok({ tool_manifest_check: manifest(hashes.cafe, '["caf\\u00e9"]') })),
    plain('example-board-one', 'Hashes something else than the JSON list of the triples.', { live_items: [{ id: 'i1', status: 'pending' }], expected_board_revision: hashes.oneItem }, ok({ board_check: board(hashes.oneItem, '[["i1","pending",""]]') })),
    plain('example-board-two', 'Leaves the triples in the order of the items.', { live_items: [{ id: 'i2', status: 'todo', depends_on: 'i1' }, { id: 'i1', status: 'pending' }], expected_board_revision: hashes.twoItems }, ok({ board_check: board(hashes.twoItems, boardText) })),
    tokened('example-body', 'Hashes something else than the 11 bytes of the body.', token({ body: '/goal\nhello' }), accept({ project_id: 'proj-alpha', goal_token: T, presented_body: '/goal\nhello' }, ok({ token_check: tokenOk, identity_check: noTag }))),
  ]),

  group('An envelope', 'Verdict', [
    plain('example-nothing', 'Rejects an empty input, or leaves keys out of its verdict.', {}, ok()),
    tokened('example-good', 'Rejects an envelope that is good in all five checks.', token({ body }), accept(envelope, ok(parts))),
    tokened('example-replayed', 'Accepts an envelope a second time.', token({ body }), accept(envelope, ok(parts)), accept(envelope, stale('already_consumed'))),
    tokened('example-late', 'Accepts an envelope after the life of its token.', token({ body }), accept(envelope, stale('expired'), 301)),
    tokened('example-made-up', 'Accepts an envelope with a token that it did not issue.', [], accept({ ...envelope, goal_token: 'ffffffffffffffff', presented_body: body }, stale('not_found'))),
    tokened('example-tampered', 'Accepts a body in which a word was changed.', token({ body }), accept({ ...envelope, presented_body: delivered.replace('Finish', 'Delete') }, stale('body_mismatch'))),
    tokened('example-elsewhere', 'Accepts an envelope for another project.', token({ body }), accept({ ...envelope, project_id: 'proj-beta' }, stale('wrong_project'))),
    plain('example-foreign', 'Accepts, without a token, a body that was written for another project and another repository.', { project_id: 'proj-beta', expected_repo_path: '/srv/beta', presented_body: body },
      foreign(inconsistent(found, foreignId("'proj-alpha'", "'proj-beta'"), foreignPath("'/srv/alpha'", "'/srv/beta'")))),
    tokened('example-tool-missing', 'Accepts an envelope that the receiver cannot carry out.', token({ body }), accept({ ...envelope, available_tools: ['grep', 'serena'] },
      unavailable(capability(['Serena', 'meridian'], ['grep', 'serena'], ['Serena', 'meridian']), { token_check: tokenOk, identity_check: consistent(...found) }))),
    tokened('example-tools-changed', 'Accepts an envelope whose items want other tools by now.', token({ body }), accept({ ...envelope, live_items: [items[0]] },
      drift(manifest(hashes.two, '["meridian"]'), { ...parts, board_check: null }))),
    tokened('example-board-moved', 'Accepts an envelope whose items have moved on.', token({ body }), accept({ ...envelope, live_items: [{ ...items[0], status: 'done' }, items[1]] },
      diverged(board(hashes.twoItems, '[["i1","done",""],["i2","todo","i1"]]'), { ...parts, board_check: null }))),
  ]),
]
