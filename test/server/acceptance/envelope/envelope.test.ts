/** What a sender writes, a receiver accepts; and it accepts nothing else in its place. */
import * as fc from 'fast-check'
import t from 'tap'
import { stripBanner } from '../../../../server/acceptance/banner.ts'
import { acceptAtEdge } from '../../../../server/acceptance/edge.ts'
import { insertBanner } from '../../../../server/acceptance/envelope/banner.ts'
import { prepareEnvelope, sealEnvelope, type EnvelopeRequest } from '../../../../server/acceptance/envelope/envelope.ts'
import { writeStartConfig } from '../../../../server/acceptance/envelope/start-config-tag.ts'
import { bodyHash, boardRevision } from '../../../../server/acceptance/hashes.ts'
import { readLiveItems } from '../../../../server/acceptance/live-items.ts'
import type { PresentedToken, TokenReason } from '../../../../server/acceptance/types.ts'

const generated_at = '2030-01-31T12:00:00.000Z'
const token = '0123456789abcdef'

/** Accepts the one token for the one body. */
const verifier = (hash: string, project: string) => (presented: PresentedToken): TokenReason => {
  if (presented.token !== token) return 'not_found'
  if (presented.project_id !== project) return 'wrong_project'
  return bodyHash(presented.presented_body ?? '') === hash ? 'ok' : 'body_mismatch'
}

async function received(request: EnvelopeRequest, changes: object = {}) {
  const prepared = prepareEnvelope(request)
  const { project_id, board_revision, required_tools, required_tools_hash, body_hash } = prepared
  return acceptAtEdge(
    {
      project_id,
      goal_token: token,
      presented_body: sealEnvelope(prepared, token),
      required_tools,
      available_tools: required_tools,
      live_items: request.items,
      expected_required_tools_hash: required_tools_hash,
      expected_board_revision: board_revision,
      expected_repo_path: request.repo_path,
      ...changes,
    },
    { verifyToken: verifier(body_hash, project_id), resolveProject: () => undefined },
  )
}

const point = fc.oneof(fc.nat(0xffff).filter((value) => value < 0xd800 || value > 0xdfff), fc.integer({ min: 0x10000, max: 0x10ffff }), fc.integer({ min: 0, max: 0x7f }))
const unit = point.map((value) => String.fromCodePoint(value))
const text = fc.string({ unit: fc.oneof(unit, fc.constantFrom('\n', '\r\n', '<', '>', '-->', '<goal_token>', '</goal_token>', 'project_id="x"', '/goal ', '<!-- SECURITY:')) })
const value = fc.string({ unit, minLength: 1, maxLength: 40 }).filter((each) => !/[&<>"]/.test(each))
const name = fc.option(fc.string({ unit, maxLength: 8 }), { nil: null })
const tools = fc.array(fc.record({ name }), { maxLength: 3 })
const item = fc.record({ id: name, status: name, depends_on: name, tool_requirements: fc.oneof(tools, tools.map((list) => JSON.stringify(list))) })
const envelopes = fc.record({ text, project_id: value, project_name: fc.option(fc.string({ unit }), { nil: undefined }), repo_path: fc.option(value, { nil: undefined }), items: fc.array(item, { maxLength: 5 }), generated_at: fc.constant(generated_at) })
  .filter((request) => stripBanner(request.text) === request.text)

t.test('whatever is sent is accepted, and nothing in it warns', async (t) => {
  await fc.assert(fc.asyncProperty(envelopes, async (request) => {
    const { verdict, input, warnings } = await received(request)
    t.strictSame([verdict.result, verdict.reasons], ['ok', []])
    t.equal(input.presented_body, prepareEnvelope(request).body, 'the banner leaves no trace')
    t.equal(verdict.identity_check?.found?.['project_id'], request.project_id)
    t.equal(verdict.identity_check?.found?.['repo_path'], request.repo_path ?? 'unset')
    t.same(warnings.filter((warning) => warning !== 'attribute-entity'), [])
  }), { numRuns: 300 })
})

t.test('another project, another repository, another body, another board are told from it', async (t) => {
  await fc.assert(fc.asyncProperty(envelopes, async (request) => {
    const differing = async (changes: object) => (await received(request, changes)).verdict.result
    t.equal(await differing({ goal_token: undefined, project_id: `${request.project_id}.` }), 'FOREIGN_PROJECT_CONFIG')
    if (request.repo_path !== undefined && request.repo_path !== 'unset') t.equal(await differing({ expected_repo_path: `${request.repo_path}/` }), 'FOREIGN_PROJECT_CONFIG')
    t.equal(await differing({ presented_body: `${sealEnvelope(prepareEnvelope(request), token)} ` }), 'BODY_HASH_MISMATCH')
    t.equal(await differing({ live_items: [...(request.items as unknown[]), {}] }), 'BOARD_DIVERGENCE')
    t.equal(await differing({ live_items: [...(request.items as unknown[]), { tool_requirements: [{ name: 'one more' }] }] }), 'TOOL_MANIFEST_DRIFT')
    t.equal(await differing({ goal_token: 'ffffffffffffffff' }), 'STALE_HANDOFF')
  }), { numRuns: 100 })
})

t.test('the banner leaves no trace in any body', (t) => {
  fc.assert(fc.property(text, (body) => stripBanner(insertBanner(body, token)) === body), { numRuns: 2000 })
  t.match(insertBanner('/goal\nhello', token), /^\/goal\n<goal_token>0123456789abcdef<\/goal_token>\n<!-- SECURITY: [^\n]* -->\nhello$/)
  t.match(insertBanner('/goal', token), /^\/goal\n<goal_token>.* -->$/s)
  for (const bad of ['', 'a b', 'a<b', 'a\n', '\ud800']) t.throws(() => insertBanner('x', bad), { code: 'invalid_input', field: 'goal_token' })
  t.end()
})

t.test('the tag', (t) => {
  t.equal(writeStartConfig({ project_id: 'p' }), '<project_start_config project_id="p" repo_path="unset"/>')
  t.equal(
    writeStartConfig({ board_revision: 'b', required_tools_hash: 'r', repo_path: "/r's", project_name: '<"A&B">', project_id: 'p' }),
    `<project_start_config project_id="p" project_name="&lt;&quot;A&amp;B&quot;&gt;" repo_path="/r's" required_tools_hash="r" board_revision="b"/>`,
  )
  for (const bad of ['', 'a&b', 'a<b', 'a>b', 'a"b', '\udc00']) {
    t.throws(() => writeStartConfig({ project_id: bad }), { code: 'invalid_input', field: 'project_id' })
    t.throws(() => writeStartConfig({ project_id: 'p', repo_path: bad }), { code: 'invalid_input', field: 'repo_path' })
  }
  t.throws(() => writeStartConfig({ project_id: 'p'.repeat(4097) }), { code: 'payload_too_large', field: 'project_id' })
  t.end()
})

const request = { text: '/goal\nhello', project_id: 'proj-a', items: [{ id: 'i1', status: 'pending', title: 'left out', tool_requirements: '[{"name":"a<b>&"}]' }], generated_at }

t.test('the manifest', (t) => {
  const { body } = prepareEnvelope(request)
  t.match(body, /^\/goal\nhello\n<project_start_config [^\n]*\/>\n<handoff_manifest>[^<>&\n]*<\/handoff_manifest>\n$/)
  const manifest = JSON.parse(/<handoff_manifest>(.*)<\/handoff_manifest>/.exec(body)?.[1] ?? '') as { items: unknown }
  t.strictSame(manifest, {
    schema_version: 1, project_id: 'proj-a', generated_at, board_revision: '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f',
    items: [{ id: 'i1', status: 'pending', depends_on: '', tool_requirements: [{ name: 'a<b>&' }] }],
  })
  t.equal(boardRevision(readLiveItems(manifest.items)), boardRevision(readLiveItems(request.items)))
  t.end()
})

const refused: readonly (readonly [name: string, changes: object, code: string, field: string])[] = [
  ['a tag in the text', { text: 'see <Project_Start_Config a="1">' }, 'invalid_input', 'text'],
  ['the beginning of a tag in the text', { text: '/goal <project_start_config' }, 'invalid_input', 'text'],
  ['a banner in the text', { text: insertBanner('/goal\nhello', token) }, 'invalid_input', 'text'],
  ['half a surrogate pair', { text: '\ud800' }, 'invalid_input', 'text'],
  ['items that are none', { items: [7] }, 'invalid_input', 'items[0]'],
  ['a status that is none', { items: [{ status: 7 }] }, 'invalid_input', 'items[0].status'],
  ['a project that cannot be carried', { project_id: 'a"b' }, 'invalid_input', 'project_id'],
  ['items beyond 64 KiB', { items: Array.from({ length: 700 }, (_, index) => ({ id: String(index), status: 'x'.repeat(50) })) }, 'payload_too_large', 'items'],
  ['a text that leaves no room', { text: 'x'.repeat(1_048_500) }, 'payload_too_large', 'text'],
]

for (const [name, changes, code, field] of refused) {
  t.throws(() => prepareEnvelope({ ...request, ...changes }), { code, field }, name)
}
