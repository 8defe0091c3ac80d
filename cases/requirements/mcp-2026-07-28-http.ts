/** MCP 2026-07-28, basic/transports/streamable-http: connections, messages, statuses and streams. */
import type { Requirement } from '../../harness/run/requirement.ts'

const page = 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http'

function http(id: string, level: Requirement['level'], section: string, statement: string, rows: readonly string[]): Requirement {
  const anchor = section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { id: `mcp-2026-07-28.${id}`, level, source: 'MCP 2026-07-28', section: `basic/transports/streamable-http, ${section}`, url: `${page}#${anchor}`, statement, rows }
}

const security = 'Security & Endpoint'
const sending = 'Sending Messages'
const receiving = 'Receiving Messages'
const earlier = 'Earlier Streamable HTTP Revisions'

export const mcp20260728Http: readonly Requirement[] = [
  http('origin-validated', 'must', security, 'A request whose Origin is there and is not valid is answered with 403.', ['HTTP-01', 'HTTP-03']),
  http('origin-validated-always', 'must', security, 'The Origin is validated on every connection, whatever the method: a GET or a DELETE with an invalid one is answered with 403, and a preflight of it is granted nothing.', ['HTTP-02']),
  {
    ...http('origin-absent-served', 'must', security, 'A request without an Origin, or with a valid one, is not refused for it.', ['HTTP-04']),
    unobservable: 'Every control of every case is a request without an Origin, and which origins are valid is for the server to say.',
  },
  {
    ...http('origin-refusal-without-id', 'may', security, 'The answer to an invalid Origin may hold a JSON-RPC error without an id.', ['HTTP-05']),
    unobservable: 'The sentence allows any body, so that none is against it.',
  },
  http('local-bind', 'should', security, 'A server that runs locally is reached over the loopback interface only.', ['HTTP-07']),
  http('notification-accepted', 'must', sending, 'A notification is accepted with 202 and no body, or refused with an error status.', ['HTTP-08']),
  {
    ...http('notification-refused', 'must', sending, 'A notification that the server cannot accept is answered with an error status.', ['HTTP-09']),
    unobservable: 'The revision defines no notification that a client sends over HTTP, and a server may accept any.',
  },
  { ...http('notification-unanswered', 'must', sending, 'A notification gets no JSON-RPC response: no result, and no error with an id.', ['HTTP-10']), section: 'basic/index, Notifications', url: 'https://modelcontextprotocol.io/specification/2026-07-28/basic#notifications' },
  http('answer-media-type', 'must', sending, 'A request is answered as application/json with one object, or as text/event-stream.', ['HTTP-11']),
  { ...http('answers-utf-8', 'must', 'Messages', 'The messages of a server are encoded in UTF-8.', ['HTTP-16']), section: 'basic/transports/index', url: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports' },
  http('get-405', 'should', earlier, 'A server without the older revisions answers GET with 405; one with them may also answer as they want.', ['HTTP-17']),
  http('delete-405', 'should', earlier, 'A server without the older revisions answers DELETE with 405; one with them may also answer as they want.', ['HTTP-18']),
  http('session-id-ignored', 'should', earlier, 'A request of this revision is served whatever Mcp-Session-Id it carries. The sentence is about servers of this revision alone; one of both eras knows its requests by their envelope, and is held to it too.', ['HTTP-19']),
  http('no-session-id', 'should', earlier, 'No answer of a server of this revision alone carries an Mcp-Session-Id.', ['HTTP-19']),
  http('last-event-id-ignored', 'should', earlier, 'A request of this revision is served whatever Last-Event-ID it carries. The sentence is about servers of this revision alone; one of both eras knows its requests by their envelope, and is held to it too.', ['HTTP-20']),
  http('stream-without-requests', 'must', receiving, 'No JSON-RPC request of the server comes on a response stream.', ['HTTP-22']),
  http('stream-notifications-relate', 'must', receiving, 'The notifications on a response stream belong to the request that it answers.', ['HTTP-23']),
  http('response-ends-stream', 'should', receiving, 'The response is the last message of its stream, which then ends.', ['HTTP-24']),
  http('stream-unbuffered', 'should', receiving, 'An event stream begins with X-Accel-Buffering: no, so that proxies pass its events on at once.', ['HTTP-25']),
  http('close-cancels', 'must', 'Cancellation', 'Closing the response stream cancels its request.', ['HTTP-26']),
  { ...http('requests-independent', 'must', 'Statelessness', 'Requests that run at the same time, on connections of their own, are each answered under their own id.', ['HTTP-28']), section: 'basic/index, Statelessness, Responses', url: 'https://modelcontextprotocol.io/specification/2026-07-28/basic#statelessness' },
  { id: 'rfc9110.allow-on-405', level: 'must', source: 'RFC 9110', section: '§15.5.6', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.6', statement: 'A 405 response lists the methods of the resource in Allow.', rows: ['HTTP-17', 'HTTP-18'] },
]
