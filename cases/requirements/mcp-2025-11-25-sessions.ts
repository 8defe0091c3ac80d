/** MCP 2025-11-25, basic/transports "Session Management". A target without sessions is not held to any of it. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { advised, stated } from './mcp-2025-11-25.ts'

const management = { page: 'basic/transports', heading: 'Session Management', anchor: 'session-management' }

export const mcp20251125Sessions: readonly Requirement[] = [
  stated('session-id-visible', 'must', management,
    'A session id consists of visible ASCII characters only (0x21 to 0x7E).'),
  stated('session-id-unguessable', 'should', management,
    'Session ids are globally unique and cryptographically secure: several of them differ from each other in many places.'),
  advised('session-not-later', 'basic/transports',
    'A server that gave out no session id with the result of initialize gives out none later.',
    'The text lets a server assign one at initialization only; a client that was given none has no reason to look for one, and would not send it back.'),
  stated('session-id-missing', 'should', management,
    'A server that requires a session id answers a request without one, other than initialize, with 400.'),
  stated('session-ended-404', 'must', management,
    'After a session was terminated, for example by a DELETE that was accepted, requests with its id are answered with 404.'),
  advised('session-unknown', 'basic/transports',
    'A request with a session id that was never issued is answered with 404, as one with the id of a session that has ended.',
    'The text speaks of terminated sessions only; but a client starts anew upon 404 and nothing else, and after a restart the server knows none of the ids that it gave out.'),
  advised('session-delete', 'basic/transports',
    'A DELETE with the id of a session is answered with a 2xx status, or with 405 where clients may not end sessions.',
    'Clients should end the sessions that they no longer need, and 405 is all that a server may answer otherwise; no keyword names the status of success.'),
  stated('session-expiry', 'may', management,
    'The server may end a session at any time.',
    'When a server ends a session by itself is its own affair, so that nothing outside can tell whether it did so in time.'),
]
