/** Faults of servers of the earlier revisions: what they offer, and what they say while they work. */
import { errorCodeInstead, onItems, onNotification, onRequest, onResult, without } from '../rewrite/build.ts'
import { fieldOf, legacyOnly } from '../rewrite/legacy.ts'
import { isJsonObject, objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant } from '../mutant.ts'

const isNewest = ({ revision }: Exchange): boolean => revision === '2025-11-25'

/** What the fixture server answers to arguments that break a schema. */
function refusesInput(message: JsonObject): boolean {
  const [first]: unknown[] = Array.isArray(objectOr(message['result'])['content']) ? objectOr(message['result'])['content'] as unknown[] : []
  return String(objectOr(first)['text']).startsWith('The arguments are not valid')
}

/** A list that never ends: behind the last page there is always an empty one. */
const endless: Rewrite = {
  request: (message, { method, params }) => (method === 'tools/list' && params['cursor'] === 'again' ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: { tools: [], nextCursor: 'again' } }] } : undefined),
  ...onResult('tools/list', (result) => (Object.hasOwn(result, 'nextCursor') ? undefined : { ...result, nextCursor: 'again' })),
}

/** The cancellation is taken in, and answered when the work is over. */
const cancelledWithError: Rewrite = {
  request(_message, { method, params, memory }) {
    if (method !== 'notifications/cancelled') return undefined
    memory.set(`cancelled ${String(params['requestId'])}`, true)
    return { answer: [], http: { status: 202 } }
  },
  response(message, { method, memory }) {
    const gone = method === 'tools/call' && Object.hasOwn(message, 'result') && memory.delete(`cancelled ${String(message['id'])}`)
    return gone ? { jsonrpc: '2.0', id: message['id'], error: { code: -32_800, message: 'Cancelled.' } } : undefined
  },
}

const turned: Rewrite = onResult('tools/list', (result, { memory }) => {
  const count = Number(memory.get('lists') ?? 0)
  memory.set('lists', count + 1)
  return count % 2 === 0 ? undefined : { ...result, tools: Array.isArray(result['tools']) ? result['tools'].toReversed() : [] }
})

const toolNamed = (name: string, change: JsonObject): Rewrite => onItems('tools/list', 'tools', (tool) => (tool['name'] === name ? { ...tool, ...change } : tool))
const withContent = (block: JsonObject): Rewrite => onResult('tools/call', (result) => ({ ...result, content: [...(Array.isArray(result['content']) ? result['content'] : []), block] }))
const tokenOf = ({ params }: Exchange): unknown => objectOr(params['_meta'])['progressToken']
const params = (message: JsonObject, change: JsonObject): JsonObject => ({ ...message, params: { ...objectOr(message['params']), ...change } })

function withField(message: JsonObject, field: JsonObject): JsonObject {
  const schema = objectOr(objectOr(message['params'])['requestedSchema'])
  return params(message, { requestedSchema: { ...schema, properties: { ...objectOr(schema['properties']), ...field } } })
}

/** Changes the requests of the server to its client. */
const onQuestion = (method: string, change: (message: JsonObject) => JsonObject): Rewrite => ({ response: (message) => (message['method'] === method && Object.hasOwn(message, 'id') ? change(message) : undefined) })

const server: readonly RewriteMutant[] = [
  { id: 'legacy-tool-schemaless', title: 'A tool has no input schema.', target: 'reference', rewrite: legacyOnly(toolNamed('handoff_send', { inputSchema: null })), kills: ['legacy.tool-input-schemas'] },
  { id: 'legacy-tool-schema-broken', title: 'The input schema of a tool is none.', target: 'reference', rewrite: legacyOnly(toolNamed('handoff_send', { inputSchema: { type: 'object', properties: 7 } })), kills: ['legacy.tool-schemas-valid'] },
  { id: 'legacy-tool-twice', title: 'A tool is listed twice.', target: 'reference', rewrite: legacyOnly(onResult('tools/list', (result) => (Array.isArray(result['tools']) ? { ...result, tools: [...result['tools'], result['tools'][0]] } : undefined))), kills: ['legacy.list-walk', 'legacy.tool-names'] },
  { id: 'legacy-tools-turned', title: 'Every second list of tools is turned around.', target: 'reference', rewrite: legacyOnly(turned), kills: ['legacy.tool-list-stable'] },
  { id: 'legacy-unstructured', title: 'Structured content is left out.', target: 'reference', rewrite: legacyOnly(onResult('tools/call', (result) => without(result, 'structuredContent'))), kills: ['legacy.tool-output-conforms'] },
  { id: 'legacy-structured-only', title: 'Structured content is not in the text.', target: 'reference', rewrite: legacyOnly(onResult('tools/call', (result) => (Object.hasOwn(result, 'structuredContent') ? { ...result, content: [{ type: 'text', text: 'See there.' }] } : undefined))), kills: ['legacy.tool-structured-text'] },
  { id: 'legacy-image-broken', title: 'An image is not encoded.', target: 'reference', rewrite: legacyOnly(withContent({ type: 'image', data: '<svg/>', mimeType: 'image/svg+xml' })), kills: ['legacy.tool-content'] },
  { id: 'legacy-link-too-early', title: 'A result of 2025-03-26 holds a link.', target: 'reference', rewrite: legacyOnly(withContent({ type: 'resource_link', uri: 'https://example.com/', name: 'link' }), ({ revision }) => revision === undefined), kills: ['legacy.tool-content'] },
  { id: 'legacy-unknown-tool-result', title: 'A tool that does not exist answers with an error of its own.', target: 'reference', rewrite: legacyOnly({ response: (message, { method }) => (method === 'tools/call' && Object.hasOwn(message, 'error') ? { jsonrpc: '2.0', id: message['id'], result: { content: [{ type: 'text', text: 'Unknown tool.' }], isError: true } } : undefined) }), kills: ['legacy.tool-unknown'] },
  { id: 'legacy-call-without-name', title: 'A call of a tool without a name falls over.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_603, 'tools/call'), ({ params }) => typeof params['name'] !== 'string'), kills: ['legacy.tool-call-shape'] },
  { id: 'legacy-inputs-unvalidated', title: 'Arguments that break the schema are taken.', target: 'fixture', rewrite: legacyOnly({ response: (message) => (refusesInput(message) ? { ...message, result: { content: [{ type: 'text', text: 'Done.' }] } } : undefined) }), kills: ['legacy.tool-inputs-validated'] },
  { id: 'legacy-inputs-protocol-error', title: 'In 2025-11-25 arguments that break the schema are a protocol error.', target: 'fixture', rewrite: legacyOnly({ response: (message) => (refusesInput(message) ? { jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'Invalid arguments.' } } : undefined) }, isNewest), kills: ['legacy.tool-error-kind'] },
  { id: 'legacy-not-found-code', title: 'A resource that does not exist has the code of the newest revision.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_002, -32_602, 'resources/read')), kills: ['legacy.resource-not-found'] },
  { id: 'legacy-uri-internal', title: 'Reading without a URI is an internal error.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_603, 'resources/read')), kills: ['legacy.resource-uri-required'] },
  { id: 'legacy-host-file', title: 'Any file of the host is served by its address.', target: 'fixture', rewrite: legacyOnly({ request: (message, { method, params: { uri } }) => (method === 'resources/read' && uri === 'file:///etc/passwd' ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: { contents: [{ uri, mimeType: 'text/plain', text: 'root:x:0:0:root:/root:/bin/sh\n' }] } }] } : undefined) }), kills: ['legacy.resource-traversal'] },
  { id: 'legacy-blob-raw', title: 'Bytes of a resource are not encoded.', target: 'fixture', rewrite: legacyOnly(onResult('resources/read', (result) => ({ ...result, contents: (Array.isArray(result['contents']) ? result['contents'] : []).map((content: unknown) => (isJsonObject(content) && Object.hasOwn(content, 'blob') ? { ...content, blob: '<bytes>' } : content)) }))), kills: ['legacy.resource-contents'] },
  { id: 'legacy-uri-spaced', title: 'The URI of a resource holds a space.', target: 'fixture', rewrite: legacyOnly(onItems('resources/list', 'resources', (resource, index) => (index === 1 ? { ...resource, uri: 'test://two words' } : resource))), kills: ['legacy.resource-uris'] },
  { id: 'legacy-prompt-unknown-internal', title: 'A prompt that does not exist is an internal error.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_603, 'prompts/get'), (exchange) => !Object.hasOwn(exchange.params, 'arguments')), kills: ['legacy.prompt-unknown'] },
  { id: 'legacy-prompt-hole-internal', title: 'A prompt without an argument that it requires is an internal error.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_603, 'prompts/get'), (exchange) => Object.hasOwn(exchange.params, 'arguments')), kills: ['legacy.prompt-arguments'] },
  { id: 'legacy-prompt-role', title: 'The messages of prompts are those of the system.', target: 'fixture', rewrite: legacyOnly(onResult('prompts/get', (result) => ({ ...result, messages: (Array.isArray(result['messages']) ? result['messages'] : []).map((message: unknown) => ({ ...objectOr(message), role: 'system' })) }))), kills: ['legacy.prompt-content'] },
  { id: 'legacy-completions-many', title: 'A completion gives 101 values.', target: 'fixture', rewrite: legacyOnly(onResult('completion/complete', (result) => ({ ...result, completion: { values: Array.from({ length: 101 }, (_, index) => `value ${index}`) } }))), kills: ['legacy.completion-limit'] },
  { id: 'legacy-completion-internal', title: 'A completion of nothing is an internal error.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_603, 'completion/complete')), kills: ['legacy.completion-invalid'] },
]

const utilities: readonly RewriteMutant[] = [
  { id: 'legacy-pong', title: 'A ping is answered with a word.', target: 'reference', rewrite: legacyOnly(onResult('ping', (result) => ({ ...result, pong: true }))), kills: ['legacy.ping'] },
  { id: 'legacy-cancellation-500', title: 'A cancellation without a request is a fault of the server.', target: 'reference', rewrite: legacyOnly({ request: (_message, exchange) => (exchange.method === 'notifications/cancelled' && !Object.hasOwn(exchange.params, 'requestId') ? { answer: [], http: { status: 500 } } : undefined) }), kills: ['legacy.cancellation-ignored'] },
  { id: 'legacy-cancelled-error', title: 'A cancelled call is answered with an error.', target: 'fixture', rewrite: cancelledWithError, kills: ['legacy.cancelled-unanswered'] },
  { id: 'legacy-cursor-ignored', title: 'Any cursor leads to the first page.', target: 'reference', rewrite: legacyOnly(onRequest('tools/list', (message, exchange) => { const { cursor, ...rest } = exchange.params; return cursor === undefined ? undefined : { ...message, params: rest } })), kills: ['legacy.cursor-invalid'] },
  { id: 'legacy-list-endless', title: 'The list of tools has no last page.', target: 'reference', rewrite: legacyOnly(endless), kills: ['legacy.list-walk'] },
  { id: 'legacy-progress-token', title: 'Progress names a token that nobody gave.', target: 'fixture', rewrite: legacyOnly(onNotification('notifications/progress', (message) => params(message, { progressToken: 'anybody' }))), kills: ['legacy.progress'] },
  { id: 'legacy-progress-stands', title: 'Progress stands still.', target: 'fixture', rewrite: legacyOnly(onNotification('notifications/progress', (message) => params(message, { progress: 1 }))), kills: ['legacy.progress'] },
  { id: 'legacy-progress-late', title: 'Progress goes on after the response.', target: 'fixture', rewrite: legacyOnly({ response: (message, exchange) => (Object.hasOwn(message, 'result') && tokenOf(exchange) !== undefined ? [message, { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: tokenOf(exchange), progress: 1_000_000 } }] : undefined) }), kills: ['legacy.progress-stops'] },
  { id: 'legacy-log-level-internal', title: 'A level that there is not is an internal error.', target: 'fixture', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_603, 'logging/setLevel')), kills: ['legacy.log-level-invalid'] },
  { id: 'legacy-log-empty', title: 'Log messages have no data.', target: 'fixture', rewrite: legacyOnly(onNotification('notifications/message', (message) => { const { data: _, ...rest } = objectOr(message['params']); return { ...message, params: rest } })), kills: ['legacy.log-messages'] },
  { id: 'legacy-log-token', title: 'Log messages hold the token of the client.', target: 'fixture', rewrite: legacyOnly(onNotification('notifications/message', (message, exchange) => params(message, { data: fieldOf(exchange, 'authorization') }))), kills: ['legacy.log-messages'] },
  { id: 'legacy-log-level-forgotten', title: 'The level of log messages is taken and forgotten.', target: 'fixture', rewrite: legacyOnly({ request: (message, exchange) => (exchange.method === 'logging/setLevel' && ['emergency', 'warning'].includes(String(exchange.params['level'])) ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: {} }] } : undefined) }), kills: ['legacy.log-level-respected'] },
  { id: 'legacy-meta-reserved', title: 'Metadata takes a prefix that is reserved for MCP.', target: 'reference', rewrite: legacyOnly(onResult('tools/list', (result) => ({ ...result, _meta: { 'com.mcp/page': 1 } }))), kills: ['legacy.meta-keys'] },
  { id: 'legacy-icon-file', title: 'An icon is a file of the host.', target: 'reference', rewrite: onResult('initialize', (result) => ({ ...result, serverInfo: { ...objectOr(result['serverInfo']), icons: [{ src: 'file:///icon.png' }] } })), kills: ['legacy.icons'] },
  { id: 'legacy-page-asked', title: 'A client that knows forms is sent to a page.', target: 'fixture', rewrite: legacyOnly(onQuestion('elicitation/create', (message) => params(message, { mode: 'url', url: 'https://example.com/', elicitationId: 'page' }))), kills: ['legacy.client-modes'] },
  { id: 'legacy-password-asked', title: 'A form asks for a password.', target: 'fixture', rewrite: legacyOnly(onQuestion('elicitation/create', (message) => withField(message, { password: { type: 'string' } }))), kills: ['legacy.client-modes'] },
]

export const legacyFeatures: readonly RewriteMutant[] = [...server, ...utilities]
