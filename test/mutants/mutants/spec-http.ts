/** Faults over HTTP in revision 2026-07-28: guards that are taken out, statuses, streams, and requests that are not kept apart. */
import { setTimeout as delay } from 'node:timers/promises'
import { errorCodeInstead, onHttp, onNotification, onRequest, withFields } from '../rewrite/build.ts'
import type { Exchange, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant, ServerMutant } from '../mutant.ts'

const app = 'server/http/app.ts'
const host = 'server/http/guards/host.ts'
const origin = 'server/http/guards/origin.ts'
const route = 'server/http/mcp-route.ts'
const guards = 'checkHost(request, target) ?? checkOrigin(request)'

const patches: readonly ServerMutant[] = [
  { id: 'no-host-guard', title: 'Any Host is let in.', target: 'reference', patch: { file: app, find: guards, replace: 'checkOrigin(request)' }, kills: ['framing.host', 'spec.host-foreign'] },
  { id: 'no-origin-guard', title: 'Any Origin is let in.', target: 'reference', patch: { file: app, find: guards, replace: 'checkHost(request, target)' }, kills: ['legacy.origin-refused', 'spec.origin-any-method', 'spec.origin-foreign'] },
  { id: 'origin-of-posts-only', title: 'The Origin of a POST is looked at, and of nothing else.', target: 'reference', patch: { file: app, find: guards, replace: "checkHost(request, target) ?? (request.method === 'POST' ? checkOrigin(request) : undefined)" }, kills: ['spec.origin-any-method'] },
  { id: 'first-host-counts', title: 'Of several Host fields the first is the one.', target: 'reference', patch: { file: host, find: "const fields = fieldValues(request, 'host')", replace: "const fields = fieldValues(request, 'host').slice(0, 1)" }, kills: ['framing.host', 'spec.host-foreign'] },
  { id: 'host-of-the-target-unread', title: 'The authority of an absolute-form target is not looked at.', target: 'reference', patch: { file: host, find: 'target.authority === undefined ? fields : [...fields, target.authority]', replace: 'fields' }, kills: ['spec.host-foreign'] },
  { id: 'host-malformed', title: 'A malformed Host is not told from a foreign one.', target: 'reference', patch: { file: host, find: "if (match === null) return { status: 400, error: 'invalid_host', description: 'The Host field is malformed.' }", replace: 'if (match === null) continue' }, kills: ['framing.host', 'spec.host-foreign'] },
  { id: 'host-foreign', title: 'A Host that is on no list is let in.', target: 'reference', patch: { file: host, find: "if (!allowed.has(match[1] ?? ''))", replace: 'if (false)' }, kills: ['spec.host-foreign'] },
  { id: 'origin-foreign', title: 'An Origin that is on no list is let in.', target: 'reference', patch: { file: origin, find: "hosts.has(match[1] ?? '') ? undefined : refusal", replace: 'true ? undefined : refusal' }, kills: ['legacy.origin-refused', 'spec.origin-any-method', 'spec.origin-foreign'] },
  { id: 'origin-prefix', title: 'An Origin is compared by the beginning of its host.', target: 'reference', patch: { file: origin, find: "hosts.has(match[1] ?? '') ? undefined : refusal", replace: "[...hosts].some((host) => match[1]?.startsWith(host)) ? undefined : refusal" }, kills: ['legacy.origin-refused', 'spec.origin-foreign'] },
  { id: 'origin-malformed', title: 'An Origin that is none is let in.', target: 'reference', patch: { file: origin, find: 'if (fields.length > 1 || match === null) return refusal', replace: 'if (fields.length > 1 || match === null) return undefined' }, kills: ['legacy.origin-refused', 'spec.origin-foreign'] },
  { id: 'every-interface', title: 'The server listens on every interface of the machine.', target: 'reference', patch: { file: app, find: 'server.listen(where.port, where.host, resolve)', replace: 'server.listen(where.port, resolve)' }, kills: ['spec.loopback-only'] },
  { id: 'batch-of-one', title: 'The first message of an array is served.', target: 'reference', patch: { file: route, find: '      message = parseStrictJson(bytes)', replace: '      message = parseStrictJson(bytes)\n      if (Array.isArray(message)) message = message[0]' }, kills: ['spec.batch-refused'] },
  { id: 'parse-failure-throws', title: 'A body that is no JSON is a fault of the server.', target: 'reference', patch: { file: route, find: 'if (!(error instanceof StrictJsonError)) throw error', replace: 'throw error' }, kills: ['json.byte-order-mark', 'json.depth', 'json.malformed', 'json.not-utf-8', 'json.numbers', 'json.repeated-names', 'json.strings', 'json.wide-ids', 'spec.unreadable-body'] },
  { id: 'slow-call-uncancelled', title: 'A call goes on when its response stream is closed.', target: 'fixture', patch: { file: 'test/fixture-server/tools/slow.ts', find: "'finished' as const, { signal })", replace: "'finished' as const)" }, kills: ['spec.close-cancels'] },
]

const isModern = ({ revision }: Exchange): boolean => revision === '2026-07-28'
const isNotification = ({ request, http, revision }: Exchange): boolean => http?.method === 'POST' && revision === '2026-07-28' && request !== undefined && !Object.hasOwn(request, 'id')

/** The field of a request, as it came. */
function field({ http }: Exchange, name: string): string | undefined {
  return http?.headers.find(([each]) => each.toLowerCase() === name)?.[1]
}

/** Refuses requests of the revision that carry a field. */
function refusing(name: string, status: number): Rewrite {
  return { request: (_message, exchange) => (isModern(exchange) && field(exchange, name) !== undefined ? { answer: [{ jsonrpc: '2.0', error: { code: -32_600, message: 'No.' } }], http: { status } } : undefined) }
}

/** Methods that no revision has, as the cases about them name them. */
const neverDefined = ['com.example/never-defined', 'tools/never-defined']
const page = { headers: [['content-type', 'text/html']], body: '<p>No.</p>' } as const

const rewrites: readonly RewriteMutant[] = [
  { id: 'notification-200', title: 'A notification is accepted with 200.', target: 'reference', rewrite: onHttp((answer, exchange) => answer.status === 202 && isNotification(exchange), () => ({ status: 200 })), kills: ['spec.notification-status'] },
  { id: 'notification-answered', title: 'A notification is answered with a result.', target: 'reference', rewrite: onHttp((answer, exchange) => answer.status === 202 && isNotification(exchange), () => ({ headers: [['content-type', 'application/json']], body: '{"jsonrpc":"2.0","id":"none","result":{}}' })), kills: ['spec.notification-status'] },
  { id: 'responses-accepted', title: 'A posted response is accepted.', target: 'reference', rewrite: { request: (message, exchange) => (isModern(exchange) && !Object.hasOwn(message, 'method') && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')) ? { answer: [], http: { status: 202 } } : undefined) }, kills: ['spec.response-refused'] },
  { id: 'media-type-unread', title: 'Any media type is taken for JSON.', target: 'reference', rewrite: { request: (message, exchange) => (isModern(exchange) && field(exchange, 'content-type') !== 'application/json' ? { forward: [message], fields: { 'content-type': 'application/json' } } : undefined) }, kills: ['spec.content-type-refused'] },
  { id: 'parse-error-page', title: 'A body that is no JSON is refused with a page for people.', target: 'reference', rewrite: onHttp(({ body }) => body?.includes('-32700') === true, () => page), kills: ['json.strings', 'spec.unreadable-body'] },
  { id: 'jsonrpc-unread', title: 'Any version of JSON-RPC is taken for 2.0.', target: 'reference', rewrite: onRequest('any', (message) => (message['jsonrpc'] === '2.0' ? undefined : { ...message, jsonrpc: '2.0' })), kills: ['spec.message-members'] },
  { id: 'unknown-method-200', title: 'Some unknown methods are refused with status 200.', target: 'reference', rewrite: onHttp((_answer, { method }) => neverDefined.includes(method), () => ({ status: 200 })), kills: ['spec.unknown-method'] },
  { id: 'unknown-method-code', title: 'Some unknown methods are refused as invalid parameters.', target: 'reference', rewrite: errorCodeInstead(-32_601, -32_602, neverDefined), kills: ['spec.unknown-method'] },
  { id: 'unknown-tool-page', title: 'An unknown tool is refused with a page for people.', target: 'reference', rewrite: onHttp((_answer, exchange) => exchange.method === 'tools/call' && isModern(exchange) && exchange.params['name'] === 'never-offered', () => page), kills: ['spec.answer-media-type'] },
  { id: 'no-allow', title: 'A method that is not allowed is refused without saying which are.', target: 'reference', rewrite: onHttp(({ status }) => status === 405, (answer) => ({ headers: withFields(answer.headers, { allow: undefined }) })), kills: ['spec.delete-not-allowed', 'spec.get-not-allowed'] },
  { id: 'get-404', title: 'GET and DELETE find nothing.', target: 'fixture-modern', rewrite: onHttp(({ status }) => status === 405, () => ({ status: 404 })), kills: ['spec.delete-not-allowed', 'spec.get-not-allowed'] },
  { id: 'session-wanted', title: 'A request that names a session is refused where there is no such session.', target: 'reference', rewrite: refusing('mcp-session-id', 404), kills: ['spec.session-id-ignored'] },
  { id: 'session-minted', title: 'Answers in the newest revision carry a session id.', target: 'reference', rewrite: onHttp((_answer, exchange) => isModern(exchange), (answer) => ({ headers: [...answer.headers, ['mcp-session-id', 'minted']] })), kills: ['spec.no-session-id'] },
  { id: 'resumption-refused', title: 'A request that names an event is refused.', target: 'reference', rewrite: refusing('last-event-id', 400), kills: ['spec.last-event-id-ignored'] },
  {
    id: 'asks-on-streams', title: 'The server asks its client something on a response stream.', target: 'fixture',
    rewrite: onNotification('notifications/progress', (message, exchange) => (isModern(exchange) ? [{ jsonrpc: '2.0', id: 'asked', method: 'roots/list' }, message] : message)),
    kills: ['spec.no-server-requests', 'spec.stream-messages'],
  },
  {
    id: 'changes-on-call-streams', title: 'Changes are announced on the streams of calls.', target: 'fixture',
    rewrite: onNotification('notifications/progress', (message, exchange) => (isModern(exchange) ? [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }, message] : message)),
    kills: ['spec.stream-messages'],
  },
  { id: 'stream-kept-open', title: 'The stream of a call stays open after the response.', target: 'fixture', rewrite: onHttp(({ body }, exchange) => body === undefined && exchange.method === 'tools/call' && isModern(exchange), () => ({ keepOpen: true })), kills: ['spec.stream-end'] },
  { id: 'stream-buffered', title: 'Streams begin without X-Accel-Buffering.', target: 'fixture', rewrite: onHttp(({ body }) => body === undefined, (answer) => ({ headers: withFields(answer.headers, { 'x-accel-buffering': undefined }) })), kills: ['spec.stream-head'] },
  {
    id: 'newest-id', title: 'The refusal of an unknown method carries the id of the request that came last.', target: 'reference',
    rewrite: {
      request: (message, { method, memory }) => {
        if (neverDefined.includes(method) && typeof message['id'] === 'number') memory.set('last', message['id'])
        return undefined
      },
      response: async (message, { method, memory }) => {
        if (!neverDefined.includes(method) || typeof message['id'] !== 'number') return undefined
        // Until the others that were sent at the same time are there.
        await delay(300)
        return { ...message, id: memory.get('last') }
      },
    },
    kills: ['spec.concurrent-requests'],
  },
  {
    id: 'first-field-counts', title: 'Of a repeated field only the first line is looked at.', target: 'reference',
    rewrite: {
      request: (message, exchange) => {
        const names = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].filter((name) => (exchange.http?.headers.filter(([each]) => each.toLowerCase() === name).length ?? 0) > 1)
        return names.length === 0 ? undefined : { forward: [message], fields: Object.fromEntries(names.map((name) => [name, field(exchange, name)])) }
      },
    },
    kills: ['spec.repeated-mirrored-fields'],
  },
  { id: 'accept-demanded', title: 'A request without Accept is a fault of the server.', target: 'reference', rewrite: { request: (_message, exchange) => (isModern(exchange) && field(exchange, 'accept') === undefined ? { answer: [], http: { status: 500 } } : undefined) }, kills: ['spec.accept-tolerated'] },
]

export const specHttp: readonly (ServerMutant | RewriteMutant)[] = [...patches, ...rewrites]
