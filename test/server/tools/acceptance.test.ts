/** The acceptance tools as a client meets them: what they declare, and that every transport gives the same verdict. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { startHttpServer } from '../../../server/index.ts'
import { createToolTable } from '../../../server/tools/table.ts'
import { newWorld } from '../handoff/world.ts'
import { createRegistryFile } from '../support/registry-file.ts'
import type { RegistryFile } from '../support/registry-file.ts'
import { mcpHttpCaller, mcpStdioCaller, plainHttpCaller } from '../support/tool-callers.ts'
import type { ToolCaller } from '../support/tool-callers.ts'

// A deadline for a busy machine, not an expectation.
t.setTimeout(120_000)

interface Place {
  readonly registry: RegistryFile
  readonly url: URL
  readonly log: readonly string[]
}

async function start(t: Test): Promise<Place> {
  const registry = createRegistryFile()
  t.teardown(() => registry.remove())
  const log: string[] = []
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, db: registry.db, registry: registry.path, ratePerMinute: 1_000_000, log: (line) => log.push(line) })
  t.teardown(() => server.close())
  return { registry, url: server.url, log }
}

function closing<Caller extends ToolCaller>(t: Test, caller: Caller): Caller {
  t.teardown(() => caller.close())
  return caller
}

t.test('annotations say what the tools do', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 32_768 })
  const additive = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }
  t.match(table.find('issue_handoff_token')?.annotations, additive)
  for (const name of ['verify_handoff_token', 'accept_handoff']) {
    t.match(table.find(name)?.annotations, { ...additive, destructiveHint: true }, 'a token is used up')
    t.match(table.find(name)?.description, /consume.*Stored is.*advice to you and no gate/s)
  }
  t.match(table.find('issue_handoff_token')?.description, /Stored, and forgotten a day after.*SHA-256.*never the token or the body/s)
})

t.test('the declared input takes all that the tool takes', async (t) => {
  const world = await newWorld(t)
  const table = createToolTable({ service: world.service, acceptance: world.acceptance, maxMessageBytes: 32_768 })
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
  const largest = 'b'.repeat(1_048_576)
  const names = Array.from({ length: 10_000 }, (_, index) => `tool ${index}`)
  const item = { id: null, status: 'todo', depends_on: '', tool_requirements: '[{"name":"a"}]', estimate: 3 }
  const accepted: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
    ['issue_handoff_token', { project_id: ' ', body: '', ttl_s: 1 }],
    ['issue_handoff_token', { project_id: 'x'.repeat(4096), body: largest, ttl_s: 86_400 }],
    ['issue_handoff_token', { project_id: '\u0000', body: null, ttl_s: null }],
    ['verify_handoff_token', { project_id: '', token: '', presented_body: largest }],
    ['accept_handoff', {}],
    ['accept_handoff', { project_id: '', goal_token: ' x', presented_body: '\u0000\r', required_tools: [], available_tools: names, live_items: names.map((title) => ({ ...item, title })) }],
    ['accept_handoff', Object.fromEntries(Object.keys(table.find('accept_handoff')?.inputSchema['properties'] as object).map((name) => [name, null]))],
  ]
  for (const [name, input] of accepted) {
    const tool = table.find(name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    t.ok(ajv.compile(tool.inputSchema)(input), `${name}: ${JSON.stringify(ajv.errors)}`)
    const result = await table.call(tool, input, world.as('alpha'))
    t.notOk(result.isError, `${name} ${JSON.stringify(input).slice(0, 60)}`)
    t.ok(ajv.compile(tool.outputSchema)(result.structuredContent), JSON.stringify(ajv.errors))
  }
})

t.test('every transport gives the same verdict', async (t) => {
  const { registry, url } = await start(t)
  registry.setProjects({ main: 'proj' })
  const token = registry.token('alice')
  const callers: readonly ToolCaller[] = [
    closing(t, mcpHttpCaller(url, token)), closing(t, plainHttpCaller(url, token)), closing(t, mcpStdioCaller(registry, 'alice')),
  ]
  const banner = '\n<goal_token>0123456789abcdef</goal_token>\n<!-- SECURITY: once -->'
  const tag = '<project_start_config project_id="proj" repo_path="/there" __proto__="x" é="😀"/>'
  const items = [{ id: 'i1', status: 'pending' }]
  const inputs: readonly Record<string, unknown>[] = [
    { project_id: 'proj' },
    { project_id: 'proj', presented_body: `/goal${banner}\n${tag}`, expected_repo_path: '/here' },
    { project_id: 'proj', presented_body: tag, delivery_source: ' \u0000\u2028 ' },
    { project_id: ' proj', presented_body: tag },
    { project_id: 'proj', required_tools: ['b', 'B', '\u{1f600}', '\uffff', 'b'], available_tools: [] },
    { project_id: 'proj', live_items: items, expected_board_revision: '6d339a42fefa72320b48cc2ade93b1296f6c1e26d71a88cf9cd5a73a1026900f' },
    { project_id: 'proj', live_items: items, expected_required_tools_hash: 'x' },
    { project_id: 'proj', goal_token: '0'.repeat(16) },
    { project_id: 'proj', project_name: 'no such project' },
    { project_id: 'proj', presented_body: 'x'.repeat(40_000), required_tools: ['a'], available_tools: ['a'] },
    { project_id: 'a/b c%ü?#', presented_body: tag },
    { project_id: 'proj', goal_token: 7 },
    { project_id: 'proj', live_items: [{}, { id: 7 }] },
    { project_id: 'proj', goal_Token: 'x' },
    { project_id: 'proj', presented_body: 'x'.repeat(1_048_577) },
  ]
  for (const input of inputs) {
    const answers = await Promise.all(callers.map(async (caller) => caller.call('accept_handoff', input)))
    const [first] = answers
    const title = JSON.stringify(input).slice(0, 80)
    t.ok(first?.content['error'] === undefined ? Object.keys(first?.content ?? {}).length === 10 : first.isError, title)
    for (const answer of answers) t.equal(JSON.stringify(answer), JSON.stringify(first), title)
  }
  for (const caller of callers) {
    const issued = await callers[0]?.call('issue_handoff_token', { project_id: 'proj' })
    const input = { project_id: 'proj', goal_token: issued?.content['goal_token'] }
    t.match(await caller.call('accept_handoff', input), { content: { result: 'ok' } }, caller.transport)
    for (const other of callers) t.match(await other.call('accept_handoff', input), { content: { result: 'STALE_HANDOFF' } }, `${caller.transport}, then ${other.transport}`)
  }
  const [mcpHttp, , mcpStdio] = callers
  for (const caller of [mcpHttp, mcpStdio]) t.match(await caller?.call('accept_handoff', { project_name: 'main', presented_body: tag }), { content: { result: 'ok' } })
})

t.test('the limit of handoff tools does not hold here, that of HTTP does', async (t) => {
  const { registry, url } = await start(t)
  const caller = closing(t, mcpHttpCaller(url, registry.token('alice')))
  const body = '"'.repeat(1_048_576)
  const items = Array.from({ length: 10_000 }, (_, index) => ({ id: `item-${index}`, status: 'pending', note: 'x'.repeat(200) }))
  const issued = await caller.call('issue_handoff_token', { project_id: 'proj', body })
  const input = { project_id: 'proj', goal_token: issued.content['goal_token'], presented_body: body, live_items: items, expected_board_revision: 'x' }
  t.match(await caller.call('accept_handoff', input), { content: { result: 'BOARD_DIVERGENCE', token_check: { valid: true } } })
  const plain = closing(t, plainHttpCaller(url, registry.token('alice')))
  t.match(await plain.call('accept_handoff', { project_id: 'proj', live_items: items.map((item) => ({ ...item, note: 'x'.repeat(1000) })) }), { content: { error: 'content_too_large' }, isError: true })
})

t.test('a change of the registry counts from the next call on', async (t) => {
  const { registry, url } = await start(t)
  const http = closing(t, mcpHttpCaller(url, registry.token('alice')))
  const stdio = closing(t, mcpStdioCaller(registry, 'bob'))
  for (const caller of [http, stdio]) {
    registry.setProjects({ main: 'proj-one' })
    const token = async (): Promise<unknown> => (await caller.call('issue_handoff_token', { project_id: 'proj-one' })).content['goal_token']
    t.match(await caller.call('accept_handoff', { project_name: 'main', goal_token: await token() }), { content: { result: 'ok' } })
    registry.setProjects({ main: 'proj-two' })
    t.match(await caller.call('accept_handoff', { project_name: 'main', goal_token: await token() }), { content: { token_check: { reason: 'wrong_project' } } })
    registry.setProjects({ other: 'proj-one' })
    t.match(await caller.call('accept_handoff', { project_name: 'main' }), { content: { error: { code: 'invalid_input', field: 'project_name' } }, isError: true })
  }
  const { content } = await http.call('issue_handoff_token', { project_id: 'proj' })
  registry.set('bob', { enabled: false })
  t.match(await stdio.call('verify_handoff_token', { project_id: 'proj', token: content['goal_token'] }), { content: { error: { code: 'not_permitted' } } })
  registry.set('bob', { enabled: true })
  t.match(await stdio.call('verify_handoff_token', { project_id: 'proj', token: content['goal_token'] }), { content: { valid: true } }, 'which consumed nothing')
  const plain = closing(t, plainHttpCaller(url, registry.token('alice')))
  const more = (await http.call('issue_handoff_token', { project_id: 'proj' })).content['goal_token']
  registry.set('alice', { enabled: false })
  t.match(await plain.call('accept_handoff', { project_id: 'proj', goal_token: more }), { content: { error: 'invalid_token' } })
  registry.set('alice', { enabled: true })
  t.match(await plain.call('accept_handoff', { project_id: 'proj', goal_token: more }), { content: { result: 'ok' } })
})

t.test('an acceptance leaves one line in the log, and nothing else does', async (t) => {
  const { registry, url, log } = await start(t)
  const stdio = closing(t, mcpStdioCaller(registry, 'bob'))
  const http = closing(t, mcpHttpCaller(url, registry.token('alice')))
  const plain = closing(t, plainHttpCaller(url, registry.token('alice')))
  const before = log.length
  const { content } = await http.call('issue_handoff_token', { project_id: 'proj', body: 'secret-body' })
  const token = String(content['goal_token'])
  await http.call('verify_handoff_token', { project_id: 'proj', token, presented_body: 'secret-other-body' })
  await http.call('accept_handoff', { project_id: 'proj', goal_token: 7 })
  const input = { project_id: 'proj', session_id: 'session-7', goal_token: token, presented_body: 'secret-body' }
  for (const caller of [http, plain]) await caller.call('accept_handoff', input)
  const lines = log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  t.match(lines, [{ agent: 'alice', session_id: 'session-7', result: 'ok' }, { agent: 'alice', session_id: 'session-7', result: 'STALE_HANDOFF' }])
  await stdio.call('accept_handoff', input)
  await stdio.untilStderr(/"agent":"bob".*"session_id":"session-7"/)
  for (const text of [log.join('\n'), stdio.stderr()]) {
    t.notMatch(text, 'secret')
    t.notOk(text.includes(token), 'no token')
  }
})
