/** Servers that speak both eras: 2026-07-28 without a handshake, and the revisions that begin with initialize. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { advised, ours } from './mcp-2025-11-25.ts'

const section = '2026-07-28 and earlier revisions on one endpoint'

export const dualEra: readonly Requirement[] = [
  {
    id: 'hardening.no-session-of-both-eras', level: 'hardening', source: 'handoff-conformance', section, url: ours, rows: ['HTTP-19'],
    statement: 'A server of both eras puts no Mcp-Session-Id on an answer to a request of 2026-07-28, whether it is served or refused.',
    reason: 'The keyword is for servers of that revision alone. A session that is opened all the same is never used and never ended, and a client of both eras may take it for its own.',
  },
  advised('answers-of-own-era', section,
    'Whatever is answered in an earlier revision, results, errors and notifications, holds nothing that only 2026-07-28 has.',
    'A client of the earlier revision cannot read it, and it shows that the server lost sight of whom it speaks to.', ['VER-11']),
  advised('eras-by-request', section,
    'Requests of both eras are served on one connection, each in its own era.',
    'Proxies put the requests of many clients on one connection, so that nothing about a client may be concluded from it.'),
]
