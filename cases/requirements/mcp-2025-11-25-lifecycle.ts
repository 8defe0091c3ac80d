/** MCP 2025-11-25, basic/lifecycle: how a conversation begins, and what was negotiated. */
import type { Requirement } from '../../harness/run/requirement.ts'
import { advised, stated } from './mcp-2025-11-25.ts'

const versions = { page: 'basic/lifecycle', heading: 'Version Negotiation', anchor: 'version-negotiation' }
const opening = { page: 'basic/lifecycle', heading: 'Initialization', anchor: 'initialization' }
const operation = { page: 'basic/lifecycle', heading: 'Operation', anchor: 'operation' }

export const mcp20251125Lifecycle: readonly Requirement[] = [
  stated('version-echoed', 'must', versions,
    'A server that supports the version that initialize asks for answers with that same version, whatever else the client declares of itself.'),
  stated('version-offered', 'must', versions,
    'A server that does not support the version that initialize asks for answers with one that it does support. An error is accepted too, since the section on error handling shows one.'),
  stated('version-offered-latest', 'should', versions,
    'The version that is offered in place of an unsupported one is the latest that the server supports.'),
  stated('initialize-result', 'must', opening,
    'The result of initialize names the protocol version, the capabilities of the server, and its own name and version.'),
  stated('no-request-before-initialized', 'should', opening,
    'Before notifications/initialized the server sends no requests but pings (notifications of its log are no requests).'),
  stated('ping-before-initialized', 'must', { page: 'basic/utilities/ping', heading: 'Behavior Requirements', anchor: 'behavior-requirements' },
    'A ping is answered in every phase: the client may send one before notifications/initialized.'),
  stated('declares-what-it-serves', 'must', { page: 'basic/lifecycle', heading: 'Capability Negotiation', anchor: 'capability-negotiation' },
    'A server that offers tools, resources, prompts or completions, or that sends log messages, has declared the capability for it. An empty list without the capability counts as offering nothing.'),
  stated('client-capabilities-respected', 'must', operation,
    'A server asks its client only for what the client declared: no sampling, elicitation, roots or form of them that was not negotiated (in 2025-03-26 it should not).'),
  advised('initialize-params', 'basic/lifecycle',
    'An initialize without its parameters, or with one of a wrong type, is answered with an error.',
    'What initialize must hold binds the client only; but a version or capabilities that were guessed govern the whole session.'),
  advised('serves-what-it-declares', 'basic/lifecycle',
    'For each declared capability the method that stands for it is served: tools/list, resources/list, prompts/list, completion/complete, logging/setLevel, resources/subscribe.',
    'No keyword says it in these revisions; but capabilities are all that a client has to decide what it may ask for.'),
]
