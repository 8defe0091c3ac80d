/** Faults of servers of the earlier revisions: the handshake, capabilities, ids and methods, and the two eras beside each other. */
import { errorCodeInstead, onHttp, onItems, onRequest, onResult, without } from '../rewrite/build.ts'
import { fieldOf, isLegacy, legacyOnly } from '../rewrite/legacy.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant } from '../mutant.ts'

const known = new Set(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
const declares = (capability: string) => ({ params }: Exchange): boolean => Object.hasOwn(objectOr(params['capabilities']), capability)

/** Takes whatever is missing, or of a wrong type, for something harmless. */
const guessed: Rewrite = onRequest('initialize', (message) => {
  const given = objectOr(message['params'])
  const { protocolVersion, capabilities, clientInfo } = given
  return { ...message, params: { ...given, protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : '2025-11-25', capabilities: objectOr(capabilities), clientInfo: { name: 'anybody', version: '0', ...objectOr(clientInfo) } } }
})

const refusal = (id: unknown): JsonObject => ({ jsonrpc: '2.0', id, error: { code: -32_600, message: 'Not yet.' } })

/** A session serves nothing, not even a ping, before it is initialized. */
const nothingBefore: Rewrite = {
  request(message, exchange) {
    const session = fieldOf(exchange, 'mcp-session-id')
    if (session === undefined) return undefined
    if (exchange.method === 'notifications/initialized') exchange.memory.set(session, true)
    return exchange.method === 'ping' && !exchange.memory.has(session) ? { answer: [refusal(message['id'])] } : undefined
  },
}

/** A request of the server before its answer. */
function asking(method: string, request: JsonObject, when: (exchange: Exchange) => boolean): Rewrite {
  return { response: (message, exchange) => (exchange.method === method && Object.hasOwn(message, 'result') && when(exchange) ? [{ jsonrpc: '2.0', id: 'asked', ...request }, message] : undefined) }
}

export const legacyLifecycle: readonly RewriteMutant[] = [
  { id: 'legacy-version-by-capabilities', title: 'A client with capabilities is given the oldest version.', target: 'reference', rewrite: legacyOnly(onResult('initialize', (result) => ({ ...result, protocolVersion: '2025-03-26' })), declares('sampling')), kills: ['legacy.initialize-version'] },
  { id: 'legacy-version-repeated', title: 'A version that nobody knows is agreed to.', target: 'reference', rewrite: onResult('initialize', (result, { params }) => (known.has(String(params['protocolVersion'])) ? undefined : { ...result, protocolVersion: params['protocolVersion'] })), kills: ['legacy.initialize-unsupported-version'] },
  { id: 'legacy-version-old', title: 'In place of a version that nobody knows an old one is offered.', target: 'reference', rewrite: onResult('initialize', (result, { params }) => (known.has(String(params['protocolVersion'])) ? undefined : { ...result, protocolVersion: '2025-06-18' })), kills: ['legacy.initialize-unsupported-version'] },
  { id: 'legacy-initialize-guessed', title: 'What is missing in an initialize is guessed.', target: 'reference', rewrite: legacyOnly(guessed), kills: ['legacy.initialize-params'] },
  { id: 'legacy-nameless', title: 'The result of initialize does not say what the server is.', target: 'reference', rewrite: onResult('initialize', (result) => without(result, 'serverInfo')), kills: ['legacy.initialize-result'] },
  { id: 'legacy-early-ping-refused', title: 'A ping is refused before the session is initialized.', target: 'fixture', rewrite: nothingBefore, kills: ['legacy.before-initialized'] },
  { id: 'legacy-early-question', title: 'The client is asked for its roots in the answer to initialize.', target: 'reference', rewrite: asking('initialize', { method: 'roots/list' }, declares('roots')), kills: ['legacy.before-initialized'] },
  { id: 'legacy-logging-unserved', title: 'Logging is declared and not served.', target: 'reference', rewrite: onResult('initialize', (result) => ({ ...result, capabilities: { ...objectOr(result['capabilities']), logging: {} } })), kills: ['legacy.capabilities-served', 'legacy.log-level-invalid'] },
  { id: 'legacy-tools-undeclared', title: 'Tools are served and not declared.', target: 'reference', rewrite: onResult('initialize', (result) => ({ ...result, capabilities: without(objectOr(result['capabilities']), 'tools') })), kills: ['legacy.capabilities-declared'] },
  { id: 'legacy-logs-undeclared', title: 'Log messages are sent and logging is not declared.', target: 'fixture', rewrite: onResult('initialize', (result) => ({ ...result, capabilities: without(objectOr(result['capabilities']), 'logging') })), kills: ['legacy.capabilities-declared'] },
  { id: 'legacy-model-asked', title: 'The model of any client is asked.', target: 'reference', rewrite: legacyOnly(asking('tools/call', { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }, () => true)), kills: ['legacy.client-capabilities'] },
  { id: 'legacy-unknown-method-code', title: 'An unknown method is refused as invalid parameters.', target: 'reference', rewrite: legacyOnly(errorCodeInstead(-32_601, -32_602)), kills: ['legacy.unknown-method'] },
  { id: 'legacy-id-sign', title: 'A negative id comes back without its sign.', target: 'reference', rewrite: legacyOnly({ response: (message) => (message['id'] === -7 ? { ...message, id: 7 } : undefined) }), kills: ['legacy.id-echoed'] },
  { id: 'legacy-id-object', title: 'A request whose id is an object is served.', target: 'reference', rewrite: legacyOnly({ request: (message) => (Object.hasOwn(objectOr(message['id']), 'of') ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: {} }] } : undefined) }), kills: ['legacy.id-invalid'] },
  { id: 'legacy-hints', title: 'Lists of the earlier revisions carry hints for caches.', target: 'reference', rewrite: legacyOnly(onResult('tools/list', (result) => ({ ...result, ttlMs: 0 }))), kills: ['dual.legacy-answers'] },
  { id: 'legacy-newer-code', title: 'A tool that does not exist is refused with a code of the newer revision.', target: 'reference', rewrite: legacyOnly(errorCodeInstead(-32_602, -32_021, 'tools/call')), kills: ['dual.legacy-answers', 'legacy.tool-unknown'] },
  { id: 'legacy-session-for-modern', title: 'Listing tools in the newest revision opens a session.', target: 'reference', rewrite: onHttp((_answer, exchange) => !isLegacy(exchange) && exchange.method === 'tools/list', ({ headers }) => ({ headers: [...headers, ['mcp-session-id', 'opened']] })), kills: ['spec.no-session-id'] },
  { id: 'legacy-connection-remembered', title: 'On a connection that is kept the newest revision is answered as an earlier one.', target: 'reference', rewrite: onResult('server/discover', (result, exchange) => (fieldOf(exchange, 'connection') === 'close' ? undefined : without(result, 'resultType'))), kills: ['dual.one-connection'] },
  { id: 'legacy-tool-name', title: 'The name of a tool holds a space.', target: 'reference', rewrite: legacyOnly(onItems('tools/list', 'tools', (tool) => (tool['name'] === 'handoff_send' ? { ...tool, name: 'handoff send' } : tool))), kills: ['legacy.tool-names'] },
]
