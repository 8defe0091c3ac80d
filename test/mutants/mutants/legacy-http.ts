/** Faults of servers of the earlier revisions over HTTP: fields, statuses, batches, streams and sessions. */
import { onHttp } from '../rewrite/build.ts'
import { events, fieldOf, legacyOnly } from '../rewrite/legacy.ts'
import type { Exchange, HttpAnswer, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant, ServerMutant } from '../mutant.ts'

const guard = 'server/http/guards/message.ts'
const store = 'test/fixture-server/event-store.ts'
const sessions = 'server/http/sessions.ts'

const patches: readonly ServerMutant[] = [
  { id: 'legacy-no-batches', title: 'No revision has batches.', target: 'reference', patch: { file: guard, find: 'if ((version ?? assumedVersion) !== batchVersion)', replace: 'if (true)' }, kills: ['legacy.batch-accepted'] },
  { id: 'legacy-batches-for-all', title: 'Every earlier revision has batches.', target: 'reference', patch: { file: guard, find: '(version ?? assumedVersion) !== batchVersion', replace: "(version ?? assumedVersion) >= '2026'" }, kills: ['legacy.batch-refused'] },
  { id: 'legacy-session-id-spaced', title: 'A session id holds a space.', target: 'fixture', patch: { file: sessions, find: 'sessionIdGenerator: randomUUID,', replace: "sessionIdGenerator: () => `${randomUUID()} ${randomUUID()}`," }, kills: ['legacy.session-id'] },
  { id: 'legacy-session-id-clock', title: 'A session id is the time of day.', target: 'fixture', patch: { file: sessions, find: 'sessionIdGenerator: randomUUID,', replace: 'sessionIdGenerator: () => `session-${process.hrtime.bigint() / 1000n}`,' }, kills: ['legacy.session-id'] },
  { id: 'legacy-unprimed', title: 'The event that opens a stream has no id.', target: 'fixture', patch: { file: store, find: '    this.#count += 1\n', replace: "    if (!('jsonrpc' in message)) return ''\n    this.#count += 1\n" }, kills: ['legacy.stream-primed'] },
  { id: 'legacy-event-ids-reused', title: 'Event ids are used again after five.', target: 'fixture', patch: { file: store, find: 'const id = `${this.#prefix}-${this.#count}`', replace: 'const id = `${this.#prefix}-${this.#count % 5}`' }, kills: ['legacy.event-ids-unique'] },
  { id: 'legacy-replays-everything', title: 'A stream that is resumed replays those of others.', target: 'fixture', patch: { file: store, find: ' && streamId === last.streamId', replace: '' }, kills: ['legacy.replay-own-stream'] },
]

const isPost = ({ http }: Exchange): boolean => http?.method === 'POST'
const isGet = ({ http }: Exchange): boolean => http?.method === 'GET'
const resumes = (exchange: Exchange): boolean => fieldOf(exchange, 'last-event-id') !== undefined
const hasId = ({ request }: Exchange): boolean => request !== undefined && Object.hasOwn(request, 'id')
const status = (from: number, to: number, when: (exchange: Exchange, answer: HttpAnswer) => boolean): Rewrite =>
  onHttp((answer, exchange) => answer.status === from && when(exchange, answer), () => ({ status: to }))

const page = { status: 404, headers: [['content-type', 'text/html']], body: '<p>Nothing is here.</p>' } as const

/** Remembers in which version each session was opened, and demands the field where that version has it. */
const fieldDemanded: Rewrite = {
  http({ status: answered, headers }, { method, params, memory }) {
    const session = headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1]
    if (method === 'initialize' && answered === 200 && session !== undefined) memory.set(session, params['protocolVersion'])
    return undefined
  },
  request(message, exchange) {
    const version = exchange.memory.get(fieldOf(exchange, 'mcp-session-id') ?? '')
    const wanted = typeof version === 'string' && version >= '2025-06-18' && fieldOf(exchange, 'mcp-protocol-version') === undefined
    return wanted ? { answer: [{ jsonrpc: '2.0', id: message['id'], error: { code: -32_600, message: 'Name the version.' } }], http: { status: 400 } } : undefined
  },
}

/** A session that was deleted is answered as a malformed request. */
const endedAsMalformed: Rewrite = {
  http({ status: answered }, exchange) {
    const session = fieldOf(exchange, 'mcp-session-id') ?? ''
    if (exchange.http?.method === 'DELETE' && answered < 300) exchange.memory.set(session, true)
    return answered === 404 && exchange.memory.has(session) ? { status: 400 } : undefined
  },
}

const knownVersions = ['2024-10-07', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']

const rewrites: readonly RewriteMutant[] = [
  { id: 'legacy-version-field-unread', title: 'A version that nobody knows is taken for the newest.', target: 'reference', rewrite: { request: (message, exchange) => (!Object.hasOwn(exchange.params, '_meta') && !knownVersions.includes(fieldOf(exchange, 'mcp-protocol-version') ?? '2025-03-26') ? { forward: [message], fields: { 'mcp-protocol-version': '2025-11-25' } } : undefined) }, kills: ['legacy.version-header'] },
  { id: 'legacy-version-field-demanded', title: 'A request without a version is refused although its session has one.', target: 'fixture', rewrite: fieldDemanded, kills: ['legacy.version-header-absent'] },
  { id: 'legacy-progress-200', title: 'Progress of a client is accepted with 200.', target: 'reference', rewrite: legacyOnly(status(202, 200, ({ method }) => method === 'notifications/progress')), kills: ['legacy.one-way-accepted'] },
  { id: 'legacy-response-bodied', title: 'A response is accepted with a body.', target: 'reference', rewrite: legacyOnly(onHttp((answer, exchange) => answer.status === 202 && exchange.method === '' && isPost(exchange), () => ({ headers: [['content-type', 'application/json']], body: 'null' }))), kills: ['legacy.one-way-accepted'] },
  { id: 'legacy-notification-answered', title: 'A ping without an id is answered.', target: 'reference', rewrite: legacyOnly(onHttp((answer, exchange) => exchange.method === 'ping' && !hasId(exchange) && answer.status === 202, () => ({ status: 200, headers: [['content-type', 'application/json']], body: '{"jsonrpc":"2.0","id":null,"result":{}}' }))), kills: ['legacy.notification-unanswered'] },
  { id: 'legacy-page-for-method', title: 'A request for a method that there is not is answered with a page for people.', target: 'reference', rewrite: legacyOnly(onHttp((_answer, { method }) => method === 'com.example/typed', () => page)), kills: ['legacy.request-answer-type'] },
  { id: 'legacy-html-500', title: 'A client that accepts HTML makes the server fail.', target: 'reference', rewrite: legacyOnly(onHttp((_answer, exchange) => fieldOf(exchange, 'accept') === 'text/html', () => ({ status: 500 }))), kills: ['legacy.accept'] },
  { id: 'legacy-text-taken-for-json', title: 'Text is taken for JSON.', target: 'reference', rewrite: legacyOnly({ request: (message, exchange) => (fieldOf(exchange, 'content-type') === 'text/plain' ? { forward: [message], fields: { 'content-type': 'application/json' } } : undefined) }), kills: ['legacy.content-type'] },
  { id: 'legacy-empty-batch-accepted', title: 'An empty array is accepted.', target: 'reference', rewrite: onHttp(({ body }) => body?.includes('The batch is empty') === true, () => ({ status: 202, body: '' })), kills: ['legacy.batch-empty'] },
  { id: 'legacy-initialize-in-batch', title: 'An initialize within a batch is served.', target: 'reference', rewrite: onHttp(({ body }) => body?.includes('Send initialize by itself') === true, () => ({ status: 200, body: '[{"jsonrpc":"2.0","id":"initialize","result":{"protocolVersion":"2025-03-26","capabilities":{},"serverInfo":{"name":"x","version":"1"}}}]' })), kills: ['legacy.batch-initialize'] },
  { id: 'legacy-get-404', title: 'A GET finds nothing.', target: 'reference', rewrite: legacyOnly(status(405, 404, isGet)), kills: ['legacy.get-stream'] },
  { id: 'legacy-response-on-get', title: 'The stream of a GET carries a response.', target: 'fixture', rewrite: legacyOnly(onHttp(({ status: answered }, exchange) => answered === 200 && isGet(exchange) && !resumes(exchange), () => events({ jsonrpc: '2.0', id: 'stray', result: {} }))), kills: ['legacy.get-without-responses'] },
  { id: 'legacy-broadcast', title: 'A response is sent on the stream of the GET too.', target: 'fixture', rewrite: legacyOnly(onHttp(({ status: answered }, exchange) => answered === 200 && isGet(exchange) && !resumes(exchange), () => events({ jsonrpc: '2.0', id: 'apart-0', result: {} }))), kills: ['legacy.get-without-responses', 'legacy.one-stream-only'] },
  { id: 'legacy-stream-kept', title: 'The stream of a ping stays open after its response.', target: 'reference', rewrite: legacyOnly(onHttp(({ body }, exchange) => body === undefined && exchange.method === 'ping', () => ({ keepOpen: true }))), kills: ['legacy.stream-ends'] },
  { id: 'legacy-resumed-in-vain', title: 'A stream that is resumed goes on without its response.', target: 'fixture', rewrite: { response: (message, exchange) => (isGet(exchange) && resumes(exchange) && Object.hasOwn(message, 'result') ? [] : undefined) }, kills: ['legacy.disconnect-no-cancellation'] },
  { id: 'legacy-any-origin', title: 'Any Origin may post.', target: 'reference', rewrite: legacyOnly({ request: (message, exchange) => (fieldOf(exchange, 'origin') === undefined ? undefined : { forward: [message], fields: { origin: undefined } }) }), kills: ['legacy.origin-refused'] },
  { id: 'legacy-origin-401', title: 'A foreign Origin is refused as if credentials were missing.', target: 'reference', rewrite: legacyOnly(status(403, 401, (exchange) => isPost(exchange) && fieldOf(exchange, 'origin') !== undefined)), kills: ['legacy.origin-refused'] },
  { id: 'legacy-any-origin-listens', title: 'Any Origin may listen.', target: 'reference', rewrite: legacyOnly(onHttp(({ status: answered }, exchange) => answered === 403 && isGet(exchange), () => events())), kills: ['legacy.origin-any-method'] },
  { id: 'legacy-session-later', title: 'A session id comes with the answer to any request, but not with that to initialize.', target: 'reference', rewrite: legacyOnly(onHttp((_answer, { method }) => method !== 'initialize', ({ headers }) => ({ headers: [...headers, ['mcp-session-id', 'later']] }))), kills: ['legacy.session-not-later'] },
  { id: 'legacy-sessionless-404', title: 'A request without a session is told that its session is unknown.', target: 'fixture', rewrite: legacyOnly(status(400, 404, (exchange) => exchange.method !== 'initialize' && fieldOf(exchange, 'mcp-session-id') === undefined)), kills: ['legacy.session-id-missing'] },
  { id: 'legacy-unknown-session-400', title: 'Any session that is not there is answered as a malformed request.', target: 'fixture', rewrite: legacyOnly(status(404, 400, (exchange) => fieldOf(exchange, 'mcp-session-id') !== undefined)), kills: ['legacy.session-ended', 'legacy.session-unknown'] },
  { id: 'legacy-ended-session-400', title: 'A session that has ended is answered as a malformed request.', target: 'fixture', rewrite: endedAsMalformed, kills: ['legacy.session-ended'] },
  { id: 'legacy-delete-fails', title: 'The end of a session is a fault of the server.', target: 'fixture', rewrite: legacyOnly(onHttp(({ status: answered }, { http }) => http?.method === 'DELETE' && answered === 200, () => ({ status: 500 }))), kills: ['legacy.session-ended'] },
]

export const legacyHttp: readonly (RewriteMutant | ServerMutant)[] = [...patches, ...rewrites]
