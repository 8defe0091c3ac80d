/** Faults of notifications in revision 2026-07-28: subscriptions, progress and log messages. */
import { onNotification, onRequest, onResult, without } from '../rewrite/build.ts'
import { fieldOf } from '../rewrite/legacy.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant, ServerMutant } from '../mutant.ts'

const listen = 'subscriptions/listen'
const acknowledged = 'notifications/subscriptions/acknowledged'
const toolsChanged = 'notifications/tools/list_changed'
const progress = 'notifications/progress'
const idKey = 'io.modelcontextprotocol/subscriptionId'
const logKey = 'io.modelcontextprotocol/logLevel'
const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }
const logging = 'test/fixture-server/logging.ts'

const isModern = ({ revision }: Exchange): boolean => revision === '2026-07-28'
const paramsOf = (message: JsonObject): JsonObject => objectOr(message['params'])

/** Changes notifications of this revision alone. */
function changed(method: string, change: (message: JsonObject, exchange: Exchange) => JsonObject | readonly JsonObject[]): Rewrite {
  return onNotification(method, (message, exchange) => (isModern(exchange) ? change(message, exchange) : message))
}

function filtered(change: (filter: JsonObject) => JsonObject): Rewrite {
  return onRequest(listen, (message, { params }) => (Object.hasOwn(params, 'notifications') ? { ...message, params: { ...params, notifications: change(objectOr(params['notifications'])) } } : undefined))
}

/** The acknowledgement names what was asked for, whatever the server was told. */
function andAcknowledged(rewrite: Rewrite): Rewrite {
  return { ...rewrite, ...changed(acknowledged, (message, { request }) => ({ ...message, params: { ...paramsOf(message), notifications: objectOr(objectOr(request?.['params'])['notifications']) } })) }
}

const subscriptions: readonly RewriteMutant[] = [
  { id: 'acknowledged-late', title: 'A change overtakes the acknowledgement of a subscription.', target: 'fixture', rewrite: changed(acknowledged, (message) => [{ jsonrpc: '2.0', method: toolsChanged, params: { _meta: paramsOf(message)['_meta'] } }, message]), kills: ['spec.listen-acknowledged'] },
  { id: 'acknowledged-without-filter', title: 'An acknowledgement does not say what was agreed to.', target: 'fixture', rewrite: changed(acknowledged, (message) => ({ ...message, params: without(paramsOf(message), 'notifications') })), kills: ['spec.listen-acknowledged', 'spec.messages-match-schema'] },
  { id: 'acknowledged-everything', title: 'An acknowledgement agrees to everything that the server has.', target: 'fixture', rewrite: changed(acknowledged, (message) => ({ ...message, params: { ...paramsOf(message), notifications: everything } })), kills: ['spec.listen-acknowledged', 'spec.listen-apart'] },
  { id: 'subscription-id-as-text', title: 'The id of a subscription is always a string.', target: 'fixture', rewrite: changed(acknowledged, (message) => ({ ...message, params: { ...paramsOf(message), _meta: { [idKey]: String(objectOr(paramsOf(message)['_meta'])[idKey]) } } })), kills: ['spec.subscription-id'] },
  { id: 'change-without-id', title: 'A change does not name its subscription.', target: 'fixture', rewrite: changed(toolsChanged, (message) => ({ ...message, params: {} })), kills: ['spec.subscription-id'] },
  { id: 'subscriptions-share-an-id', title: 'Every subscription has the id of the one that was opened last.', target: 'fixture', rewrite: changed(toolsChanged, (message, { request, memory }) => { const ids = (memory.get('ids') as unknown[] | undefined) ?? []; memory.set('ids', [...ids, request?.['id']]); return { ...message, params: { _meta: { [idKey]: ids[0] ?? request?.['id'] } } } }), kills: ['spec.listen-apart', 'spec.subscription-id'] },
  { id: 'changes-unasked', title: 'A subscription gets changes that it did not ask for.', target: 'fixture', rewrite: andAcknowledged(filtered((filter) => ({ ...filter, ...everything }))), kills: ['spec.listen-requested-only'] },
  { id: 'progress-on-subscription', title: 'A subscription gets the progress of calls.', target: 'fixture', rewrite: changed(toolsChanged, (message) => [message, { jsonrpc: '2.0', method: progress, params: { _meta: paramsOf(message)['_meta'], progressToken: 'somebody', progress: 1 } }]), kills: ['spec.listen-not-request-scoped'] },
  { id: 'updates-of-anything', title: 'Whoever asks for updates gets those of another resource too.', target: 'fixture', rewrite: andAcknowledged(filtered((filter) => (Array.isArray(filter['resourceSubscriptions']) ? { ...filter, resourceSubscriptions: [...new Set([...filter['resourceSubscriptions'], 'test://watched-resource'])] } : filter))), kills: ['spec.listen-subscribed-uris'] },
  { id: 'filter-unchecked', title: 'A filter that is none is taken for one.', target: 'fixture', rewrite: onRequest(listen, (message, { params }) => (isFilter(params['notifications']) ? undefined : { ...message, params: { ...params, notifications: { toolsListChanged: true } } })), kills: ['spec.listen-filter-checked'] },
  { id: 'subscription-answered', title: 'A subscription is answered with a result at once.', target: 'fixture', rewrite: changed(acknowledged, (message, { request }) => [message, { jsonrpc: '2.0', id: request?.['id'], result: { resultType: 'complete', _meta: { ...objectOr(paramsOf(message)['_meta']), 'io.modelcontextprotocol/serverInfo': { name: 'server', version: '1' } } } }]), kills: ['spec.listen-stays-open'] },
  { id: 'subscription-dropped', title: 'A subscription ends without a response.', target: 'fixture', rewrite: { response: (message, { method }) => (method === listen && Object.hasOwn(message, 'result') ? [] : undefined) }, kills: ['spec.listen-empty-ends-gracefully', 'spec.listen-shutdown-graceful'] },
  { id: 'subscription-end-unnamed', title: 'The response that ends a subscription does not name it.', target: 'fixture', rewrite: onResult(listen, (result) => ({ ...result, _meta: without(objectOr(result['_meta']), idKey) })), kills: ['spec.listen-empty-ends-gracefully', 'spec.listen-shutdown-graceful', 'spec.messages-match-schema'] },
  { id: 'changes-unannounced', title: 'Changes of the tools are not announced.', target: 'fixture', rewrite: changed(toolsChanged, () => []), kills: ['spec.listen-changes-announced'] },
]

function isFilter(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return false
  return Object.entries(filter).every(([name, value]) => (name === 'resourceSubscriptions' ? Array.isArray(value) && value.every((uri) => typeof uri === 'string') : typeof value === 'boolean'))
}

const notifications: readonly (RewriteMutant | ServerMutant)[] = [
  { id: 'progress-token-as-text', title: 'Numbers come back as strings in the token of progress.', target: 'fixture', rewrite: changed(progress, (message) => ({ ...message, params: { ...paramsOf(message), progressToken: String(paramsOf(message)['progressToken']) } })), kills: ['spec.progress-token'] },
  { id: 'progress-repeated', title: 'Every step of progress is told twice.', target: 'fixture', rewrite: changed(progress, (message) => [message, message]), kills: ['spec.progress-increases'] },
  { id: 'progress-without-token', title: 'Progress is told to those who gave no token.', target: 'fixture', patch: { file: 'test/fixture-server/tools/progress.ts', find: "const progressToken = request.mcpReq._meta?.progressToken", replace: "const progressToken = request.mcpReq._meta?.progressToken ?? 'none'" }, kills: ['spec.progress-in-flight'] },
  { id: 'progress-afterwards', title: 'Progress goes on after the response.', target: 'fixture', rewrite: { response: (message, exchange) => (isModern(exchange) && exchange.method === 'tools/call' && Object.hasOwn(message, 'result') && exchange.params['name'] === 'test_tool_with_progress' && Object.hasOwn(objectOr(exchange.params['_meta']), 'progressToken') ? [message, { jsonrpc: '2.0', method: progress, params: { progressToken: objectOr(exchange.params['_meta'])['progressToken'], progress: 1000 } }] : undefined) }, kills: ['spec.progress-in-flight'] },
  { id: 'log-by-default', title: 'Who names no log level gets all messages.', target: 'fixture', patch: { file: logging, find: 'each === envelopeOf(request)[LOG_LEVEL_META_KEY])', replace: "each === (envelopeOf(request)[LOG_LEVEL_META_KEY] ?? 'debug'))" }, kills: ['spec.log-opt-in', 'spec.log-own-stream'] },
  { id: 'log-token', title: 'Log messages hold the Authorization field of their request.', target: 'fixture', rewrite: changed('notifications/message', (message, exchange) => ({ ...message, params: { ...paramsOf(message), data: fieldOf(exchange, 'authorization') } })), kills: ['spec.log-without-secrets'] },
  { id: 'log-level-unread', title: 'Whoever names a log level gets all messages.', target: 'fixture', patch: { file: logging, find: 'if (wanted === undefined || levels.indexOf(level) < levels.indexOf(wanted)) return', replace: 'if (wanted === undefined) return' }, kills: ['spec.log-threshold'] },
  { id: 'log-level-unchecked', title: 'A log level that is none is taken for no level.', target: 'fixture', rewrite: onRequest('any', (message, exchange) => { const meta = objectOr(exchange.params['_meta']); return isModern(exchange) && Object.hasOwn(meta, logKey) && !/^(?:debug|info|notice|warning|error|critical|alert|emergency)$/.test(String(meta[logKey])) ? { ...message, params: { ...exchange.params, _meta: without(meta, logKey) } } : undefined }), kills: ['spec.log-level-invalid'] },
  { id: 'logging-undeclared', title: 'There are log messages, but logging is not declared.', target: 'fixture', rewrite: onResult('server/discover', (result) => ({ ...result, capabilities: without(objectOr(result['capabilities']), 'logging') })), kills: ['spec.logging-declared'] },
]

export const specSubscriptions: readonly (RewriteMutant | ServerMutant)[] = [...subscriptions, ...notifications]
