/** The tool table: what it refuses before a tool runs, what it checks after, and what it tells of a failure. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { HandoffError } from '../../../server/handoff/errors.ts'
import type { Caller } from '../../../server/handoff/types.ts'
import { createToolTable, tableOf } from '../../../server/tools/table.ts'
import type { Tool, ToolResult, ToolTable } from '../../../server/tools/tool.ts'
import { newWorld, policyOf, threeAgents } from '../handoff/world.ts'

const names = [
  'handoff_whoami', 'handoff_send', 'handoff_inbox', 'handoff_get', 'handoff_acknowledge', 'handoff_update_status',
  'issue_handoff_token', 'verify_handoff_token', 'accept_handoff',
]
const someId = '00000000-0000-4000-8000-000000000000'
const good = { recipient: 'beta', title: 'T', summary: 'S', request: 'R' }

// Ajv keeps what it compiled by the schema object, which the tools share.
const ajv = new Ajv2020({ strict: false })

async function call(table: ToolTable, name: string, input: unknown, caller: Caller): Promise<ToolResult> {
  const tool = table.find(name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  const result = await table.call(tool, input, caller)
  if (JSON.stringify(result.structuredContent) !== result.content[0]?.text) throw new Error('the text is another than the structured content')
  const validate = ajv.compile(tool.outputSchema)
  if (!validate(result.structuredContent)) throw new Error(`the result does not match the schema: ${JSON.stringify(validate.errors)}`)
  return result
}

function errorOf(result: ToolResult): { code?: string; field?: string } {
  return result.structuredContent['error'] ?? {}
}

const long = (length: number, unit = 'x') => unit.repeat(length)

/** Tool, input, field at fault. */
const refused: readonly (readonly [string, unknown, string | undefined])[] = [
  ['handoff_whoami', { extra: 1 }, 'extra'],
  ['handoff_whoami', [], undefined],
  ['handoff_whoami', null, undefined],
  ['handoff_whoami', 'text', undefined],
  ['handoff_whoami', JSON.parse('{"__proto__":1}'), '__proto__'],
  ['handoff_whoami', JSON.parse('{"constructor":1}'), 'constructor'],
  ['handoff_send', undefined, 'recipient'],
  ['handoff_send', { ...good, recipient: null }, 'recipient'],
  ['handoff_send', { ...good, title: undefined }, 'title'],
  ['handoff_send', { ...good, title: 7 }, 'title'],
  ['handoff_send', { ...good, title: '' }, 'title'],
  ['handoff_send', { ...good, title: ' \n\t ' }, 'title'],
  ['handoff_send', { ...good, title: long(161) }, 'title'],
  ['handoff_send', { ...good, title: long(161, '😀') }, 'title'],
  ['handoff_send', { ...good, summary: long(2001) }, 'summary'],
  ['handoff_send', { ...good, request: long(8001) }, 'request'],
  ['handoff_send', { ...good, context_refs: Array(21).fill('x') }, 'context_refs'],
  ['handoff_send', { ...good, context_refs: ['x', ''] }, 'context_refs[1]'],
  ['handoff_send', { ...good, artifact_refs: [long(501)] }, 'artifact_refs[0]'],
  ['handoff_send', { ...good, artifact_refs: 'x' }, 'artifact_refs'],
  ['handoff_send', { ...good, tags: ['a', 'b', 'c', long(51)] }, 'tags[3]'],
  ['handoff_send', { ...good, tags: [null] }, 'tags[0]'],
  ['handoff_send', { ...good, sensitivity: 'secret' }, 'sensitivity'],
  ['handoff_send', { ...good, priority: 'Urgent' }, 'priority'],
  ['handoff_send', { ...good, expires_in_s: 0 }, 'expires_in_s'],
  ['handoff_send', { ...good, expires_in_s: 2_592_001 }, 'expires_in_s'],
  ['handoff_send', { ...good, expires_in_s: 1.5 }, 'expires_in_s'],
  ['handoff_send', { ...good, expires_in_s: '60' }, 'expires_in_s'],
  ['handoff_send', { ...good, idempotency_key: long(7) }, 'idempotency_key'],
  ['handoff_send', { ...good, idempotency_key: `  ${long(7)}  ` }, 'idempotency_key'],
  ['handoff_send', { ...good, idempotency_key: long(129) }, 'idempotency_key'],
  ['handoff_send', { ...good, sender: 'gamma' }, 'sender'],
  ['handoff_send', { ...good, Title: 'T' }, 'Title'],
  ['handoff_send', { ...good, extra: null }, 'extra'],
  ['handoff_send', { ...good, title: 'a\u0000b' }, 'title'],
  ['handoff_send', { ...good, title: 'a\r\n' }, 'title'],
  ['handoff_send', { ...good, request: 'a\u001b[31m' }, 'request'],
  ['handoff_send', { ...good, request: 'a\u007f' }, 'request'],
  ['handoff_send', { ...good, request: 'a\u0085b' }, 'request'],
  ['handoff_send', { ...good, request: 'a\ud800b' }, 'request'],
  ['handoff_send', { ...good, tags: ['ok', '\udc00'] }, 'tags[1]'],
  ['handoff_inbox', { box: 'all' }, 'box'],
  ['handoff_inbox', { limit: 0 }, 'limit'],
  ['handoff_inbox', { limit: 101 }, 'limit'],
  ['handoff_inbox', { statuses: ['queued', 'open'] }, 'statuses[1]'],
  ['handoff_inbox', { cursor: 'x' }, 'cursor'],
  ['handoff_inbox', { cursor: '' }, 'cursor'],
  ['handoff_get', {}, 'handoff_id'],
  ['handoff_get', { handoff_id: 7 }, 'handoff_id'],
  ['handoff_acknowledge', { handoff_id: someId, note: long(501) }, 'note'],
  ['handoff_acknowledge', { handoff_id: someId, expected_version: 0 }, 'expected_version'],
  ['handoff_acknowledge', { handoff_id: someId, status: 'accepted' }, 'status'],
  ['handoff_update_status', { handoff_id: someId }, 'status'],
  ['handoff_update_status', { handoff_id: someId, status: 'accepted' }, 'status'],
  ['handoff_update_status', { handoff_id: someId, status: 'expired' }, 'status'],
  ['handoff_update_status', { handoff_id: someId, status: null }, 'status'],
]

t.test('input that is refused before anything happens', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 32_768 })
  for (const [name, input, field] of refused) {
    const result = await call(table, name, input, world.as('alpha'))
    const title = `${name} ${JSON.stringify(input)?.slice(0, 80)}`
    t.equal(result.isError, true, title)
    t.match(errorOf(result), { code: 'invalid_input', retryable: false }, title)
    t.equal(errorOf(result).field, field, title)
  }
  t.same((await world.service.inbox(world.as('alpha'), { box: 'sent' })).handoffs, [])
})

const accepted: readonly (readonly [string, Record<string, unknown>])[] = [
  ['longest texts', { title: long(160), summary: long(2000), request: long(8000) }],
  ['astral characters count once', { title: long(160, '😀'), summary: long(2000, 'é') }],
  ['the request may be 8000 characters of any script', { request: long(8000, '😀') }],
  ['white space around the limit', { title: ` \n${long(160)}\t ` }],
  ['line feed and tab within', { request: 'a\n\tb' }],
  ['null is absent', { tags: null, parent_id: null, expires_in_s: null, idempotency_key: null, priority: null, sensitivity: null, context_refs: null }],
  ['most and longest of lists', { tags: Array(20).fill(long(50)), context_refs: Array(20).fill(long(500)) }],
  ['longest key', { idempotency_key: long(128), expires_in_s: 2_592_000 }],
]

t.test('input at its limits, and trimmed', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 33_000 })
  for (const [name, more] of accepted) {
    const input = { ...good, ...more }
    const result = await call(table, 'handoff_send', input, world.as('alpha'))
    t.notOk(result.isError, `${name}: ${JSON.stringify(errorOf(result))}`)
    t.match(result.structuredContent, { handoff: { title: input.title.trim(), sender: 'alpha', status: 'queued' }, replayed: false })
  }
  const padded = await call(table, 'handoff_send', { ...good, title: '  T ', tags: [' a '], recipient: ' beta ' }, world.as('alpha'))
  t.match(padded.structuredContent, { handoff: { title: 'T', tags: ['a'], recipient: 'beta' } })
})

t.test('size comes after shape and before everything else', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 200 })
  const code = async (input: object) => errorOf(await call(table, 'handoff_send', input, world.as('alpha'))).code
  const bytes = Buffer.byteLength(JSON.stringify(good))
  t.equal(await code({ ...good, request: long(200 - bytes + 1) }), undefined, 'exactly as large as allowed')
  t.equal(await code({ ...good, request: long(200 - bytes + 2) }), 'payload_too_large')
  t.equal(await code({ ...good, request: long(300), extra: 1 }), 'invalid_input')
  t.equal(await code({ ...good, request: long(300), parent_id: 'nothing' }), 'payload_too_large')
  t.equal(await code({ ...good, request: `x${long(300, ' ')}` }), undefined, 'what is trimmed does not count')
})

t.test('a whole handoff through the tools', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 32_768 })
  const sent = await call(table, 'handoff_send', { ...good, expires_in_s: 60 }, world.as('alpha'))
  const { id } = sent.structuredContent['handoff'] as { id: string }
  t.match((await call(table, 'handoff_inbox', undefined, world.as('beta'))).structuredContent, { handoffs: [{ id, status: 'queued' }] })
  await call(table, 'handoff_acknowledge', { handoff_id: id, note: 'mine', expected_version: 1 }, world.as('beta'))
  await call(table, 'handoff_update_status', { handoff_id: id, status: 'completed' }, world.as('beta'))
  const got = await call(table, 'handoff_get', { handoff_id: id }, world.as('alpha'))
  t.match(got.structuredContent, { handoff: { status: 'completed', version: 3 }, events: [{ type: 'created' }, { note: 'mine' }, { type: 'completed' }] })
  t.match((await call(table, 'handoff_whoami', {}, world.as('beta'))).structuredContent, { agent_id: 'beta' })
  const again = await call(table, 'handoff_acknowledge', { handoff_id: id }, world.as('beta'))
  t.match(again, { isError: true, structuredContent: { error: { code: 'illegal_transition', retryable: false } } })
})

t.test('the table', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 32_768 })
  t.same(table.tools.map((tool) => tool.name), names)
  for (const name of ['toString', '__proto__', 'constructor', 'hasOwnProperty', '', 'handoff_delete', 'Handoff_get']) t.equal(table.find(name), undefined, name)
  const readOnly = table.tools.filter((tool) => tool.annotations.readOnlyHint).map((tool) => tool.name)
  t.same(readOnly, ['handoff_whoami', 'handoff_inbox', 'handoff_get'])
  for (const tool of table.tools) {
    const strict = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
    t.ok(strict.validateSchema(tool.inputSchema) && strict.validateSchema(tool.outputSchema), `${tool.name}: valid 2020-12`)
    t.match(tool.inputSchema, { type: 'object', additionalProperties: false })
    t.match(tool.outputSchema, { type: 'object', anyOf: [{ additionalProperties: false }, { required: ['error'] }] })
    t.notMatch(JSON.stringify(tool), /\$ref|\$schema|"format"/, `${tool.name}: stands by itself`)
  }
})

const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }
const outputSchema = { type: 'object', anyOf: [{ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false }] }
const annotations = { title: 'x', readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

t.test('failures of a tool itself', async (t) => {
  const logged: string[] = []
  const tool = (name: string, run: Tool['run']): Tool => ({ name, title: name, description: name, inputSchema: schema, outputSchema, annotations, run })
  const tools = [
    tool('wrong', async () => ({ ok: 'secret-in-output' })),
    tool('throws', async () => { throw new TypeError('secret-in-message at /some/path') }),
    tool('throws_no_error', async () => { throw 'secret-as-string' as unknown as Error }),
    tool('refuses', async () => { throw new HandoffError('busy', 'Try again.', { field: 'x' }) }),
  ]
  const table = tableOf(tools, { maxMessageBytes: 100, log: (line) => logged.push(line) })
  const caller = { agentId: 'alpha', policy: policyOf(threeAgents) }
  for (const one of tools.slice(0, 3)) {
    const result = await table.call(one, {}, caller)
    t.same(result.structuredContent, { error: { code: 'internal', message: 'The server failed; nothing was acknowledged.', retryable: false } })
  }
  t.same((await table.call(tools[3] as Tool, {}, caller)).structuredContent, { error: { code: 'busy', message: 'Try again.', retryable: true, field: 'x' } })
  t.equal(logged.length, 3)
  t.notMatch(logged.join('\n'), 'secret')
  const foreign = tool('foreign', async () => ({ ok: true }))
  t.match(await table.call(foreign, {}, caller), { isError: true, structuredContent: { error: { code: 'internal' } } })
})

t.test('a failure of the store is internal to the caller and told in full to the operator', async (t) => {
  const world = await newWorld(t)
  const logged: string[] = []
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 32_768, log: (line) => logged.push(line) })
  await world.store.close()
  const result = await call(table, 'handoff_send', good, world.as('alpha'))
  t.equal(errorOf(result).code, 'internal')
  t.notMatch(result.content[0]?.text, /sqlite|\//)
  t.ok(logged[0]?.includes(world.store.path))
})
