/** MCP 2025-11-25, basic/transports and basic/index: messages over Streamable HTTP, and the streams that answer them. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { advised, stated } from './mcp-2025-11-25.ts'

const page = 'basic/transports'
const sending = { page, heading: 'Sending Messages to the Server', anchor: 'sending-messages-to-the-server' }
const listening = { page, heading: 'Listening for Messages from the Server', anchor: 'listening-for-messages-from-the-server' }
const connections = { page, heading: 'Multiple Connections', anchor: 'multiple-connections' }
const resumability = { page, heading: 'Resumability and Redelivery', anchor: 'resumability-and-redelivery' }
const version = { page, heading: 'Protocol Version Header', anchor: 'protocol-version-header' }
const security = { page, heading: 'Security Warning', anchor: 'security-warning' }
const basic = (heading: string, anchor: string): { page: string; heading: string; anchor: string } => ({ page: 'basic', heading, anchor })

export const mcp20251125Transport: readonly Requirement[] = [
  stated('version-header-400', 'must', version,
    'A request whose MCP-Protocol-Version is invalid or unsupported is answered with 400 (from 2025-06-18 on; 2025-03-26 has no such field).'),
  stated('version-header-absent', 'should', version,
    'Without MCP-Protocol-Version, and without another way to know the version, a server takes the request as one of 2025-03-26: a server that speaks it, or that knows the version by the session, serves the request.'),
  stated('accepted-202', 'must', sending,
    'A notification or a response that the server accepts is answered with 202 and without a body; one that it does not accept with an HTTP error status.'),
  stated('notification-unanswered', 'must', basic('Notifications', 'notifications'),
    'A notification gets no response, whatever its method is.'),
  stated('request-answer-type', 'must', sending,
    'A request is answered as application/json or text/event-stream.'),
  stated('stream-ends-after-response', 'should', sending,
    'The stream that answers a request ends once its response was sent.'),
  stated('stream-primed', 'should', sending,
    'From 2025-11-25 on the stream that answers a request begins with an event that has an id and empty data. It serves to resume the stream, so that a server whose events have no ids at all is not held to it.'),
  {
    ...stated('batch-accepted', 'must', { page: 'basic', heading: 'Batching (2025-03-26)', anchor: 'batching' },
      'In 2025-03-26, and in no later revision, a batch is received: each request in it gets its response, and one of notifications alone gets 202.'),
    url: 'https://modelcontextprotocol.io/specification/2025-03-26/basic#batching',
  },
  stated('get-stream-or-405', 'must', listening,
    'A GET that accepts text/event-stream is answered with such a stream, or with 405 where the server offers none.'),
  stated('get-without-responses', 'must', listening,
    'The stream of a GET carries no response, unless it resumes the stream of an earlier request.'),
  stated('one-stream-only', 'must', connections,
    'A message of the server is sent on one of the connected streams only.'),
  stated('event-ids-unique', 'must', resumability,
    'Where events carry ids, no id is used twice on all the streams of a session, or of a client where there are no sessions.'),
  stated('replay-own-stream', 'must', resumability,
    'A stream that is resumed replays no message of another stream.'),
  stated('disconnect-no-cancellation', 'should', sending,
    'A disconnection is not taken for a cancellation: the request goes on, and its response can be had by resuming its stream.'),
  stated('origin-403', 'must', security,
    'A request whose Origin is not a valid one for the server is refused with 403 (before 2025-11-25: refused, with a status that the text does not name).'),
  stated('origin-checked-everywhere', 'must', security,
    'Origin is validated on all incoming connections, also on GET and DELETE.'),
  stated('unknown-method', 'must', basic('Messages', 'messages'),
    'A request for a method that the server does not have is answered with error -32601, since messages follow JSON-RPC 2.0.'),
  stated('response-id', 'must', basic('Responses', 'responses'),
    'A response carries the id of its request: the same value, and the same type.'),
  stated('local-binding', 'should', security,
    'A server that runs locally binds to the loopback interface only.',
    'The addresses of the host on which the target runs, and whether it runs locally on purpose, cannot be told from the endpoint that is given.'),
  stated('connection-closed-with-retry', 'should', sending,
    'A server that closes a connection before its stream has ended sends a retry field first.',
    'A connection that ends without a response may as well have been cut, or the stream may have ended, both of which are allowed at any time.'),
  advised('single-message-body', 'basic/transports',
    'From 2025-06-18 on a body that is an array is refused, and nothing in it is answered.',
    'The revisions without batches bind the client only; what is done with an array depends on the version that the server believes to speak.'),
  advised('batch-empty', 'JSON-RPC',
    'An empty array is refused in every revision.',
    'JSON-RPC 2.0 calls it an invalid request, and MCP allows batches of one or more messages; a 202 for nothing hides the fault from its sender.'),
  advised('batch-initialize', 'basic/lifecycle',
    'In 2025-03-26 an initialize within a batch is refused.',
    'The text binds the client; but nothing else can be asked before the version is agreed on, and whatever stands beside it would be served in no version at all.'),
  advised('accept', 'basic/transports',
    'Whatever Accept says, a request is served or refused with a 4xx status, and a client that accepts only JSON is not given a stream.',
    'Only the client is bound to accept both. One that does not should get an answer that it can read, or a clear refusal.'),
  advised('content-type', 'basic/transports',
    'A message under another media type than application/json is refused.',
    'No keyword names the media type of a request. A web page may send text and forms to any server without asking, so that the media type is a guard of its own.'),
  advised('id-invalid', 'basic/index',
    'A request whose id is null, a fraction, an object or a boolean is not served.',
    'The keywords bind the sender. An answer to null, or to a fraction that is rounded, cannot be told from one to another request.'),
]
