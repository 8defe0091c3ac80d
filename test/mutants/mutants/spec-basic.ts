/** Faults of messages in revision 2026-07-28: envelopes, ids, methods, results and errors. */
import { errorCodeInstead, onError, onHttp, onNotification, onRequest, onResult, without } from '../rewrite/build.ts'
import { isJsonObject, objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant } from '../mutant.ts'

const key = 'io.modelcontextprotocol/'
const capabilities = `${key}clientCapabilities`
const stack = 'Error: broken\n    at callTool (file:///srv/app/dist/tools/call.js:12:34)\n    at async serve (file:///srv/app/dist/server.js:5:6)'

const isModern = ({ revision }: Exchange): boolean => revision === '2026-07-28'
const metaOf = ({ params }: Exchange): JsonObject => objectOr(params['_meta'])
const isAnswerable = (id: unknown): boolean => typeof id === 'string' || Number.isInteger(id)

function withMeta(message: JsonObject, exchange: Exchange, meta: JsonObject): JsonObject {
  return { ...message, params: { ...exchange.params, _meta: meta } }
}

/** Refuses requests of the revision for which something holds. */
function refusing(when: (exchange: Exchange, message: JsonObject) => boolean): Rewrite {
  return {
    request: (message, exchange) => (isModern(exchange) && when(exchange, message)
      ? { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_602, message: 'No.' } }], http: { status: 400 } }
      : undefined),
  }
}

/** Answers requests for a method. */
function serving(method: string, result: JsonObject = {}): Rewrite {
  return { request: (message, exchange) => (exchange.method === method && metaOf(exchange)[`${key}protocolVersion`] === '2026-07-28' ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: { ...result, resultType: 'complete', _meta: { [`${key}serverInfo`]: { name: 'server', version: '1' } } } }] } : undefined) }
}

/** The capabilities of any request hold for all that come after it. */
const remembered: Rewrite = onRequest('any', (message, exchange) => {
  if (!isModern(exchange) || !isJsonObject(metaOf(exchange)[capabilities])) return undefined
  const all = { ...objectOr(exchange.memory.get('capabilities')), ...objectOr(metaOf(exchange)[capabilities]) }
  exchange.memory.set('capabilities', all)
  return withMeta(message, exchange, { ...metaOf(exchange), [capabilities]: all })
})

/** The envelope of a request holds for the later ones that have none. */
const envelopeRemembered: Rewrite = onRequest('any', (message, exchange) => {
  const meta = metaOf(exchange)
  if (isJsonObject(meta[capabilities])) {
    exchange.memory.set('envelope', meta)
    return undefined
  }
  const known = exchange.memory.get('envelope')
  const bare = exchange.params['_meta'] === undefined && (message['params'] === undefined || isJsonObject(message['params']))
  return isModern(exchange) && bare && isJsonObject(known) ? withMeta(message, exchange, known) : undefined
})

/** A request whose id is none is served all the same, and its id given back. */
const anyId: Rewrite = {
  request: (message, exchange) => (isModern(exchange) && Object.hasOwn(message, 'id') && !isAnswerable(message['id']) ? { forward: [{ ...message, id: 'none' }] } : undefined),
  response: (message, { request }) => (message['id'] === 'none' && request !== undefined ? { ...message, id: request['id'] } : undefined),
}

const envelopes: readonly RewriteMutant[] = [
  { id: 'capabilities-of-any-type', title: 'Client capabilities of any type are taken for none.', target: 'reference', rewrite: onRequest('any', (message, exchange) => (isModern(exchange) && Object.hasOwn(metaOf(exchange), capabilities) && typeof metaOf(exchange)[capabilities] !== 'object' ? withMeta(message, exchange, { ...metaOf(exchange), [capabilities]: {} }) : undefined)), kills: ['spec.envelope-types'] },
  { id: 'client-info-required', title: 'A request that does not name its client is refused.', target: 'reference', rewrite: refusing((exchange) => !Object.hasOwn(metaOf(exchange), `${key}clientInfo`)), kills: ['spec.client-info-optional'] },
  { id: 'vendor-keys-refused', title: 'A request with keys of other vendors in its envelope is refused.', target: 'reference', rewrite: refusing((exchange) => Object.keys(metaOf(exchange)).some((name) => name.startsWith('com.example'))), kills: ['spec.envelope-open'] },
  { id: 'trace-context-refused', title: 'A request with a trace context in its envelope is refused.', target: 'reference', rewrite: refusing((exchange) => Object.hasOwn(metaOf(exchange), 'traceparent')), kills: ['spec.envelope-open'] },
  { id: 'envelope-remembered', title: 'A request without an envelope is taken to have that of an earlier one.', target: 'reference', rewrite: envelopeRemembered, kills: ['spec.envelope-not-remembered', 'spec.envelope-required'] },
  { id: 'capabilities-remembered', title: 'What a client could do once it can do for ever.', target: 'fixture', rewrite: remembered, kills: ['spec.capabilities-not-remembered', 'spec.input-requests-declared', 'spec.missing-capability'] },
  { id: 'missing-capability-code', title: 'A missing client capability is told as invalid parameters.', target: 'fixture', rewrite: errorCodeInstead(-32_021, -32_602), kills: ['spec.missing-capability'] },
  { id: 'missing-capability-status', title: 'A missing client capability is told with status 200.', target: 'fixture', rewrite: onHttp(({ body }) => body?.includes('-32021') === true, () => ({ status: 200 })), kills: ['spec.missing-capability'] },
  { id: 'missing-capability-list', title: 'Missing client capabilities are a list of names.', target: 'fixture', rewrite: onError('any', (error) => (error['code'] === -32_021 ? { ...error, data: { requiredCapabilities: Object.keys(objectOr(objectOr(error['data'])['requiredCapabilities'])) } } : undefined)), kills: ['spec.messages-match-schema', 'spec.missing-capability'] },
]

const ids: readonly RewriteMutant[] = [
  { id: 'id-as-text', title: 'Numbers come back as strings in the id of an answer.', target: 'reference', rewrite: { response: (message) => (typeof message['id'] === 'number' ? { ...message, id: String(message['id']) } : undefined) }, kills: ['spec.id-echoed'] },
  { id: 'falsy-id-lost', title: 'An id that is 0 or empty is taken for none in the answer.', target: 'reference', rewrite: { response: (message) => (message['id'] === 0 || message['id'] === '' ? { ...message, id: null } : undefined) }, kills: ['spec.id-echoed', 'spec.messages-match-schema'] },
  { id: 'any-id', title: 'Any JSON value is taken for an id.', target: 'reference', rewrite: anyId, kills: ['spec.id-refused'] },
  { id: 'id-error-code', title: 'An id that is none is answered as an internal error.', target: 'reference', rewrite: onError('any', (error, { request }) => (request !== undefined && Object.hasOwn(request, 'id') && !isAnswerable(request['id']) ? { ...error, code: -32_603 } : undefined)), kills: ['spec.id-refused'] },
  { id: 'id-invented', title: 'Where no id could be read the answer has one of its own.', target: 'reference', rewrite: { response: (message) => (Object.hasOwn(message, 'error') && !Object.hasOwn(message, 'id') ? { ...message, id: 'unknown' } : undefined) }, kills: ['spec.id-refused', 'spec.unread-id'] },
]

const methods: readonly RewriteMutant[] = [
  { id: 'ping-served', title: 'The removed method ping is still served.', target: 'reference', rewrite: serving('ping'), kills: ['spec.removed-methods'] },
  { id: 'removed-method-code', title: 'A removed method is refused as an invalid request.', target: 'fixture', rewrite: errorCodeInstead(-32_601, -32_600, ['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']), kills: ['spec.removed-methods'] },
  { id: 'initialize-served', title: 'A server of the newest revision alone answers initialize.', target: 'fixture-modern', rewrite: serving('initialize'), kills: ['spec.removed-methods'] },
  { id: 'roots-served', title: 'The server answers for roots, which only a client has.', target: 'reference', rewrite: serving('roots/list', { roots: [] }), kills: ['spec.unknown-method'] },
  { id: 'former-tasks-status', title: 'A method of the former tasks is refused with status 200.', target: 'reference', rewrite: onHttp((_answer, { method }) => method === 'tasks/list', () => ({ status: 200 })), kills: ['spec.unknown-method'] },
  { id: 'params-in-a-list', title: 'Parameters that are a list are taken for none, with an envelope of its own.', target: 'reference', rewrite: { request: (message) => (Array.isArray(message['params']) ? { forward: [{ ...message, params: { _meta: { [`${key}protocolVersion`]: '2026-07-28', [capabilities]: {} } } }] } : undefined) }, kills: ['spec.params-object'] },
  { id: 'extra-params-refused', title: 'A request with a parameter that the method does not know is refused.', target: 'reference', rewrite: refusing(({ params }) => Object.keys(params).some((name) => !/^(?:_meta|name|uri|arguments|cursor|ref|argument|context|inputResponses|requestState|notifications|taskId|[a-z]+[A-Z]\w*|level|messages|message)$/.test(name))), kills: ['spec.extra-params'] },
]

const results: readonly RewriteMutant[] = [
  { id: 'result-type-lost', title: 'A list of tools does not say of which type the result is.', target: 'reference', rewrite: onResult('tools/list', (result, exchange) => (isModern(exchange) ? without(result, 'resultType') : undefined)), kills: ['spec.messages-match-schema', 'spec.result-type'] },
  { id: 'result-type-unknown', title: 'A list of templates is of a type that nobody knows.', target: 'fixture', rewrite: onResult('resources/templates/list', (result, exchange) => (isModern(exchange) ? { ...result, resultType: 'done' } : undefined)), kills: ['spec.result-type'] },
  { id: 'server-info-lost', title: 'Lists do not name the server.', target: 'reference', rewrite: onResult('tools/list', (result, exchange) => (isModern(exchange) ? without(result, '_meta') : undefined)), kills: ['spec.server-info'] },
  { id: 'server-info-without-version', title: 'Lists name the server without its version.', target: 'reference', rewrite: onResult('tools/list', (result, exchange) => (isModern(exchange) ? { ...result, _meta: { [`${key}serverInfo`]: { name: 'server' } } } : undefined)), kills: ['spec.messages-match-schema', 'spec.server-info'] },
  { id: 'meta-key-malformed', title: 'Results carry a key of metadata with a space in it.', target: 'reference', rewrite: onResult('tools/list', (result) => ({ ...result, _meta: { ...objectOr(result['_meta']), 'page number': 1 } })), kills: ['spec.meta-keys'] },
  { id: 'meta-key-reserved', title: 'Results carry a key below a prefix that is reserved for MCP.', target: 'reference', rewrite: onResult('tools/list', (result) => ({ ...result, _meta: { ...objectOr(result['_meta']), 'com.mcp.pages/number': 1 } })), kills: ['spec.meta-keys'] },
]

/** A tool that nobody has, but for the one that the cases about refusals of tools call. */
const ours = ({ method, params }: Exchange): boolean => method === 'tools/call' && params['name'] === 'conformance-no-such-tool'

const errors: readonly RewriteMutant[] = [
  { id: 'error-code-text', title: 'An error has a code that is no number.', target: 'reference', rewrite: onError('any', (error, exchange) => (ours(exchange) ? { ...error, code: 'unknown_tool' } : undefined)), kills: ['spec.errors'] },
  { id: 'error-code-reserved', title: 'An error has a code of its own in the range of the specification.', target: 'reference', rewrite: onError('any', (error, exchange) => (ours(exchange) ? { ...error, code: -32_050 } : undefined)), kills: ['spec.errors'] },
  { id: 'error-code-misused', title: 'An unknown tool is refused as a revision that is not supported, although it is.', target: 'reference', rewrite: onError('any', (error, exchange) => (ours(exchange) ? { ...error, code: -32_022, data: { supported: ['2026-07-28'], requested: '2026-07-28' } } : undefined)), kills: ['spec.errors'] },
  { id: 'error-code-retired', title: 'An error has the code that an earlier revision had for resources.', target: 'reference', rewrite: onError('any', (error, exchange) => (ours(exchange) ? { ...error, code: -32_002 } : undefined)), kills: ['spec.errors'] },
  { id: 'error-code-legacy', title: 'An error has a code of the range that is left to older implementations.', target: 'reference', rewrite: onError('any', (error, exchange) => (ours(exchange) ? { ...error, code: -32_000 } : undefined)), kills: ['spec.errors'] },
  { id: 'error-with-stack', title: 'An error tells where it was thrown.', target: 'reference', rewrite: onError('any', (error, exchange) => (ours(exchange) ? { ...error, data: { stack } } : undefined)), kills: ['spec.errors-disclose-nothing'] },
  { id: 'asks-for-roots', title: 'A tool asks for roots on its response stream.', target: 'fixture', rewrite: onNotification('notifications/progress', (message, exchange) => (isModern(exchange) ? [{ jsonrpc: '2.0', id: 'ask', method: 'roots/list' }, message] : message)), kills: ['spec.no-server-requests'] },
  { id: 'cancels-a-call', title: 'The server cancels a call of the client.', target: 'fixture', rewrite: onNotification('notifications/progress', (message, exchange) => (isModern(exchange) ? [{ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: exchange.request?.['id'] } }, message] : message)), kills: ['spec.no-server-requests'] },
]

export const specBasic: readonly RewriteMutant[] = [...envelopes, ...ids, ...methods, ...results, ...errors]
