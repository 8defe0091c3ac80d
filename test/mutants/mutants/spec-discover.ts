/** Faults of what a server says of itself in revision 2026-07-28: discovery, hints for caches, pages. */
import { onError, onRequest, onResult, without } from '../rewrite/build.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { Exchange, JsonObject, Rewrite } from '../rewrite/rewrite.ts'
import type { RewriteMutant } from '../mutant.ts'

const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
const isModern = ({ revision }: Exchange): boolean => revision === '2026-07-28'

/** Changes the results of methods in this revision alone. */
function changed(methods: string | readonly string[], change: (result: JsonObject, exchange: Exchange) => JsonObject | undefined): Rewrite {
  return onResult(methods, (result, exchange) => (isModern(exchange) ? change(result, exchange) : undefined))
}

function declaring(change: (capabilities: JsonObject) => JsonObject): Rewrite {
  return changed('server/discover', (result) => ({ ...result, capabilities: change(objectOr(result['capabilities'])) }))
}

/** The second token that is seen gets one item less. */
const byCaller: Rewrite = changed('tools/list', (result, { http, memory }) => {
  const token = http?.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (!memory.has('first')) memory.set('first', token)
  const { tools } = result
  const items = Array.isArray(tools) && token !== memory.get('first') ? tools.slice(1) : tools
  return { ...result, tools: items, cacheScope: 'public' }
})

const discovery: readonly RewriteMutant[] = [
  { id: 'discover-versions-mixed', title: 'The list of supported revisions holds a number.', target: 'reference', rewrite: changed('server/discover', (result) => ({ ...result, supportedVersions: [...(result['supportedVersions'] as unknown[]), 20_260_728] })), kills: ['spec.discover', 'spec.messages-match-schema'] },
  { id: 'discover-without-server-info', title: 'server/discover names the server in its body, as before.', target: 'reference', rewrite: changed('server/discover', (result) => ({ ...without(result, '_meta'), serverInfo: { name: 'server', version: '1' } })), kills: ['spec.discover', 'spec.server-info'] },
  { id: 'prompts-undeclared', title: 'There are prompts that are not declared.', target: 'fixture', rewrite: declaring((capabilities) => without(capabilities, 'prompts')), kills: ['spec.capabilities-fit'] },
  { id: 'completions-undeclared', title: 'There are completions that are not declared.', target: 'reference', rewrite: { request: (message, exchange) => (isModern(exchange) && exchange.method === 'completion/complete' ? { answer: [{ jsonrpc: '2.0', id: message['id'], result: { resultType: 'complete', completion: { values: [] }, _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'server', version: '1' } } } }] } : undefined) }, kills: ['spec.capabilities-fit', 'spec.completion-undeclared'] },
  { id: 'completions-unserved', title: 'Completions are declared, but the method for them is unknown.', target: 'reference', rewrite: declaring((capabilities) => ({ ...capabilities, completions: {} })), kills: ['spec.capabilities-fit', 'spec.completion-invalid'] },
  { id: 'undeclared-method-code', title: 'The list of what is not declared is refused as an internal error.', target: 'reference', rewrite: onError('prompts/list', (error, exchange) => (isModern(exchange) ? { ...error, code: -32_603 } : undefined)), kills: ['spec.capabilities-fit'] },
  { id: 'extension-without-prefix', title: 'An extension is declared by a plain word.', target: 'fixture', rewrite: declaring((capabilities) => ({ ...capabilities, extensions: { ...objectOr(capabilities['extensions']), tracing: {} } })), kills: ['spec.extension-identifiers'] },
  { id: 'extension-settings-true', title: 'The settings of an extension are true.', target: 'fixture', rewrite: declaring((capabilities) => ({ ...capabilities, extensions: { ...objectOr(capabilities['extensions']), 'com.example/tracing': true } })), kills: ['spec.extension-identifiers', 'spec.messages-match-schema'] },
  { id: 'discover-unstable', title: 'server/discover says something else each time, and that it stays so.', target: 'reference', rewrite: changed('server/discover', (result, { memory }) => { memory.set('asked', Number(memory.get('asked') ?? 0) + 1); return { ...result, ttlMs: 60_000, instructions: `Asked ${String(memory.get('asked'))} times.` } }), kills: ['spec.discover-stable'] },
]

const caching: readonly RewriteMutant[] = [
  { id: 'list-without-ttl', title: 'A list does not say how long it is fresh.', target: 'reference', rewrite: changed('tools/list', (result) => without(result, 'ttlMs')), kills: ['spec.cache-hints', 'spec.messages-match-schema'] },
  { id: 'discover-without-scope', title: 'server/discover does not say for whom it is.', target: 'reference', rewrite: changed('server/discover', (result) => without(result, 'cacheScope')), kills: ['spec.cache-hints', 'spec.messages-match-schema'] },
  { id: 'read-without-hints', title: 'What is read of a resource has no hints for caches.', target: 'fixture', rewrite: changed('resources/read', (result) => without(result, 'ttlMs', 'cacheScope')), kills: ['spec.cache-hints', 'spec.messages-match-schema'] },
  { id: 'ttl-fraction', title: 'A list is fresh for a fraction of a millisecond.', target: 'reference', rewrite: changed('tools/list', (result) => ({ ...result, ttlMs: 0.5 })), kills: ['spec.cache-hints', 'spec.messages-match-schema'] },
  { id: 'ttl-negative', title: 'A list was fresh before it was asked for.', target: 'reference', rewrite: changed('tools/list', (result) => ({ ...result, ttlMs: -1 })), kills: ['spec.cache-hints', 'spec.messages-match-schema'] },
  { id: 'scope-unknown', title: 'The scope of a list is one that there is not.', target: 'reference', rewrite: changed('tools/list', (result) => ({ ...result, cacheScope: 'shared' })), kills: ['spec.cache-hints', 'spec.messages-match-schema'] },
  { id: 'scope-by-page', title: 'The first page of a list is private, and the others public.', target: 'fixture', rewrite: changed(lists, (result, { params }) => ({ ...result, cacheScope: params['cursor'] === undefined ? 'private' : 'public' })), kills: ['spec.cache-scope-pages'] },
  { id: 'hints-on-questions', title: 'A result that asks for input may be cached.', target: 'fixture', rewrite: changed(['tools/call', 'prompts/get', 'resources/read'], (result) => (result['resultType'] === 'input_required' ? { ...result, ttlMs: 1000, cacheScope: 'public' } : undefined)), kills: ['spec.no-hints-on-input-required'] },
  { id: 'public-by-caller', title: 'A list that depends on the caller is marked as public.', target: 'reference', rewrite: byCaller, kills: ['spec.public-means-equal'] },
]

const pages: readonly RewriteMutant[] = [
  { id: 'cursor-ignored', title: 'A cursor that nobody gave out leads to the first page.', target: 'reference', rewrite: onRequest('tools/list', (message, exchange) => (isModern(exchange) && Object.hasOwn(exchange.params, 'cursor') ? { ...message, params: without(exchange.params, 'cursor') } : undefined)), kills: ['spec.cursor-invalid'] },
  { id: 'cursor-code', title: 'A cursor that nobody gave out is an internal error.', target: 'fixture', rewrite: onError(lists, (error, exchange) => (isModern(exchange) && Object.hasOwn(exchange.params, 'cursor') ? { ...error, code: -32_603 } : undefined)), kills: ['spec.cursor-invalid'] },
  { id: 'list-in-circles', title: 'The last page of a list leads to itself.', target: 'fixture', rewrite: changed('resources/list', (result, { params }) => (Object.hasOwn(result, 'nextCursor') || params['cursor'] === undefined ? undefined : { ...result, nextCursor: params['cursor'] })), kills: ['spec.list-walk'] },
  { id: 'item-twice', title: 'A page of a list ends with what it begins with.', target: 'fixture', rewrite: changed('resources/templates/list', (result) => { const { resourceTemplates: items } = result; return Array.isArray(items) ? { ...result, resourceTemplates: [...items, items[0]] } : undefined }), kills: ['spec.list-walk'] },
]

export const specDiscover: readonly RewriteMutant[] = [...discovery, ...caching, ...pages]
