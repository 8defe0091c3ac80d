import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import origin from '../../../../harness/schemas/origin.json' with { type: 'json' }
import { corrections } from '../../../../harness/peer/schema/corrections.ts'
import { schemaOf, schemaRevisions } from '../../../../harness/peer/schema/definitions.ts'
import { violationsOf } from '../../../../harness/peer/schema/violations.ts'

const modern = '2026-07-28'
const folder = new URL('../../../../harness/schemas/', import.meta.url)

t.test('the schemas are the official ones', async (t) => {
  t.same(readdirSync(folder).sort(), ['origin.json', ...origin.files.map(({ file }) => file)].sort())
  t.same(origin.files.map(({ file }) => file), schemaRevisions.map((revision) => `${revision}.json`))
  for (const { file, sha256 } of origin.files) {
    t.equal(createHash('sha256').update(readFileSync(new URL(file, folder))).digest('hex'), sha256, file)
  }
  for (const { revision, definition } of corrections) t.ok(schemaOf(revision).definitions[definition], `${definition} of ${revision} is there to be corrected`)
})

t.test('every definition compiles, with and without all errors', async (t) => {
  for (const revision of schemaRevisions) {
    const schema = schemaOf(revision)
    for (const name of Object.keys(schema.definitions)) for (const whole of [true, false]) t.doesNotThrow(() => schema.validator(name, whole), `${revision} ${name}`)
  }
  t.throws(() => schemaOf('2024-11-05'), /no schema/)
  t.throws(() => schemaOf(modern).validator('Nothing', true), /no definition/)
})

const tool = { name: 'a', inputSchema: { type: 'object' } }
const listed = (tools: unknown[], more: object = {}) => ({ jsonrpc: '2.0', id: 1, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools, ...more } })
const called = (content: unknown[], more: object = {}) => ({ jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content, ...more } })
const failed = (error: object, more: object = { id: 1 }) => ({ jsonrpc: '2.0', ...more, error })

const cases: readonly (readonly [name: string, revision: string, method: string | undefined, message: object, found: readonly string[]])[] = [
  ['a list', modern, 'tools/list', listed([tool]), []],
  ['unknown members', modern, 'tools/list', { ...listed([{ ...tool, more: 1 }], { more: 1 }), more: 1 }, []],
  ['a tool without a schema, twice', modern, 'tools/list', listed([{ name: 'a' }, { name: 'b' }]), ['result of tools/list /result/tools/* has inputSchema']],
  ['a fraction of a millisecond', modern, 'tools/list', listed([], { ttlMs: 0.5 }), ['result of tools/list /result/ttlMs is of type integer']],
  ['a scope that there is none of', modern, 'tools/list', listed([], { cacheScope: 'shared' }), ['result of tools/list /result/cacheScope is one of "private", "public"']],
  ['a result without its type', modern, 'tools/call', { jsonrpc: '2.0', id: 1, result: { content: [] } }, ['result of tools/call /result has resultType']],
  ['text', modern, 'tools/call', called([{ type: 'text', text: 'a' }]), []],
  ['text without text', modern, 'tools/call', called([{ type: 'text' }]), ['result of tools/call /result/content/* has text']],
  ['content of no kind', modern, 'tools/call', called([{ type: 'txt', text: 'a' }]), ['result of tools/call /result/content/*/type is one of "text", "image", "audio", "resource_link", "resource"']],
  ['a resource of no kind', modern, 'tools/call', called([{ type: 'resource', resource: { uri: 'a:b' } }]), ['result of tools/call /result/content/*/resource is one of TextResourceContents, BlobResourceContents']],
  ['the result of an extension', modern, 'tools/call', { jsonrpc: '2.0', id: 1, result: { resultType: 'task', taskId: 'a' } }, []],
  ['a result that asks for input', modern, 'tools/call', { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } } }, []],
  ['a result that asks for what there is none of', modern, 'tools/call', { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required', inputRequests: { mine: { method: 'x/y' } } } }, ['result of tools/call /result/inputRequests/*/method is one of "sampling/createMessage", "roots/list", "elicitation/create"']],
  ['settings of an extension with a fraction and null', modern, 'server/discover', { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'public', supportedVersions: [], capabilities: { extensions: { 'a/b': { limit: 0.5, none: null } } } } }, []],
  ['an id of another type', modern, 'tools/call', { ...called([]), id: 1.5 }, ['result of tools/call /id is of type string or integer']],
  ['a result of a method that the schema does not know', modern, 'mine/do', { jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } }, []],
  ['another version of JSON-RPC', modern, 'mine/do', { jsonrpc: '1.0', id: 1, result: { resultType: 'complete' } }, ['result of another request /jsonrpc is "2.0"']],
  ['an error', modern, 'tools/call', failed({ code: -32_602, message: 'a' }), []],
  ['an error without an id', modern, 'tools/call', failed({ code: -32_602, message: 'a' }, {}), []],
  ['an error with the id null', modern, 'tools/call', failed({ code: -32_602, message: 'a' }, { id: null }), []],
  ['an error with the fraction that was the id of the request', modern, 'tools/call', failed({ code: -32_600, message: 'a' }, { id: 1.5 }), []],
  ['an error with an id that is no number', modern, 'tools/call', failed({ code: -32_600, message: 'a' }, { id: true }), ['error of tools/call /id is of type string or integer']],
  ['an older error without an id', '2025-06-18', 'tools/call', failed({ code: -32_602, message: 'a' }, {}), []],
  ['an error with a fraction for a code', modern, 'tools/call', failed({ code: -1.5, message: 'a' }), ['error of tools/call /error/code is of type integer']],
  ['an error without a message', modern, 'mine/do', failed({ code: -1 }), ['error of another request /error has message']],
  ['an unsupported version without data', modern, 'tools/call', failed({ code: -32_022, message: 'a' }), ['error of tools/call /error has data']],
  ['progress', modern, undefined, { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 0.5 } }, []],
  ['progress of nothing', modern, undefined, { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } }, ['notifications/progress /params has progressToken']],
  ['a notification of its own', modern, undefined, { jsonrpc: '2.0', method: 'notifications/mine' }, []],
  ['a request of an earlier revision', '2025-11-25', undefined, { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: { message: 'a' } }, ['elicitation/create /params is one of ElicitRequestURLParams, ElicitRequestFormParams']],
  ['an opening', '2025-11-25', 'initialize', { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'a' } } }, ['result of initialize /result/serverInfo has version']],
  ['a task', '2025-11-25', 'tools/call', { jsonrpc: '2.0', id: 1, result: { task: { taskId: 'a', status: 'working', createdAt: 'a', lastUpdatedAt: 'a', ttl: null } } }, []],
  ['an answer to ping', '2025-03-26', 'ping', { jsonrpc: '2.0', id: 1, result: {} }, []],
  ['no message', modern, undefined, { jsonrpc: '2.0', id: 1 }, ['a message  it has none of method, result and error']],
]

for (const [name, revision, method, message, found] of cases) {
  t.test(`${name} in ${revision}`, async (t) => {
    t.same([...violationsOf(revision, method, message as Readonly<Record<string, unknown>>, 100)].map(({ what, where, rule }) => `${what} ${where} ${rule}`), found)
  })
}

t.test('nothing of what a target wrote is told', async (t) => {
  const secret = 'sk-very-secret'
  const message = { ...listed([{ ...tool, inputSchema: { type: secret } }, { ...tool, name: 5, [secret]: 1 }]), _meta: 1 }
  const text = JSON.stringify([...violationsOf(modern, 'tools/list', message, 100), ...violationsOf(modern, secret, message, 100), ...violationsOf('2025-11-25', 'tools/list', listed([{ ...tool, inputSchema: { type: 'object', properties: { [secret]: 1 } } }]), 100)])
  t.notMatch(text, secret)
  t.notMatch(JSON.stringify(violationsOf(modern, 'tools/call', called([{ type: secret }, { type: 'text', text: { type: secret } }]), 100)), secret)
  t.match(text, '/result/tools/*/inputSchema/properties/*')
})

const instead: readonly (readonly [name: string, revision: string, method: string, message: object, found: readonly string[]])[] = [
  ['null for an id', modern, 'tools/list', { ...listed([tool]), id: null }, ['null']],
  ['an item of a kind that another revision has', '2025-03-26', 'tools/call', called([{ type: 'resource_link', name: 'a', uri: 'a:b' }]), ['"resource_link"']],
  ['a kind that no revision has', modern, 'tools/call', called([{ type: 'txt', text: 'a' }]), ['a text']],
  ['a member that is missing', modern, 'tools/list', listed([{ name: 'a' }]), ['no such member']],
  ['numbers, a list and an object', modern, 'tools/list', listed([{ ...tool, title: 1 }, { ...tool, title: 0.5 }, { ...tool, title: [] }, { ...tool, title: {} }, { ...tool, title: true }]), ['a whole number', 'a number with a fraction', 'an array', 'an object', 'true or false']],
]

for (const [name, revision, method, message, found] of instead) {
  t.test(`of ${name} it is told what was found`, async (t) => {
    t.same(violationsOf(revision, method, message as Readonly<Record<string, unknown>>, 100).map((each) => each.found), found)
  })
}

t.test('a message of great length is judged up to its first violation', async (t) => {
  const many = listed(Array.from({ length: 1_000 }, () => ({})))
  t.equal(violationsOf(modern, 'tools/list', many, 10 ** 6).length, 1)
  t.equal(violationsOf(modern, 'tools/list', many, 1_000).length, 2, 'equal violations are one')
})
