/** MCP 2026-07-28, server/utilities/caching and server/utilities/pagination: hints, scopes, pages and cursors. */
import type { Level, Requirement } from '../../harness/run/requirement.ts'

const source = 'MCP 2026-07-28'
const root = 'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities'

function of(name: string, level: Level, section: string, path: string, rows: readonly string[], statement: string): Requirement {
  return { id: `mcp-2026-07-28.${name}`, level, source, section: `server/utilities/${section}`, url: `${root}/${path}`, statement, rows }
}

export const mcp20260728Caching: readonly Requirement[] = [
  of('cache-hints', 'must', 'caching, Cacheable Results', 'caching#cacheable-results', ['CACHE-01', 'CACHE-02', 'CACHE-03', 'CACHE-04', 'CACHE-05', 'DISC-02'],
    'Complete results of server/discover, of every list and of resources/read say how long they are fresh (ttlMs) and whom they are for (cacheScope).'),
  of('cache-ttl', 'must', 'caching, Time-to-Live (TTL) Field', 'caching#time-to-live-ttl-field', ['CACHE-06'],
    'The time for which a result is fresh is an integer that is not negative.'),
  of('cache-scope', 'must', 'caching, Cache Scope Field', 'caching#cache-scope-field', ['CACHE-07'],
    'The scope of a result is either public or private.'),
  of('cache-scope-pages', 'must', 'caching, Interaction with Pagination', 'caching#interaction-with-pagination', ['CACHE-08'],
    'Every page of a list has the same scope.'),
  of('cursor-invalid', 'should', 'pagination, Error Handling', 'pagination#error-handling', ['PAGE-01'],
    'A cursor that the server never gave out is refused as invalid parameters (-32602).'),
]
