import t from 'tap'
import type { Identity } from '../../../harness/fixture/driver.ts'
import { referenceAdapter, valueAt } from '../../../harness/target/adapter.ts'
import type { Adapter } from '../../../harness/target/adapter.ts'
import { checkControl, openTarget } from '../../../harness/target/open-target.ts'
import type { OpenTarget } from '../../../harness/target/open-target.ts'
import type { TargetInput } from '../../../harness/target/target-input.ts'
import { startMcpServer, twoTokens } from '../support/mcp-server.ts'
import type { Exchange, McpServerOptions } from '../support/mcp-server.ts'
import { driverFor, identitiesOf } from '../support/url-driver.ts'

async function opened(t: Tap, options: McpServerOptions, target: Partial<TargetInput> = {}, identities?: Record<string, Identity>): Promise<OpenTarget | string> {
  const server = await startMcpServer(options)
  t.teardown(async () => { await server.close() })
  const result = await openTarget({ driver: driverFor(server.url, identities === undefined ? {} : { identities }), target: { name: 'test', claims: {}, ...target }, secrets: () => {} })
  return result.kind === 'open' ? result.target : result.finding.id
}

interface Tap {
  teardown(handler: () => Promise<void>): unknown
}

function need(target: OpenTarget | string): OpenTarget {
  if (typeof target === 'string') throw new Error(target)
  return target
}

/** Answers `tools/list` with these tools. */
function listing(...tools: Record<string, unknown>[]): McpServerOptions {
  return { flaw: ({ message, agent, answer }) => {
    if (message?.method !== 'tools/list' || agent === undefined) return false
    answer(200, { jsonrpc: '2.0', id: message.id, result: { tools } })
    return true
  } }
}

const inputSchema = { type: 'object' }
const readOnly = { readOnlyHint: true }

t.test('the probe is a tool that is annotated as read-only and needs nothing', async (t) => {
  const target = need(await opened(t, {}))
  t.equal(target.probe.name, 'tools/call handoff_whoami')
  t.strictSame(target.profile.tools.map(({ name, readOnly }) => [name, readOnly]).slice(0, 2), [['handoff_whoami', true], ['handoff_send', false]])
})

t.test('a refusal with another status than 401 still demands credentials', async (t) => {
  for (const status of [403, 302]) {
    const target = need(await opened(t, { flaw: ({ agent, answer }) => agent === undefined && (answer(status), true) }))
    t.equal(target.profile.demandsCredentials, true, String(status))
  }
})

t.test('a list of tools that does not end is cut', async (t) => {
  let pages = 0
  const target = need(await opened(t, { flaw: ({ message, agent, answer }) => {
    if (message?.method !== 'tools/list' || agent === undefined) return false
    pages += 1
    answer(200, { jsonrpc: '2.0', id: message.id, result: { tools: Array.from({ length: 600 }, (_, index) => ({ name: `tool-${index}`, inputSchema })), nextCursor: String(pages) } })
    return true
  } }))
  t.equal(target.profile.tools.length, 1_000)
  t.equal(pages, 3, 'two pages, and the probe')
})

const choices: readonly { name: string; tools: Record<string, unknown>[]; probe: string }[] = [
  { name: 'without an annotation', tools: [{ name: 'handoff_whoami', inputSchema }], probe: 'tools/list' },
  { name: 'that needs arguments', tools: [{ name: 'handoff_whoami', inputSchema: { ...inputSchema, required: ['x'] }, annotations: readOnly }], probe: 'tools/list' },
  { name: 'that does not work', tools: [{ name: 'broken', inputSchema, annotations: readOnly }], probe: 'tools/list' },
  { name: 'whose entry is no tool', tools: [{ name: 3 }, { inputSchema }], probe: 'tools/list' },
]
for (const { name, tools, probe } of choices) {
  t.test(`a tool ${name} is not the probe`, async (t) => {
    t.equal(need(await opened(t, listing(...tools))).probe.name, probe)
  })
}

t.test('a tool that the target file names is the probe, with its arguments, and is not silently replaced', async (t) => {
  const claims = { readOnlyTools: ['handoff_inbox'], calls: { handoff_inbox: { box: 'received' } } }
  t.equal(need(await opened(t, {}, { claims })).probe.name, 'tools/call handoff_inbox')
  t.equal(await opened(t, {}, { claims: { readOnlyTools: ['no-such-tool'] } }), 'control-refused')
})

t.test('with an adapter the probe writes, and whoever the tokens belong to is asked', async (t) => {
  const identities = Object.fromEntries(Object.entries(identitiesOf()).map(([name, identity]) => [name, { ...identity, agentId: undefined }]))
  const target = need(await opened(t, {}, { claims: { adapter: referenceAdapter } }, identities))
  t.equal(target.probe.name, 'handoff_send to beta')
  t.equal(target.alpha.agentId, 'alpha')
  t.equal(target.beta?.agentId, 'beta')
})

t.test('with an adapter but one identity the probe reads', async (t) => {
  const [token = ''] = Object.keys(twoTokens)
  const target = need(await opened(t, {}, { claims: { adapter: referenceAdapter } }, identitiesOf({ [token]: 'alpha' })))
  t.notOk('effects' in target.probe)
  t.equal(target.profile.identities, 1)
})

/** Serves the inbox in pages of two. */
function paging({ message, agent, perform, answer }: Exchange): boolean {
  if (message?.params?.['name'] !== 'handoff_inbox' || agent === undefined) return false
  const all = valueAt(perform(agent), 'structuredContent.handoffs') as unknown[]
  const from = Number(valueAt(message.params, 'arguments.cursor') ?? 0)
  const page = { handoffs: all.slice(from, from + 2), ...(from + 2 < all.length ? { next_cursor: String(from + 2) } : {}) }
  answer(200, { jsonrpc: '2.0', id: message.id, result: { structuredContent: page, content: [] } })
  return true
}

t.test('what took effect is found on whichever page it is, and counted as often as it is there', async (t) => {
  const target = need(await opened(t, { flaw: paging }, { claims: { adapter: referenceAdapter } }))
  const wire = target.wireFor('test')
  const probe = target.probe.fresh()
  t.equal(await probe.effects?.(), 0)
  await wire.send(probe.request(target.alpha))
  for (let count = 0; count < 7; count += 1) t.equal(await checkControl(target.probe.fresh(), wire, target.alpha), undefined)
  t.equal(await probe.effects?.(), 1)
  await wire.send(probe.request(target.alpha))
  t.equal(await probe.effects?.(), 2)
})

t.test('an inbox that never ends is given up', async (t) => {
  const endless = ({ message, agent, answer }: Exchange): boolean => {
    if (message?.params?.['name'] !== 'handoff_inbox' || agent === undefined) return false
    answer(200, { jsonrpc: '2.0', id: message.id, result: { structuredContent: { handoffs: [], next_cursor: 'more' }, content: [] } })
    return true
  }
  t.equal(await opened(t, { flaw: endless }, { claims: { adapter: referenceAdapter } }), 'control-refused')
})

t.test('beta\'s own probe goes to alpha, and is found there', async (t) => {
  const target = need(await opened(t, {}, { claims: { adapter: referenceAdapter } }))
  const { beta } = target
  if (beta === undefined) throw new Error('no beta')
  t.equal(await checkControl(target.probe.fresh(), target.wireFor('test'), beta), undefined)
})

t.test('the same probe gives the same request, and a fresh one another', async (t) => {
  const { probe, alpha } = need(await opened(t, {}, { claims: { adapter: referenceAdapter } }))
  t.strictSame(probe.request(alpha), probe.request(alpha))
  t.notSame(probe.request(alpha), probe.fresh().request(alpha))
  t.notOk(probe.request(undefined).headers.some(([name]) => name.toLowerCase() === 'authorization'))
})

t.test('a result that says isError, is incomplete or is somebody else\'s is no success', async (t) => {
  const wrong: ((id: unknown) => unknown)[] = [
    (id) => ({ jsonrpc: '2.0', id, result: { isError: true, content: [], structuredContent: { error: { code: 'not_permitted' } } } }),
    (id) => ({ jsonrpc: '2.0', id, result: { resultType: 'input_required', content: [] } }),
    () => ({ jsonrpc: '2.0', id: 'another', result: { content: [] } }),
    (id) => ({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'no' } }),
  ]
  for (const make of wrong) {
    const flaw = ({ message, answer }: Exchange): boolean => {
      if (message?.method !== 'tools/call') return false
      answer(200, make(message.id))
      return true
    }
    t.equal(await opened(t, { flaw }, { claims: { readOnlyTools: ['handoff_whoami'] } }), 'control-refused')
  }
})

t.test('a rate is kept over everything that is sent', async (t) => {
  const started = performance.now()
  const target = need(await opened(t, {}, { ratePerSecond: 50 }))
  const wire = target.wireFor('test')
  await Promise.all(Array.from({ length: 6 }, async () => wire.send(target.probe.request(target.alpha))))
  t.ok(performance.now() - started >= 9 * 20, 'ten exchanges at least, 20 ms apart')
})

t.test('an adapter whose target names things otherwise is only data', async (t) => {
  const adapter: Adapter = { ...referenceAdapter, name: 'other', handoff: { ...referenceAdapter.handoff, id: 'number' } }
  t.equal(await opened(t, {}, { claims: { adapter } }), 'control-refused')
})

t.test('a path of own members', async (t) => {
  t.equal(valueAt({ a: { b: 1 } }, 'a.b'), 1)
  t.equal(valueAt({ a: [{ b: 1 }] }, 'a.0.b'), 1)
  for (const value of [undefined, null, 3, {}, { a: null }, { a: 'b' }]) t.equal(valueAt(value, 'a.b'), undefined)
  t.equal(valueAt({}, 'constructor.name'), undefined)
})
