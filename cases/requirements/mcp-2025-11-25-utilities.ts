/** MCP 2025-11-25, basic/utilities and server/utilities: ping, cancellation, progress, logging and pagination; and what is common to messages. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { advised, stated } from './mcp-2025-11-25.ts'
import type { Place } from './mcp-2025-11-25.ts'

const ping: Place = { page: 'basic/utilities/ping', heading: 'Behavior Requirements', anchor: 'behavior-requirements' }
const cancellation = (heading: string, anchor: string): Place => ({ page: 'basic/utilities/cancellation', heading, anchor })
const progress = (heading: string, anchor: string): Place => ({ page: 'basic/utilities/progress', heading, anchor })
const logging = (heading: string, anchor: string): Place => ({ page: 'server/utilities/logging', heading, anchor })

export const mcp20251125Utilities: readonly Requirement[] = [
  stated('ping-answered', 'must', ping,
    'A ping is answered promptly with an empty result, which may hold _meta and nothing else.'),
  stated('cancellation-harmless', 'must', cancellation('Timing Considerations', 'timing-considerations'),
    'A cancellation that comes too late is handled gracefully: the server goes on to serve.'),
  stated('cancellation-ignored', 'should', cancellation('Error Handling', 'error-handling'),
    'A cancellation of an unknown or completed request, and one that is malformed, is ignored. Over HTTP a 4xx status is accepted too, since the transport lets a server refuse a notification.'),
  stated('cancelled-unanswered', 'should', cancellation('Behavior Requirements', 'behavior-requirements'),
    'A request that was cancelled gets no response. A result is accepted, since the work may have been done already, or may not be cancellable; an error that says it was cancelled is a response.'),
  stated('cancelled-work-stops', 'should', cancellation('Behavior Requirements', 'behavior-requirements'),
    'A server stops to work on a request that was cancelled, and frees what belongs to it. A server may ignore a cancellation where a request cannot be cancelled, so that only a tool that says what became of a call shows it.'),
  stated('progress-token', 'must', progress('Behavior Requirements', 'behavior-requirements'),
    'A progress notification names a token that was given in a request that is in progress, with the type that it was given in; without a token there is no progress.'),
  stated('progress-increases', 'must', progress('Progress Flow', 'progress-flow'),
    'The progress value increases with each notification of a token.'),
  stated('progress-stops', 'must', progress('Implementation Notes', 'implementation-notes'),
    'After a request was answered there is no more progress of it.'),
  stated('log-level-invalid', 'should', logging('Error Handling', 'error-handling'),
    'logging/setLevel with a level that there is not is refused with the JSON-RPC error -32602.'),
  stated('log-levels', 'must', logging('Log Levels', 'log-levels'),
    'A log message has one of the eight levels of syslog, and data, as the schema requires.'),
  stated('log-no-secrets', 'must', logging('Security', 'security'),
    'No log message holds a credential: not the token of the client that reads it either.'),
  stated('cursor-invalid', 'should', { page: 'server/utilities/pagination', heading: 'Error Handling', anchor: 'error-handling' },
    'A cursor that the server never gave out is refused with the JSON-RPC error -32602.'),
  stated('meta-keys', 'must', { page: 'basic', heading: '_meta', anchor: 'meta' },
    'From 2025-11-25 on the keys of _meta in messages of the server are well formed, and none claims a prefix that is reserved for MCP.'),
  stated('client-modes-respected', 'must', { page: 'client/elicitation', heading: 'Capabilities', anchor: 'capabilities' },
    'In 2025-11-25 a client that declared elicitation without a mode is asked with forms only, and one that declared sampling without tools is given none.'),
  stated('form-secrets', 'must', { page: 'client/elicitation', heading: 'User Interaction Model', anchor: 'user-interaction-model' },
    'No form asks for passwords, keys, tokens or payment data: nothing that is asked for is named like one.'),
  advised('log-level-respected', 'server/utilities/logging',
    'After logging/setLevel no message below that level is sent to the client that set it.',
    'The text shows it in a picture without a keyword. A client that sets the level wants to be spared the rest.'),
  advised('icon-sources', 'basic/index',
    'An icon has a src that is an http or https URL or a data URI.',
    'The keywords bind those who show icons, and who must refuse any other scheme; such an icon is never seen.'),
]
