/** What the specification of 2026-07-28 leaves without a keyword that binds a server, and clients still rely on. */
import type { Requirement } from '../../harness/run/requirement.ts'

const url = 'https://github.com/handoff-conformance/handoff-conformance#hardening'

function hardening(name: string, section: string, rows: readonly string[], statement: string, reason: string): Requirement {
  return { id: `hardening.${name}`, level: 'hardening', source: 'handoff-conformance', section, url, statement, reason, rows }
}

export const hardeningMessages: readonly Requirement[] = [
  hardening('id-refused', 'messages', ['RPC-02', 'RPC-03'],
    'A request whose id is neither a string nor an integer is not served, and where it is answered, then as an invalid request (-32600) or invalid parameters (-32602).',
    'The keywords for ids bind the client. An answer to null or to a fraction cannot be told from one to another request, or comes back as another number.'),
  hardening('extra-params', 'messages', ['RPC-15'],
    'A parameter that a method does not know changes nothing about how the request is served.',
    'The schema leaves parameters open, but no keyword says so; a server that refuses them breaks with every client that is newer than itself.'),
  hardening('errors-disclose-nothing', 'messages', ['RPC-16'],
    'No error tells a stack trace or the place of a source file.',
    'The keywords are for log messages. An error travels further than a log, and tells whoever attacks what is installed and where.'),
  hardening('discover-stable', 'discovery', ['DISC-07'],
    'Two answers of server/discover within the time for which the first is said to be fresh are equal.',
    'The time is a hint, so that no keyword forbids it; but a client that trusts it then works with capabilities that are not there.'),
  hardening('no-hints-on-input-required', 'caching', ['CACHE-09'],
    'A result that asks for more input carries no hints for caches.',
    'The specification says so without a keyword. A cache that stores the question gives it to somebody who cannot answer it.'),
  hardening('public-means-equal', 'caching', ['CACHE-10'],
    'A list that is marked as public is the same for two identities.',
    'Public says that nothing in it is for one user only, without a keyword for the server. A shared cache then gives one user the list of another.'),
  hardening('list-ends', 'pagination', ['PAGE-02'],
    'Following the cursors of a list leads to its end.',
    'No keyword says so. A client that follows a cursor that it has seen before never comes to an end.'),
  hardening('list-unique', 'pagination', ['PAGE-02'],
    'No item is listed twice while the list does not change.',
    'Pages give no guarantee across each other, but a list at rest that repeats items has most likely left out others.'),
]
